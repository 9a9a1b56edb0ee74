import { ActionIcon, Select } from "@mantine/core";
import type { ReactNode } from "react";
import { addDays, isRealDate } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { FilterChoice } from "#renderer/components/filter-choice.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { NumberField } from "#renderer/components/number-field.tsx";
import { useSites } from "#renderer/store/use-catalogue.ts";
import { portalText } from "#renderer/text/portal.ts";
import type { Beside } from "./beside.ts";
import styles from "./day-wall.module.css";

interface DayChooserProps {
  readonly value: Beside;
  /** Said in place of a site where there is none or several. */
  readonly noSite: string;
  /** Names of the instruments and models that have plots on this day. */
  readonly sources: readonly string[];
  readonly onChange: (value: Beside) => void;
  /** Shown at its end. */
  readonly children?: ReactNode;
}

/** Choice of the site, day and instrument that a column shows. */
export function DayChooser({ value, noSite, sources, onChange, children }: DayChooserProps) {
  const { data: sites } = useSites();
  const { date, site, source } = value;
  const choices = (sites ?? []).map(({ id, humanReadableName }) => ({ value: id, label: humanReadableName }));
  if (site !== null && !choices.some((one) => one.value === site)) choices.push({ value: site, label: site });
  const step = (days: 1 | -1) => onChange({ ...value, date: addDays(date, days) });
  return (
    <div className="below-4 wraps">
      <Select
        className={styles.site ?? ""}
        size="xs"
        aria-label={say("Site")}
        data={choices}
        value={site}
        placeholder={noSite}
        searchable
        allowDeselect={false}
        nothingFoundMessage={portalText.notInThePortalList}
        comboboxProps={{ width: 220, position: "bottom-start" }}
        onChange={(next) => {
          if (next !== null) onChange({ date, site: next, source: null });
        }}
      />
      <div className="row">
        <ActionIcon variant="default" size={28} aria-label={portalText.theDayBefore} onClick={() => step(-1)}>
          <Icon name="left" size={16} />
        </ActionIcon>
        <div className={styles.date}>
          <NumberField
            label={say("Day")}
            hidesLabel
            type="date"
            value={date}
            isValid={(text) => isRealDate(text) && text >= "1900-01-01"}
            onChange={(text) => {
              if (text !== "") onChange({ ...value, date: text });
            }}
          />
        </div>
        <ActionIcon variant="default" size={28} aria-label={portalText.theDayAfter} onClick={() => step(1)}>
          <Icon name="right" size={16} />
        </ActionIcon>
      </div>
      <FilterChoice
        label={say("Instrument")}
        all={portalText.allInstruments}
        value={source}
        choices={sources.map((name) => ({ value: name, label: name }))}
        onChoose={(next) => onChange({ ...value, source: next })}
      />
      {children}
    </div>
  );
}

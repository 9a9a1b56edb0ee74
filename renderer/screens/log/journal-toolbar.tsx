import { Button, Switch } from "@mantine/core";
import { say } from "#base/say.ts";
import { ChipGroup, FilterChip } from "#renderer/components/filter-chip.tsx";
import { FilterChoice } from "#renderer/components/filter-choice.tsx";
import { NumberField } from "#renderer/components/number-field.tsx";
import { SearchField } from "#renderer/components/search-field.tsx";
import { spanProblem } from "#renderer/model/spans.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { journalText } from "#renderer/text/journal.tsx";
import { logText } from "#renderer/text/log.tsx";
import { dayOrNone, eventKinds, isWholeJournal, type JournalPageFilter } from "./journal-filter.ts";
import styles from "./lines.module.css";

interface JournalToolbarProps {
  readonly filter: JournalPageFilter;
  readonly onChange: (fields: Partial<JournalPageFilter>) => void;
  /** Null where the way to clear the filters is elsewhere. */
  readonly onClear: (() => void) | null;
}

/** Filter of the lines that are shown: text, instrument, days, kinds of events. */
export function JournalToolbar({ filter, onChange, onClear }: JournalToolbarProps) {
  const { kinds } = filter;
  return (
    <div className={`${styles.toolbar} wraps`} role="search" aria-label={journalText.filterTheJournal}>
      <SearchField
        label={commonText.searchFileNames}
        text={filter.text}
        onText={(text) => onChange({ text })}
      />
      <InstrumentAndDays
        instrument={filter.instrument}
        from={filter.from}
        to={filter.to}
        onChange={onChange}
      />
      {filter.hour === "" ? null : (
        <FilterChip
          label={logText.oneHour(`${filter.hour}:00`, `${filter.hour}:59`)}
          isOn
          onToggle={() => onChange({ hour: "" })}
        />
      )}
      <Switch
        size="xs"
        label={journalText.showEveryStep}
        checked={filter.hasSteps}
        onChange={(event) => onChange({ hasSteps: event.currentTarget.checked })}
      />
      <ChipGroup label={journalText.kindOfEvent}>
        {eventKinds.map(({ name, label }) => (
          <FilterChip
            key={name}
            label={label}
            isOn={kinds.includes(name)}
            onToggle={() =>
              onChange({
                kinds: kinds.includes(name) ? kinds.filter((one) => one !== name) : [...kinds, name],
              })
            }
          />
        ))}
      </ChipGroup>
      {onClear === null || isWholeJournal(filter) ? null : (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {commonText.clearFilters}
        </Button>
      )}
    </div>
  );
}

type InstrumentAndDaysFilter = Pick<JournalPageFilter, "instrument" | "from" | "to">;

interface InstrumentAndDaysProps extends InstrumentAndDaysFilter {
  readonly onChange: (fields: Partial<InstrumentAndDaysFilter>) => void;
}

/** Choice of an instrument and of the days that are shown, both included. */
export function InstrumentAndDays({ instrument, from, to, onChange }: InstrumentAndDaysProps) {
  const { data: counts } = useHostQuery("queue.counts", {});
  return (
    <>
      <FilterChoice
        label={say("Instrument")}
        all={say("All instruments")}
        value={instrument}
        choices={(counts?.instruments ?? []).map(({ name }) => ({ value: name, label: name }))}
        onChoose={(name) => onChange({ instrument: name })}
      />
      <div className="wraps">
        <Day
          label={say("From")}
          value={from}
          wrongOf={(day) => spanProblem(day, to)}
          onDay={(day) => onChange({ from: day })}
        />
        <Day
          label={say("To")}
          value={to}
          wrongOf={(day) => spanProblem(from, day)}
          onDay={(day) => onChange({ to: day })}
        />
      </div>
    </>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  /** Problem of a day that is one; null for none. */
  readonly wrongOf: (day: string) => string | null;
  readonly onDay: (day: string) => void;
}

function Day({ label, value, wrongOf, onDay }: DayProps) {
  return (
    <div className={`${styles.day} inline muted`} title={journalText.aDayInUtc}>
      <span aria-hidden="true">{label}</span>
      <NumberField
        label={label}
        hidesLabel
        type="date"
        value={value}
        isValid={(text) => dayOrNone(text) !== ""}
        wrongOf={(text) => (dayOrNone(text) === "" ? null : wrongOf(text))}
        problem={wrongOf(value)}
        onChange={onDay}
      />
    </div>
  );
}

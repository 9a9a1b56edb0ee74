import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { addDays, isRealDate, todayUtc } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { NumberField } from "#renderer/components/number-field.tsx";
import { spanProblem } from "#renderer/model/spans.ts";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./filter.module.css";
import { changed, type PortalFilter } from "./portal-filter.ts";
import { presetNames, presetOf, presets, shifted, withPreset } from "./start-filter.ts";

interface DateFilterProps {
  readonly filter: PortalFilter;
  readonly onChange: (filter: PortalFilter) => void;
}

type Mode = "any" | "day" | "span";

const isUsable = (text: string): boolean => isRealDate(text) && text >= "1900-01-01";

/** Choice of a day, a span, or any date: never a day together with a span, which the portal refuses. */
export function DateFilter({ filter, onChange }: DateFilterProps) {
  const { date, dateFrom, dateTo } = filter;
  const mode: Mode = date !== undefined ? "day" : (dateFrom ?? dateTo) ? "span" : "any";
  const nowMs = Date.now();
  const setMode = (next: string) => {
    if (next === mode) return;
    const last = date ?? dateTo ?? todayUtc(nowMs);
    if (next === "any")
      onChange(changed(filter, { date: undefined, dateFrom: undefined, dateTo: undefined }));
    else if (next === "day") onChange(changed(filter, { date: last }));
    else onChange(changed(filter, { dateFrom: addDays(last, -6), dateTo: last }));
  };
  const current = presetOf(filter, nowMs);
  return (
    <fieldset className="stack shrinks">
      <legend className={`${styles.legend} text-small strong`}>{portalText.measurementDateUtc}</legend>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={say("Measurement date")}
        value={mode}
        onChange={setMode}
        data={[
          { value: "day", label: say("One day") },
          { value: "span", label: say("Range") },
          { value: "any", label: say("Any") },
        ]}
      />
      <div className="wraps gap-4">
        {presets.map((preset) => (
          <Button
            key={preset}
            size="compact-xs"
            variant={current === preset ? "light" : "default"}
            aria-pressed={current === preset}
            onClick={() => onChange(withPreset(filter, preset, nowMs))}
          >
            {presetNames[preset]}
          </Button>
        ))}
      </div>
      {mode === "any" ? null : (
        <div className={`${styles.stepped} gap-4`}>
          {mode === "day" ? (
            <NumberField
              label={say("Day")}
              type="date"
              value={date ?? ""}
              isValid={isUsable}
              onChange={(text) => onChange(changed(filter, { date: text === "" ? undefined : text }))}
            />
          ) : (
            <div className="stack gap-4">
              <NumberField
                label={say("From")}
                type="date"
                value={dateFrom ?? ""}
                isValid={isUsable}
                wrongOf={(text) => (isUsable(text) ? spanProblem(text, dateTo ?? "") : null)}
                onChange={(text) => onChange(changed(filter, { dateFrom: text === "" ? undefined : text }))}
              />
              <NumberField
                label={say("To")}
                type="date"
                value={dateTo ?? ""}
                isValid={isUsable}
                wrongOf={(text) => (isUsable(text) ? spanProblem(dateFrom ?? "", text) : null)}
                onChange={(text) => onChange(changed(filter, { dateTo: text === "" ? undefined : text }))}
              />
            </div>
          )}
          <Step filter={filter} onChange={onChange} direction={-1} mode={mode} />
          <Step filter={filter} onChange={onChange} direction={1} mode={mode} />
        </div>
      )}
    </fieldset>
  );
}

interface StepProps extends DateFilterProps {
  readonly direction: 1 | -1;
  readonly mode: Mode;
}

function Step({ filter, onChange, direction, mode }: StepProps) {
  const [next, previous] =
    mode === "day" ? [say("Next day"), say("Previous day")] : [say("Next range"), say("Previous range")];
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={direction === 1 ? next : previous}
      onClick={() => onChange(shifted(filter, direction, Date.now()))}
    >
      <Icon name={direction === 1 ? "right" : "left"} size={16} />
    </ActionIcon>
  );
}

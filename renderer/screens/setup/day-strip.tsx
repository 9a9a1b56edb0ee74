import { type CSSProperties, useId } from "react";
import { todayUtc } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { bytesText, dateText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { setupText } from "#renderer/text/setup.tsx";
import { stripOf } from "./preview-days.ts";
import styles from "./setup.module.css";

interface DayStripProps {
  readonly byDay: Output<"settings.dryRun">["byDay"];
  /** Null: all of them. */
  readonly since: string | null;
  readonly onSince: (day: string | null) => void;
}

/** The days with files as columns, and below them a slider that chooses the first that is sent. */
export function DayStrip({ byDay, since, onSince }: DayStripProps) {
  const id = useId();
  const columns = stripOf(byDay);
  const today = todayUtc(Date.now());
  // A place behind the last day: only what is measured from today on.
  const isOld = (columns.at(-1)?.to ?? today) < today;
  const starts = [...columns.map(({ from }) => from), ...(isOld ? [today] : [])];
  const found = since === null ? 0 : starts.findIndex((from) => from >= since);
  const at = found === -1 ? starts.length - 1 : found;
  const most = Math.max(1, ...columns.map(({ count }) => count));
  const words = (day: string | undefined) => (day === undefined ? "" : dateText(day, Date.now()));
  const said = at === 0 ? setupText.everyDay(words(starts[0])) : setupText.fromDay(words(starts[at]));
  return (
    <div className="stack gap-4">
      <div className={`${styles.columns} row ends`} aria-hidden="true">
        {columns.map(({ from, to, count, bytes }, index) => (
          <span
            key={from}
            data-left={index < at ? true : undefined}
            data-empty={count === 0 ? true : undefined}
            title={
              from === to
                ? say("{from}: {count, plural, one {# file} other {# files}}, {bytes}", {
                    from: words(from),
                    count,
                    bytes: bytesText(bytes),
                  })
                : say("{from} – {to}: {count, plural, one {# file} other {# files}}, {bytes}", {
                    from: words(from),
                    to: words(to),
                    count,
                    bytes: bytesText(bytes),
                  })
            }
            style={{ height: `${Math.max(count === 0 ? 0 : 8, (count / most) * 100)}%` }}
          />
        ))}
        {isOld ? <span data-empty title={setupText.noFileOn(words(today))} style={{ height: 0 }} /> : null}
      </div>
      {starts.length < 2 ? null : (
        <input
          id={id}
          type="range"
          className={styles.slider}
          style={{ "--places": starts.length } as CSSProperties}
          min={0}
          max={starts.length - 1}
          value={at}
          aria-label={setupText.firstDay}
          aria-valuetext={said}
          onChange={(event) => {
            const to = Number(event.currentTarget.value);
            onSince(to === 0 ? null : (starts[to] ?? null));
          }}
        />
      )}
      <div className={`${styles.stripEnds} row gap-12 spread numbers muted text-small`}>
        <span>{words(starts[0])}</span>
        <output htmlFor={id}>{said}</output>
        <span>{words(isOld ? today : columns.at(-1)?.to)}</span>
      </div>
    </div>
  );
}

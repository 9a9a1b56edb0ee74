import { type CSSProperties, memo, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { countText, dateText } from "#base/text.ts";
import { DayMark, LookMark } from "#renderer/components/day-mark.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { opensBy, useRovingFocus } from "#renderer/components/strip-keys.ts";
import { useNow } from "#renderer/components/use-now.ts";
import { coverageAddress } from "#renderer/model/coverage-address.ts";
import type { ShownDay } from "#renderer/model/coverage-model.ts";
import { dayWords } from "#renderer/model/coverage-words.ts";
import { dayLooks, lookOf, type Year, yearKeys } from "#renderer/model/year-model.ts";
import { commonText } from "#renderer/text/common.ts";
import { instrumentText } from "#renderer/text/instrument.tsx";
import { useYear } from "./use-year.ts";
import styles from "./year.module.css";

/** State of each day of a year; a click opens one in Coverage. Asks the portal for nothing. */
export function YearCalendar({ instrument }: { readonly instrument: string }) {
  const { today, year, data, error } = useYear(instrument);
  const days = useMemo(() => new Map((data?.days ?? []).map((day) => [day.date, day])), [data]);
  const [pointed, setPointed] = useState<string | null>(null);
  const read = pointed === null ? undefined : days.get(pointed);
  const nowMs = Math.floor(useNow() / 60_000) * 60_000;
  return (
    <Panel
      title={instrumentText.year}
      aside={data === undefined ? null : <Summary days={data.days} asOf={data.asOf} />}
    >
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={4} />
        ) : (
          <p role="alert">{`${instrumentText.yearUnavailable}: ${error.message}`}</p>
        )
      ) : (
        <>
          <Grid
            instrument={instrument}
            year={year}
            days={days}
            today={today}
            nowMs={nowMs}
            onPointed={setPointed}
          />
          <p className={`${styles.reading} numbers`}>
            {read === undefined ? (
              <span className="muted">{instrumentText.yearHint}</span>
            ) : (
              dayWords(read, nowMs).slice(instrument.length + 2)
            )}
          </p>
          <Legend days={data.days} />
        </>
      )}
    </Panel>
  );
}

function Summary({ days, asOf }: { readonly days: readonly ShownDay[]; readonly asOf: string | null }) {
  const looks = days.map(lookOf);
  const all = looks.filter((look) => look === "complete" || look === "pending" || look === "gap");
  return (
    <p className="muted numbers">
      {instrumentText.daysComplete(all.filter((look) => look === "complete").length, all.length)}
      {asOf === null ? null : <> · {instrumentText.asOf(<Moment at={asOf} as="short" />)}</>}
    </p>
  );
}

function Legend({ days }: { readonly days: readonly ShownDay[] }) {
  const looks = days.map(lookOf);
  return (
    <ul className={`${styles.legend} plain legend`}>
      {dayLooks.map((look) => {
        const count = looks.filter((one) => one === look).length;
        return count === 0 ? null : (
          <li key={look}>
            <span className={styles.sample} aria-hidden="true">
              <LookMark look={look} share={0.5} />
            </span>
            {instrumentText.looks[look]}
            {look === "empty" || look === "unknown" ? null : (
              <span className="numbers">{countText(count)}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface GridProps {
  readonly instrument: string;
  readonly year: Year;
  readonly days: ReadonlyMap<string, ShownDay>;
  readonly today: string;
  /** Begin of this minute, epoch milliseconds. */
  readonly nowMs: number;
  readonly onPointed: (date: string | null) => void;
}

/** Weeks side by side. Tab reaches one day, arrows the others from there. */
const Grid = memo(function Grid({ instrument, year, days, today, nowMs, onPointed }: GridProps) {
  const navigate = useNavigate();
  const roving = useRovingFocus(year.dates, today, yearKeys);
  const columns = year.rows[0]?.length ?? 0;
  return (
    <div
      className={styles.year}
      style={{ "--weeks": columns } as CSSProperties}
      role="grid"
      aria-label={instrumentText.yearGrid}
      tabIndex={-1}
      onKeyDown={roving.onKeyDown}
      onFocus={roving.onFocus}
      onPointerLeave={() => onPointed(null)}
    >
      <div className={`${styles.months} text-small unbroken muted`} aria-hidden="true">
        {year.months.map(({ name, column }) => (
          <span key={column} style={{ gridColumn: column + 2 }}>
            {name}
          </span>
        ))}
      </div>
      {year.rows.map((row, index) => (
        <div key={commonText.weekdays[index]} className={styles.row} role="row" tabIndex={-1}>
          <span className={`${styles.weekday} text-small muted`} role="rowheader" tabIndex={-1}>
            {commonText.weekdays[index]}
          </span>
          {row.map((date, column) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
            if (date === null) return <span key={column} role="gridcell" tabIndex={-1} aria-hidden="true" />;
            const day = days.get(date);
            return (
              <div
                key={date}
                role="gridcell"
                className={`${styles.day} calendar-day`}
                data-today={date === today ? true : undefined}
                data-at={date}
                tabIndex={date === roving.active ? 0 : -1}
                {...opensBy(() => void navigate(coverageAddress(instrument, date, today)))}
                aria-label={day === undefined ? dateText(date, nowMs) : dayWords(day, nowMs)}
                onFocus={() => onPointed(date)}
                onPointerEnter={() => onPointed(date)}
              >
                {day === undefined ? null : <DayMark day={day} />}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
});

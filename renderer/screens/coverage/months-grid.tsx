import { memo, useMemo } from "react";
import { Link } from "react-router";
import { startOfDayMs } from "#base/dates.ts";
import { countText } from "#base/text.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { opensBy, useRovingFocus } from "#renderer/components/strip-keys.ts";
import { dueShareOf, type Month, monthsOf, type ShownDay } from "#renderer/model/coverage-model.ts";
import { monthName, shortDate } from "#renderer/model/coverage-words.ts";
import { eventsOn } from "#renderer/model/log-model.ts";
import { coverageText } from "#renderer/text/coverage.ts";
import type { InstrumentDay } from "./grid-row.tsx";
import styles from "./months.module.css";
import { PercentWords } from "./percent-words.tsx";
import { type StationDays, stationBands } from "./station-days.ts";

interface MonthsGridProps {
  readonly instruments: readonly string[];
  /** Oldest first. */
  readonly dates: readonly string[];
  readonly dayOf: (place: InstrumentDay) => ShownDay | undefined;
  readonly station: StationDays;
  /** `YYYY-MM` */
  readonly onOpen: (month: string) => void;
}

/** A year at a glance: a block for each month of each instrument, with its days as a strip and the share that is complete. */
export const MonthsGrid = memo(function MonthsGrid(props: MonthsGridProps) {
  const { instruments, dates, dayOf, station, onOpen } = props;
  const months = useMemo(() => monthsOf(dates), [dates]);
  const names = [null, ...instruments].flatMap((_, row) => months.map((__, column) => `${row}-${column}`));
  const roving = useRovingFocus(names, names.at(-1) ?? "", {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -months.length,
    ArrowDown: months.length,
    Home: -Infinity,
    End: Infinity,
  });
  const cell = (row: number, column: number, month: Month, words: string, isTroubled = false) => ({
    role: "gridcell",
    className: `${styles.month} choosable`,
    "data-at": `${row}-${column}`,
    "data-troubled": isTroubled ? true : undefined,
    tabIndex: roving.active === `${row}-${column}` ? 0 : -1,
    "aria-label": words,
    title: words,
    ...opensBy(() => onOpen(monthKey(month))),
  });
  return (
    <div
      className={`${styles.months} pad-8 shrinks surface`}
      role="grid"
      aria-label={coverageText.year}
      style={{ gridTemplateColumns: `auto ${months.map((month) => `${month.dates.length}fr`).join(" ")}` }}
      tabIndex={-1}
      onKeyDown={roving.onKeyDown}
      onFocus={roving.onFocus}
    >
      <div role="row" tabIndex={-1} className={`${styles.row} grid-line`}>
        <span />
        {months.map((month) => (
          <span
            key={month.first}
            role="columnheader"
            tabIndex={-1}
            aria-label={nameOf(month)}
            title={nameOf(month)}
          >
            {isShort(month) ? "" : headOf(month)}
          </span>
        ))}
      </div>
      <div role="row" tabIndex={-1} className={`${styles.row} grid-line`}>
        <span className="muted" role="rowheader" tabIndex={-1}>
          {coverageText.station}
        </span>
        {months.map((month, column) => (
          <div key={month.first} {...cell(0, column, month, stationMonthWords(month, station))}>
            <StationStrip month={month} station={station} />
          </div>
        ))}
      </div>
      {instruments.map((instrument, index) => {
        const daysIn = (own: readonly string[]) => own.flatMap((date) => dayOf({ instrument, date }) ?? []);
        return (
          <div key={instrument} role="row" tabIndex={-1} className={`${styles.row} grid-line`}>
            <span className={styles.name} role="rowheader" tabIndex={-1}>
              <Link className="quiet-link clipped grows" to={instrumentRoute(instrument)} title={instrument}>
                {instrument}
              </Link>
              <PercentWords days={daysIn(dates)} />
            </span>
            {months.map((month, column) => {
              const days = daysIn(month.dates);
              const { late, percent } = sumOf(days);
              return (
                <div
                  key={month.first}
                  {...cell(index + 1, column, month, wordsOf(instrument, month, days), late > 0)}
                >
                  <span className={`${styles.share} clips text-small unbroken muted`} aria-hidden="true">
                    {late === 0 || isShort(month) ? null : (
                      <b className="amiss strong">
                        <StateShape shape="problem" size={11} /> {countText(late)}{" "}
                      </b>
                    )}
                    {isShort(month) || percent === null ? null : coverageText.percent(percent)}
                  </span>
                  <DayStrip days={days} count={month.dates.length} first={month.dates[0] ?? ""} />
                </div>
              );
            })}
          </div>
        );
      })}
    </div>
  );
});

/** Without room for words. */
const leastDays = 9;
const isShort = (month: Month) => month.dates.length < leastDays;

const monthKey = ({ dates }: Month) => (dates[0] ?? "").slice(0, 7);
const nameOf = ({ dates }: Month) => monthName(dates[0] ?? "");

/** `Mar`; a year where it begins. */
function headOf({ dates }: Month): string {
  const begin = dates[0] ?? "";
  return begin.slice(5, 7) === "01" ? begin.slice(0, 4) : shortDate(begin).month;
}

function sumOf(days: readonly ShownDay[]) {
  return {
    ...dueShareOf(days),
    late: days.filter(({ state }) => state === "gap").length,
    underWay: days.filter(({ state }) => state === "pending").length,
  };
}

function wordsOf(instrument: string, month: Month, days: readonly ShownDay[]): string {
  const { complete, due, late, underWay } = sumOf(days);
  return coverageText.monthWords(`${instrument}, ${nameOf(month)}`, complete, due, late, underWay);
}

function stationMonthWords(month: Month, { events }: StationDays): string {
  const own = new Set(month.dates.flatMap((date) => eventsOn(date, events)));
  return coverageText.stationMonth(nameOf(month), own.size);
}

/** Looks of a day in the strip, each of its own height: full is complete, half is under way, a foot is not known. */
const looks = {
  complete: [0, 8, "color-mix(in srgb, var(--state-ok) 62%, var(--sky-surface))"],
  pending: [4, 4, "color-mix(in srgb, var(--state-ok) 45%, var(--sky-surface))"],
  gap: [0, 8, "var(--state-problem)"],
  unknown: [7, 1, "var(--sky-line-strong)"],
} as const;

function DayStrip({
  days,
  count,
  first,
}: {
  readonly days: readonly ShownDay[];
  readonly count: number;
  readonly first: string;
}) {
  const columnOf = (date: string) => Math.round((startOfDayMs(date) - startOfDayMs(first)) / 86_400_000);
  return (
    <svg viewBox={`0 0 ${count} 8`} preserveAspectRatio="none" aria-hidden="true">
      {Object.entries(looks).map(([look, [top, height, fill]]) => {
        const path = days
          .filter(({ state, measured }) => state === look && (state !== "unknown" || measured > 0))
          .map(({ date }) => `M${columnOf(date)} ${top}h1v${height}h-1z`);
        return path.length === 0 ? null : <path key={look} fill={fill} d={path.join("")} />;
      })}
    </svg>
  );
}

function StationStrip({ month, station }: { readonly month: Month; readonly station: StationDays }) {
  const { known, bands } = stationBands(station, month.dates[0] ?? "", month.dates.at(-1) ?? "");
  const part = (from: number, to: number) => ({ x: 100 * from, width: Math.max(0, 100 * (to - from)) });
  return (
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect fill="var(--sky-line-strong)" {...part(known.from, known.to)} y={3.5} height={1} />
      {bands.map(({ from, to, look }) => (
        <rect
          key={`${from} ${look}`}
          fill={look === "stopped" ? "var(--state-idle)" : "var(--state-wait)"}
          x={100 * from}
          width={Math.max(2, 100 * (to - from))}
          y={look === "away" ? 0 : 2}
          height={look === "away" ? 8 : 4}
        />
      ))}
    </svg>
  );
}

import { type CSSProperties, type KeyboardEvent, useMemo } from "react";
import { datesBetween } from "#base/dates.ts";
import { countText } from "#base/text.ts";
import { DayMark } from "#renderer/components/day-mark.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { opensBy, stripKeys, useRovingFocus } from "#renderer/components/strip-keys.ts";
import { dueShareOf, monthsOf, type ShownDay } from "#renderer/model/coverage-model.ts";
import { dayWords, monthWords } from "#renderer/model/coverage-words.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { coverageText } from "#renderer/text/coverage.ts";
import styles from "./by-month.module.css";
import { besideInMonth, firstOfYear, gapsOf } from "./month-lines.ts";

interface YearByMonthProps {
  /** Left out: that it is by month. */
  readonly title?: string;
  readonly instrument: string;
  readonly today: string;
  /** Begin of this minute, epoch milliseconds. */
  readonly nowMs: number;
  readonly onOpen: (place: { readonly instrument: string; readonly date: string }) => void;
}

const dayNumbers = Array.from({ length: 31 }, (_, at) => at + 1);

/** The last months of an instrument, the newest first: the days of each, what they come to, and its gaps in words. */
export function YearByMonth({
  title = coverageText.byMonth,
  instrument,
  today,
  nowMs,
  onOpen,
}: YearByMonthProps) {
  const from = firstOfYear(today);
  const { data } = useHostQuery("coverage.days", { from, to: today, instrument }, { keepsPrevious: true });
  const days = useMemo(() => new Map((data?.days ?? []).map((day) => [day.date, day])), [data]);
  const first = data?.days.find(
    ({ measured, onlyOnPortal }) => measured > 0 || (onlyOnPortal ?? 0) > 0,
  )?.date;
  const dates = useMemo(() => datesBetween(`${(first ?? today).slice(0, 7)}-01`, today), [first, today]);
  const most = Math.max(1, ...[...days.values()].map(({ measured }) => measured));
  const roving = useRovingFocus(dates, today, stripKeys);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const isUp = event.key === "ArrowUp";
    if (!isUp && event.key !== "ArrowDown") return void roving.onKeyDown(event);
    event.preventDefault();
    const next = besideInMonth(roving.active, isUp);
    event.currentTarget.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus();
  };
  if (data === undefined) return <SkeletonRows rows={6} />;
  return (
    <Panel title={title} aside={<Total days={data.days} />}>
      <div
        className={`${styles.lines} ruled`}
        role="grid"
        aria-label={coverageText.byMonthGrid}
        tabIndex={-1}
        onKeyDown={press}
        onFocus={roving.onFocus}
      >
        <div role="row" tabIndex={-1} className="grid-line muted text-small">
          <span role="columnheader" tabIndex={-1} aria-label={coverageText.month} />
          <span className={styles.days} aria-hidden="true">
            {dayNumbers.map((day) => (
              <span key={day}>{day === 1 || day % 5 === 0 ? day : ""}</span>
            ))}
          </span>
          {[coverageText.daysComplete, coverageText.filesHead, coverageText.gapsHead].map((head, at) => (
            <span key={head} role="columnheader" tabIndex={-1} className={at < 2 ? "text-right" : ""}>
              {head}
            </span>
          ))}
        </div>
        {monthsOf(dates)
          .toReversed()
          .map((month) => {
            const own = month.dates.flatMap((date) => days.get(date) ?? []);
            const { complete, due } = dueShareOf(own);
            return (
              <div key={month.first} role="row" tabIndex={-1} className="grid-line">
                <span role="rowheader" tabIndex={-1}>
                  {monthWords(month.dates[0] ?? "", Number.POSITIVE_INFINITY)}
                </span>
                <div className={styles.days} role="presentation">
                  {month.dates.map((date) => {
                    const day = days.get(date);
                    const words =
                      day === undefined ? date : dayWords(day, nowMs).slice(instrument.length + 2);
                    return (
                      <div
                        key={date}
                        role="gridcell"
                        className={`${styles.day} calendar-day ends`}
                        data-at={date}
                        data-today={date === today ? true : undefined}
                        tabIndex={date === roving.active ? 0 : -1}
                        aria-label={words}
                        title={words}
                        {...opensBy(() => onOpen({ instrument, date }))}
                      >
                        {day === undefined ? null : (
                          <span style={{ "--tall": tallOf(day, most) } as CSSProperties}>
                            <DayMark day={day} />
                          </span>
                        )}
                      </div>
                    );
                  })}
                </div>
                <span role="gridcell" tabIndex={-1} className="numbers text-right">
                  {due === 0 ? "–" : coverageText.ofMeasured(complete, due)}
                </span>
                <span role="gridcell" tabIndex={-1} className="numbers text-right">
                  {countText(own.reduce((sum, { measured }) => sum + measured, 0))}
                </span>
                <span role="gridcell" tabIndex={-1} className={`${styles.gaps} text-small`}>
                  <Gaps days={own} since={first ?? today} today={today} />
                </span>
              </div>
            );
          })}
      </div>
    </Panel>
  );
}

/** The same of a few, one below the other. */
export function MonthsOfEach({
  instruments,
  ...props
}: Omit<YearByMonthProps, "title" | "instrument"> & { readonly instruments: readonly string[] }) {
  return (
    <div className="stack gap-16">
      {instruments.map((name) => (
        <YearByMonth key={name} title={name} instrument={name} {...props} />
      ))}
    </div>
  );
}

function Total({ days }: { readonly days: readonly ShownDay[] }) {
  const { complete, due } = dueShareOf(days);
  const files = days.reduce((sum, { measured }) => sum + measured, 0);
  return (
    <p className="muted numbers">
      {due === 0 ? "" : `${coverageText.completeOf(complete, due)} · `}
      {coverageText.files(files)}
    </p>
  );
}

/** As tall as its files are many, against the day with most; a day without a file is whole. */
function tallOf({ measured }: ShownDay, most: number): string {
  return measured === 0 ? "100%" : `${Math.max(35, Math.round((100 * measured) / most))}%`;
}

interface GapsProps {
  readonly days: readonly ShownDay[];
  readonly since: string;
  readonly today: string;
}

function Gaps({ days, since, today }: GapsProps) {
  const { late, silent, underWay } = gapsOf(days, since, today);
  const quiet = [
    silent === "" ? null : coverageText.noFileOn(silent),
    underWay === 0 ? null : coverageText.underWay(underWay),
  ].filter((one) => one !== null);
  return (
    <>
      {late === "" ? null : <span className="amiss">{coverageText.lateOn(late)}</span>}
      {late !== "" && quiet.length > 0 ? " · " : null}
      <span className="muted">{quiet.join(" · ")}</span>
    </>
  );
}

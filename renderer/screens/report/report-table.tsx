import type { CSSProperties, ReactNode } from "react";
import { say } from "#base/say.ts";
import { countText } from "#base/text.ts";
import type { MonthReportShown } from "#contract/monthly-report.ts";
import { percentText } from "#contract/report-words.ts";
import { type ReportedDay, reportedDays } from "#domain/reported-month.ts";
import { reportText } from "#renderer/text/month-report.ts";
import styles from "./report.module.css";

type Figures = MonthReportShown["total"];

const columns = [reportText.files, reportText.accepted, reportText.processed, reportText.published] as const;

function figuresOf(figures: Figures): readonly string[] {
  const { measured, share } = figures;
  return [
    countText(measured),
    percentText(share.accepted),
    percentText(share.processed),
    reportText.publishedOn(figures),
  ];
}

const countOf = (days: readonly ReportedDay[], state: ReportedDay) =>
  days.filter((one) => one === state).length;

/** The figures of all instruments, large. */
export function KeyFigures({ report: { instruments, total } }: { readonly report: MonthReportShown }) {
  const days = (instruments[0]?.days ?? []).map((_, at) => instruments.map((one) => one.days[at]));
  const all = days.filter((states) => states.some((state) => state === "complete" || state === "incomplete"));
  const complete = all.filter((states) => !states.includes("incomplete")).length;
  const figures = figuresOf(total);
  return (
    <dl className={`${styles.figures} wraps starts spread gap-20`}>
      {[
        [reportText.complete, all.length === 0 ? "–" : reportText.daysOf(complete, all.length)] as const,
        ...columns.map((column, at) => [column, figures[at] ?? ""] as const),
      ].map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="numbers text-head strong">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Each instrument with its month, day by day, and its figures; those of an only one are the large ones. */
export function InstrumentTable({ report: { instruments } }: { readonly report: MonthReportShown }) {
  const days = instruments[0]?.days ?? [];
  const isOne = instruments.length === 1;
  const shown = reportedDays.filter((state) => instruments.some((one) => countOf(one.days, state) > 0));
  return (
    <>
      <table className={styles.instruments} data-one={isOne || undefined}>
        <thead className="muted text-small">
          <tr>
            <th>{reportText.instrument}</th>
            <th className={styles.month}>
              <Days count={days.length}>
                {(at) => <span aria-hidden="true">{at === 1 || at % 5 === 0 ? at : ""}</span>}
              </Days>
            </th>
            {isOne
              ? null
              : columns.map((name) => (
                  <th key={name} className={styles.number}>
                    {name}
                  </th>
                ))}
          </tr>
        </thead>
        <tbody>
          {instruments.map((one) => (
            <tr key={one.name}>
              <td>
                <strong>{one.name}</strong>
                <div className="muted text-small">{one.pid.replace(/https?:\/\/[^/]+\//g, "")}</div>
              </td>
              <td className={styles.month}>
                <span role="img" aria-label={wordsOf(one.days)}>
                  <Days count={one.days.length}>
                    {(at) => <i className={styles.day} data-state={one.days[at - 1]} />}
                  </Days>
                </span>
              </td>
              {isOne
                ? null
                : figuresOf(one).map((figure, at) => (
                    <td key={columns[at]} className={`${styles.number} numbers`} data-name={columns[at]}>
                      {figure}
                    </td>
                  ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="legend">
        {shown.map((state) => (
          <span key={state} className="inline">
            <i className={`${styles.day} ${styles.sample}`} data-state={state} aria-hidden="true" />
            {reportText.days[state]}
          </span>
        ))}
      </div>
    </>
  );
}

interface DaysProps {
  readonly count: number;
  /** Content of a day of the month, 1 the first. */
  readonly children: (day: number) => ReactNode;
}

function Days({ count, children }: DaysProps) {
  return (
    <span className={styles.days} style={{ "--days": count } as CSSProperties}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
        <span key={at} className="shrinks">
          {children(at + 1)}
        </span>
      ))}
    </span>
  );
}

function wordsOf(days: readonly ReportedDay[]): string {
  return reportedDays
    .filter((state) => countOf(days, state) > 0)
    .map((state) =>
      say("{days, plural, one {# day} other {# days}} {days2}", {
        days: countOf(days, state),
        days2: reportText.days[state],
      }),
    )
    .join(", ");
}

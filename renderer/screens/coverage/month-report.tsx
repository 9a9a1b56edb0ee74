import { useMemo } from "react";
import { createPortal } from "react-dom";
import { coverageText } from "#renderer/text/coverage.ts";
import styles from "./coverage.module.css";
import { byInstrument, type CoverageDay } from "./coverage-model.ts";

interface MonthReportProps {
  readonly instruments: readonly string[];
  /** Days of one month, oldest first. */
  readonly dates: readonly string[];
  readonly days: readonly CoverageDay[];
  readonly asOf: string;
}

/** A month in figures, which is on paper alone. */
export function MonthReport({ instruments, dates, days, asOf }: MonthReportProps) {
  const found = useMemo(() => byInstrument(days), [days]);
  const month = dates[0]?.slice(0, 7) ?? "";
  return createPortal(
    <section className={styles.report} data-printed aria-hidden="true">
      <h1>{coverageText.reportTitle(month)}</h1>
      <p>
        {coverageText.reportHead} · {asOf}
      </p>
      <table>
        <thead>
          <tr>
            <th> </th>
            {dates.map((date) => (
              <th key={date}>{Number(date.slice(8))}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {instruments.map((instrument) => (
            <tr key={instrument}>
              <th>{instrument}</th>
              {dates.map((date) => (
                <td key={date}>{cellText(found.get(instrument)?.get(date))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}

/** `24/24`; an exclamation mark behind what is overdue. */
function cellText(day: CoverageDay | undefined): string {
  if (day === undefined || day.state === "unknown") return "?";
  if (day.state === "empty") return "–";
  return `${day.accepted ?? "?"}/${day.measured}${day.state === "gap" ? " !" : ""}`;
}

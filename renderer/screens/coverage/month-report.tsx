import { useMemo } from "react";
import { createPortal } from "react-dom";
import { absoluteMoment } from "#base/text.ts";
import { daysByInstrument, type ShownDay } from "#renderer/model/coverage-model.ts";
import { monthName } from "#renderer/model/coverage-words.ts";
import { coverageText } from "#renderer/text/coverage.ts";
import styles from "./coverage.module.css";

interface MonthReportProps {
  /** Names of the station's sites. */
  readonly sites: readonly string[];
  readonly instruments: readonly string[];
  /** Days of one month, oldest first. */
  readonly dates: readonly string[];
  readonly days: readonly ShownDay[];
  /** When the portal's lists were read, ISO 8601; null where they never were. */
  readonly asOf: string | null;
}

/** A month in figures, which is on paper alone. */
export function MonthReport({ sites, instruments, dates, days, asOf }: MonthReportProps) {
  const found = useMemo(() => daysByInstrument(days), [days]);
  return createPortal(
    <section className={`${styles.report} on-paper`} data-printed aria-hidden="true">
      <h1>{coverageText.reportTitle(monthName(dates[0] ?? ""))}</h1>
      <p>{sites.join(", ")}</p>
      <p>
        {asOf !== null
          ? `${coverageText.asOf} ${absoluteMoment(asOf)}`
          : days.some(({ accepted }) => accepted !== null)
            ? coverageText.reading
            : coverageText.neverAsked}
        . {coverageText.reportHelp}
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
                <Day key={date} day={found.get(instrument)?.get(date)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}

function Day({ day }: { readonly day: ShownDay | undefined }) {
  return <td data-state={day?.state}>{cellText(day)}</td>;
}

/** `24` where the portal has all of them, else `18` above `/24`; an exclamation mark behind what is overdue. */
function cellText(day: ShownDay | undefined): string {
  if (day === undefined || day.state === "unknown") return "?";
  if (day.state === "empty") return "–";
  const { accepted, measured, state } = day;
  return `${accepted ?? "?"}${accepted === measured ? "" : `\n/${measured}`}${state === "gap" ? " !" : ""}`;
}

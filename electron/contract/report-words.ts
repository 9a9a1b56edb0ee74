import { runsOf } from "#base/date-runs.ts";
import { startOfDayMs } from "#base/dates.ts";
import { minuteStamp, shortMonthText, spanText } from "#base/text.ts";
import type { MonthReportShown } from "./monthly-report.ts";

/** Lines of a report in words, as the command line and the printed page have them. */

/** `99.9 %`; 100 only where it is all. Null: `–`. */
export function percentText(share: number | null): string {
  if (share === null) return "–";
  return `${Math.floor(share * 1000 + 1e-9) / 10} %`;
}

/** Days of one instrument that are not complete for the same reasons. */
export interface IncompleteRun {
  /** `3, 7–9 Nov` */
  readonly dates: string;
  readonly instrument: string;
  /** `no file, instrument off` */
  readonly reasons: string;
}

/** Days that are not complete, by their first date; those of one instrument with the same reasons are one line. */
export function incompleteRuns({ month, incomplete }: MonthReportShown): readonly IncompleteRun[] {
  const alike = Map.groupBy(incomplete, ({ instrument, reasons }) =>
    JSON.stringify([instrument, ...reasons]),
  );
  const name = shortMonthText(startOfDayMs(`${month}-01`));
  return [...alike.values()].map((days) => ({
    dates: `${runsOf(days.map(({ date }) => date))
      .map(runText)
      .join(", ")} ${name}`,
    instrument: days[0]?.instrument ?? "",
    reasons: days[0]?.reasons.join(", ") ?? "",
  }));
}

function runText([first, last]: readonly [first: string, last: string]): string {
  const [from, to] = [Number(first.slice(8)), Number(last.slice(8))];
  return from === to ? `${from}` : `${from}–${to}`;
}

/** Line of an event: `2026-11-03 04:00 UTC, 4 h: Portal unreachable`. */
export function outageText({ from, to, title }: MonthReportShown["outages"][number], madeAt: string): string {
  const ms = Date.parse(to ?? madeAt) - Date.parse(from);
  return `${minuteStamp(from)}, ${to === null ? `for ${spanText(ms)} until now` : spanText(ms)}: ${title}`;
}

/** Share of the days with files on which the portal published a product: `29 of 30 days`. */
export function publishedText({
  daysPublished,
  daysMeasured,
}: Pick<MonthReportShown["total"], "daysPublished" | "daysMeasured">): string {
  return daysPublished === null ? "–" : `${daysPublished} of ${daysMeasured} days`;
}

/** Origin of the digest, for a reader who checks it. */
export function digestHelp(month: string): string {
  return `SHA-256 over the lines of skyferry receipts --format md5 of ${month}, sorted by bytes`;
}

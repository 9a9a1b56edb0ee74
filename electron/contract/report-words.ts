import { runsOf } from "#base/date-runs.ts";
import { startOfDayMs } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { absoluteMoment, decimalText, minuteStamp, shortMonthText, spanText } from "#base/text.ts";
import type { MonthReportShown } from "./monthly-report.ts";

/** Lines of a report in words, as the pages, the saved page and the command line have them. */

/** `99.9 %`; 100 only where it is all. Null: `–`. */
export function percentText(share: number | null): string {
  if (share === null) return "–";
  const percent = Math.floor(share * 1000 + 1e-9) / 10;
  return `${decimalText(percent, Number.isInteger(percent) ? 0 : 1)} %`;
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

/** Sentences and heads of a report, in the language that is spoken when it is called. */
export const reportWords = () => ({
  site: (sites: readonly string[]) => say("Site {join}", { join: sites.join(", ") }),
  asOf: (asOf: string | null, madeAt: string) =>
    asOf === null
      ? say("Not yet checked in full against the portal; made {madeAt}", {
          madeAt: absoluteMoment(madeAt),
        })
      : say("As of {asOf}; made {madeAt}", { asOf: absoluteMoment(asOf), madeAt: absoluteMoment(madeAt) }),
  instrument: say("Instrument"),
  allInstruments: say("All instruments"),
  files: say("Files"),
  accepted: say("Accepted"),
  processed: say("Processed"),
  published: say("Published"),
  /** Share of the days with files on which the portal published a product. */
  publishedOn: ({
    daysPublished,
    daysMeasured,
  }: Pick<MonthReportShown["total"], "daysPublished" | "daysMeasured">) =>
    daysPublished === null
      ? "–"
      : say("{daysPublished} of {daysMeasured} days", { daysPublished, daysMeasured }),
  days: {
    complete: say("complete"),
    incomplete: say("not complete"),
    empty: say("without a file, and none expected"),
    open: say("not over"),
  },
  incomplete: say("Days that are not complete"),
  outages: say("Outages"),
  /** Line of an event: `2026-11-03 04:00 UTC, 4 h: Portal unreachable`. */
  outage: ({ from, to, title }: MonthReportShown["outages"][number], madeAt: string) => {
    const span = spanText(Date.parse(to ?? madeAt) - Date.parse(from));
    return to === null
      ? say("{from}, for {ms} until now: {title}", { from: minuteStamp(from), ms: span, title })
      : `${minuteStamp(from)}, ${span}: ${title}`;
  },
  receipts: (files: number) => say("{files, plural, one {# file} other {# files}} with a receipt", { files }),
  /** Origin of the digest, for a reader who checks it. */
  digestHelp: (month: string) =>
    say("SHA-256 over the lines of skyferry receipts --format md5 of {month}, sorted by bytes", { month }),
  /** Receipts that are not in the digest. */
  leftOut: (leftOut: number) =>
    say(
      "{leftOut, plural, one {# receipt} other {# receipts}} left out, because their instrument is no longer in the settings.",
      { leftOut },
    ),
});

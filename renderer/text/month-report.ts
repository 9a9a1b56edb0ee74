import { say } from "#base/say.ts";
import { absoluteMoment, minuteStamp, spanText } from "#base/text.ts";
import type { MonthReportShown } from "#contract/monthly-report.ts";

export const reportText = {
  ofMonth: (month: string) => say("Report of {month}", { month }),
  month: say("Month"),
  print: say("Print"),
  save: say("Save as a page"),
  notShown: say("The report cannot be shown"),
  site: (sites: readonly string[]) => say("Site {join}", { join: sites.join(", ") }),
  instrument: say("Instrument"),
  files: say("Files"),
  accepted: say("Accepted"),
  processed: say("Processed"),
  published: say("Published"),
  complete: say("Days complete"),
  daysOf: (complete: number, all: number) => say("{complete} of {all}", { complete, all }),
  days: {
    complete: say("complete"),
    incomplete: say("not complete"),
    empty: say("without a file, and none expected"),
    open: say("not over"),
  },
  digest: say("digest"),
  incomplete: say("Days that are not complete"),
  outages: say("Outages"),
  noneIncomplete: say("No day that is over is incomplete."),
  noOutage: say("Nothing held up the data."),
  outage: ({ from, to, title }: MonthReportShown["outages"][number], madeAt: string) => {
    const span = spanText(Date.parse(to ?? madeAt) - Date.parse(from));
    return to === null
      ? say("{from}, for {ms} until now: {title}", { from: minuteStamp(from), ms: span, title })
      : `${minuteStamp(from)}, ${span}: ${title}`;
  },
  asOf: (asOf: string | null, madeAt: string) =>
    asOf === null
      ? say("The portal's lists have not all been read yet; made {madeAt}", {
          madeAt: absoluteMoment(madeAt),
        })
      : say("As of {asOf}; made {madeAt}", { asOf: absoluteMoment(asOf), madeAt: absoluteMoment(madeAt) }),
  digestHelp: (month: string) =>
    say("SHA-256 over the lines of skyferry receipts --format md5 of {month}, sorted by bytes", { month }),
  leftOut: (leftOut: number) =>
    say(
      "{leftOut, plural, one {# receipt} other {# receipts}} left out, because their instrument is no longer in the settings.",
      { leftOut },
    ),
  receipts: (files: number) => say("{files, plural, one {# file} other {# files}} with a receipt", { files }),
  moreLines: (lines: number) =>
    say("… and {lines} more lines, which the page on the screen shows.", { lines }),
};

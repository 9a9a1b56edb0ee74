import { say } from "#base/say.ts";

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
  receipts: (files: number) => say("{files, plural, one {# file} other {# files}} with a receipt", { files }),
  moreLines: (lines: number) =>
    say("… and {lines} more lines, which the page on the screen shows.", { lines }),
};

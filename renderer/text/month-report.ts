import { say } from "#base/say.ts";
import { reportWords } from "#contract/report-words.ts";

export const reportText = {
  ...reportWords(),
  ofMonth: (month: string) => say("Report of {month}", { month }),
  month: say("Month"),
  print: say("Print"),
  save: say("Save as a page"),
  notShown: say("The report cannot be shown"),
  complete: say("Days complete"),
  daysOf: (complete: number, all: number) => say("{complete} of {all}", { complete, all }),
  digest: say("digest"),
  noneIncomplete: say("No incomplete days."),
  noOutage: say("Nothing held up the data."),
  moreLines: (lines: number) =>
    say(
      "… and {lines, plural, one {# more line, which} other {# more lines, which}} the page on the screen shows.",
      { lines },
    ),
};

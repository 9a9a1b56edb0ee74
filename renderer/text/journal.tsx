import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { sayNodes } from "#renderer/components/said.ts";

/** Sentences of the log, file by file. */
export const journalText = {
  wholeJournalSearched: say("the whole journal was searched"),
  wholeJournal: say("this is the whole journal"),
  wholeJournalWithoutSteps: say("this is the whole journal; single steps are not shown"),
  searchedBackTo: (moment: ReactNode) => sayNodes(", searched back to {moment}", { moment }),
  searchOlderLines: say("Search older lines"),
  saveAsCsv: say("Save as CSV"),
  journalUnavailable: say("The journal cannot be shown"),
  manyNewLines: say("Many new lines"),
  nothingHasHappenedYet: say("Nothing has happened yet"),
  nothingHappenedHelp: say("Each step of a file, from found to confirmed, appears here with its time."),
  noLinesMatch: say("No lines match"),
  noMatchYet: say("No match in the lines searched so far. You can search older lines below."),
  noMatch: say("Nothing in the journal matches all filters."),
  filterTheJournal: say("Filter the journal"),
  showEveryStep: say("Show every step"),
  kindOfEvent: say("Kind of event"),
  aDayInUtc: say("A day in UTC"),
  journalNotSaved: (message: string) => say("The journal was not saved. {message}", { message }),
};

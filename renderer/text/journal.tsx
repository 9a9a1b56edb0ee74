import type { ReactNode } from "react";

/** Sentences of the log, file by file. */
export const journalText = {
  wholeJournalSearched: "the whole journal was searched",
  wholeJournal: "this is the whole journal",
  wholeJournalWithoutSteps: "this is the whole journal; single steps are not shown",
  searchedBackTo: (moment: ReactNode) => <>, searched back to {moment}</>,
  searchOlderLines: "Search older lines",
  saveAsCsv: "Save as CSV",
  journalUnavailable: "The journal cannot be shown",
  manyNewLines: "Many new lines",
  nothingHasHappenedYet: "Nothing has happened yet",
  nothingHappenedHelp: "Each step of a file, from found to confirmed, appears here with its time.",
  noLinesMatch: "No lines match",
  noMatchYet: "No match in the lines searched so far. You can search older lines below.",
  noMatch: "Nothing in the journal matches all filters.",
  filterTheJournal: "Filter the journal",
  showEveryStep: "Show every step",
  kindOfEvent: "Kind of event",
  aDayInUtc: "A day in UTC",
  journalNotSaved: (message: string) => `The journal was not saved. ${message}`,
};

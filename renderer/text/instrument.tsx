import type { ReactNode } from "react";
import { counted, countText } from "#base/text.ts";

/** Sentences of the page of one instrument. */
export const instrumentText = {
  lastFile: (moment: ReactNode) => <>last file {moment}</>,
  today: (delivered: number, found: number) =>
    found === 0
      ? "no finished file today"
      : delivered === found && found === 1
        ? "the one file of today is on the portal"
        : delivered === found
          ? `all ${countText(found)} files of today are on the portal`
          : `${countText(delivered)} of ${countText(found)} files of today are on the portal`,
  beingWritten: (files: number) => `${countText(files)} being written`,
  openFolder: "Open folder",
  showFiles: "Show its files",
  changeSettings: "Change its settings",
  site: "Site",
  type: "Type",
  model: "Model",
  folder: "Folder",
  cadence: "Writes",
  cadenceUnknown: "Too few files to tell how often",
  about: (span: string) => `about every ${span}`,
  toldFrom: (moment: ReactNode) => <>you are told if none comes by {moment}</>,
  facts: "Facts",
  year: "The last 365 days",
  yearGrid: "The days of a year; use the arrow keys to move, Enter to open a day in Coverage",
  yearHint: "Point at a day to read it; a click opens it.",
  weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  looks: {
    complete: "Complete",
    pending: "Under way",
    gap: "Overdue",
    elsewhere: "On the portal alone",
    uncompared: "Not compared yet",
    empty: "Nothing expected",
    unknown: "Not asked yet",
  },
  daysComplete: (complete: number, all: number) =>
    all === 0 ? "No day with data yet" : `${countText(complete)} of ${counted(all, "day")} complete`,
  asOf: (moment: ReactNode) => <>as of {moment}</>,
  yearUnavailable: "The year cannot be shown",
  filesOfToday: "Today, by the hours of UTC",
  filesOfDay: (date: string) => `${date}, by the hours of UTC`,
  dayBefore: "The day before",
  dayAfter: "The day after",
  axis: "Files by the time at which their data were written; use the arrow keys to move, Enter to open one",
  block: (when: string, files: string) => `${when}: ${files}`,
  andMore: (named: string, rest: number) => `${named}; and ${countText(rest)} more`,
  pause: (when: string, span: string) => `${when}: no file for ${span}`,
  pauses: "No file, though one was expected",
  writing: "Being written",
  daySummary: (files: number, pause: string | null) =>
    [
      files === 0 ? "No finished file of this day yet" : `${counted(files, "file")} of this day`,
      pause === null ? "" : `, ${pause} without one that was expected`,
    ].join(""),
  withoutTime: (files: number) =>
    `${counted(files, "more file")} of this day, written or copied at another time`,
  blockLooks: {
    problem: "Needs you",
    wait: "Tried again later",
    here: "Still here",
    over: "Given up or replaced",
    delivered: "On the portal",
    processed: "Processed",
  },
  madeOfIt: "What the portal made of it",
  madeOfDay: (date: string) => `What the portal made of ${date}`,
  nothingMade: "No product of this instrument is published yet.",
  filesOfThatDay: "Files of that day",
  wholeDay: "All products of the day",
  poorBefore: "Poor ones of the last 7 days",
  openRecord: "Open its record in Data",
  noPlot: "The portal has drawn no plot of it.",
  plotUnavailable: (message: string) => `The plot cannot be shown: ${message}`,
  watched: "What is sent",
  change: "Change it in Settings",
  inTheFolder: "In its folder",
  leftOut: "Not watched",
  leftOutHelp: "No file of it is touched until its settings are corrected.",
  correctSettings: "Correct the settings",
  notFound: "No instrument of this name",
  notFoundHelp: "It may have been renamed or removed. What it delivered stays in the record.",
  unnamed: "The address names no instrument.",
  goToToday: "Go to Today",
  notShown: "The instrument cannot be shown",
};

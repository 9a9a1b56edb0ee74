import type { ReactNode } from "react";
import { counted, countText } from "#base/text.ts";

/** Sentences of the page of one instrument. */
export const instrumentText = {
  lastFile: (moment: ReactNode) => <>latest file: {moment}</>,
  today: (delivered: number, found: number) =>
    found === 0
      ? "no finished file today"
      : delivered === found && found === 1
        ? "the only file finished today is on the portal"
        : delivered === found
          ? `all of today's ${countText(found)} files are on the portal`
          : `${countText(delivered)} of today's ${countText(found)} files are on the portal`,
  beingWritten: (files: number) => `${countText(files)} being written`,
  openFolder: "Open folder",
  showFiles: "Show its files",
  changeSettings: "Change its settings",
  site: "Site",
  type: "Type",
  model: "Model",
  sharedWith: ", shared with ",
  folder: "Folder",
  cadence: "Writes",
  cadenceUnknown: "Not enough files yet to know",
  about: (span: string) => `about every ${span}`,
  toldFrom: (moment: ReactNode) => <>you are notified if no file comes by {moment}</>,
  facts: "Facts",
  year: "The last 365 days",
  yearGrid: "The days of a year; use the arrow keys to move, Enter to open a day in Coverage",
  yearHint: "Hover over a day to read it. Click it to open it.",
  weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  looks: {
    complete: "Complete",
    pending: "Under way",
    gap: "Late",
    elsewhere: "Only on the portal",
    uncompared: "Not compared yet",
    empty: "Nothing expected",
    unknown: "Not known yet",
  },
  daysComplete: (complete: number, all: number) =>
    all === 0 ? "No day with data yet" : `${countText(complete)} of ${counted(all, "day")} complete`,
  asOf: (moment: ReactNode) => <>as of {moment}</>,
  yearUnavailable: "The year cannot be shown",
  filesOfToday: "Today, by hour (UTC)",
  filesOfDay: (date: string) => `${date}, by hour (UTC)`,
  dayBefore: "The day before",
  dayAfter: "The day after",
  axis: "Files by the time at which they were written; use the arrow keys to move, Enter to open one",
  block: (when: string, files: string) => `${when}: ${files}`,
  andMore: (named: string, rest: number) => `${named}; and ${countText(rest)} more`,
  pause: (when: string, span: string) => `${when}: no file for ${span}`,
  pauses: "No file, although one was expected",
  writing: "Being written",
  daySummary: (files: number, pause: string | null) =>
    [
      files === 0 ? "No finished file with this date yet" : `${counted(files, "file")} with this date`,
      pause === null ? "" : `, no file for ${pause}, although expected`,
    ].join(""),
  withoutTime: (files: number) =>
    `${countText(files)} of them ${files === 1 ? "was" : "were"} last written or copied on another day`,
  blockLooks: {
    problem: "Needs you",
    wait: "Retried later",
    here: "Not sent yet",
    over: "Cancelled or replaced",
    delivered: "On the portal",
    processed: "Processed",
  },
  madeOfIt: "What the portal made from it",
  madeOfDay: (date: string) => `What the portal made from ${date}`,
  nothingMade: "No product of this instrument is published yet.",
  filesOfThatDay: "Files of that day",
  wholeDay: "All products of the day",
  poorBefore: "Products with problems of the last 7 days",
  openRecord: "Open its record in Data",
  noPlot: "The portal has no plot of it.",
  plotUnavailable: (message: string) => `The plot cannot be shown: ${message}`,
  watched: "What is sent",
  change: "Change it in Settings",
  inTheFolder: "In the folder now",
  showEachFile: "Show the files",
  hideEachFile: "Hide the files",
  leftOut: "Not watched",
  leftOutHelp: "Its files are not sent until its settings are corrected.",
  correctSettings: "Correct the settings",
  notFound: "No instrument of this name",
  notFoundHelp: "It may have been renamed or removed. Its deliveries stay recorded.",
  unnamed: "The address contains no instrument.",
  goToToday: "Go to Today",
  notShown: "The instrument cannot be shown",
};

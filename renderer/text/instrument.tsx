import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { sayNodes } from "#renderer/components/said.ts";

/** Sentences of the page of one instrument. */
export const instrumentText = {
  lastFile: (moment: ReactNode) => sayNodes("latest file: {moment}", { moment }),
  today: (delivered: number, found: number) =>
    found === 0
      ? say("no finished file today")
      : delivered === found && found === 1
        ? say("the only file finished today is on the portal")
        : delivered === found
          ? say("all of today's {found} files are on the portal", { found })
          : say("{delivered} of today's {found} files are on the portal", { delivered, found }),
  beingWritten: (files: number) => say("{files} being written", { files }),
  openFolder: say("Open folder"),
  showFiles: say("Show its files"),
  changeSettings: say("Change its settings"),
  site: say("Site"),
  type: say("Type"),
  model: say("Model"),
  sharedWith: `${say(", shared with")} `,
  folder: say("Folder"),
  cadence: say("Writes"),
  cadenceUnknown: say("Not enough files yet to know"),
  about: (span: string) => say("about every {span}", { span }),
  toldFrom: (moment: ReactNode) => sayNodes("you are notified if no file comes by {moment}", { moment }),
  facts: say("Facts"),
  year: say("The last 365 days"),
  yearGrid: say("The days of a year; use the arrow keys to move, Enter to open a day in Coverage"),
  yearHint: say("Hover over a day to read it. Click it to open it."),
  looks: {
    complete: say("Complete"),
    pending: say("Under way"),
    gap: say("Late"),
    elsewhere: say("Only on the portal"),
    uncompared: say("Not compared yet"),
    empty: say("Nothing expected"),
    unknown: say("Not known yet"),
  },
  daysComplete: (complete: number, all: number) =>
    all === 0
      ? say("No day with data yet")
      : say("{complete} of {all, plural, one {# day} other {# days}} complete", { complete, all }),
  asOf: (moment: ReactNode) => sayNodes("as of {moment}", { moment }),
  yearUnavailable: say("The year cannot be shown"),
  filesOfToday: say("Today, by hour (UTC)"),
  filesOfDay: (date: string) => say("{date}, by hour (UTC)", { date }),
  dayBefore: say("The day before"),
  dayAfter: say("The day after"),
  axis: say("Files by the time at which they were written; use the arrow keys to move, Enter to open one"),
  block: (when: string, files: string) => `${when}: ${files}`,
  andMore: (named: string, rest: number) => say("{named}; and {rest} more", { named, rest }),
  pause: (when: string, span: string) => say("{when}: no file for {span}", { when, span }),
  pauses: say("No file, although one was expected"),
  writing: say("Being written"),
  daySummary: (files: number, pause: string | null) =>
    [
      files === 0
        ? say("No finished file with this date yet")
        : say("{files, plural, one {# file} other {# files}} with this date", { files }),
      pause === null ? "" : say(", no file for {pause}, although expected", { pause }),
    ].join(""),
  withoutTime: (files: number) =>
    files === 1
      ? say("{files} of them was last written or copied on another day", { files })
      : say("{files} of them were last written or copied on another day", { files }),
  blockLooks: {
    problem: say("Needs you"),
    wait: say("Retried later"),
    here: say("Not sent yet"),
    over: say("Cancelled or replaced"),
    delivered: say("On the portal"),
    processed: say("Processed"),
  },
  madeOfIt: say("What the portal made from it"),
  madeOfDay: (date: string) => say("What the portal made from {date}", { date }),
  nothingMade: say("No product of this instrument is published yet."),
  filesOfThatDay: say("Files of that day"),
  wholeDay: say("All products of the day"),
  poorBefore: say("Products with problems of the last 7 days"),
  openRecord: say("Open its record in Data"),
  noPlot: say("The portal has no plot of it."),
  plotUnavailable: (message: string) => say("The plot cannot be shown: {message}", { message }),
  watched: say("What is sent"),
  change: say("Change it in Settings"),
  inTheFolder: say("In the folder now"),
  showEachFile: say("Show the files"),
  hideEachFile: say("Hide the files"),
  leftOut: say("Not watched"),
  leftOutHelp: say("Its files are not sent until its settings are corrected."),
  correctSettings: say("Correct the settings"),
  notFound: say("No instrument of this name"),
  notFoundHelp: say("It may have been renamed or removed. Its deliveries stay recorded."),
  unnamed: say("The address contains no instrument."),
  goToToday: say("Go to Today"),
  notShown: say("The instrument cannot be shown"),
};

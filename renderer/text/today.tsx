import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { sayNodes } from "#renderer/components/said.ts";

/** Sentences of the page Today. */
export const todayText = {
  whatMayBeRemoved: say("What may be removed?"),
  needsYou: say("Needs you"),
  passes: say("Resolves automatically"),
  snooze: say("Snooze"),
  snoozed: say("Snoozed"),
  snoozeIssue: (label: string) => say("Snooze: {label}", { label }),
  snoozeHour: say("For 1 hour"),
  snoozeMorning: say("Until tomorrow 08:00, local time"),
  snoozeChange: say("Until it changes"),
  snoozedUntil: (moment: ReactNode) => sayNodes("snoozed until {moment}", { moment }),
  snoozedUntilChange: say("snoozed until it changes"),
  endSnooze: say("End snooze"),
  markKnown: say("Mark as known"),
  sendCorrected: say("Send a corrected file"),
  knownMeans: (label: string) =>
    say(
      "{label}. You are no longer notified of these files, but still of others and of corrected ones. The log keeps the note.",
      { label },
    ),
  knownNote: say("Note"),
  knownExample: say("Snow on the dome, nothing to correct"),
  knownBy: say("Your name"),
  notNow: say("Not now"),
  known: say("Known"),
  knownBecause: (note: string, by: string, moment: ReactNode) =>
    sayNodes("marked as known by {by}, {moment}: “{note}”", { by, moment, note }),
  undo: say("Undo"),
  since: (moment: ReactNode, isFirst: boolean) =>
    isFirst ? sayNodes("Since {moment}", { moment }) : sayNodes("since {moment}", { moment }),
  nextTry: (moment: ReactNode) => sayNodes("next try {moment}", { moment }),
  portalSays: (message: string) => say("The portal says: “{message}”", { message }),
  pidHelp: (name: string, site: string, words: string | null) =>
    words === null
      ? say("Which of its instruments at {site} is {name}? Its files are retried then.", { site, name })
      : say(
          "The portal says “{words}”. Which of its instruments at {site} is {name}? Its files are retried then.",
          { words, site, name },
        ),
  noPidList: say("The portal has no list of instruments to choose from."),
  enterPid: say("Enter the PID in Settings"),
  usePid: say("Use this PID"),
  moreCauses: (count: number) => say("Show {count} more", { count }),
  last: (moment: ReactNode) => sayNodes("latest: {moment}", { moment }),
  folderAway: say("Cannot open folder"),
  noFileYet: say("No file yet"),
  noneToday: say("none today"),
  noFileInHours: (hours: number) => say("No file in the last {hours} hours", { hours }),
  offUntil: (day: string) => say("Off until {day}", { day }),
  noneInLast: (silent: number) => say(", none in the last {silent}", { silent }),
  filesPerHourText: (files: string, hours: number, most: string, since: string) =>
    say("{files} files in the last {hours} hours, up to {most} in one{since}", { files, hours, most, since }),
  stripHelp: say("48 hours, one bar an hour: the filled part is on the portal, the rest is not sent yet"),
  nextFile: (moment: ReactNode) => sayNodes("next about {moment}", { moment }),
  newestPlot: say("Plot"),
  lastPlots: say("Newest plots"),
  plotsOf: (day: string, site: string) =>
    site === "" ? say("Plots of {day}", { day }) : say("Plots of {day}, {site}", { day, site }),
  wholeDay: say("All plots of this day"),
  fine: (count: number) =>
    count === 1
      ? say("{count} more instrument is fine", { count })
      : say("{count} more instruments are fine", { count }),
  fewer: say("Show fewer instruments"),
  pathOfTheFiles: say("From instrument to portal"),
  sinceHour: (moment: ReactNode) => sayNodes("since {moment}", { moment }),
  watched: (instruments: number) => say("{instruments} watched", { instruments }),
  sending: say("Sending"),
  ready: say("Ready"),
  lastHours: say("Last 48 hours"),
  answers: say("Answers"),
  statusUnavailable: say("Status not available"),
  noInstrumentIsWatched: say("No instrument is watched"),
  allInstrumentsHaveProblems: say(
    "The settings of every instrument have a problem that must be fixed first. No file is touched until then.",
  ),
  noInstrumentInSettings: say("The settings have no instrument, so no new file is found or sent."),
  openInstruments: say("Open the instruments"),
  showUnfinished: say("Show the files that are still being written"),
  hideUnfinished: say("Hide the files that are still being written"),
  unfinished: say("Sent when they are finished"),
  finished: (files: number, span: string) =>
    say("{files, plural, one {# file} other {# files}} in {span}", { files, span }),
  resolvedLately: say("Recently resolved"),
  resolvedAfter: (span: string) => say("after {span}", { span }),
  whatSkyferryDoes: say(
    "Skyferry watches the folders of your instruments and sends every finished file to the data portal. It never changes, moves or deletes a file, and counts a file as delivered only when the portal has confirmed it.",
  ),
  nothingIsSentYet: say("Nothing is sent until you have seen what would be sent."),
  waitsForFirst: (checkTheFolders: ReactNode) =>
    sayNodes(
      "each file is sent when its instrument has finished it; if there are files already, {checkTheFolders}",
      { checkTheFolders },
    ),
  checkTheFolders: say("check folder and pattern"),
};

import type { ReactNode } from "react";

/** Sentences of the page Today. */
export const todayText = {
  whatMayBeRemoved: "What may be removed?",
  needsYou: "Needs you",
  passes: "Resolves automatically",
  snooze: "Snooze",
  snoozed: "Snoozed",
  snoozeIssue: (label: string) => `Snooze: ${label}`,
  snoozeHour: "For 1 hour",
  snoozeMorning: "Until tomorrow 08:00, local time",
  snoozeChange: "Until it changes",
  snoozedUntil: (moment: ReactNode) => <>snoozed until {moment}</>,
  snoozedUntilChange: "snoozed until it changes",
  endSnooze: "End snooze",
  markKnown: "Mark as known",
  sendCorrected: "Send a corrected file",
  knownMeans: (label: string) =>
    `${label}. You are not told of these files any more. Other files, and corrected ones, are told as before. The log keeps the note.`,
  knownNote: "Note",
  knownExample: "Snow on the dome, nothing to correct",
  knownBy: "Your name",
  notNow: "Not now",
  known: "Known",
  knownBecause: (note: string, by: string, moment: ReactNode) => (
    <>
      marked as known by {by}, {moment}: “{note}”
    </>
  ),
  undo: "Undo",
  since: (moment: ReactNode, isFirst: boolean) => (
    <>
      {isFirst ? "Since" : "since"} {moment}
    </>
  ),
  nextTry: (moment: ReactNode) => <>next try {moment}</>,
  portalSays: (message: string) => `The portal says: “${message}”`,
  pidHelp: (name: string, site: string, words: string | null) =>
    `${words === null ? "" : `The portal says “${words}”. `}Which of its instruments at ${site} is ${name}? Its files are retried then.`,
  noPidList: "The portal has no list of instruments to choose from.",
  enterPid: "Enter the PID in Settings",
  usePid: "Use this PID",
  moreCauses: (count: number) => `Show ${count} more`,
  last: (moment: ReactNode) => <>latest: {moment}</>,
  folderAway: "Folder unreachable",
  noFileYet: "No file yet",
  noneToday: "none today",
  noFileInHours: (hours: number) => `No file in the last ${hours} hours`,
  offUntil: (day: string) => `Off until ${day}`,
  noneInLast: (silent: number) => `, none in the last ${silent}`,
  filesPerHourText: (files: string, hours: number, most: string, since: string) =>
    `${files} files in the last ${hours} hours, up to ${most} in one${since}`,
  stripHelp: "48 hours, one bar an hour: the filled part is on the portal, the rest is not sent yet",
  nextFile: (moment: ReactNode) => <>next about {moment}</>,
  newestPlot: "Plot",
  lastPlots: "Newest plots",
  plotsOf: (day: string, site: string) => `Plots of ${day}${site === "" ? "" : `, ${site}`}`,
  wholeDay: "All plots of this day",
  fine: (count: number) => `${count} more ${count === 1 ? "instrument is" : "instruments are"} fine`,
  fewer: "Show fewer instruments",
  pathOfTheFiles: "From instrument to portal",
  sinceHour: (moment: ReactNode) => <>since {moment}</>,
  watched: (instruments: number) => `${instruments} watched`,
  sending: "Sending",
  ready: "Ready",
  lastHours: "Last 48 hours",
  answers: "Answers",
  statusUnavailable: "Status not available",
  noInstrumentIsWatched: "No instrument is watched",
  allInstrumentsHaveProblems:
    "The settings of every instrument have a problem that must be fixed first. No file is touched until then.",
  noInstrumentInSettings: "The settings have no instrument, so no new file is found or sent.",
  openInstruments: "Open the instruments",
  showUnfinished: "Show the files that are still being written",
  hideUnfinished: "Hide the files that are still being written",
  unfinished: "Sent when they are finished",
  resolvedLately: "Recently resolved",
  resolvedAfter: (span: string) => `after ${span}`,
  whatSkyferryDoes:
    "Skyferry watches the folders of your instruments and sends every finished file to the data portal. It never changes, moves or deletes a file, and counts a file as delivered only when the portal has confirmed it.",
  nothingIsSentYet: "Nothing is sent until you have seen what would be sent.",
  waitsForFirst: (checkTheFolders: ReactNode) => (
    <>each file is sent when its instrument has finished it; if there are files already, {checkTheFolders}</>
  ),
  checkTheFolders: "check folder and pattern",
};

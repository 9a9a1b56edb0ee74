import type { ReactNode } from "react";

/** Sentences of the Station page. */
export const stationText = {
  folderUnreadable: "Its folder cannot be read",
  hasFilesToSend: "Has files to send",
  writingAFile: "Writing a file",
  noFileYet: "No file yet",
  noFileInHours: (hours: number) => `No file in the last ${hours} hours`,
  offUntil: (day: string) => `Off until ${day}`,
  noneInLast: (silent: number) => `, none in the last ${silent}`,
  filesPerHourText: (files: string, hours: number, most: string, since: string) =>
    `${files} files in the last ${hours} hours, up to ${most} in one${since}`,
  noFileFoundYet: "No file found yet",
  filesPerHour: "Files per hour in the last 48 hours",
  folderUnreadableSince: (since: ReactNode) => <>Its folder cannot be read {since}</>,
  noFileSince: (silentOrQuiet: string, moment: ReactNode) => (
    <>
      {silentOrQuiet}: no file since {moment}
    </>
  ),
  pathOfTheFiles: "Path of the files",
  checkFolders: "Check the folders in Settings",
  testConnection: "Test the connection in Settings",
  seeInQueue: "See these files in the queue",
  problemsInSettings: "Problems in the settings",
  oneSettingUnusable: "One setting cannot be used",
  settingsUnusable: (count: number) => `${count} settings cannot be used`,
  correctInSettings: "Correct it in Settings",
  statusUnavailable: "Status not available",
  noInstrumentIsWatched: "No instrument is watched",
  allInstrumentsHaveProblems:
    "The settings of every instrument have a problem that must be fixed first. No file is touched until then.",
  confirmedLastDay: "Confirmed by the portal in the last 24 hours",
  confirmedLastDayText: (whole: string) => `Confirmed in the last 24 hours: ${whole}`,
  notFinishedYet: "Not finished yet",
  sentWhenFinished: (files: string) => `${files}, sent when finished`,
  whatSkyferryDoes:
    "Skyferry watches the folders of your instruments and sends every finished file to the data portal. It never changes, moves or deletes a file, and counts a file as delivered only when the portal has confirmed it.",
  setupTakesMinutes:
    "The setup takes about three minutes. Nothing is sent until you have seen what would be sent.",
};

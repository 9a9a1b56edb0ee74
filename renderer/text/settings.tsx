import type { ReactNode } from "react";
import { counted, countText, dateText } from "#base/text.ts";

/** Sentences of the Settings pages. */
export const settingsText = {
  instrumentChoice: "Instrument",
  searchSettings: "Search settings",
  noSettingFound: "No setting found.",
  unsavedHere: "not saved yet",
  toCorrect: (count: number) => `${countText(count)} to correct`,
  sourcesSet: (instruments: number, models: number) =>
    `${counted(instruments, "instrument")}${models === 0 ? "" : `, ${counted(models, "model")}`}`,
  noPortal: "no portal yet",
  limits: (kBps: number | null, isTimed: boolean) =>
    `${kBps === null ? "no limit" : `at most ${countText(kBps)} kB/s`}${isTimed ? ", less at times" : ""}`,
  notified: (channels: number, hasHeartbeat: boolean) =>
    `this PC${channels === 0 ? "" : `, ${counted(channels, "channel")}`}${hasHeartbeat ? ", heartbeat" : ""}`,
  storageTaken: (bytes: string) => `${bytes} on this PC`,
  version: (version: string, port: number | null) =>
    `version ${version}${port === null ? "" : `, metrics on port ${port}`}`,
  copied: (at: string | null) =>
    at === null ? "no copy of this station yet" : `copied on ${dateText(at.slice(0, 10), Date.now())}`,
  locked: "Locked",
  lockedByFile: (names: readonly string[], file: ReactNode) => (
    <>
      Locked by an administrator: {names.join(", ")} ({file}).
    </>
  ),
  lockedSections: {
    portal: "everything about the portal",
    instruments: "instruments",
    models: "models",
    notifications: "notifications",
    "notifications.channels": "notification channels",
    keep: "storage",
    metrics: "metrics",
    report: "station report",
  },
  fieldOf: (field: string, section: string) => `${field} of ${section}`,
  settingsFile: "Settings file",
  exportSettings: "Export settings",
  importSettings: "Import settings…",
  supportBundle: "Support bundle",
  portalPassword: "Portal password",
  general: "General",
  colours: "Colours",
  coloursHelp: "Light, dark, or the same as the system.",
  prometheusMetrics: "Prometheus metrics",
  notSettingsFile: (name: string) =>
    `${name} is not a settings file: it contains no JSON with "instruments". Nothing was changed.`,
  settingsStoredIn: (file: ReactNode) => (
    <>The settings are stored in {file}. The password is never stored there.</>
  ),
  stationCopies: "Copies of this station",
  stationCopiesHelp:
    "Each week settings, record of uploads and receipts are copied into the folder backups of the data folder; the newest seven are kept. The command skyferry backup makes a copy at any time. Another PC opens it on the first page of its set-up.",
  importFromClient: "Import from the command-line client",
  checkThenSave: "Check them under Instruments, then save.",
  supportBundleHelp:
    "One file for the people who support you: the state of the station, the settings, and the last lines of the log and the journal. Passwords are removed.",
  saveASupportBundle: "Save a support bundle",
  savedAs: (file: ReactNode) => <>Saved as {file}. Look in your downloads folder.</>,
  restoreFile: "Restore the file or an older copy of it",
  correctFile: "Correct the file in a text editor, or restore an older copy",
  filesAreSafeAndRemedy: (message: string, remedy: string) =>
    `${message} Your files are safe in their folders. ${remedy}. This page then updates automatically.`,
  problemsInSettingsFile: "Problems in the settings file",
  whenUnchanged: "When it has not changed for a while",
  whenNextStarted: "When the next file has been started",
  whenMarkerExists: "When a marker file exists beside it",
  whenDayOver: "When its day (UTC) is over",
  whileItGrows: "While it grows: every few hours and at the end of its day",
  markerSuffix: "Suffix of the marker file",
  sendItEvery: "Send it every",
  waitAfterMidnight: "Wait after midnight UTC",
  sameAsSystem: "Same as system",
  generalTakesEffectAtOnce: "These take effect at once, on this PC only. There is nothing to save.",
  startAtLoginName: "Start at login",
  thisProgram: "This program",
  instrumentFiles: "Instrument files",
  startAtLoginOnlyInApp:
    "It can only be set in the desktop app. Here Skyferry runs as a daemon, started by a system service.",
  startAtLogin: "Start when this user logs in",
  startsInTray: "Skyferry then starts in the tray, without a window.",
  noTrayWindowStays: "This desktop has no tray, so the window stays open. Skyferry asks before it closes.",
  checkForUpdates: "Check for updates",
  versionAndDataFolder: (version: ReactNode, folder: ReactNode) => (
    <>
      Skyferry {version}. Its records, settings and logs are in {folder}.
    </>
  ),
  thisIsTheLatestVersion: "This is the latest version.",
  updateDownloading: (version: string) =>
    `Version ${version} is being downloaded. It is installed the next time you quit Skyferry, never during an upload.`,
  updateCheckFailed: "The check for updates failed.",
  clientFileHelp:
    "Its TOML file contains your instruments, folders and password. You can check them before anything is saved or sent.",
  importThePasswordToo: "Import the password too",
  chooseClientFile: "Choose the client's TOML file…",
  nothingUsableInFile: "Nothing in the file could be used.",
  unknownToPortal: (chosen: string) => `${chosen} (not known to the portal)`,
  moreInstrumentSettings: "More: tags, start date, network drive, silence",
  instrumentNotFoundHelp: "It was removed, or this link is old.",
  sources: {
    instruments: {
      title: "Instruments",
      fresh: "New instrument",
      add: "Add an instrument",
      notFound: "Instrument not found",
    },
    models: {
      title: "Model files",
      fresh: "New model",
      add: "Add a model",
      notFound: "Model not found",
    },
  },
  sourceRemoved: (name: string) => `“${name}” was removed. Its files stay where they are.`,
  noModelFiles: "For folders with files of weather models. Most stations have none.",
  listsUnavailable: (problem: string, tryAgain: ReactNode) => (
    <>
      The portal's lists are not available: {problem} Type the values yourself, or {tryAgain}.
    </>
  ),
  loadingSites: "Loading sites from the portal…",
  siteNameOrId: "Site name or ID",
  noSuchSite: "The portal has no such site",
  chooseTheSiteFirst: "Choose the site first",
  nameTypeOrPid: "Name, type or PID",
  noSuchInstrument: "The portal has no such instrument at this site",
  noInstrumentYet: "No instrument yet",
  startTheSetup: "Start the setup",
  whatAnInstrumentIs:
    "An instrument is a folder on this PC where a measuring instrument writes its files, with rules that say which files to send.",
  hasAProblem: "has a problem",
  theWholeNetwork: "The whole network",
  metricsHelp:
    "For networks that monitor many stations in one place. The metrics say what waits and why, what was delivered, and how old the newest file of each instrument is. A single station does not need them.",
  metricsWarning:
    "Anyone who can reach the port can read the numbers and the instrument names, without a password. Nothing can be changed there.",
  serveMetricsAtMetrics: "Serve metrics at /metrics",
  metricsPortHelp: "On a separate port, which stays the same after a restart.",
  whoCanReadThem: "Who can read them",
  forEveryChannel: "For every channel",
  notificationsHelp:
    "You get one notification for each cause, not for each file. If the problem lasts, you are reminded after 10 minutes, one hour and one day.",
  notificationsChangeNothing:
    "These settings do not change what is sent. Files wait safely whether you are notified or not.",
  passwordInEnvironment: "It is set in the environment variable SKYFERRY_PASSWORD.",
  passwordInFile: (path: string | null) => `It is read from the file ${path ?? "given at the start"}.`,
  passwordInKeychain: "It is stored in the keychain of this PC.",
  passwordInOwnerFile: "This PC has no keychain, so it is stored in a file that only this user can read.",
  noPasswordYet: "No password is stored yet.",
  typeNewPassword: "Type a new one to replace it",
  suggestedFromNames: "Suggested from the file names",
  matchesFiles: (meaning: string, matched: string, total: string, samplePath: string) =>
    `${meaning} Matches ${matched} of ${total} files, such as ${samplePath}.`,
  notFinishedYet: "not finished yet",
  doesNotMatch: "does not match",
  matchesButIsNotSent: "matches, but is not sent",
  matchButAreNotSent: "match, but are not sent",
  chooseFolderToPreview: "Choose the folder to see which of its files match.",
  previewIsPartial: "The folder has more files than this preview checks. Skyferry itself checks all of them.",
  someAreShown: (shown: number, all: number) =>
    `${countText(shown)} of ${counted(all, "file")} are shown: the newest of each kind.`,
  folderIsEmpty: "This folder has no files yet.",
  filesInFolder: "Files in the folder",
  nameTokens: { year: "year", month: "month", day: "day", time: "time", any: "anything" },
  readAs: (day: string) => `Measured on ${day} (UTC).`,
  portalIntro: "Files are sent only to this portal.",
  connection: "Connection",
  connectionHelp: "Signs in with these values, reports each step, and leaves nothing on the portal.",
  byDefault: (value: string) => `${value} (default)`,
  passwordTakesEffectAtOnce:
    "A new password takes effect at once: waiting files are retried with it. All other changes take effect when you save.",
  otherPortalHelp:
    "Files that another portal has confirmed count as delivered and are not sent to this one. For a second portal, run Skyferry with a separate data folder.",
  howFilesAreSent: "How files are sent",
  linkHelp:
    "Fewer parallel uploads, a bandwidth limit or quiet hours leave more of the connection to others. Nothing is lost: files wait safely in their folders.",
  networkHelp: "Most stations leave this empty. If unsure, ask your network administrator.",
  changedElsewhere:
    "The settings file has been changed elsewhere. Discard your changes, check the current settings, then make your changes again.",
  discardChanges: "Discard changes",
  changesDiscarded: "Your changes were discarded.",
  laterChangesDiscarded: "Your later changes were discarded.",
  replacedByImport: (file: string) => `Your changes were replaced by ${file}.`,
  notSavedYet: "Not saved yet. Nothing changes until you save.",
  correctBeforeSaving: (fields: readonly string[]) =>
    `Correct ${fields.slice(0, 3).join(", ")}${fields.length > 3 ? ` and ${fields.length - 3} more` : ""} before you save.`,
  deliveriesKept:
    "The record of delivered files and the portal's confirmations is kept permanently. Without it, the files would be sent again.",
  journalAndLogsKept:
    "The journal records each step of every file. The logs are for the people who support you. When a limit is reached, the oldest entries are deleted. Instrument files are never touched.",
  checkingTheDisk: "Checking the disk…",
  freeADisk: "What may be removed?",
  freeADiskHelp: "Says which instrument files the portal has, byte for byte. Skyferry removes none.",
  onThisPcNow: "On this PC now",
  deliveriesAndJournal: "Deliveries and journal",
  tagsUnavailable: "The portal's list of allowed tags is not available.",
  noTagsAllowed: "The portal allows no tags for this instrument.",
  passwordNotSaved: "The password was not saved: type it again.",
};

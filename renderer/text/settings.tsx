import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { dateText } from "#base/text.ts";
import { sayNodes } from "#renderer/components/said.ts";

/** Sentences of the Settings pages. */
export const settingsText = {
  instrumentChoice: say("Instrument"),
  otherPid: say("What does the other PID mean?"),
  pidWasWrong: say(
    "The same device, its PID was wrong: what is not sent yet goes under the new PID. What was delivered stays under the old one until you send it again.",
  ),
  otherDevice: say(
    "Another device: add it as an instrument of its own. Under this entry, files of the old device that are not sent yet would go under the new PID.",
  ),
  addAsItsOwn: say("Add it as an instrument of its own"),
  searchSettings: say("Search settings"),
  noSettingFound: say("No setting found."),
  unsavedHere: say("not saved yet"),
  toCorrect: (count: number) => say("{count} to correct", { count }),
  sourcesSet: (instruments: number, models: number) =>
    models === 0
      ? say("{instruments, plural, one {# instrument} other {# instruments}}", { instruments })
      : say(
          "{instruments, plural, one {# instrument} other {# instruments}}, {models, plural, one {# model} other {# models}}",
          { instruments, models },
        ),
  noPortal: say("no portal yet"),
  limits: (kBps: number | null, isTimed: boolean) =>
    kBps === null
      ? isTimed
        ? say("no limit, less at times")
        : say("no limit")
      : isTimed
        ? say("at most {kBps} kB/s, less at times", { kBps })
        : say("at most {kBps} kB/s", { kBps }),
  notified: (channels: number, hasHeartbeat: boolean) =>
    channels === 0
      ? hasHeartbeat
        ? say("this PC, heartbeat")
        : say("this PC")
      : hasHeartbeat
        ? say("this PC, {channels, plural, one {# channel} other {# channels}}, heartbeat", { channels })
        : say("this PC, {channels, plural, one {# channel} other {# channels}}", { channels }),
  storageTaken: (bytes: string) => say("{bytes} on this PC", { bytes }),
  version: (version: string, port: number | null) =>
    port === null
      ? say("version {version}", { version })
      : say("version {version}, metrics on port {port}", { version, port }),
  copied: (at: string | null) =>
    at === null
      ? say("no copy of this station yet")
      : say("copied on {slice}", { slice: dateText(at.slice(0, 10), Date.now()) }),
  locked: say("Locked"),
  lockedByFile: (names: readonly string[], file: ReactNode) =>
    sayNodes("Locked by an administrator: {join} ({file}).", { join: names.join(", "), file }),
  lockedSections: {
    portal: say("everything about the portal"),
    instruments: say("instruments"),
    models: say("models"),
    notifications: say("notifications"),
    "notifications.channels": say("notification channels"),
    keep: say("storage"),
    metrics: say("metrics"),
    report: say("station report"),
  },
  fieldOf: (field: string, section: string) => say("{field} of {section}", { field, section }),
  settingsFile: say("Settings file"),
  exportSettings: say("Export settings"),
  importSettings: say("Import settings…"),
  supportBundle: say("Support bundle"),
  portalPassword: say("Portal password"),
  general: say("General"),
  colours: say("Colours"),
  coloursHelp: say("Light, dark, or the same as the system."),
  prometheusMetrics: say("Prometheus metrics"),
  notSettingsFile: (name: string) =>
    say('{name} is not a settings file: it contains no JSON with "instruments". Nothing was changed.', {
      name,
    }),
  settingsStoredIn: (file: ReactNode) =>
    sayNodes("The settings are stored in {file}. The password is never stored there.", { file }),
  stationCopies: say("Copies of this station"),
  stationCopiesHelp: say(
    "Each week settings, record of uploads and receipts are copied into the folder backups of the data folder; the newest seven are kept. The command skyferry backup makes a copy at any time. Another PC opens it on the first page of its set-up.",
  ),
  importFromClient: say("Import from the command-line client"),
  checkThenSave: say("Check them under Instruments, then save."),
  supportBundleHelp: say(
    "One file for the people who support you: the state of the station, the settings, and the last lines of the log and the journal. Passwords are removed.",
  ),
  saveASupportBundle: say("Save a support bundle"),
  savedAs: (file: ReactNode) => sayNodes("Saved as {file}. Look in your downloads folder.", { file }),
  restoreFile: say("Restore the file or an older copy of it"),
  correctFile: say("Correct the file in a text editor, or restore an older copy"),
  filesAreSafeAndRemedy: (message: string, remedy: string) =>
    say("{message} Your files are safe in their folders. {remedy}. This page then updates automatically.", {
      message,
      remedy,
    }),
  problemsInSettingsFile: say("Problems in the settings file"),
  whenUnchanged: say("When it has not changed for a while"),
  whenNextStarted: say("When the next file has been started"),
  whenMarkerExists: say("When a marker file exists beside it"),
  whenDayOver: say("When its day (UTC) is over"),
  whileItGrows: say("While it grows: every few hours and at the end of its day"),
  markerSuffix: say("Suffix of the marker file"),
  sendItEvery: say("Send it every"),
  waitAfterMidnight: say("Wait after midnight UTC"),
  sameAsSystem: say("Same as system"),
  generalTakesEffectAtOnce: say("These take effect at once, on this PC only. There is nothing to save."),
  startAtLoginName: say("Start at login"),
  thisProgram: say("This program"),
  instrumentFiles: say("Instrument files"),
  startAtLoginOnlyInApp: say(
    "It can only be set in the desktop app. Here Skyferry runs as a daemon, started by a system service.",
  ),
  startAtLogin: say("Start when this user logs in"),
  startsInTray: say("Skyferry then starts in the tray, without a window."),
  noTrayWindowStays: say(
    "This desktop has no tray, so the window stays open. Skyferry asks before it closes.",
  ),
  checkForUpdates: say("Check for updates"),
  versionAndDataFolder: (version: ReactNode, folder: ReactNode) =>
    sayNodes("Skyferry {version}. Its records, settings and logs are in {folder}.", { version, folder }),
  thisIsTheLatestVersion: say("This is the latest version."),
  updateDownloading: (version: string) =>
    say(
      "Version {version} is being downloaded. It is installed the next time you quit Skyferry, never during an upload.",
      { version },
    ),
  updateCheckFailed: say("The check for updates failed."),
  clientFileHelp: say(
    "Its TOML file contains your instruments, folders and password. You can check them before anything is saved or sent.",
  ),
  importThePasswordToo: say("Import the password too"),
  chooseClientFile: say("Choose the client's TOML file…"),
  nothingUsableInFile: say("Nothing in the file could be used."),
  unknownToPortal: (chosen: string) => say("{chosen} (not known to the portal)", { chosen }),
  moreInstrumentSettings: say("More: tags, start date, network drive, silence"),
  instrumentNotFoundHelp: say("It was removed, or this link is old."),
  sources: {
    instruments: {
      title: say("Instruments"),
      fresh: say("New instrument"),
      add: say("Add an instrument"),
      notFound: say("Instrument not found"),
    },
    models: {
      title: say("Model files"),
      fresh: say("New model"),
      add: say("Add a model"),
      notFound: say("Model not found"),
    },
  },
  sourceRemoved: (name: string) => say("“{name}” was removed. Its files stay where they are.", { name }),
  noModelFiles: say("For folders with files of weather models. Most stations have none."),
  listsUnavailable: (problem: string, tryAgain: ReactNode) =>
    sayNodes("The portal's lists are not available: {problem} Type the values yourself, or {tryAgain}.", {
      problem,
      tryAgain,
    }),
  loadingSites: say("Loading sites from the portal…"),
  siteNameOrId: say("Site name or ID"),
  noSuchSite: say("The portal has no such site"),
  chooseTheSiteFirst: say("Choose the site first"),
  nameTypeOrPid: say("Name, type or PID"),
  noSuchInstrument: say("The portal has no such instrument at this site"),
  noInstrumentYet: say("No instrument yet"),
  startTheSetup: say("Start the setup"),
  whatAnInstrumentIs: say(
    "An instrument is a folder on this PC where a measuring instrument writes its files, with rules that say which files to send.",
  ),
  hasAProblem: say("has a problem"),
  theWholeNetwork: say("The whole network"),
  metricsHelp: say(
    "For networks that monitor many stations in one place. The metrics say what waits and why, what was delivered, and how old the newest file of each instrument is. A single station does not need them.",
  ),
  metricsWarning: say(
    "Anyone who can reach the port can read the numbers and the instrument names, without a password. Nothing can be changed there.",
  ),
  serveMetricsAtMetrics: say("Serve metrics at /metrics"),
  metricsPortHelp: say("On a separate port, which stays the same after a restart."),
  whoCanReadThem: say("Who can read them"),
  forEveryChannel: say("For every channel"),
  notificationsHelp: say(
    "You get one notification for each cause, not for each file. If the problem lasts, you are reminded after 10 minutes, one hour and one day.",
  ),
  notificationsChangeNothing: say(
    "These settings do not change what is sent. Files wait safely whether you are notified or not.",
  ),
  passwordInEnvironment: say("It is set in the environment variable SKYFERRY_PASSWORD."),
  passwordInFile: (path: string | null) =>
    path === null
      ? say("It is read from the file given at the start.")
      : say("It is read from the file {path}.", { path }),
  passwordInKeychain: say("It is stored in the keychain of this PC."),
  passwordInOwnerFile: say(
    "This PC has no keychain, so it is stored in a file that only this user can read.",
  ),
  noPasswordYet: say("No password is stored yet."),
  typeNewPassword: say("Type a new one to replace it"),
  suggestedFromNames: say("Suggested from the file names"),
  matchesFiles: (meaning: string, matched: string, total: string, samplePath: string) =>
    say("{meaning} Matches {matched} of {total} files, such as {samplePath}.", {
      meaning,
      matched,
      total,
      samplePath,
    }),
  notFinishedYet: say("not finished yet"),
  doesNotMatch: say("does not match"),
  matchesButIsNotSent: say("matches, but is not sent"),
  chooseFolderToPreview: say("Choose the folder to see which of its files match."),
  previewIsPartial: say(
    "The folder has more files than this preview checks. Skyferry itself checks all of them.",
  ),
  someAreShown: (shown: number, all: number) =>
    say("{shown} of {all, plural, one {# file} other {# files}} are shown: the newest of each kind.", {
      shown,
      all,
    }),
  folderIsEmpty: say("This folder has no files yet."),
  filesInFolder: say("Files in the folder"),
  nameTokens: {
    year: say("year"),
    month: say("month"),
    day: say("day"),
    time: say("time"),
    any: say("anything"),
  },
  readAs: (day: string) => say("Measured on {day} (UTC).", { day }),
  portalIntro: say("Files are sent only to this portal."),
  connection: say("Connection"),
  connectionHelp: say("Signs in with these values, reports each step, and leaves nothing on the portal."),
  byDefault: (value: string) => say("{value} (default)", { value }),
  passwordTakesEffectAtOnce: say(
    "A new password takes effect at once: waiting files are retried with it. All other changes take effect when you save.",
  ),
  otherPortalHelp: say(
    "Files that another portal has confirmed count as delivered and are not sent to this one. For a second portal, run Skyferry with a separate data folder.",
  ),
  howFilesAreSent: say("How files are sent"),
  linkHelp: say(
    "Fewer parallel uploads, a bandwidth limit or quiet hours leave more of the connection to others. Nothing is lost: files wait safely in their folders.",
  ),
  networkHelp: say("Most stations leave this empty. If unsure, ask your network administrator."),
  changedElsewhere: say(
    "The settings file has been changed elsewhere. Discard your changes, check the current settings, then make your changes again.",
  ),
  discardChanges: say("Discard changes"),
  changesDiscarded: say("Your changes were discarded."),
  laterChangesDiscarded: say("Your later changes were discarded."),
  replacedByImport: (file: string) => say("Your changes were replaced by {file}.", { file }),
  notSavedYet: say("Not saved yet. Nothing changes until you save."),
  correctBeforeSaving: (fields: readonly string[]) =>
    fields.length > 3
      ? say("Correct {join} and {length} more before you save.", {
          join: fields.slice(0, 3).join(", "),
          length: fields.length - 3,
        })
      : say("Correct {join} before you save.", { join: fields.slice(0, 3).join(", ") }),
  deliveriesKept: say(
    "The record of delivered files and the portal's confirmations is kept permanently. Without it, the files would be sent again.",
  ),
  journalAndLogsKept: say(
    "The journal records each step of every file. The logs are for the people who support you. When a limit is reached, the oldest entries are deleted. Instrument files are never touched.",
  ),
  checkingTheDisk: say("Checking the disk…"),
  freeADisk: say("What may be removed?"),
  freeADiskHelp: say("Says which instrument files the portal has, byte for byte. Skyferry removes none."),
  onThisPcNow: say("On this PC now"),
  deliveriesAndJournal: say("Deliveries and journal"),
  tagsUnavailable: say("The portal's list of allowed tags is not available."),
  noTagsAllowed: say("The portal allows no tags for this instrument."),
  passwordNotSaved: say("The password was not saved: type it again."),
};

import { counted } from "#base/text.ts";

/** Reasons why a data folder cannot be used, about a path, with a remedy besides choosing another one. */
const folderFaults = {
  denied: [
    (at: string) => `this user has no permission to write to ${at}`,
    "Give this user write permission",
  ],
  readOnly: [(at: string) => `${at} is on a read-only disk`, null],
  full: [(at: string) => `the disk has no space left for ${at}`, "Free up some space"],
  file: [(at: string) => `${at} is a file, not a folder`, null],
  inFile: [(at: string) => `a part of ${at} is a file, not a folder`, null],
  dangling: [(at: string) => `${at} is a link to a folder that does not exist`, null],
  circle: [(at: string) => `${at} is a link that leads back to itself`, null],
  other: [(said: string) => said, null],
} as const;

export type FolderFault = keyof typeof folderFaults;

/** Sentences of the desktop around the pages: dialogs, the tray's menu, what is said where a host is missing. */
export const shellText = {
  cannotStart: "Skyferry cannot start",
  checkingStation: "Checking the station",
  daemonSilent: "The station's daemon does not answer",
  /** Titles and sentences while the engine's process is not there. */
  engineGone: "Sending has stopped and will restart in a moment.",
  otherProcessEnded: "Another process of Skyferry has ended.",
  engineEnded: (code: number) => `The part of Skyferry that sends files ended (${code}).`,
  engineHangs: "The part of Skyferry that sends files did not answer for a minute.",
  engineRestarts: "Sending has stopped and will restart in a moment",
  engineFails: (why: string) => `Sending keeps stopping: ${why}`,
  keepsFailing: {
    title: "Skyferry keeps failing",
    body: "It restarts every 5 minutes. Restart this PC. If that does not help, report the problem with the log.",
  },
  waitsForFormer: {
    title: "Skyferry is waiting",
    body: "Another Skyferry process is still using the record of uploads. Skyferry waits up to a minute for it to end.",
  },
  resume: "Resume sending",
  open: "Open Skyferry",
  quitNow: "Quit",
  keepRunning: "Keep running",
  minimise: "Minimise",
  reload: "Reload",
  restarts: "Skyferry restarts",
  textNotUsed: (fault: string) => `Skyferry: a text of a language is not used: ${fault}`,
  pauseOneHour: "Pause for 1 hour",
  pauseUntilTomorrow: "Pause until tomorrow",
  notSentYet: (files: number) => `${counted(files, "file is", "files are")} not on the portal yet.`,
  safeUntilNextStart: (files: number) =>
    `${files === 1 ? "It is" : "They are"} safe here and will be sent after the next start. Until then nothing is sent.`,
  quit: "Quit Skyferry",
  noTray: "This desktop has no tray, so Skyferry stays in its window.",
  noTrayHelp:
    "If you minimise it, it keeps sending your files. If you quit, nothing is sent until the next start.",
  testNotification: {
    title: "Test notification",
    body: "This is how Skyferry notifies you on this PC.",
    shown:
      "The system has shown it. If you saw nothing, the system hides it: check settings such as “Do not disturb”.",
    unsupported: "This desktop shows no notifications.",
    failed: (why: string) => `The system could not show it: ${why.replace(/\.$/, "")}.`,
    silent: "The system accepted it, but does not say whether it was shown: check its notification settings.",
  },
  /** For a screen reader, with the mark on the program's button. */
  needYou: (count: number) => (count === 0 ? "" : `${counted(count, "thing needs", "things need")} you`),
  windowCrashed: "The window crashed several times within a minute.",
  windowCrashedHelp: "Your files are still being sent. Reload the window, or quit and restart Skyferry.",
  updateServerSilent: (url: string, reason: string) =>
    `The update server at ${url} did not answer: ${reason}.`,
  folderUnusable(folder: string, fault: FolderFault, at: string, code: string): string {
    const [reason, remedy] = folderFaults[fault];
    const what = remedy === null ? "Choose" : `${remedy}, or choose`;
    return `The data folder ${folder} cannot be used: ${reason(at)}${code}. ${what} another one with --data.`;
  },
  folderOfOtherPc: (folder: string, pc: string) =>
    `The data folder ${folder} is in use by Skyferry on another PC (${pc}). Two PCs cannot share one: stop Skyferry there, or choose another folder with --data.`,
  lockRefused: (folder: string) =>
    `The data folder ${folder} cannot be locked, and no other Skyferry answers. If Skyferry runs in another session of this PC, use it there. Otherwise choose a folder on a disk of this PC with --data.`,
  alreadyShown: (folder: string) =>
    `Skyferry already shows the data folder ${folder}: its window comes to the front.`,
  shownElsewhere: (folder: string) =>
    `Skyferry already shows the data folder ${folder} in another session of this PC. Use it there, or quit it there and start it here again.`,
  installerSilent: "the installer did not close the program",
  noKeychain: "This desktop has no keychain to protect a password.",
  noProtectedStore: "This system has no protected store for a password.",
  protectedStoreFailed: (reason: string) =>
    `The system's protected store cannot be used: ${reason}. Enter the password again.`,
  protectedStoreDiffers: "The system's protected store returned a different password.",
  secretIsGone:
    "shell.json in the data folder cannot be written: the password is gone at the next start. Free up disk space, or give this user write permission; then try again.",
  secretIsBack:
    "shell.json in the data folder cannot be written: the password is back at the next start. Free up disk space, or give this user write permission; then try again.",
  keychainProcessEnded: (code: number) => `its process ended (${code})`,
};

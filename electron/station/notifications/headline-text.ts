import { phrase } from "#base/phrase.ts";
import { aboutText, counted, countText } from "#base/text.ts";
import type { CauseAction } from "#domain/cause-action.ts";
import type { IssueCause } from "#station/status/issue.ts";

/** Every headline, at most eight words each, and the clauses of the quiet line below it. */
export const headlineText = {
  safe: "Everything is safe",
  restSafe: "Everything else is safe",
  needYou: (things: number, snoozed: number) => {
    const need = things === 1 ? "1 thing needs you" : `${things} things need you`;
    if (snoozed === 0) return need;
    return `${need}, ${snoozed < things ? `${snoozed} ` : things === 1 ? "" : "all "}snoozed`;
  },
  clock: (aheadMs: number) =>
    `This PC's clock is ${aboutText(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead" : "behind"}`,
  held: "Files are held for their dates",
  noModelFiles: "Model files cannot be sent",
  settingsUnusable: "Some settings cannot be used",
  stoppedWriting: (name: string) => `${name} has stopped writing`,
  ofFolder: (isAway: boolean, message: string) => {
    if (!isAway) return "its folder is partly unreadable";
    return message.includes(" does not exist") ? "its folder is missing" : "its folder cannot be opened";
  },
  isSnoozed: " (snoozed)",
  waitingForPortal: "Waiting for the portal",
  sending: "Sending files",
  retrying: "Some files are being retried",
  paused: "Sending is paused",
  quietHours: "Quiet hours, nothing is sent",
  backlogWaits: "Old files wait for the timetable",
  backlogPaused: "Old files wait until you resume them",
  notRunning: "Skyferry is not running",
  checking: "Checking the folders",
  noneWatched: "No instrument is watched",
  noneYet: "No finished files found yet",
  firstComes: "The first file is being written",
  nothingSetUp: "Nothing is set up yet",

  setUpFirst: "it takes about three minutes",
  someUnseen: "some files cannot be checked now",
  stillQueued: "new files are still queued",
  oldFilesPaused: "old files are paused by you",
  until: (moment: string) => phrase(`until ${moment}`),
  untilResumed: "until you resume it",
  pausedUntil: (moment: string) => `Sending is paused until ${moment}`,
  pausedUntilResumed: "Sending is paused until you resume it",
  quietUntil: (moment: string) => `Quiet hours, nothing is sent until ${moment}`,
  onlyThere: "the only file finished today is on the portal",
  onlyNotThere: "the only file finished today is not on the portal yet",
  ofToday: (delivered: number, found: number) =>
    `${countText(delivered)} of today's ${countText(found)} files are on the portal`,
  otherNames: (files: number) => (files === 0 ? "" : `, ${countText(files)} of them under another name`),
  otherName: ", under another name",
  onPortal: (files: number) => `${counted(files, "file")} on the portal so far`,
  noneFound: "no files found yet",
  startToSend: "start it to send them",
  startToSendAny: "start it to send files",
  startToFind: "start it to find new files",
  noneToday: "no file was finished today",
  heldForDate: (files: number) => `${counted(files, "file")} held, dated in the future`,
  beingWritten: (files: number) => `${counted(files, "file")} still being written`,
  toSend: (files: number) => `${counted(files, "file")} to send`,
  noneArrived: (forMs: number) => `no file has reached the portal for ${aboutText(forMs)}`,
  toRetry: (files: number) => `${counted(files, "file")} to be retried automatically`,
  cancelled: (files: number) => `${counted(files, "file")} cancelled by you and not sent`,
};

/** Words behind the name of an instrument, by the begin of the issue's key. */
export const ofInstrument: Readonly<Record<string, string>> = {
  date: "its files have future dates",
  empty: "its files are empty",
  damaged: "its files are damaged",
  unmatched: "new files match no pattern",
  invalid: "files are not usable",
  unprocessed: "files are not processed in time",
  settings: "its settings cannot be used",
};

/** The same for files that wait for a person, by what stopped them. */
export const ofFiles: Readonly<Partial<Record<IssueCause, string>>> = {
  "unfit-name": "the portal refuses file names",
  "record-clash": "files would replace each other",
  "claimed-twice": "files belong to two instruments",
  refused: "the portal refuses files",
  "no-permission": "no permission for its site",
  "too-large": "its files are too large",
  "content-check": "its files look damaged",
  "no-instrument": "not in the settings",
  "stopped-long": "files are stuck for hours",
  "not-kept": "files are not kept",
  "replaced-on-portal": "another program replaced files",
};

/** The same where the portal's words name what is wrong. */
export const ofRefusals: Readonly<Partial<Record<CauseAction, string>>> = {
  "choose-site": "the portal refuses its site",
  "choose-pid": "the portal refuses its PID",
  "choose-tags": "the portal refuses its tags",
  "choose-model": "the portal refuses its model",
  "check-clock": "its files have future dates",
};

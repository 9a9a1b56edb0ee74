import type { CauseAction } from "./cause-action.ts";

/** Facts about one cause. */
export interface CauseRow {
  /** Only a person can remove it; all others pass by themselves. */
  readonly needsPerson?: true;
  /** Trouble of the portal or the way to it: it stops every file and blames none. */
  readonly stopsQueue?: true;
  /** Cause about an instrument itself, or about what became of its files: no upload waits for it. */
  readonly ofInstrument?: true;
  /** A retry of the same file meets it again. */
  readonly lasts?: true;
  /** A few words, without a full stop: `The portal refuses the file`. */
  readonly title: string;
  /** Says what happens next or what to do: one sentence where there is a headline, else one or two. */
  readonly remedy: string;
  readonly action: CauseAction;
  /** For a cause that stops everything, or a part of everything: a few words that may go on with `since 14:02 UTC`. */
  readonly headline?: string;
  /** Says what is so again when it is over: a clause of its own. */
  readonly over?: string;
}

/** Every cause, once. */
export const causeTable = {
  // this file, until a person acts
  "unfit-name": {
    needsPerson: true,
    lasts: true,
    title: "The portal does not accept this name",
    remedy: "Change the file name on the instrument. Skyferry does not rename files.",
    action: "show-files",
  },
  "record-clash": {
    needsPerson: true,
    title: "Two files would replace each other on the portal",
    remedy:
      "Give the two folders different tags in Settings, or move one file out of the folder. Then retry.",
    action: "show-files",
  },
  "claimed-twice": {
    needsPerson: true,
    title: "The file belongs to two instruments",
    remedy: "Change the folder or the pattern of one of them in Settings.",
    action: "open-instruments",
  },
  refused: {
    needsPerson: true,
    title: "The portal refuses the file",
    remedy: "Open a file to see the portal's answer. Fix the cause, then retry.",
    action: "show-files",
  },
  "no-permission": {
    needsPerson: true,
    title: "No permission to send for this site",
    remedy: "Ask the portal's operators for permission, or correct the site in Settings. Then retry.",
    action: "show-files",
  },
  "too-large": {
    needsPerson: true,
    title: "The file is too large for the portal",
    remedy: "Ask the portal's operators to allow it, then retry.",
    action: "show-files",
  },
  "content-check": {
    needsPerson: true,
    lasts: true,
    title: "The file looks damaged",
    remedy: "Check the instrument and replace the file, or send it anyway. A replaced file is checked again.",
    action: "show-files",
  },
  "no-instrument": {
    needsPerson: true,
    lasts: true,
    title: "The instrument is not in the settings",
    remedy: "Add it again in Settings, or give its files up. They stay where they are.",
    action: "add-instrument",
  },
  "future-date": {
    title: "The date is in the future",
    remedy: "Check the clocks of the instrument and of this PC; the file is sent when its day comes.",
    action: "open-folder",
  },
  // this file, for now
  "file-unreadable": {
    title: "The file cannot be read",
    remedy: "Give the user that runs Skyferry read access. Skyferry retries automatically.",
    action: "show-files",
  },
  "file-locked": {
    title: "Another program has the file open",
    remedy: "It is sent when that program closes it.",
    action: "show-files",
  },
  "file-vanished": {
    title: "The file is missing from its folder",
    remedy: "Skyferry keeps looking for it. Put it back, or cancel it.",
    action: "show-files",
  },
  "file-changing": {
    title: "The file changed while it was being read",
    remedy: "Skyferry reads and sends it again automatically.",
    action: "show-files",
  },
  "link-broken": {
    title: "The connection was lost",
    remedy: "Skyferry retries automatically. Nothing is lost.",
    action: "retry",
  },
  "no-progress": {
    title: "The transfer stalled",
    remedy:
      "Skyferry asks the portal what it has received, then retries automatically. Other files continue.",
    action: "show-files",
  },
  "portal-error": {
    title: "The portal failed on this file",
    remedy: "Skyferry asks the portal what it has received, then retries automatically.",
    action: "retry",
  },
  "stopped-alone": {
    title: "The portal does not answer this file as it answers others",
    remedy: "Other files continue. Skyferry retries this one automatically.",
    action: "show-files",
  },
  "stopped-long": {
    needsPerson: true,
    title: "The portal has not taken this file for hours, but takes others",
    remedy:
      "Give the portal's operators the file name and the error. Other files continue; Skyferry tries this one once an hour.",
    action: "show-files",
  },
  "record-in-use": {
    title: "Another file with the same content is being sent",
    remedy: "Skyferry retries automatically afterwards.",
    action: "show-files",
  },
  "portal-contradiction": {
    title: "The portal says it has the file, but shows no record of it",
    remedy:
      "Skyferry retries automatically. If this continues, give the portal's operators the file name and MD5 checksum.",
    action: "show-files",
  },
  // this file, after it was delivered
  "lost-on-portal": {
    title: "The portal no longer has the file",
    remedy: "Skyferry sends it again automatically.",
    action: "show-files",
  },
  "not-kept": {
    needsPerson: true,
    title: "The portal does not keep the file",
    remedy:
      "If it is missing from its folder, put it back. Else give the portal's operators its name and MD5 checksum. Then retry.",
    action: "show-files",
  },
  "replaced-on-portal": {
    needsPerson: true,
    title: "Another program replaced the file on the portal",
    remedy: "Keep ours, or keep theirs? Retry to keep ours, cancel to keep theirs.",
    action: "show-files",
  },
  // the portal or the way to it, for all files
  unreachable: {
    stopsQueue: true,
    title: "The portal cannot be reached",
    remedy: "Sending resumes automatically when it answers.",
    action: "try-now",
    headline: "Portal unreachable",
  },
  tls: {
    needsPerson: true,
    stopsQueue: true,
    title: "The portal's certificate is not trusted",
    remedy: "Check the portal's address and this PC's clock, or add a certificate file in Settings.",
    action: "check-address",
    headline: "Connection to the portal not secure",
  },
  credentials: {
    needsPerson: true,
    stopsQueue: true,
    title: "The portal refuses the user name or password",
    remedy: "Check them in Settings.",
    action: "enter-password",
    headline: "Wrong user name or password",
  },
  maintenance: {
    stopsQueue: true,
    title: "The portal is under maintenance",
    remedy: "Sending resumes automatically afterwards.",
    action: "try-now",
    headline: "Portal under maintenance",
  },
  throttled: {
    stopsQueue: true,
    title: "The portal asks for a pause",
    remedy: "Sending resumes automatically after the pause.",
    action: "try-now",
    headline: "Portal asks for a pause",
  },
  "portal-trouble": {
    stopsQueue: true,
    title: "The portal has a problem",
    remedy: "Sending resumes automatically when it recovers.",
    action: "try-now",
    headline: "Portal has a problem",
  },
  "not-the-portal": {
    needsPerson: true,
    stopsQueue: true,
    title: "Something else answers at the portal's address",
    remedy: "Check the address in Settings, or log in to the network.",
    action: "check-address",
    headline: "Something else answers instead of the portal",
  },
  "no-model-route": {
    needsPerson: true,
    title: "The portal takes no model files",
    remedy: "Ask the portal's operators, or remove the models in Settings.",
    action: "open-instruments",
    headline: "The portal takes no model files",
    over: "the portal takes model files again",
  },
  settings: {
    needsPerson: true,
    stopsQueue: true,
    title: "The settings are incomplete",
    remedy: "Complete them in Settings.",
    action: "open-settings",
    headline: "Portal settings incomplete",
  },
  // this computer
  paused: {
    title: "Sending is paused",
    remedy: "It resumes at the set time, or when you resume it.",
    action: "resume",
  },
  "quiet-hours": {
    title: "Quiet hours",
    remedy: "Sending resumes when they end.",
    action: "open-sending",
  },
  "program-error": {
    title: "Internal error in Skyferry",
    remedy:
      "Skyferry retries automatically. If it happens again, save a support bundle in Settings and report it.",
    action: "save-bundle",
  },
  "folder-unreachable": {
    ofInstrument: true,
    title: "A folder cannot be read",
    remedy: "Check the drive or the network. Sending then continues by itself.",
    action: "check-drive",
  },
  "empty-file": {
    ofInstrument: true,
    title: "An empty file was written",
    remedy: "Check the instrument; empty files are never sent.",
    action: "open-folder",
  },
  "unmatched-file": {
    ofInstrument: true,
    title: "New files match no pattern",
    remedy: "Look at the pattern: files that no pattern takes are never sent.",
    action: "check-pattern",
  },
  "damaged-file": {
    ofInstrument: true,
    title: "A damaged file was written",
    remedy: "Check the instrument; the portal may not be able to use the file.",
    action: "show-files",
  },
  "judged-invalid": {
    ofInstrument: true,
    needsPerson: true,
    title: "The portal could not use a file",
    remedy: "Check the instrument, and replace the file; it counts as missing in the products.",
    action: "open-coverage",
  },
  "not-processed": {
    ofInstrument: true,
    needsPerson: true,
    title: "The portal has not processed a file in time",
    remedy: "Ask the portal's operators; the file itself is safe there.",
    action: "show-files",
  },
  "clock-off": {
    title: "This PC's clock differs from the portal's",
    remedy: "Set this PC's clock from the network.",
    action: "check-clock",
    over: "the clocks agree again",
  },
  "clock-wrong": {
    needsPerson: true,
    title: "This PC's clock is wrong",
    remedy: "Set this PC's clock from the network; files may get a wrong date.",
    action: "check-clock",
    over: "the clocks agree again",
  },
  "disk-filling": {
    title: "A disk will soon be full",
    remedy: "Free up space on it, or move old files to another disk.",
    action: "open-storage",
    over: "the disk has room again",
  },
  "disk-full": {
    needsPerson: true,
    title: "A disk is full",
    remedy: "Free up space on it; nothing more can be written.",
    action: "open-storage",
    over: "the disk has room again",
  },
  "ledger-trouble": {
    title: "Skyferry cannot write its records",
    remedy: "Free up space on the disk of the data folder.",
    action: "open-storage",
    headline: "Deliveries cannot be recorded on this PC, so nothing is sent",
    over: "deliveries are recorded again",
  },
} as const satisfies Record<string, CauseRow>;

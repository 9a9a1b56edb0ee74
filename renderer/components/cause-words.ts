import type { Cause } from "./words.ts";

export interface CauseWords {
  /** A few words, without a full stop: `The portal refuses the file`. */
  readonly title: string;
  /** What happens next or what to do: one or two sentences. */
  readonly remedy: string;
}

const byItself = "Sending goes on by itself.";

const causeTable: Readonly<Record<Cause, CauseWords>> = {
  "unfit-name": {
    title: "The portal does not take this name",
    remedy: "Have the instrument write another name; nothing is renamed here.",
  },
  "record-clash": {
    title: "Two files would replace each other on the portal",
    remedy:
      "Give the two folders different tags in Settings, or move one file out of the folder. Then retry.",
  },
  "claimed-twice": {
    title: "The file belongs to two instruments",
    remedy: "Change the folder or the pattern of one of them in Settings.",
  },
  refused: {
    title: "The portal refuses the file",
    remedy: "Open a file to read what the portal says; correct that, then retry.",
  },
  "no-permission": {
    title: "These credentials may not send for this site",
    remedy: "Ask the portal's operators for the permission, or correct the site in Settings. Then retry.",
  },
  "too-large": {
    title: "The portal finds the file too large",
    remedy: "Ask the portal's operators to allow it, then retry.",
  },
  "future-date": {
    title: "The date lies in the future",
    remedy:
      "Check the clock of the instrument and of this PC. The file is sent when its day has come, or on retry.",
  },
  "file-unreadable": {
    title: "The file cannot be read",
    remedy: "Give the user that runs Skyferry the right to read it. It is tried again by itself.",
  },
  "file-locked": {
    title: "Another program holds the file open",
    remedy: "It is sent when that program lets go of it.",
  },
  "file-vanished": {
    title: "The file is gone from its folder",
    remedy: "It is looked for again. Put it back, or cancel it.",
  },
  "file-changing": {
    title: "The file changed while it was read",
    remedy: "It is read and sent again by itself.",
  },
  "link-broken": {
    title: "The connection broke",
    remedy: "It is tried again by itself; nothing is lost.",
  },
  "no-progress": {
    title: "The connection made no progress",
    remedy: "It is tried again by itself; the portal is asked first what it has. Other files go on.",
  },
  "portal-error": {
    title: "The portal failed with this file",
    remedy: "It is tried again by itself; the portal is asked first what it has.",
  },
  "record-in-use": {
    title: "Another file with the same content is on its way",
    remedy: "It is tried again by itself afterwards.",
  },
  "portal-contradiction": {
    title: "The portal says that it has the file, but shows no record of it",
    remedy:
      "It is tried again by itself. If this goes on, give the portal's operators the file's name and MD5 checksum.",
  },
  unreachable: { title: "The portal cannot be reached", remedy: `Check this PC's network. ${byItself}` },
  tls: {
    title: "The portal's certificate is not trusted",
    remedy: "Check the portal's address and this PC's clock, or name the certificate file in Settings.",
  },
  credentials: {
    title: "The portal refuses the user name or password",
    remedy: "Enter them again in Settings.",
  },
  maintenance: { title: "The portal is under maintenance", remedy: byItself },
  throttled: { title: "The portal asks for a pause", remedy: byItself },
  "portal-trouble": { title: "The portal is in trouble", remedy: byItself },
  "not-the-portal": {
    title: "Something else answers at the portal's address",
    remedy: "Check the address in Settings. A log-in page of the network may stand in between.",
  },
  settings: { title: "The settings are not complete", remedy: "Complete them in Settings." },
  paused: { title: "Sending is paused", remedy: "It goes on at the time that was set, or when you say so." },
  "quiet-hours": { title: "Quiet hours", remedy: "Sending goes on when they end." },
  "program-error": {
    title: "Skyferry made a mistake",
    remedy:
      "It is tried again by itself. If it comes back, save the diagnostics in Settings and send them in.",
  },
  "folder-unreachable": {
    title: "A folder cannot be read",
    remedy: "Check that the drive or share is there. It is looked at again by itself.",
  },
  "empty-file": {
    title: "An instrument wrote an empty file",
    remedy: "Look at the instrument and its program. An empty file is never sent; once it is filled, it is.",
  },
  "ledger-trouble": {
    title: "Skyferry cannot write its records",
    remedy: "Free space on the disk of the data folder. Nothing is sent before it can be written down.",
  },
};

/** Every cause that there is. */
export const causes = Object.keys(causeTable) as readonly Cause[];

/** What stopped it and what to do about it. */
export function causeWords(cause: Cause): CauseWords {
  return causeTable[cause];
}

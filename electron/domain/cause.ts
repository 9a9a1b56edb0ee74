import { countText } from "#base/text.ts";

/** What there is to know of one cause. */
interface CauseRow {
  /** Only a person can remove it; all others pass by themselves. */
  readonly needsPerson?: true;
  /** Trouble of the portal or the way to it: it stops every file and blames none. */
  readonly stopsQueue?: true;
  /** A few words, without a full stop: `The portal refuses the file`. */
  readonly title: string;
  /** What happens next or what to do: one or two sentences. */
  readonly remedy: string;
  /** For one file and for several: the words behind `1 file` and `3 files`. */
  readonly files?: readonly [string, string];
  /** Where it stops everything, or a part of everything. */
  readonly headline?: HeadlineWords;
}

/** What an operator reads of a trouble that stops everything, or a part of everything. */
export interface HeadlineWords {
  /** A few words that may go on with `since 14:02 UTC`. */
  readonly label: string;
  /** What happens next, or what to do: a clause of its own. */
  readonly remedy: string;
  /** What is so again when it is over: a clause of its own. */
  readonly over: string;
}

const answersAgain = "the portal answers again";

const table = {
  // this file, until a person acts
  "unfit-name": {
    needsPerson: true,
    title: "The portal does not take this name",
    remedy: "Have the instrument write another name; nothing is renamed here.",
    files: ["has a name that the portal does not take", "have names that the portal does not take"],
  },
  "record-clash": {
    needsPerson: true,
    title: "Two files would replace each other on the portal",
    remedy:
      "Give the two folders different tags in Settings, or move one file out of the folder. Then retry.",
    files: ["would replace another file on the portal", "would replace other files on the portal"],
  },
  "claimed-twice": {
    needsPerson: true,
    title: "The file belongs to two instruments",
    remedy: "Change the folder or the pattern of one of them in Settings.",
    files: ["belongs to two instruments", "belong to two instruments"],
  },
  refused: {
    needsPerson: true,
    title: "The portal refuses the file",
    remedy: "Open a file to read what the portal says; correct that, then retry.",
    files: ["was refused by the portal", "were refused by the portal"],
  },
  "no-permission": {
    needsPerson: true,
    title: "These credentials may not send for this site",
    remedy: "Ask the portal's operators for the permission, or correct the site in Settings. Then retry.",
    files: ["may not be sent for its site", "may not be sent for their site"],
  },
  "too-large": {
    needsPerson: true,
    title: "The portal finds the file too large",
    remedy: "Ask the portal's operators to allow it, then retry.",
    files: ["is too large for the portal", "are too large for the portal"],
  },
  "future-date": {
    needsPerson: true,
    title: "The date lies in the future",
    remedy:
      "Check the clock of the instrument and of this PC. The file is sent when its day has come, or on retry.",
    files: ["has a date in the future", "have a date in the future"],
  },
  // this file, for now
  "file-unreadable": {
    title: "The file cannot be read",
    remedy: "Give the user that runs Skyferry the right to read it. It is tried again by itself.",
    files: ["cannot be read", "cannot be read"],
  },
  "file-locked": {
    title: "Another program holds the file open",
    remedy: "It is sent when that program lets go of it.",
    files: ["is in use by another program", "are in use by another program"],
  },
  "file-vanished": {
    title: "The file is gone from its folder",
    remedy: "It is looked for again. Put it back, or cancel it.",
    files: ["is gone from its folder", "are gone from their folder"],
  },
  "file-changing": {
    title: "The file changed while it was read",
    remedy: "It is read and sent again by itself.",
    files: ["keeps changing", "keep changing"],
  },
  "link-broken": {
    title: "The connection broke",
    remedy: "It is tried again by itself; nothing is lost.",
    files: ["did not get through to the portal", "did not get through to the portal"],
  },
  "no-progress": {
    title: "The connection made no progress",
    remedy: "It is tried again by itself; the portal is asked first what it has. Other files go on.",
    files: ["made no progress on the way to the portal", "made no progress on the way to the portal"],
  },
  "portal-error": {
    title: "The portal failed with this file",
    remedy: "It is tried again by itself; the portal is asked first what it has.",
    files: ["got no clear answer from the portal", "got no clear answer from the portal"],
  },
  "record-in-use": {
    title: "Another file with the same content is on its way",
    remedy: "It is tried again by itself afterwards.",
    files: ["is in use on the portal", "are in use on the portal"],
  },
  "portal-contradiction": {
    title: "The portal says that it has the file, but shows no record of it",
    remedy:
      "It is tried again by itself. If this goes on, give the portal's operators the file's name and MD5 checksum.",
    files: [
      "is called received by the portal, which shows no record of it",
      "are called received by the portal, which shows no record of them",
    ],
  },
  // the portal or the way to it, for all files
  unreachable: {
    stopsQueue: true,
    title: "The portal cannot be reached",
    remedy: "Check this PC's network. Sending goes on by itself.",
    headline: {
      label: "Portal unreachable",
      remedy: "sending goes on by itself when it answers",
      over: answersAgain,
    },
  },
  tls: {
    needsPerson: true,
    stopsQueue: true,
    title: "The portal's certificate is not trusted",
    remedy: "Check the portal's address and this PC's clock, or name the certificate file in Settings.",
    headline: {
      label: "Connection to the portal not secure",
      remedy: "check its address in Settings and the clock of this computer",
      over: answersAgain,
    },
  },
  credentials: {
    needsPerson: true,
    stopsQueue: true,
    title: "The portal refuses the user name or password",
    remedy: "Enter them again in Settings.",
    headline: {
      label: "User name or password missing or not accepted",
      remedy: "check them in Settings",
      over: answersAgain,
    },
  },
  maintenance: {
    stopsQueue: true,
    title: "The portal is under maintenance",
    remedy: "Sending goes on by itself.",
    headline: {
      label: "Portal in maintenance",
      remedy: "sending goes on by itself when it is over",
      over: answersAgain,
    },
  },
  throttled: {
    stopsQueue: true,
    title: "The portal asks for a pause",
    remedy: "Sending goes on by itself.",
    headline: {
      label: "Portal asks to wait",
      remedy: "sending goes on by itself when it agrees",
      over: answersAgain,
    },
  },
  "portal-trouble": {
    stopsQueue: true,
    title: "The portal is in trouble",
    remedy: "Sending goes on by itself.",
    headline: {
      label: "Portal in trouble",
      remedy: "sending goes on by itself when it is well",
      over: answersAgain,
    },
  },
  "not-the-portal": {
    needsPerson: true,
    stopsQueue: true,
    title: "Something else answers at the portal's address",
    remedy: "Check the address in Settings. A log-in page of the network may stand in between.",
    headline: {
      label: "Something else answers in place of the portal",
      remedy: "check its address in Settings, or log in to the network",
      over: answersAgain,
    },
  },
  settings: {
    needsPerson: true,
    stopsQueue: true,
    title: "The settings are not complete",
    remedy: "Complete them in Settings.",
    headline: {
      label: "Portal not set up completely",
      remedy: "complete it in Settings",
      over: answersAgain,
    },
  },
  // this computer
  paused: {
    title: "Sending is paused",
    remedy: "It goes on at the time that was set, or when you say so.",
  },
  "quiet-hours": {
    title: "Quiet hours",
    remedy: "Sending goes on when they end.",
  },
  "program-error": {
    title: "Skyferry made a mistake",
    remedy:
      "It is tried again by itself. If it comes back, save the diagnostics in Settings and send them in.",
    files: ["met a mistake of Skyferry", "met a mistake of Skyferry"],
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
    headline: {
      label: "Deliveries cannot be written down on this computer, so nothing is sent",
      remedy: "free space on the disk of the data folder",
      over: "deliveries are written down again",
    },
  },
} as const satisfies Record<string, CauseRow>;

/** Why one file is not on the portal (a failure) or why nothing is sent for now (a hold). */
export type Cause = keyof typeof table;

/** Every cause. */
export const causes = Object.keys(table) as readonly Cause[];

/** What stopped one file, in words for the operator. */
export interface Failure {
  readonly cause: Cause;
  /** One or two plain sentences: what happened and what to do. */
  readonly message: string;
  /** What the portal itself said, quoted; null when it said nothing. */
  readonly portalMessage: string | null;
  /** Of "unreachable": the network is well, and the portal's own machine does not take the connection. */
  readonly isPortalSide?: true;
  /** Of "link-broken": nothing came back until patience ended, and nobody knows whether more will. */
  readonly isSilence?: true;
}

/** What a hold is about: the portal or the way to it, this computer's own records, a pause by hand, the quiet hours. */
export const holdLanes = ["portal", "record", "pause", "quiet-hours"] as const;

function rowOf(cause: Cause): CauseRow {
  return table[cause];
}

/** True when only a person can remove this cause. */
export function needsYou(cause: Cause): boolean {
  return rowOf(cause).needsPerson ?? false;
}

/** True for troubles of the portal or the link, which stop every file and blame none. */
export function isHoldCause(cause: Cause): boolean {
  return rowOf(cause).stopsQueue ?? false;
}

/** What stopped it and what to do about it. */
export function causeWords(cause: Cause): Pick<CauseRow, "title" | "remedy"> {
  return rowOf(cause);
}

/** Words for a trouble of the portal, the link or this computer's own records. */
export function headlineWords(cause: Cause): HeadlineWords {
  return (
    rowOf(cause).headline ?? {
      label: "Sending has stopped",
      remedy: "sending goes on by itself",
      over: answersAgain,
    }
  );
}

/** `3 files were refused by the portal`. */
export function filesLabel(cause: Cause, count: number): string {
  const [one, many] = rowOf(cause).files ?? ["cannot be sent", "cannot be sent"];
  return count === 1 ? `1 file ${one}` : `${countText(count)} files ${many}`;
}

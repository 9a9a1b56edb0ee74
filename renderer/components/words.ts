import type { JournalEntry } from "../../electron/contract/journal.ts";
import type { Output } from "../../electron/contract/methods.ts";
import type { Shape } from "./state-shape.tsx";

/** What states, causes and events are called on every page: one place, plain words, no jargon of the program. */

export type UploadRow = Output<"upload">["upload"];
export type UploadState = UploadRow["state"];
export type Cause = NonNullable<UploadRow["failure"]>["cause"];
export type UploadEvent = JournalEntry["event"];
type ReceiptKind = NonNullable<UploadRow["receipt"]>["kind"];

export interface StateWords {
  /** One or two words, for chips and table cells. */
  readonly label: string;
  readonly shape: Shape;
  /** What it means, for a hover: a sentence. */
  readonly meaning: string;
}

const stateTable: Readonly<Record<UploadState, StateWords>> = {
  queued: { label: "Queued", shape: "idle", meaning: "Finished, and waits for its turn." },
  hashing: { label: "Reading", shape: "busy", meaning: "Its checksum is being worked out." },
  announcing: { label: "Announcing", shape: "busy", meaning: "The portal is being told about it." },
  sending: { label: "Sending", shape: "busy", meaning: "Its content is on its way to the portal." },
  waiting: {
    label: "Trying again",
    shape: "retry",
    meaning: "The last try failed; the next one comes by itself.",
  },
  blocked: { label: "Needs you", shape: "trouble", meaning: "It is not sent before somebody acts." },
  delivered: { label: "Delivered", shape: "done", meaning: "The portal has confirmed it." },
  superseded: { label: "Replaced", shape: "over", meaning: "A newer version of the file took its place." },
  cancelled: { label: "Cancelled", shape: "over", meaning: "Given up by hand; a retry takes it up again." },
};

/** Label, shape and meaning of a state. */
export function stateWords(state: UploadState): StateWords {
  return stateTable[state];
}

/** Every state in the order in which chips show them: what needs a person first, what is over last. */
export const statesInOrder: readonly UploadState[] = [
  "blocked",
  "waiting",
  "sending",
  "announcing",
  "hashing",
  "queued",
  "delivered",
  "superseded",
  "cancelled",
];

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
    remedy: "Open a file to read what the portal says; mend that, then retry.",
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
  "portal-error": {
    title: "The portal failed with this file",
    remedy: "It is tried again by itself; the portal is asked first what it has.",
  },
  "record-in-use": {
    title: "Another file with the same content is on its way",
    remedy: "It is tried again by itself afterwards.",
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

const eventTable: Readonly<Record<UploadEvent, string>> = {
  enqueued: "Found",
  claimed: "Taken up",
  hashed: "Checksum worked out",
  announced: "Announced",
  confirmed: "Confirmed",
  "failed-passing": "Try failed",
  "failed-final": "Stopped",
  released: "Put back",
  due: "Due again",
  retried: "Retried",
  changed: "Replaced",
  cancelled: "Cancelled",
};

/** One or two words for a kind of event, for chips. */
export function eventName(event: UploadEvent): string {
  return eventTable[event];
}

const receiptTable: Readonly<Record<ReceiptKind, string>> = {
  stored: "The portal confirmed it",
  replaced: "The portal confirmed it; it took the place of an older content",
  known: "The portal had it already, byte for byte",
  twin: "The portal has its bytes under another name",
};

/** What the portal's confirmation says, without a full stop. */
export function receiptSentence(kind: ReceiptKind): string {
  return receiptTable[kind];
}

/** What a line of the journal says: a sentence without the name of the file. */
export function eventSentence({ event, detail }: Pick<JournalEntry, "event" | "detail">): string {
  switch (event) {
    case "enqueued":
      return "Found finished, and put into the queue.";
    case "claimed":
      return "Taken up.";
    case "hashed":
      return "Its checksum was worked out.";
    case "announced":
      return "The portal was told about it and waits for its content.";
    case "confirmed":
      return `${isReceiptKind(detail) ? receiptTable[detail] : receiptTable.stored}.`;
    case "failed-passing":
      return `The try failed. ${failureText(detail)} It is tried again.`.replace("  ", " ");
    case "failed-final":
      return `It stopped and needs you. ${failureText(detail)}`.trim();
    case "released":
      return detail === null
        ? "Put back into the queue."
        : `Put back into the queue: ${detail.replace(/\.$/, "")}.`;
    case "due":
      return "Its next try is due.";
    case "retried":
      return "Put back into the queue by hand.";
    case "changed":
      return "A newer version of the file took its place.";
    case "cancelled":
      return "Cancelled by hand.";
  }
}

/** The shape beside a line of the journal: what the event meant, not what the file is now. */
export function eventShape({ event, state }: Pick<JournalEntry, "event" | "state">): Shape {
  if (event === "failed-passing") return "retry";
  return stateTable[state].shape;
}

function isReceiptKind(detail: string | null): detail is ReceiptKind {
  return detail !== null && Object.hasOwn(receiptTable, detail);
}

/** The message behind `cause: message`. */
function failureText(detail: string | null): string {
  const said = detail?.replace(/^[a-z-]+: /, "").trim() ?? "";
  return said === "" || /[.!?…]$/.test(said) ? said : `${said}.`;
}

const ruleTable: Readonly<Record<string, string>> = {
  "inside-folder": "Folder",
  pattern: "Name",
  date: "Date",
  since: "Start date",
  "not-empty": "Content",
  "not-sentinel": "Data",
  "not-temporary": "Whole",
  "not-in-future": "Clock",
};

/** What a rule that a file was held against looks at. */
export function ruleName(name: string): string {
  return ruleTable[name] ?? name.replaceAll("-", " ");
}

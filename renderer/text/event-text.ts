import type { JournalEntry } from "#contract/journal.ts";
import type { JournalEvent } from "#domain/journal.ts";
import type { ReceiptKind } from "#domain/upload.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";
import { stateWords } from "./states.ts";

const eventTable: Readonly<Record<JournalEvent, string>> = {
  enqueued: "Found",
  claimed: "Started",
  hashed: "Checksum computed",
  announced: "Announced",
  confirmed: "Confirmed",
  "failed-passing": "Attempt failed",
  "failed-final": "Stopped",
  released: "Queued again",
  due: "Retry due",
  retried: "Retried",
  changed: "Replaced",
  cancelled: "Cancelled",
  displaced: "Sent again",
  "record-found": "Record found",
  lost: "Lost by the portal",
  revoked: "Receipt void",
  orphaned: "Instrument removed",
};

/** Gives a kind of event in one or two words, for chips. */
export function eventName(event: JournalEvent): string {
  return eventTable[event];
}

const receiptTable: Readonly<Record<ReceiptKind, string>> = {
  stored: "The portal confirmed it",
  replaced: "The portal confirmed it; it replaced older content",
  known: "The portal already had it, byte for byte",
  twin: "The portal has the same content under another name",
};

/** Gives the portal's confirmation in words, without a full stop. */
export function receiptSentence(kind: ReceiptKind): string {
  return receiptTable[kind];
}

/** Gives a line of the journal as a sentence, without the name of the file. */
export function eventSentence({ event, detail }: Pick<JournalEntry, "event" | "detail">): string {
  switch (event) {
    case "enqueued":
      return "Found and queued.";
    case "claimed":
      return "Started.";
    case "hashed":
      return "Checksum computed.";
    case "announced":
      return "Announced to the portal. The content is sent next.";
    case "confirmed":
      return `${isReceiptKind(detail) ? receiptTable[detail] : receiptTable.stored}.`;
    case "failed-passing":
      return `The attempt failed. ${failureText(detail)} Skyferry retries automatically.`.replace("  ", " ");
    case "failed-final":
      return `It stopped and needs you. ${failureText(detail)}`.trim();
    case "released":
      return detail === null ? "Queued again." : `Queued again: ${detail.replace(/\.$/, "")}.`;
    case "due":
      return "The next try is due.";
    case "retried":
      return "Retried by you.";
    case "changed":
      return "A newer version of the file has replaced it.";
    case "cancelled":
      return "Cancelled by you.";
    case "record-found":
      return `The portal has a record of this content${detail === null ? "" : `: ${detail}`}.`;
    case "lost":
      return `The portal no longer has it. ${failureText(detail)}`.trim();
    case "revoked":
      return `The receipt is no longer valid, and the file needs you. ${failureText(detail)}`.trim();
    case "orphaned":
      return "Its instrument is no longer in the settings.";
    case "displaced":
      return "It may have been overwritten on the portal. It is sent again if the file is unchanged.";
  }
}

/** The shape beside a line of the journal: what the event meant, not what the file is now. */
export function journalShape({ event, state }: Pick<JournalEntry, "event" | "state">): Shape {
  if (event === "failed-passing") return "retry";
  return stateWords(state).shape;
}

/** The shape of a step of a file's way. */
export function stepShape(event: JournalEvent | null): Shape {
  return (event === null ? undefined : stepShapes[event]) ?? "idle";
}

const stepShapes: Partial<Readonly<Record<JournalEvent, Shape>>> = {
  confirmed: "done",
  "record-found": "done",
  "failed-passing": "retry",
  "failed-final": "problem",
  lost: "retry",
  revoked: "problem",
  changed: "over",
  cancelled: "over",
};

function isReceiptKind(detail: string | null): detail is ReceiptKind {
  return detail !== null && Object.hasOwn(receiptTable, detail);
}

/** The message behind `cause: message`. */
function failureText(detail: string | null): string {
  const said = detail?.replace(/^[a-z-]+: /, "").trim() ?? "";
  return said === "" || /[.!?…]$/.test(said) ? said : `${said}.`;
}

import type { JournalEntry } from "#contract/journal.ts";
import type { JournalEvent } from "#domain/journal.ts";
import type { ReceiptKind } from "#domain/upload.ts";
import type { Shape } from "./state-shape.tsx";
import { stateWords } from "./words.ts";

const eventTable: Readonly<Record<JournalEvent, string>> = {
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
  displaced: "Sent anew",
  "record-found": "Record named",
};

/** One or two words for a kind of event, for chips. */
export function eventName(event: JournalEvent): string {
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
    case "record-found":
      return `The portal named its record of these bytes${detail === null ? "" : `: ${detail}`}.`;
    case "displaced":
      return "Other bytes may have taken its place on the portal. It is sent again if the file still stands.";
  }
}

/** The shape beside a line of the journal: what the event meant, not what the file is now. */
export function eventShape({ event, state }: Pick<JournalEntry, "event" | "state">): Shape {
  if (event === "failed-passing") return "retry";
  return stateWords(state).shape;
}

function isReceiptKind(detail: string | null): detail is ReceiptKind {
  return detail !== null && Object.hasOwn(receiptTable, detail);
}

/** The message behind `cause: message`. */
function failureText(detail: string | null): string {
  const said = detail?.replace(/^[a-z-]+: /, "").trim() ?? "";
  return said === "" || /[.!?…]$/.test(said) ? said : `${said}.`;
}

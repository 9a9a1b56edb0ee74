import { say } from "#base/say.ts";
import type { JournalEntry } from "#contract/journal.ts";
import type { JournalEvent } from "#domain/journal.ts";
import type { ReceiptKind } from "#domain/upload.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";
import { stateWords } from "./states.ts";

const eventTable: Readonly<Record<JournalEvent, string>> = {
  enqueued: say("Found"),
  claimed: say("Started"),
  hashed: say("Checksum computed"),
  announced: say("Announced"),
  confirmed: say("Confirmed"),
  "failed-passing": say("Attempt failed"),
  "failed-final": say("Stopped"),
  released: say("Queued again"),
  due: say("Retry due"),
  retried: say("Retried"),
  changed: say("Replaced"),
  cancelled: say("Cancelled"),
  displaced: say("Sent again"),
  "record-found": say("Record found"),
  lost: say("Lost by the portal"),
  revoked: say("Receipt void"),
  orphaned: say("Instrument removed"),
};

/** Gives a kind of event in one or two words, for chips. */
export function eventName(event: JournalEvent): string {
  return eventTable[event];
}

const receiptTable: Readonly<Record<ReceiptKind, string>> = {
  stored: say("The portal confirmed it"),
  replaced: say("The portal confirmed it; it replaced older content"),
  known: say("The portal already had it, byte for byte"),
  twin: say("The portal has the same content under another name"),
};

/** Gives the portal's confirmation in words, without a full stop. */
export function receiptSentence(kind: ReceiptKind): string {
  return receiptTable[kind];
}

/** Gives a line of the journal as a sentence, without the name of the file. */
export function eventSentence({ event, detail }: Pick<JournalEntry, "event" | "detail">): string {
  switch (event) {
    case "enqueued":
      return say("Found and queued.");
    case "claimed":
      return say("Started.");
    case "hashed":
      return say("Checksum computed.");
    case "announced":
      return say("Announced to the portal. The content is sent next.");
    case "confirmed":
      return `${isReceiptKind(detail) ? receiptTable[detail] : receiptTable.stored}.`;
    case "failed-passing":
      return failureText(detail) === ""
        ? say("The attempt failed. Skyferry retries automatically.")
        : say("The attempt failed. {detail} Skyferry retries automatically.", {
            detail: failureText(detail),
          });
    case "failed-final":
      return say("It stopped and needs you. {detail}", { detail: failureText(detail) }).trim();
    case "released":
      return detail === null
        ? say("Queued again.")
        : say("Queued again: {replace}.", { replace: detail.replace(/\.$/, "") });
    case "due":
      return say("The next try is due.");
    case "retried":
      return say("Retried by you.");
    case "changed":
      return say("A newer version of the file has replaced it.");
    case "cancelled":
      return say("Cancelled by you.");
    case "record-found":
      return detail === null
        ? say("The portal has a record of this content.")
        : say("The portal has a record of this content: {detail}.", { detail });
    case "lost":
      return say("The portal no longer has it. {detail}", { detail: failureText(detail) }).trim();
    case "revoked":
      return say("The receipt is no longer valid, and the file needs you. {detail}", {
        detail: failureText(detail),
      }).trim();
    case "orphaned":
      return say("Its instrument is no longer in the settings.");
    case "displaced":
      return say("It may have been overwritten on the portal. It is sent again if the file is unchanged.");
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

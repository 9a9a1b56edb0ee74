import type { ContentFinding } from "./content/verdict.ts";
import {
  isInFlight,
  isTerminal,
  type Lane,
  nextState,
  type Upload,
  type UploadEvent,
  type UploadState,
} from "./upload.ts";

/** Facts about a file version when it enters the ledger. */
type NewUpload = Pick<
  Upload,
  | "id"
  | "instrument"
  | "relPath"
  | "size"
  | "mtimeUs"
  | "ctimeUs"
  | "fileId"
  | "measurementDate"
  | "lane"
  | "checkFirst"
>;

/** A file version as it enters the ledger: queued, nothing known yet. */
export function newUpload(known: NewUpload, nowMs: number): Upload {
  return {
    ...known,
    checksum: null,
    recordKey: null,
    state: "queued",
    failure: null,
    notBeforeMs: null,
    attempts: 0,
    isAnnounced: false,
    receipt: null,
    content: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

/**
 * The whole upload after an event, or null where the event does not apply to its state.
 * Pure. Failure and not-before live only in `waiting` and `blocked`, the receipt only in `delivered`.
 */
export function afterEvent(upload: Upload, event: UploadEvent, nowMs: number): Upload | null {
  const state = nextState(upload.state, event.type);
  if (state === null) return null;
  const isAnnounced = pendingContent(upload, event);
  const failed = event.type === "failed-passing" || event.type === "failed-final";
  const isFree = event.type === "failed-passing" && event.isFree === true;
  const isStopped = event.type === "lost" || event.type === "revoked" || event.type === "orphaned";
  const isCompleted = event.type === "record-found";
  return {
    ...upload,
    ...(event.type === "hashed" ? asRead(event) : {}),
    content: contentAfter(upload, event),
    state,
    failure: failed || isStopped ? event.failure : null,
    notBeforeMs: event.type === "failed-passing" || event.type === "lost" ? event.notBeforeMs : null,
    attempts: upload.attempts + (failed && !isFree ? 1 : 0),
    lane: laneAfter(upload.lane, state, isAnnounced),
    isAnnounced,
    receipt: event.type === "confirmed" || isCompleted ? event.receipt : null,
    // It was delivered when it was delivered.
    updatedAtMs: isCompleted ? upload.updatedAtMs : nowMs,
  };
}

function asRead({ checksum, recordKey, mark }: Extract<UploadEvent, { type: "hashed" }>) {
  return { checksum, recordKey, ctimeUs: mark?.ctimeUs ?? null, fileId: mark?.fileId ?? null };
}

function contentAfter({ content, checksum }: Upload, event: UploadEvent): ContentFinding | null {
  if (event.type === "retried" && event.sendAnyway === true && content !== null)
    return { ...content, isAllowed: true };
  if (event.type !== "hashed") return content;
  if (event.content === undefined || event.content === null) return null;
  return { ...event.content, isAllowed: content?.isAllowed === true && event.checksum === checksum };
}

/** Another checksum replaces the portal's record when it is announced, so nothing is owed for the old one. */
function pendingContent(upload: Upload, event: UploadEvent): boolean {
  if (event.type === "announced") return true;
  if (event.type === "confirmed" || event.type === "changed") return false;
  if (event.type === "hashed") return upload.isAnnounced && upload.checksum === event.checksum;
  return upload.isAnnounced;
}

function laneAfter(lane: Lane, state: UploadState, isAnnounced: boolean): Lane {
  if (isTerminal(state)) return lane;
  if (!isAnnounced) return lane === "debt" ? "changed" : lane;
  return isInFlight(state) ? lane : "debt";
}

/** True when from now on the portal's record has, or may have, no content but this upload's. */
export function takesRecord(before: Upload, event: UploadEvent): boolean {
  switch (event.type) {
    case "announced":
      return true;
    case "confirmed":
      // It was announced, and that could not be written down; or somebody else has put the same bytes there.
      return event.receipt.kind !== "twin" && !before.isAnnounced;
    case "released":
    case "failed-passing":
    case "changed":
    case "cancelled":
      if (event.type === "failed-passing" && event.isUnannounced === true) return false;
      // The portal may have taken the announcement although no answer came, or came too late to be written down.
      return before.state === "announcing";
    default:
      return false;
  }
}

/** True when the portal's record may have held other content until this upload was announced and sent. */
export function hasReplaced(before: Upload, event: UploadEvent): boolean {
  if (event.type !== "confirmed" || !before.isAnnounced) return false;
  const { kind, recordFilename } = event.receipt;
  return kind === "replaced" || (kind !== "twin" && recordFilename !== null);
}

/** True when the portal no longer has the bytes of a receipt: that of any version of the file with the same bytes is void. */
export function voidsReceipt({ state }: Upload, { type }: UploadEvent): boolean {
  return state === "delivered" && (type === "displaced" || type === "lost" || type === "revoked");
}

/** True where both receipts rest on the same bytes in the same record of the same portal. */
export function isSameHolding(a: Upload, b: Upload): boolean {
  const [portal = null, other = null] = [a.receipt?.portal, b.receipt?.portal];
  const isSamePortal = portal === null || other === null || portal === other;
  return isSamePortal && a.checksum === b.checksum && a.recordKey === b.recordKey;
}

/** Gives the detail of an event for the journal, beside its name; null where the name says all. */
export function journalDetail(event: UploadEvent): string | null {
  switch (event.type) {
    case "failed-passing":
    case "failed-final":
    case "lost":
    case "revoked":
    case "orphaned":
      return `${event.failure.cause}: ${event.failure.message}`;
    case "released":
      return event.reason;
    case "confirmed":
      return event.receipt.kind;
    case "retried":
      return event.sendAnyway === true ? "to be sent whatever its content" : null;
    case "record-found":
      return event.receipt.recordFilename;
    default:
      return null;
  }
}

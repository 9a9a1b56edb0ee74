import type { UploadEventType, UploadState } from "./upload.ts";

/** Events that a line of the journal can tell of an upload. */
export const journalEvents = [
  "enqueued",
  "claimed",
  "hashed",
  "announced",
  "confirmed",
  "failed-passing",
  "failed-final",
  "released",
  "due",
  "retried",
  "changed",
  "cancelled",
  "displaced",
  "record-found",
  "lost",
  "revoked",
  "orphaned",
] as const satisfies readonly ("enqueued" | UploadEventType)[];

export type JournalEvent = (typeof journalEvents)[number];

/** Line of the journal: what happened to one upload at one moment. */
export interface JournalLine {
  readonly seq: number;
  readonly atMs: number;
  readonly uploadId: string;
  readonly instrument: string;
  readonly relPath: string;
  readonly event: JournalEvent;
  readonly state: UploadState;
  /** Cause and message, reason of a release, kind of receipt; null where the event says all. */
  readonly detail: string | null;
}

/** Lines of the journal that are meant; without any field, all. */
export interface JournalFilter {
  /** Part of the path, any case. */
  readonly text?: string;
  readonly instrument?: string;
  readonly events?: readonly JournalEvent[];
  /** Lines at this moment or later, epoch milliseconds. */
  readonly fromMs?: number;
  /** Lines before this moment, epoch milliseconds. */
  readonly toMs?: number;
  readonly uploadId?: string;
}

export interface JournalQuery extends JournalFilter {
  /** Only lines before this one; null from the newest on. */
  readonly beforeSeq: number | null;
  readonly limit: number;
}

/** Result of one call. A call looks at 50,000 lines at most, so it may find few and still go on. */
export interface JournalFound {
  /** Newest first. */
  readonly entries: readonly JournalLine[];
  /** `beforeSeq` of the next call; null where nothing older can fit. */
  readonly nextBeforeSeq: number | null;
  /** Time of the oldest line that was looked at; null where none was. */
  readonly scannedToMs: number | null;
}

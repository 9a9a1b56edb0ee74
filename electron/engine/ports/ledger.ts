import type { Cause } from "#domain/cause.ts";
import type { DoubtedFile, FileMark, SeenFile } from "#domain/file-version.ts";
import type { DeliveryHour, FileHour } from "#domain/hourly-counts.ts";
import type { JournalFound, JournalLine, JournalQuery } from "#domain/journal.ts";
import type { BusyHour } from "#domain/learned-cadence.ts";
import type { QueueCell, QueueQuery, QueueWindow, UploadFilter } from "#domain/queue.ts";
import type { FailedState, Lane, Receipt, Upload, UploadEvent, UploadState } from "#domain/upload.ts";
import type { ListedStatus, VerdictQuery, Verdicts } from "#domain/verdicts.ts";

/** A finished file as the scanner found it. */
export interface FoundVersion extends SeenFile {
  readonly instrument: string;
  readonly measurementDate: string;
  /** Lane when no earlier version of the path is known; else it becomes `changed`. */
  readonly lane: "fresh" | "backfill";
  readonly checkFirst: boolean;
  /** MD5 of the held version of this size and modification time, where other content was read by now; else null. */
  readonly rewrittenFrom: string | null;
}

/** Files that were met, as the ledger compares them. */
export interface Compared {
  /** Not held, in the given order. */
  readonly unknown: readonly SeenFile[];
  /** Held and hashed before, and may have been rewritten since: only the bytes can tell. */
  readonly doubted: readonly DoubtedFile[];
}

/** Measurement dates, `YYYY-MM-DD`, both ends included. */
export interface DateSpan {
  readonly from: string;
  readonly to: string;
}

/** Chooses delivered uploads; with both `dates` and `changedSinceMs`, those of either. */
export interface DeliveredQuery {
  /** Measurement dates; null: not chosen by them. */
  readonly dates: readonly DateSpan[] | null;
  /** Delivered at this moment or later, epoch milliseconds; null: not chosen by it. */
  readonly changedSinceMs: number | null;
  /** Leaves out versions of paths that have a later one that is not superseded. */
  readonly newestOnly: boolean;
  /** 0 at first, then `nextSeq` of the last call. */
  readonly afterSeq: number;
}

export interface DeliveredPart {
  /** In the order in which they were found; may be empty. */
  readonly uploads: readonly Upload[];
  /** Null at the end. */
  readonly nextSeq: number | null;
}

export interface ClaimRequest {
  /** Names of the instruments whose uploads may be claimed. */
  readonly instruments: readonly string[];
  /** Names of others of which only the files that a person added may be claimed; left out: none. */
  readonly addedOf?: readonly string[];
  readonly limit: number;
  /** Only files of at most this many bytes; null is any. */
  readonly maxSize: number | null;
  /** Only measurement dates within one of these spans; null is any date. */
  readonly dates: readonly DateSpan[] | null;
  readonly nowMs: number;
  /**
   * To see whether the portal is back: also what waits, none of the uploads `except`, those of the instruments `last` after all
   * others, and changed files at the very end.
   */
  readonly probe?: { readonly except: readonly string[]; readonly last: readonly string[] };
}

export interface CauseCount {
  readonly cause: Cause;
  readonly count: number;
  /** The portal's words about all of the refused files; null where it said nothing, for other causes, and for the rest of many answers. */
  readonly portalMessage: string | null;
  readonly sampleId: string;
  readonly samplePath: string;
  readonly message: string;
  /** Whose files they are; null where several instruments have some. */
  readonly instrument: string | null;
  /** When the first of them came into its state, epoch milliseconds. */
  readonly sinceMs: number;
}

/** Files that are on their way or wait for their turn, with their bytes. */
export interface BytesLeft {
  readonly instrument: string;
  readonly files: number;
  readonly bytes: number;
}

export interface InstrumentCount {
  readonly instrument: string;
  /** Epoch milliseconds; null where nothing was delivered. */
  readonly lastDeliveredAtMs: number | null;
}

/** Kinds of files that have been unsent for a while and need no person. */
export interface Late {
  /** Files that wait for their first turn, or are on their way for the first time. */
  readonly isSending: boolean;
  /** Files that failed before and are tried again. */
  readonly isRetrying: boolean;
}

export interface DuplicateCount {
  readonly instrument: string;
  /** Delivered uploads that the portal has under another name only. */
  readonly uploads: number;
  /** Those among them whose modification time is the given moment or later. */
  readonly since: number;
}

/** Uploads on their way or on the portal whose content looks wrong; one of them as a sample. */
export interface ContentFindings {
  readonly instrument: string;
  readonly count: number;
  readonly files: readonly {
    readonly id: string;
    readonly relPath: string;
    /** As of the sample. */
    readonly reason: string;
    /** When its state changed last, epoch milliseconds. */
    readonly updatedAtMs: number;
  }[];
  readonly samplePath: string;
  /** Reason of the sample: one clause behind "the file". */
  readonly reason: string;
  /** Modification time of the oldest of them, epoch milliseconds. */
  readonly sinceMs: number;
}

/** When files of one instrument came, for what is usual. */
export interface InstrumentHours {
  readonly instrument: string;
  /** Its newest 720 hours with files, by modification time, newest first. */
  readonly busy: readonly BusyHour[];
  /** The hour of its first delivery, since the epoch; null before it. */
  readonly firstDelivery: number | null;
}

/** A delivered upload that was once not seen as its receipt says. */
export interface FirstLook extends Pick<Upload, "id" | "measurementDate"> {
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** Size of the ledger on the disk, in bytes. */
export interface LedgerSize {
  readonly bytes: number;
  /** Those among them that later rows will use before the file grows. */
  readonly unusedBytes: number;
  /** From the oldest line to the newest. */
  readonly journalLines: number;
  /** Epoch milliseconds; null when there is no line. */
  readonly oldestLineAtMs: number | null;
}

/** Kept counts: they cost the same with ten uploads and with a million. */
export interface LedgerMetrics {
  /** Cells without uploads may be missing. */
  readonly counts: readonly {
    readonly instrument: string;
    readonly state: UploadState;
    readonly uploads: number;
  }[];
  /** Counts of uploads that wait or are blocked; never 0. */
  readonly causes: readonly {
    readonly instrument: string;
    readonly state: FailedState;
    readonly cause: Cause;
    readonly uploads: number;
  }[];
  /** Delivered uploads that the portal has under another name only; instruments without any are left out. */
  readonly duplicates: readonly { readonly instrument: string; readonly uploads: number }[];
  /** `Ledger.oldestUnsentAtMs` */
  readonly oldestUnsentAtMs: number | null;
  /** `Ledger.arrivals` */
  readonly recentMs: readonly (readonly [instrument: string, atMs: readonly number[]])[];
}

/** A row that the tables refused and that was left out: id of the upload, or path of a version that was never recorded. */
export interface RefusedRow {
  readonly id: string;
  readonly reason: string;
}

/** How the ledger came up. Anything but `existing` and `new` must be reported. */
export interface LedgerOpening {
  readonly kind: "new" | "existing" | "rebuilt";
  /** New place of the damaged file, for `rebuilt`. */
  readonly movedTo: string | null;
  readonly message: string | null;
}

/**
 * The durable memory. Every call resolves after its change is on disk; calls of one tick share a transaction. Steps of a claim
 * (`claimed`, `hashed`, `announced`) may be there half a second later only: a crash gives those uploads back to the queue (ADR 37).
 * A call rejects only with LedgerError (disk full, I/O error); then nothing of it was written. `enqueue` and
 * `applyAll` of more than 200 uploads are written in pieces: those written before the error stay, and the call
 * may be repeated. When the cause has gone, the next call succeeds.
 */
export interface Ledger {
  readonly opening: LedgerOpening;
  /**
   * Idempotent by file version, as far as it is held (`compare`); one that was rewritten is held once its checksum is not
   * `rewrittenFrom`. Earlier versions of the same path that are not
   * terminal become `superseded`, as does the former upload of this version that came back (`displaced`), and any earlier version puts
   * the new one in lane `changed`. Gives the new uploads only, as they were recorded.
   */
  enqueue(found: readonly FoundVersion[], nowMs: number): Promise<readonly Upload[]>;
  /**
   * Gives the files that the ledger does not hold by size and modification time, and those that may have been rewritten. A file
   * that went back to a version has to be sent: one that is superseded is not held, nor one that was delivered before other
   * content of the file was hashed.
   */
  compare(instrument: string, files: readonly SeenFile[]): Promise<Compared>;
  /** The content of a hashed upload was found to be under this mark. Ignored where its checksum is another one by now. */
  mark(id: string, checksum: string, mark: FileMark): Promise<void>;
  /** True when no upload of this instrument was ever recorded. */
  isFirstMeeting(instrument: string): Promise<boolean>;
  /**
   * Uploads that are due become queued, and those whose `notBeforeMs` is over 63 minutes ahead, which no wait is (the
   * clock was set back while nothing ran); then the first `limit` by lane, newest date first, oldest file first, become hashing. */
  claim(request: ClaimRequest): Promise<readonly Upload[]>;
  /**
   * Applies an event and writes its journal line. Null when the event does not apply to the state the upload has now,
   * and for `hashed` when another upload of that checksum is announcing or sending; then nothing was written.
   * `announced`, or `confirmed` without it, takes the record's former content from the portal: delivered twins of that
   * content, and other paths that were delivered to this record with other bytes, become superseded with it
   * (`displaced`). They are found again: a twin is sent under its own name, a file that comes back conflicts with the one
   * that has its record. `confirmed` of what replaced content that this ledger may not know does the same to the day's
   * twins that were told this file's name. `displaced`, `lost` and `revoked` void the receipts of all versions of the path
   * with the same bytes: those that are still delivered are displaced with it.
   */
  apply(id: string, event: UploadEvent, nowMs: number): Promise<Upload | null>;
  /**
   * A look did not see a delivered upload as its receipt says, but `seen`. Gives when the first of the looks that agree was,
   * epoch milliseconds, this one where there is none; null where it is not delivered.
   */
  noteLook(id: string, seen: string, nowMs: number): Promise<number | null>;
  /** First looks that no second one has confirmed yet. */
  firstLooks(): Promise<readonly FirstLook[]>;
  /** These were seen as their receipts say. */
  clearLooks(ids: readonly string[]): Promise<void>;
  /**
   * Takes over what was learnt of the records behind receipts; kind, MD5 and time stay. No journal line. Uploads that are
   * not delivered by now are left as they are.
   */
  completeReceipts(completed: readonly { readonly id: string; readonly receipt: Receipt }[]): Promise<void>;
  /** Applies an event to every upload of the filter that it applies to; in batches. Gives how many. */
  applyAll(filter: UploadFilter, event: UploadEvent, nowMs: number): Promise<number>;
  /** Other paths with the same record key that are delivered or in flight. */
  sameRecord(recordKey: string, instrument: string, exceptRelPath: string): Promise<readonly Upload[]>;
  get(id: string): Promise<Upload | null>;
  /** Those of these uploads that are delivered and whose path has a later version that is delivered, too. */
  replaced(ids: readonly string[]): Promise<readonly string[]>;
  /** Versions of one path, newest first. */
  versions(instrument: string, relPath: string): Promise<readonly Upload[]>;
  /** A page, newest change first; `afterId` continues behind that upload. */
  list(filter: UploadFilter, limit: number, afterId: string | null): Promise<readonly Upload[]>;
  /** Rows of a long list; `total` counts the filter. */
  queue(query: QueueQuery): Promise<QueueWindow>;
  /**
   * Windows of several lists as of one moment: no upload is in two lists that exclude each other. If a list is searched
   * or sorted in pieces, an upload that leaves it meanwhile may be in none.
   */
  queueWindows(queries: readonly QueueQuery[]): Promise<readonly QueueWindow[]>;
  /** The uploads of `ids` and `text`, counted by instrument, state and cause. */
  queueCells(filter: Pick<UploadFilter, "ids" | "text">): Promise<readonly QueueCell[]>;
  totals(): Promise<Readonly<Record<UploadState, number>>>;
  /** Uploads that are neither terminal nor cancelled. */
  laneTotals(): Promise<Readonly<Record<Lane, number>>>;
  causes(): Promise<readonly CauseCount[]>;
  instrumentCounts(): Promise<readonly InstrumentCount[]>;
  /** By instrument; those without any are left out. Epoch milliseconds. */
  duplicates(sinceMs: number): Promise<readonly DuplicateCount[]>;
  /** Delivered uploads whose file has a newer version, delivered or not: a file is counted by its newest. */
  replacedCount(): Promise<number>;
  /**
   * Findings by instrument, of files modified at the first moment or later: newest versions whose state last changed at the
   * second moment or before. Those that a person allowed do not count, nor those whose ids are `known`.
   */
  contentFindings(
    sinceMs: number,
    untilMs: number,
    known: readonly string[],
  ): Promise<readonly ContentFindings[]>;
  /** Verdicts of the portal's lists on delivered files; instruments of which no list was read are left out. */
  verdicts(asked: readonly VerdictQuery[]): Promise<readonly Verdicts[]>;
  /** The portal's status of these contents; those that its lists do not show are left out. */
  listedStatuses(checksums: readonly string[]): Promise<readonly ListedStatus[]>;
  /** Delivered uploads whose receipt rests on a record that it does not name (before ADR 12), oldest first. */
  withoutRecord(limit: number): Promise<readonly Upload[]>;
  /** Delivered uploads, some at a time: one call looks at 2,000 uploads at most. */
  delivered(query: DeliveredQuery): Promise<DeliveredPart>;
  /** mtime of the oldest upload that is neither terminal nor cancelled, epoch milliseconds. */
  oldestUnsentAtMs(): Promise<number | null>;
  /** Number and sizes of the uploads that are unsent and not blocked; looks at every one of them. */
  bytesLeft(): Promise<readonly BytesLeft[]>;
  /** Unsent and not blocked, and not recorded between the two moments: before them, or ahead by a clock that was set back. */
  late(fromMs: number, toMs: number): Promise<Late>;
  /** All of one moment. */
  metrics(): Promise<LedgerMetrics>;
  /** Earliest `notBeforeMs` of waiting uploads. */
  nextDueMs(): Promise<number | null>;
  /**
   * All uploads of an instrument, with receipts, counts and events of the station, get its new name, in one transaction and
   * without a journal line; gives how many, 0 where the former name has none. Null, and nothing is changed, where both names
   * have uploads, or a person added some to the former one: their paths hold its name.
   */
  renameInstrument(from: string, to: string): Promise<number | null>;
  /** The wall clock was set: `notBeforeMs` of everything that waits moves by so much. Writes no journal line. */
  moveDue(byMs: number): Promise<void>;
  journal(query: {
    readonly sinceSeq: number;
    readonly limit: number;
    readonly uploadId?: string;
  }): Promise<readonly JournalLine[]>;
  journalPage(query: JournalQuery): Promise<JournalFound>;
  lastSeq(): Promise<number>;
  /** From now on the journal keeps this many lines; the oldest go first, some with each write. Receipts stay. */
  limitJournal(lines: number): Promise<void>;
  /** Takes a short step: removes what is over the limit, gives unused pages back to the disk. True when more is left. */
  upkeep(): Promise<boolean>;
  size(): Promise<LedgerSize>;
  /** Hours `fromHour` (included) to `toHour` (excluded) by modification time; hours without files are left out. */
  fileHours(fromHour: number, toHour: number): Promise<readonly FileHour[]>;
  /** The same by the time of delivery. */
  deliveryHours(fromHour: number, toHour: number): Promise<readonly DeliveryHour[]>;
  /** Hours of each instrument; those from `beforeHour` on are left out. */
  instrumentHours(beforeHour: number): Promise<readonly InstrumentHours[]>;
  /** The newest modification times met of each instrument, newest first, epoch milliseconds; at most 60 each. */
  arrivals(): Promise<ReadonlyMap<string, readonly number[]>>;
  /**
   * Called after each commit with the journal lines it wrote, before the calls that wrote them resolve, but for steps of a claim.
   * Gives a function that ends it.
   */
  onCommitted(listener: (entries: readonly JournalLine[]) => void): () => void;
  close(): Promise<void>;
}

/** The ledger could not write or read: disk full, I/O error, data folder gone. */
export class LedgerError extends Error {
  override readonly name = "LedgerError";
}

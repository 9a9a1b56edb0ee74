import type { Cause, Failure } from "./domain/failure.ts";
import type { FileStat, FileVersion } from "./domain/file-version.ts";
import type { DeliveryHour, FileHour } from "./domain/hours.ts";
import type { JournalEntry, JournalFound, JournalQuery } from "./domain/journal.ts";
import type { Outcome } from "./domain/outcome.ts";
import type { Metadata, RawFile } from "./domain/portal-records.ts";
import type { QueueCell, QueueQuery, UploadFilter } from "./domain/queue.ts";
import type { Settings, SettingsProblem } from "./domain/settings.ts";
import type { Lane, Upload, UploadEvent, UploadState } from "./domain/upload.ts";

export type { JournalEntry, UploadFilter };

/** The ways in which the engine meets the world. Each has a fake and a real form that pass one suite. */

export interface Clock {
  /** Wall clock, epoch milliseconds UTC. May jump. */
  nowMs(): number;
  /** Milliseconds of a clock that never jumps; for durations. */
  monotonicMs(): number;
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Uniform in [0, 1); here so that back-off can be replayed. */
  random(): number;
}

/** Why a file or folder could not be used. */
export interface FileTrouble {
  readonly trouble: "vanished" | "locked" | "unreadable" | "not-a-file";
  /** One sentence that names the file or folder. */
  readonly message: string;
}

export interface WalkRequest {
  /** Absolute path of the instrument's folder. */
  readonly folder: string;
  /** Only what matches is stat'ed and given; null gives every file. Folders that cannot match are not entered. */
  readonly pattern: string | null;
  /** Ends of file names that are given besides what matches (sentinels). */
  readonly alsoSuffixes: readonly string[];
}

export interface WalkBatch {
  readonly files: readonly FileVersion[];
  /** What was met and cannot be used: symbolic links, unreadable folders, entries that are no files. */
  readonly skipped: readonly { readonly relPath: string; readonly reason: string }[];
}

/** A file held open for one upload; reads always see the file that was opened. */
export interface OpenFile {
  /** As it stood when opened. */
  readonly stat: FileStat;
  /** The first `size` bytes read once into memory, with their MD5. For small files. Trouble when it has fewer. */
  readWhole(size: number): Promise<{ bytes: Uint8Array; checksum: string } | FileTrouble>;
  /** MD5 of the first `size` bytes, computed off the main thread. Trouble when the file has fewer, or on abort. */
  checksum(size: number, signal: AbortSignal): Promise<string | FileTrouble>;
  /** The first `size` bytes in pieces of up to 1 MiB; throws nothing: a read error ends it and stands in `readTrouble`. */
  chunks(size: number): AsyncIterable<Uint8Array>;
  readonly readTrouble: FileTrouble | null;
  /** What stands under the path now and, when that is gone, under the descriptor. */
  statAgain(): Promise<{ byPath: FileStat | null; byDescriptor: FileStat }>;
  close(): Promise<void>;
}

/** Reads the instruments' folders. Has no way to write to them. */
export interface Files {
  /**
   * Walks off the main thread; ends early when `signal` aborts. A folder that is missing, or goes while it is walked,
   * gives FileTrouble. A file may be given twice (when a drive that hangs makes the walk begin again).
   */
  walk(request: WalkRequest, signal: AbortSignal): AsyncIterable<WalkBatch | FileTrouble>;
  stat(folder: string, relPath: string): Promise<FileStat | FileTrouble>;
  open(folder: string, relPath: string): Promise<OpenFile | FileTrouble>;
  /** True when another process surely holds it open for writing (Windows); false where that cannot be told. */
  isHeldForWriting(folder: string, relPath: string): Promise<boolean>;
}

/** Hints that something changed. Hints get lost; the sweep finds everything anyway. */
export interface Watch {
  /** Resolves when every folder that is there is watched; hints may come before. A folder that comes later is watched then. */
  start(
    folders: readonly { readonly folder: string; readonly network: boolean }[],
    onHint: (hint: { folder: string; relPath: string }) => void,
    onTrouble: (trouble: { folder: string; message: string }) => void,
  ): Promise<void>;
  stop(): Promise<void>;
}

/** A finished file as the scanner found it. */
export interface FoundVersion extends FileVersion {
  readonly instrument: string;
  readonly measurementDate: string;
  /** Lane when no earlier version of the path is known; else it becomes `changed`. */
  readonly lane: "fresh" | "backfill";
  readonly asksFirst: boolean;
}

/** Measurement dates, `YYYY-MM-DD`, both ends included. */
export interface DateSpan {
  readonly from: string;
  readonly to: string;
}

export interface ClaimRequest {
  /** Names of the instruments whose uploads may be claimed. */
  readonly instruments: readonly string[];
  readonly limit: number;
  /** Only files of at most this many bytes; null is any. */
  readonly maxSize: number | null;
  /** Only measurement dates within one of these spans; null is any date. */
  readonly dates: readonly DateSpan[] | null;
  readonly nowMs: number;
}

export interface CauseCount {
  readonly cause: Cause;
  readonly count: number;
  readonly sampleId: string;
  readonly samplePath: string;
  readonly message: string;
}

export interface InstrumentCount {
  readonly instrument: string;
  /** Newest mtime of any version, epoch milliseconds. */
  readonly lastFileAtMs: number | null;
  /** Delivered since the given moment. */
  readonly deliveredSince: number;
}

/** How the ledger came up. Anything but `existing` and `new` must be said aloud. */
export interface LedgerOpening {
  readonly kind: "new" | "existing" | "rebuilt";
  /** Where the damaged file was moved, for `rebuilt`. */
  readonly movedTo: string | null;
  readonly message: string | null;
}

/**
 * The durable memory. Every call resolves after its change is on disk; calls of one tick share a transaction.
 * A call rejects only with LedgerTrouble (disk full, I/O error); then nothing of it was written. `enqueue` and
 * `applyAll` of more than 200 uploads are written in pieces: those written before the trouble stay, and the call
 * may be repeated. When the cause has gone, the next call succeeds.
 */
export interface Ledger {
  readonly opening: LedgerOpening;
  /**
   * Idempotent by file version. Earlier versions of the same path that are not terminal become `superseded`, and any
   * earlier version puts the new one in lane `changed`. Gives the new uploads only, as they were recorded.
   */
  enqueue(found: readonly FoundVersion[], nowMs: number): Promise<readonly Upload[]>;
  /**
   * Those of `versions` that the ledger does not hold, in the given order. A superseded version is not held: a file
   * that went back to it has to be sent.
   */
  unknown(instrument: string, versions: readonly FileVersion[]): Promise<readonly FileVersion[]>;
  /** True when no upload of this instrument was ever recorded. */
  isFirstMeeting(instrument: string): Promise<boolean>;
  /**
   * Uploads that are due become queued, and those whose `notBeforeMs` is over 20 minutes ahead (the clock was set
   * back); then the first `limit` by lane, newest date first, oldest file first, become hashing. */
  claim(request: ClaimRequest): Promise<readonly Upload[]>;
  /**
   * Applies an event and writes its journal line. Null when the event does not apply to the state the upload has now,
   * and for `hashed` when another upload of that checksum is announcing or sending; then nothing was written.
   */
  apply(id: string, event: UploadEvent, nowMs: number): Promise<Upload | null>;
  /** Applies an event to every upload of the filter that it applies to; in batches. Gives how many. */
  applyAll(filter: UploadFilter, event: UploadEvent, nowMs: number): Promise<number>;
  /** Other paths with the same record key that are delivered or in flight. */
  sameRecord(recordKey: string, instrument: string, exceptRelPath: string): Promise<readonly Upload[]>;
  get(id: string): Promise<Upload | null>;
  /** Versions of one path, newest first. */
  versions(instrument: string, relPath: string): Promise<readonly Upload[]>;
  /** A page, newest change first; `afterId` continues behind that upload. */
  list(filter: UploadFilter, limit: number, afterId: string | null): Promise<readonly Upload[]>;
  /** Rows of a long list; `total` counts the filter. */
  queue(query: QueueQuery): Promise<{ readonly total: number; readonly uploads: readonly Upload[] }>;
  /** The uploads of `ids` and `text`, counted by instrument, state and cause. */
  queueCells(filter: Pick<UploadFilter, "ids" | "text">): Promise<readonly QueueCell[]>;
  totals(): Promise<Readonly<Record<UploadState, number>>>;
  /** Uploads that are neither terminal nor cancelled. */
  laneTotals(): Promise<Readonly<Record<Lane, number>>>;
  causes(): Promise<readonly CauseCount[]>;
  instrumentCounts(sinceMs: number): Promise<readonly InstrumentCount[]>;
  /** mtime of the oldest upload that is neither terminal nor cancelled, epoch milliseconds. */
  oldestUnsentAtMs(): Promise<number | null>;
  /** Earliest `notBeforeMs` of waiting uploads. */
  nextDueMs(): Promise<number | null>;
  journal(query: {
    readonly sinceSeq: number;
    readonly limit: number;
    readonly uploadId?: string;
  }): Promise<readonly JournalEntry[]>;
  journalPage(query: JournalQuery): Promise<JournalFound>;
  lastSeq(): Promise<number>;
  /** Hours `fromHour` (included) to `toHour` (excluded) by modification time; hours without files are left out. */
  fileHours(fromHour: number, toHour: number): Promise<readonly FileHour[]>;
  /** The same by the time of delivery. */
  deliveryHours(fromHour: number, toHour: number): Promise<readonly DeliveryHour[]>;
  /** The newest modification times met of each instrument, newest first, epoch milliseconds; at most 60 each. */
  arrivals(): Promise<ReadonlyMap<string, readonly number[]>>;
  /**
   * Called after each commit with the journal lines it wrote, before the calls that wrote them resolve. Gives a
   * function that ends it.
   */
  onCommitted(listener: (entries: readonly JournalEntry[]) => void): () => void;
  close(): Promise<void>;
}

/** The ledger could not write or read: disk full, I/O error, data folder gone. */
export class LedgerTrouble extends Error {
  override readonly name = "LedgerTrouble";
}

/** Content of a PUT. `size` is what will be sent; the adapter counts it. */
export type UploadBody =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly size: number }
  | { readonly kind: "stream"; readonly chunks: () => AsyncIterable<Uint8Array>; readonly size: number };

export type ReadOutcome<T> =
  /** `notes`: what of the answer could not be read and is left out, one sentence each. */
  | { readonly kind: "found"; readonly value: T; readonly notes?: readonly string[] }
  /** The portal answered with an error of its own (`status`, `errors`). */
  | { readonly kind: "refused"; readonly status: number; readonly errors: readonly string[] }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "abandoned" };

export interface RawFileQuery {
  readonly site: string;
  readonly date?: string;
  readonly dateFrom?: string;
  readonly dateTo?: string;
  readonly instrument: string;
  readonly filename?: string;
}

/** The two upload routes and the one read route that delivery itself needs. */
export interface Portal {
  announce(metadata: Metadata, signal: AbortSignal): Promise<Outcome>;
  /** `onSent` hears of sent bytes, cumulative. The body has passed the bandwidth limit when it is sent. */
  send(
    checksum: string,
    body: UploadBody,
    signal: AbortSignal,
    onSent: (sentBytes: number) => void,
  ): Promise<Outcome>;
  rawFiles(query: RawFileQuery, signal: AbortSignal): Promise<ReadOutcome<readonly RawFile[]>>;
  /** The record of a checksum where the portal offers it (`GET /upload/metadata/<md5>`); null when it does not. */
  recordOf(checksum: string, signal: AbortSignal): Promise<ReadOutcome<RawFile | null>>;
  /** Requests made so far. */
  requests(): {
    readonly post: number;
    readonly put: number;
    readonly get: number;
    readonly sentBytes: number;
  };
  /**
   * How far this PC's clock was ahead of the portal's at the last answer to an upload, milliseconds, to about a second;
   * null while none came. Left out where that cannot be told.
   */
  clockAheadMs?(): number | null;
  close(): Promise<void>;
}

/** Where the password lies. */
export type SecretPlace = "environment" | "password-file" | "keychain" | "fallback";

export type SecretFound =
  | { readonly kind: "found"; readonly secret: string; readonly place: SecretPlace; readonly backend: string }
  | { readonly kind: "none"; readonly message: string }
  /** A place exists and cannot be read now (keychain locked, file not readable). */
  | { readonly kind: "trouble"; readonly message: string };

export interface Secrets {
  /** First found of environment, password file, keychain, fallback (product.md, "Settings file"). */
  password(username: string, portalUrl: string): Promise<SecretFound>;
  /** Keeps it in the keychain, else in the fallback; says where, or why it could not. */
  keep(
    username: string,
    portalUrl: string,
    secret: string,
  ): Promise<{ readonly place: SecretPlace; readonly backend: string } | { readonly message: string }>;
}

export interface SettingsSource {
  /** Settings that can be used and what is wrong with the rest. */
  load(): Promise<{ readonly settings: Settings; readonly problems: readonly SettingsProblem[] }>;
  /** Calls after the file changed. Gives a function that ends it. */
  onChanged(listener: () => void): () => void;
}

/** Keeps one piece of plain data from one run to the next. Never rejects: what cannot be kept is logged. */
export interface Notebook {
  /** Null where nothing was kept or it cannot be read. */
  read(): Promise<unknown>;
  write(value: object): Promise<void>;
}

/** A notice as it is posted to a webhook. */
export interface WebhookMessage {
  readonly id: string;
  readonly kind: string;
  readonly cause: string;
  readonly sentence: string;
  /** Files concerned. */
  readonly count: number;
  /** ISO 8601 in UTC. */
  readonly since: string;
  /** Sites of the station. */
  readonly station: string;
  /** Says again what was posted before. */
  readonly isRepeat: boolean;
}

/** Tells somebody elsewhere. Returns at once; what cannot be told is dropped and logged. */
export interface Webhook {
  post(address: string, message: WebhookMessage): void;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

export interface Log {
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

import type { KeyedLock } from "#base/keyed-lock.ts";
import { isAdded } from "#domain/added-files.ts";
import type { Failure } from "#domain/cause.ts";
import { checkContent, findingOf } from "#domain/content/check-content.ts";
import { type ContentFinding, type ContentSample, sampleOf } from "#domain/content/verdict.ts";
import { baseName, type FileMark, markOf, recordKey, unfitNameReason } from "#domain/file-version.ts";
import type { Stage } from "#domain/outcome.ts";
import { announcementOf, type Metadata } from "#domain/portal-records.ts";
import { precedenceOf } from "#domain/precedence.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Receipt, Upload, UploadEvent } from "#domain/upload.ts";
import type { Clock, FileError, Files } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { Portal, UploadBody } from "#engine/ports/portal.ts";
import { type AttemptResult, recordResult, released, retryFile } from "./attempt-result.ts";
import type { ConnectionLimit } from "./connection-limit.ts";
import type { DueClock } from "./due-clock.ts";
import {
  blockedFailure,
  contentFailure,
  doubtedFailure,
  fileFailure,
  inFlightFailure,
  noPermissionFailure,
  rewrittenFailure,
  silenceFailure,
  unfitNameFailure,
} from "./failures.ts";
import type { Stopped } from "./judge.ts";
import { nameConflict } from "./name-conflict.ts";
import type { ReceivedFilesReader } from "./received-files.ts";
import { lockRecord } from "./record-lock.ts";
import type { SiteRefusals } from "./site-refusals.ts";
import { announceAndSend, dependsOnSettings, type TransferResult } from "./transfer.ts";
import { isVersionOf, type OpenedUpload, verifyUnchanged } from "./verify-unchanged.ts";
import type { UploadRequest } from "./witnesses.ts";

export interface AttemptParts {
  readonly clock: Clock;
  readonly due: DueClock;
  readonly files: Files;
  readonly ledger: Ledger;
  readonly portal: Portal;
  readonly receivedFiles: ReceivedFilesReader;
  /** Locks of records and checksums. */
  readonly locks: KeyedLock;
  readonly refusals: SiteRefusals;
  readonly connections: ConnectionLimit;
  /** True when the settings were changed since the work on this upload began. */
  isOutdated(): boolean;
  /** False while nothing but a probe may send files of the instrument. */
  isOpen(instrument: Instrument): boolean;
  /** The portal or its route for this instrument is held. */
  isHeld(instrument: Instrument): boolean;
  /** The link fell silent: every upload waits from now on. */
  onSilence(failure: Failure): void;
  /** Gives the result when something stops this upload, or everything: then every upload waits from the call on. */
  judge(stopped: Stopped): Promise<AttemptResult>;
  /** The portal gave its verdict on this upload: link and credentials are good. */
  onVerdict(id: string, request: UploadRequest): void;
  /** As in the settings with which the work on this upload began. */
  readonly portalUrl: string;
  /** True when the settings name another one by now. */
  isOtherPortal(): boolean;
  instrumentOf(name: string): Instrument | undefined;
  /** The date of its path by the settings of now; null where they leave it out. */
  dateNow(upload: Upload): string | null;
  /** Looks whether the instrument's folder itself is there; why it is not, or null. Noted for all its files. */
  folderTrouble(instrument: Instrument): Promise<string | null>;
  onProgress(id: string, sentBytes: number): void;
}

/** An upload that is tried. */
interface Attempt {
  readonly upload: Upload;
  readonly instrument: Instrument;
  readonly parts: AttemptParts;
  readonly signal: AbortSignal;
  /** The one upload that is tried while the queue is held. */
  readonly isProbe: boolean;
  /** Ends what it holds: its file, the lock of its record, its connection. */
  readonly ends: AsyncDisposableStack;
}

interface Opened extends Attempt, OpenedUpload {
  readonly filename: string;
  /** As it was opened. */
  readonly mark: FileMark | null;
  /** The mark of `receivedFiles` when this attempt began. */
  readonly begunAt: number;
}

interface Hashed extends Opened {
  readonly content: ContentFinding | null;
  readonly metadata: Metadata;
  readonly recordKey: string;
  readonly body: UploadBody;
}

/** Up to this size a file is read once into memory and sent from there; bytes. */
const smallFileBytes = 8 * 1024 * 1024;
const settingsChanged = released("the settings have changed");
const stoppedEarly = released("stopped before announcing");

/**
 * Tries one claimed upload (ARCHITECTURE.md, "The path of one file"). Every end is a result, which the ledger has;
 * rejects with LedgerError, and for bugs.
 */
export async function attempt(
  upload: Upload,
  parts: AttemptParts,
  signal: AbortSignal,
  isProbe: boolean,
): Promise<AttemptResult> {
  const instrument = parts.instrumentOf(upload.instrument);
  if (instrument === undefined)
    return await recordResult(upload, released("its instrument is not in the settings"), parts);
  await using ends = new AsyncDisposableStack();
  const result = await resultOf({ upload, instrument, parts, signal, isProbe, ends });
  // Before the record is unlocked: nobody else may announce it until this is written.
  const recorded = await recordResult(upload, result, parts, isProbe || parts.isHeld(instrument));
  if (recorded.kind === "delivered") parts.refusals.lift(instrument);
  return recorded;
}

async function resultOf(one: Attempt): Promise<AttemptResult> {
  const refusal = refusalOf(one);
  if (refusal !== null) return refusal;
  const opened = await open(one);
  if ("kind" in opened) return opened;
  const hashed = await hash(opened);
  if ("kind" in hashed) return hashed;
  const early = (await lock(hashed)) ?? (await checkFirst(hashed));
  if (early !== null) return early;
  const connection = await connect(hashed);
  if ("kind" in connection) return connection;
  return await verify(hashed, await transfer(hashed, connection));
}

/** Gives the result that needs neither the file nor the portal; null where there is none. */
function refusalOf(one: Attempt): AttemptResult | null {
  const { upload, parts } = one;
  // Under a date that the operator has corrected the portal would keep it forever.
  if (parts.dateNow(upload) !== upload.measurementDate) return { kind: "changed", by: "settings" };
  const filename = baseName(upload.relPath);
  const unfit = unfitNameReason(filename);
  return unfit === null
    ? refusalOfSite(one)
    : { kind: "blocked", failure: unfitNameFailure(filename, unfit) };
}

/** The probe asks the portal itself: what the portal said before the hold does not tell whether it answers now. */
function refusalOfSite({ upload, parts, instrument, isProbe }: Attempt): AttemptResult | null {
  const failure = isProbe ? null : parts.refusals.of(instrument, upload.id);
  return failure === null ? null : { kind: "blocked", failure };
}

async function open(one: Attempt): Promise<Opened | AttemptResult> {
  const { upload, instrument, parts, ends } = one;
  const begunAt = parts.receivedFiles.mark();
  const file = await parts.files.open(instrument.folder, upload.relPath);
  if ("error" in file) return await unreadable(one, file);
  ends.defer(() => file.close());
  const mark = markOf(file.stat, parts.clock.nowMs());
  if (!isVersionOf(one, file.stat)) return { kind: "changed", by: "file" };
  return { ...one, filename: baseName(upload.relPath), mark, begunAt, file };
}

async function hash(one: Opened): Promise<Hashed | AttemptResult> {
  const { upload, instrument, file, filename, signal } = one;
  const { size } = upload;
  let body: UploadBody;
  let checksum: string;
  let sample: ContentSample | FileError | null = null;
  if (size <= smallFileBytes) {
    const read = await file.readWhole(size);
    if ("error" in read) return await unreadable(one, read);
    body = { kind: "bytes", bytes: read.bytes, size };
    checksum = read.checksum;
    sample = sampleOf(read.bytes);
  } else {
    const hashed = await file.checksum(size, signal);
    if (signal.aborted) return released("stopped while hashing");
    if (typeof hashed !== "string") return await unreadable(one, hashed);
    body = { kind: "stream", chunks: () => file.chunks(size), size };
    checksum = hashed;
    if (isChecked(instrument)) sample = await file.sample();
  }
  if (sample !== null && "error" in sample) return await unreadable(one, sample);
  const content =
    sample === null || !isChecked(instrument)
      ? null
      : findingOf(checkContent(sample, instrument.instrument, filename));
  const { measurementDate } = upload;
  const metadata = announcementOf(instrument, { measurementDate, filename, checksum });
  return { ...one, metadata, recordKey: recordKey({ ...metadata, pid: instrument.pid }), body, content };
}

function isChecked({ check = "warn" }: Instrument): boolean {
  return check !== "off";
}

/** Locks the record and writes down what was read. Null where nothing speaks against announcing it. */
async function lock(one: Hashed): Promise<AttemptResult | null> {
  const { upload, parts, signal, recordKey, mark, content } = one;
  const { checksum } = one.metadata;
  const locked = await lockRecord(upload, recordKey, checksum, parts, signal);
  if (locked === null) return stoppedEarly;
  one.ends.defer(locked.release);
  const hashed: UploadEvent = { type: "hashed", checksum, recordKey, mark, content };
  const [recorded, state] = await Promise.all([
    parts.ledger.apply(upload.id, hashed, parts.clock.nowMs()),
    verifyUnchanged(one, checksum),
  ]);
  if (recorded === null) return await overtaken(one);
  // Half old, half new has a checksum like any other: the portal would take it for a finished file.
  if (state === "changed") return await changed(one, rewrittenFailure(upload.relPath, "read"));
  if (state === "unknown") return stoppedEarly;
  const held = recorded.content?.isAllowed === false ? heldBack(one) : null;
  return held ?? (await nameConflict(one, checksum, locked.conflicts, parts));
}

/** The instrument's settings keep what looks damaged until a person decides. */
function heldBack({ content, instrument, upload }: Hashed): AttemptResult | null {
  if (content === null || instrument.check !== "hold") return null;
  return { kind: "blocked", failure: contentFailure(upload.relPath, content.reason) };
}

/** Cancelled or superseded meanwhile; or, not to be tried at once again, the ledger has the same bytes in flight. */
async function overtaken({ upload, parts }: Attempt): Promise<AttemptResult> {
  const isOurs = (await parts.ledger.get(upload.id))?.state === "hashing";
  return isOurs ? retryFile(inFlightFailure(upload.relPath)) : released(null);
}

/** Delivered where the portal lists it under this name; null where it has to be sent. Takes no connection meanwhile. */
async function checkFirst(one: Hashed): Promise<AttemptResult | null> {
  const { upload, parts, signal } = one;
  if (!upload.checkFirst || one.isProbe || !parts.isOpen(one.instrument)) return null;
  const record = await parts.receivedFiles.heldAlready(one.metadata, one.begunAt, signal);
  if (signal.aborted) return stoppedEarly;
  if (parts.isOutdated()) return settingsChanged;
  if (record === null || record === "unknown") return null;
  return await delivered(one, { kind: "confirmed", how: "known", record });
}

/** Gives the function that frees the connection. */
async function connect(one: Hashed): Promise<(() => void) | AttemptResult> {
  const { upload, parts, signal, isProbe, ends } = one;
  const free = await parts.connections.take(
    upload.size,
    signal,
    isProbe,
    precedenceOf(upload, parts.clock.nowMs()),
  );
  if (free === null) return stoppedEarly;
  ends.defer(free);
  // Much may have happened while it waited for the connection.
  if (parts.isOutdated()) return settingsChanged;
  if (!parts.isOpen(one.instrument) && !isProbe) return released("sending is on hold");
  return refusalOfSite(one) ?? free;
}

function requestOf({ instrument }: Attempt, stage: Stage = "announce"): UploadRequest {
  return `${stage} ${instrument.kind ?? "instrument"}`;
}

/** Announces and sends. The connection is free as soon as nothing more is asked. */
async function transfer(one: Hashed, free: () => void): Promise<TransferResult | AttemptResult> {
  const { upload, parts, signal } = one;
  let announcedOnDisk: Promise<unknown> = Promise.resolve();
  let isDoubted = false;
  const answer = await announceAndSend(parts.portal, parts.receivedFiles, {
    metadata: one.metadata,
    body: one.body,
    isNew: upload.lane === "fresh" || upload.lane === "backfill",
    signal,
    precedence: () => precedenceOf(upload, parts.clock.nowMs()),
    isOutdated: () => parts.isOutdated(),
    onVerdict(stage, refusal) {
      if (parts.isOtherPortal() || (refusal !== null && parts.isOutdated())) return;
      // First: those whom the verdict lets in must not ask the same question.
      if (refusal?.cause === "no-permission")
        isDoubted =
          parts.refusals.refuse(
            one.instrument,
            upload.id,
            noPermissionFailure(one.instrument, refusal.portalMessage),
          ) === "doubted";
      parts.onVerdict(upload.id, requestOf(one, stage));
    },
    // Written while the content is being sent: it is waited for below, before anything is called delivered.
    onAnnounced: () => {
      announcedOnDisk = parts.ledger.apply(upload.id, { type: "announced" }, parts.clock.nowMs());
      announcedOnDisk.catch(() => {});
    },
    onSilence: (failure) => parts.onSilence(silenceFailure(failure)),
    onSent: (sentBytes) => parts.onProgress(upload.id, sentBytes),
  });
  // Some of the questions may have gone to the one and some to the other portal: neither has the file for sure.
  const isOutdated = parts.isOtherPortal() || (parts.isOutdated() && dependsOnSettings(answer));
  const result: TransferResult = isOutdated ? { kind: "outdated" } : answer;
  // Before the connection is free: others who wait for it must not ask the same question.
  const judged =
    result.kind === "hold"
      ? parts.judge({ ...result, upload, isProbe: one.isProbe, request: requestOf(one, result.stage) })
      : null;
  // It is waited for below; until then what fails first is told.
  judged?.catch(() => {});
  free();
  await announcedOnDisk;
  if (isDoubted && result.kind === "blocked")
    return retryFile(doubtedFailure(upload.relPath, result.failure, parts.clock.nowMs()));
  return (await judged) ?? result;
}

/** Judges what the answer means for the file as it is now. */
async function verify(one: Hashed, sent: TransferResult | AttemptResult): Promise<AttemptResult> {
  const { parts, instrument, file, metadata } = one;
  if (sent.kind === "outdated") return settingsChanged;
  if (sent.kind === "confirmed") return await delivered(one, sent);
  if (file.readError !== null) return await unreadable(one, file.readError);
  if (sent.kind === "blocked") {
    const { id, relPath } = one.upload;
    const ofAll = parts.refusals.of(instrument, id);
    return { kind: "blocked", failure: blockedFailure(ofAll, sent.failure, instrument, relPath) };
  }
  if (sent.kind !== "hash-again") return sent;
  if ((await verifyUnchanged(one, metadata.checksum)) !== "unchanged")
    return await changed(one, sent.failure);
  return { kind: "retry", failure: sent.failure, retryAfterMs: null, isOutage: true };
}

/** The portal has the bytes that were read; delivered is only what the file still holds. */
async function delivered(
  one: Hashed,
  { how, record }: Extract<TransferResult, { kind: "confirmed" }>,
): Promise<AttemptResult> {
  const { upload, parts, metadata } = one;
  const receipt: Receipt = {
    kind: how,
    checksum: metadata.checksum,
    size: upload.size,
    confirmedAtMs: parts.clock.nowMs(),
    recordFilename: record?.filename ?? null,
    recordUuid: record?.uuid ?? null,
    portal: parts.portalUrl,
  };
  const state = await verifyUnchanged(one, metadata.checksum);
  if (state === "unknown") return released("stopped before the final check of the file");
  if (state === "changed") return await changed(one, rewrittenFailure(upload.relPath, "sent"));
  return { kind: "delivered", receipt };
}

/** Another size or time is another version; the same ones with other bytes are read again later. */
async function changed(one: Opened, failure: Failure): Promise<AttemptResult> {
  const { byPath } = await one.file.statAgain();
  return byPath !== null && !isVersionOf(one, byPath) ? { kind: "changed", by: "file" } : retryFile(failure);
}

/** The file could not be read; it is tried again. A drive or share that went away is no fault of its files. */
async function unreadable(one: Attempt, error: FileError): Promise<AttemptResult> {
  const { upload, instrument, parts } = one;
  const folderTrouble = isAdded(upload.relPath) ? null : await parts.folderTrouble(instrument);
  if (folderTrouble !== null) return released(folderTrouble);
  return retryFile(fileFailure(error, instrument, upload.relPath));
}

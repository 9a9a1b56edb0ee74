import {
  type CarryEnd,
  failFinal,
  failOnFile,
  failPassing,
  release,
  type UploaderParts,
} from "./carry-ends.ts";
import type { Failure } from "./domain/failure.ts";
import { baseName, isSameVersion, recordKey, unfitNameReason } from "./domain/file-version.ts";
import type { Metadata } from "./domain/portal-records.ts";
import type { Instrument } from "./domain/settings.ts";
import type { Receipt, Upload, UploadEvent } from "./domain/upload.ts";
import { exchange } from "./exchange.ts";
import { clashFailure, noPermissionFailure, unfitNameFailure } from "./file-failures.ts";
import type { OpenFile, UploadBody } from "./ports.ts";

/** Up to this size a file is read once into memory and sent from there; bytes. */
export const smallFileBytes = 8 * 1024 * 1024;

/**
 * Carries one claimed upload as far as it goes: open once, hash, announce, send, look again, confirm
 * (house.md, "The way of one file", 5 to 8). Never throws but for LedgerTrouble and bugs.
 */
export async function carry(
  upload: Upload,
  parts: UploaderParts,
  signal: AbortSignal,
  isProbe: boolean,
): Promise<CarryEnd> {
  const instrument = parts.instrumentOf(upload.instrument);
  if (instrument === undefined) return await release(upload, parts, "its instrument is not in the settings");
  const filename = baseName(upload.relPath);
  const unfit = unfitNameReason(filename);
  if (unfit !== null) return await failFinal(upload, parts, unfitNameFailure(filename, unfit));
  const refusal = parts.refusals.of(instrument.site);
  if (refusal !== null) return await failFinal(upload, parts, refusal);

  const opened = await parts.files.open(instrument.folder, upload.relPath);
  if ("trouble" in opened) return await failOnFile(upload, parts, instrument, opened);
  try {
    return await carryOpened({ upload, parts, instrument, filename, file: opened, signal, isProbe });
  } finally {
    await opened.close();
  }
}

interface Carried {
  readonly upload: Upload;
  readonly parts: UploaderParts;
  readonly instrument: Instrument;
  readonly filename: string;
  readonly file: OpenFile;
  readonly signal: AbortSignal;
  /** The one upload that is tried while the queue is held. */
  readonly isProbe: boolean;
}

async function carryOpened(one: Carried): Promise<CarryEnd> {
  const { upload, parts, instrument, file, signal } = one;
  if (!stillHolds(one, file.stat)) return await changed(one);

  let body: UploadBody;
  let checksum: string;
  if (upload.size <= smallFileBytes) {
    const read = await file.readWhole(upload.size);
    if ("trouble" in read) return await failOnFile(upload, parts, instrument, read);
    body = { kind: "bytes", bytes: read.bytes, size: upload.size };
    checksum = read.checksum;
  } else {
    const hashed = await file.checksum(upload.size, signal);
    if (signal.aborted) return await release(upload, parts, "stopped while hashing");
    if (typeof hashed !== "string") return await failOnFile(upload, parts, instrument, hashed);
    body = { kind: "stream", chunks: () => file.chunks(upload.size), size: upload.size };
    checksum = hashed;
  }
  const metadata: Metadata = {
    measurementDate: upload.measurementDate,
    instrument: instrument.instrument,
    instrumentPid: instrument.pid,
    filename: one.filename,
    checksum,
    site: instrument.site,
    tags: instrument.tags,
  };
  const key = recordKey({ ...metadata, pid: instrument.pid });
  const endRecordTurn = await parts.turns.take(`record ${key}`, signal);
  if (endRecordTurn === null) return await release(upload, parts, "stopped before announcing");
  try {
    const endChecksumTurn = await parts.turns.take(`checksum ${checksum}`, signal);
    if (endChecksumTurn === null) return await release(upload, parts, "stopped before announcing");
    try {
      return await converse(one, metadata, key, body);
    } finally {
      endChecksumTurn();
    }
  } finally {
    endRecordTurn();
  }
}

async function converse(one: Carried, metadata: Metadata, key: string, body: UploadBody): Promise<CarryEnd> {
  const { upload, parts, instrument, file, signal } = one;
  const hashed: UploadEvent = { type: "hashed", checksum: metadata.checksum, recordKey: key };
  const [recorded, clashing] = await Promise.all([
    parts.ledger.apply(upload.id, hashed, parts.clock.nowMs()),
    parts.ledger.sameRecord(key, upload.instrument, upload.relPath),
  ]);
  if (recorded === null) return await release(upload, parts, "another upload has the same checksum in hand");
  for (const other of clashing) {
    if (other.checksum === metadata.checksum) continue;
    const standing = await parts.files.stat(instrument.folder, other.relPath);
    if (!("trouble" in standing))
      return await failFinal(upload, parts, clashFailure(one.filename, other.relPath));
  }

  const endLink = await parts.link.take(signal);
  if (endLink === null || !(parts.isOpen() || one.isProbe)) {
    endLink?.();
    return await release(upload, parts, "the queue waits");
  }
  let announcedOnDisk: Promise<unknown> = Promise.resolve();
  const end = await exchange(parts.portal, parts.coverage, {
    metadata,
    body,
    asksFirst: upload.asksFirst,
    signal,
    // Written while the content is being sent: it is waited for below, before anything is called delivered.
    onAnnounced: () => {
      parts.onAccepted();
      announcedOnDisk = parts.ledger.apply(upload.id, { type: "announced" }, parts.clock.nowMs());
      announcedOnDisk.catch(() => {});
    },
    onSent: (sentBytes) => parts.onProgress(upload.id, sentBytes),
  });
  endLink();
  await announcedOnDisk;
  if (file.readTrouble !== null && end.kind !== "confirmed")
    return await failOnFile(upload, parts, instrument, file.readTrouble);
  switch (end.kind) {
    case "confirmed": {
      const receipt: Receipt = {
        kind: end.how,
        checksum: metadata.checksum,
        size: upload.size,
        confirmedAtMs: parts.clock.nowMs(),
        recordFilename: end.recordFilename,
      };
      return await confirm(one, receipt);
    }
    case "hash-again":
      return (await isUntouched(one, metadata.checksum))
        ? await failPassing(upload, parts, end.failure, null, true)
        : await changedOrChanging(one, end.failure);
    case "passing":
      return await failPassing(upload, parts, end.failure, end.retryAfterMs, true);
    case "final":
      if (end.failure.cause === "no-permission") {
        const refusal = noPermissionFailure(instrument.site, end.failure.portalMessage);
        parts.refusals.refuse(instrument.site, refusal);
        return await failFinal(upload, parts, refusal);
      }
      return await failFinal(upload, parts, end.failure);
    case "hold":
      await release(upload, parts, end.failure.message);
      return { kind: "hold", failure: end.failure, retryAfterMs: end.retryAfterMs };
    case "abandoned":
      return await release(upload, parts, "stopped while sending");
  }
}

/** The portal has the bytes that were read; delivered is only what the file still holds. */
async function confirm(one: Carried, receipt: Receipt): Promise<CarryEnd> {
  const { upload, parts } = one;
  if (!(await isUntouched(one, receipt.checksum)))
    return await changedOrChanging(one, {
      cause: "file-changing",
      message: `${upload.relPath} was rewritten while it was being sent. It is read and sent again.`,
      portalMessage: null,
    });
  const event: UploadEvent = { type: "confirmed", receipt };
  const delivered = await parts.ledger.apply(upload.id, event, parts.clock.nowMs());
  if (delivered === null) return { kind: "released" };
  parts.refusals.lift(one.instrument.site);
  return { kind: "delivered", upload: delivered, receipt };
}

/** True when the file surely still holds the bytes that were hashed. */
async function isUntouched(one: Carried, checksum: string): Promise<boolean> {
  const { file, upload, instrument } = one;
  // A file that only grows keeps the prefix that was sent; the portal has checked that prefix.
  if (instrument.finish.policy === "append") return true;
  const { byPath, byDescriptor } = await file.statAgain();
  const now = byPath ?? byDescriptor;
  if (byPath !== null && byPath.fileId !== file.stat.fileId) return false;
  if (!isSameVersion(now, file.stat)) return false;
  if (now.ctimeUs === file.stat.ctimeUs) return true;
  // Something touched the entry and put the times back, or renamed it: only the bytes can tell.
  return (await file.checksum(upload.size, one.signal)) === checksum;
}

function stillHolds(one: Carried, stat: { size: number; mtimeUs: number }): boolean {
  if (one.instrument.finish.policy === "append") return stat.size >= one.upload.size;
  return isSameVersion(stat, one.upload);
}

/** Another size or time is another version; the same ones with other bytes are read again later. */
async function changedOrChanging(one: Carried, failure: Failure): Promise<CarryEnd> {
  const { byPath } = await one.file.statAgain();
  if (byPath !== null && !stillHolds(one, byPath)) return await changed(one);
  return await failPassing(one.upload, one.parts, failure, null, false);
}

async function changed(one: Carried): Promise<CarryEnd> {
  const { upload, parts } = one;
  await parts.ledger.apply(upload.id, { type: "changed" }, parts.clock.nowMs());
  return { kind: "changed" };
}

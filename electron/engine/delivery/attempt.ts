import type { Failure } from "#domain/cause.ts";
import { baseName, type FileMark, markOf, recordKey, unfitNameReason } from "#domain/file-version.ts";
import type { Metadata } from "#domain/portal-records.ts";
import type { Receipt, Upload, UploadEvent } from "#domain/upload.ts";
import type { UploadBody } from "#engine/ports/portal.ts";
import {
  type CarryEnd,
  failFinal,
  failOnFile,
  failPassing,
  release,
  type UploaderParts,
} from "./attempt-result.ts";
import {
  inFlightFailure,
  noPermissionFailure,
  rewrittenFailure,
  silenceFailure,
  unfitNameFailure,
} from "./failures.ts";
import { conflictOf } from "./name-conflict.ts";
import { takeRecordTurns } from "./record-lock.ts";
import { dependsOnSettings, type ExchangeEnd, exchange } from "./transfer.ts";
import { isVersionOf, type OpenedUpload, standingOf } from "./verify-unchanged.ts";

/** Up to this size a file is read once into memory and sent from there; bytes. */
const smallFileBytes = 8 * 1024 * 1024;
const settingsChanged = "the settings have changed";

/**
 * Carries one claimed upload as far as it goes: open once, hash, announce, send, look again, confirm
 * (ARCHITECTURE.md, "The path of one file"). Never throws but for LedgerError and bugs.
 */
export async function carry(
  upload: Upload,
  parts: UploaderParts,
  signal: AbortSignal,
  isProbe: boolean,
): Promise<CarryEnd> {
  const instrument = parts.instrumentOf(upload.instrument);
  if (instrument === undefined) return await release(upload, parts, "its instrument is not in the settings");
  if (parts.dateNow(upload) !== upload.measurementDate) return await outdated(upload, parts);
  const filename = baseName(upload.relPath);
  const unfit = unfitNameReason(filename);
  if (unfit !== null) return await failFinal(upload, parts, unfitNameFailure(filename, unfit));
  const refusal = knownRefusal({ parts, instrument, isProbe });
  if (refusal !== null) return await failFinal(upload, parts, refusal);

  const begunAt = parts.receivedFiles.mark();
  const opened = await parts.files.open(instrument.folder, upload.relPath);
  if ("error" in opened) return await failOnFile(upload, parts, instrument, opened);
  try {
    const mark = markOf(opened.stat, parts.clock.nowMs());
    const own = { filename, mark, begunAt, file: opened };
    return await carryOpened({ upload, parts, instrument, ...own, signal, isProbe });
  } finally {
    await opened.close();
  }
}

interface Carried extends OpenedUpload {
  readonly parts: UploaderParts;
  readonly filename: string;
  /** As it was opened. */
  readonly mark: FileMark | null;
  /** The mark of `receivedFiles` when this attempt began. */
  readonly begunAt: number;
  /** The one upload that is tried while the queue is held. */
  readonly isProbe: boolean;
}

/** The probe asks the portal itself: what the portal said before the hold does not tell whether it answers now. */
function knownRefusal({
  parts,
  instrument,
  isProbe,
}: Pick<Carried, "parts" | "instrument" | "isProbe">): Failure | null {
  return isProbe ? null : parts.refusals.of(instrument.site);
}

async function carryOpened(one: Carried): Promise<CarryEnd> {
  const { upload, parts, instrument, file, signal } = one;
  if (!isVersionOf(one, file.stat)) return await changed(one);

  let body: UploadBody;
  let checksum: string;
  if (upload.size <= smallFileBytes) {
    const read = await file.readWhole(upload.size);
    if ("error" in read) return await failOnFile(upload, parts, instrument, read);
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
  const turns = await takeRecordTurns(upload, key, checksum, parts, signal);
  if (turns === null) return await release(upload, parts, "stopped before announcing");
  try {
    return await converse(one, metadata, key, body, turns.sameRecord);
  } finally {
    turns.end();
  }
}

async function converse(
  one: Carried,
  metadata: Metadata,
  key: string,
  body: UploadBody,
  conflicting: readonly Upload[],
): Promise<CarryEnd> {
  const { upload, parts, signal } = one;
  const hashed: UploadEvent = { type: "hashed", checksum: metadata.checksum, recordKey: key, mark: one.mark };
  const [recorded, standing] = await Promise.all([
    parts.ledger.apply(upload.id, hashed, parts.clock.nowMs()),
    standingOf(one, metadata.checksum),
  ]);
  if (recorded === null) return await overtaken(upload, parts);
  // Half old, half new has a checksum like any other: the portal would take it for a finished file.
  if (standing === "touched") return await changedOrChanging(one, rewrittenFailure(upload.relPath, "read"));
  if (standing === "unknown") return await release(upload, parts, "stopped before announcing");
  const { files, instrumentOf } = parts;
  const conflict = await conflictOf({ ...one, files }, metadata.checksum, conflicting, instrumentOf);
  if (conflict !== null)
    return conflict.isSure
      ? await failFinal(upload, parts, conflict.failure)
      : await failPassing(upload, parts, conflict.failure, null, false);

  if (upload.checkFirst && !one.isProbe && parts.isOpen()) {
    const record = await parts.receivedFiles.heldAlready(metadata, one.begunAt, signal);
    if (signal.aborted) return await release(upload, parts, "stopped before announcing");
    if (parts.isOutdated()) return await release(upload, parts, settingsChanged);
    if (record !== null) return await confirm(one, receiptOf(one, metadata, { how: "known", record }));
  }
  const endLink = await parts.link.take(upload.size, signal);
  if (endLink === null) return await release(upload, parts, "stopped before announcing");
  try {
    // Much may have happened while it waited for the link.
    if (parts.isOutdated()) return await release(upload, parts, settingsChanged);
    if (!parts.isOpen() && !one.isProbe) return await release(upload, parts, "sending is on hold");
    const refusal = knownRefusal(one);
    if (refusal !== null) return await failFinal(upload, parts, refusal);
    return await talk(one, metadata, body, endLink);
  } finally {
    endLink();
  }
}

/** Cancelled or superseded meanwhile; or, not to be tried at once again, the ledger has the same bytes in flight. */
async function overtaken(upload: Upload, parts: UploaderParts): Promise<CarryEnd> {
  if ((await parts.ledger.get(upload.id))?.state !== "hashing") return { kind: "released" };
  return await failPassing(upload, parts, inFlightFailure(upload.relPath), null, false);
}

/** Announces and sends. `endLink` gives the link to the next one as soon as nothing more is asked. */
async function talk(
  one: Carried,
  metadata: Metadata,
  body: UploadBody,
  endLink: () => void,
): Promise<CarryEnd> {
  const { upload, parts, instrument, file, signal } = one;
  let announcedOnDisk: Promise<unknown> = Promise.resolve();
  const end = await exchange(parts.portal, parts.receivedFiles, {
    metadata,
    body,
    isNew: upload.lane === "fresh" || upload.lane === "backfill",
    signal,
    isOutdated: () => parts.isOutdated(),
    onVerdict: () => parts.onVerdict(),
    // Written while the content is being sent: it is waited for below, before anything is called delivered.
    onAnnounced: () => {
      announcedOnDisk = parts.ledger.apply(upload.id, { type: "announced" }, parts.clock.nowMs());
      announcedOnDisk.catch(() => {});
    },
    onSilence: (failure) => parts.onHold(silenceFailure(failure), null),
    onSent: (sentBytes) => parts.onProgress(upload.id, sentBytes),
  });
  const isVoid = parts.isOutdated() && dependsOnSettings(end);
  // Before the link is free: others who wait for it must not ask the same question.
  if (end.kind === "hold" && !isVoid) parts.onHold(end.failure, end.retryAfterMs);
  if (end.kind === "final" && !isVoid) {
    if (end.failure.cause === "no-permission")
      parts.refusals.refuse(instrument.site, noPermissionFailure(instrument.site, end.failure.portalMessage));
    parts.onVerdict();
  }
  endLink();
  await announcedOnDisk;
  if (isVoid || end.kind === "outdated") return await release(upload, parts, settingsChanged);
  if (file.readError !== null && end.kind !== "confirmed")
    return await failOnFile(upload, parts, instrument, file.readError);
  switch (end.kind) {
    case "confirmed":
      return await confirm(one, receiptOf(one, metadata, end));
    case "hash-again":
      return (await standingOf(one, metadata.checksum)) === "untouched"
        ? await failPassing(upload, parts, end.failure, null, true)
        : await changedOrChanging(one, end.failure);
    case "passing":
      return await failPassing(upload, parts, end.failure, end.retryAfterMs, !isOfFile(end.failure));
    case "final":
      return await failFinal(upload, parts, parts.refusals.of(instrument.site) ?? end.failure);
    case "hold":
      await release(upload, parts, end.failure.message);
      return { kind: "hold", failure: end.failure, retryAfterMs: end.retryAfterMs };
    case "abandoned":
      return await release(upload, parts, "stopped while sending");
  }
}

function receiptOf(
  { upload, parts }: Carried,
  { checksum }: Metadata,
  { how, record }: Pick<Extract<ExchangeEnd, { kind: "confirmed" }>, "how" | "record">,
): Receipt {
  return {
    kind: how,
    checksum,
    size: upload.size,
    confirmedAtMs: parts.clock.nowMs(),
    recordFilename: record?.filename ?? null,
    recordUuid: record?.uuid ?? null,
  };
}

/** The portal answered well, and what it says of this file does not fit: the others go on. */
function isOfFile({ cause }: Failure): boolean {
  return cause === "portal-contradiction";
}

/** The portal has the bytes that were read; delivered is only what the file still holds. */
async function confirm(one: Carried, receipt: Receipt): Promise<CarryEnd> {
  const { upload, parts } = one;
  const standing = await standingOf(one, receipt.checksum);
  if (standing === "unknown")
    return await release(upload, parts, "stopped before the final check of the file");
  if (standing === "touched") return await changedOrChanging(one, rewrittenFailure(upload.relPath, "sent"));
  const event: UploadEvent = { type: "confirmed", receipt };
  const delivered = await parts.ledger.apply(upload.id, event, parts.clock.nowMs());
  if (delivered === null) return { kind: "released" };
  parts.refusals.lift(one.instrument.site);
  return { kind: "delivered", upload: delivered, receipt };
}

/** Another size or time is another version; the same ones with other bytes are read again later. */
async function changedOrChanging(one: Carried, failure: Failure): Promise<CarryEnd> {
  const { byPath } = await one.file.statAgain();
  if (byPath !== null && !isVersionOf(one, byPath)) return await changed(one);
  return await failPassing(one.upload, one.parts, failure, null, false);
}

/** Under a date that the operator has corrected the portal would keep it forever. */
async function outdated(upload: Upload, parts: UploaderParts): Promise<CarryEnd> {
  const reason = "the settings now give it another date, or leave it out";
  await Promise.all([
    release(upload, parts, reason),
    parts.ledger.apply(upload.id, { type: "changed" }, parts.clock.nowMs()),
  ]);
  return { kind: "outdated" };
}

async function changed(one: Carried): Promise<CarryEnd> {
  const { upload, parts } = one;
  await parts.ledger.apply(upload.id, { type: "changed" }, parts.clock.nowMs());
  return { kind: "changed" };
}

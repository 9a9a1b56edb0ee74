import type { Failure } from "#domain/cause.ts";
import { isOfFormerPlace } from "#domain/delivered-place.ts";
import { isSameVersion } from "#domain/file-version.ts";
import type { ReceiptVerdict, SeenRecord } from "#domain/receipt-verdict.ts";
import type { Upload, UploadEvent } from "#domain/upload.ts";
import { isSameHolding } from "#domain/upload-transition.ts";
import { lostFailure, notKeptFailure, ofFormerPlace, overwrittenFailure } from "#engine/delivery/failures.ts";
import type { Delivered } from "./month-verdicts.ts";
import type { VerifyParts } from "./verify-parts.ts";

/** Lost again within this time, a file waits for a person: the portal would lose it every day. */
const againWithinMs = 7 * 86_400_000;

/**
 * Writes down what a verdict means for the upload, and gives where it is from now on. Null where it means nothing: the upload
 * is another one by now, or a newer version of its path is on its way. Rejects with LedgerError as the ledger does.
 */
export async function takeVerdict(
  parts: VerifyParts,
  delivered: Delivered,
  verdict: ReceiptVerdict,
): Promise<"delivered" | "queued" | "blocked" | null> {
  if (verdict.kind === "same") return "delivered";
  const { upload, receipt } = delivered;
  const { ledger, clock } = parts;
  if (verdict.kind === "moved") {
    const { filename: recordFilename, uuid: recordUuid } = verdict.record;
    const moved = { ...receipt, kind: "twin", recordFilename, recordUuid } as const;
    await ledger.apply(upload.id, { type: "record-found", receipt: moved }, clock.nowMs());
    return "delivered";
  }
  const versions = await ledger.versions(upload.instrument, upload.relPath);
  const newest = versions.find(({ state }) => state !== "superseded");
  if (newest?.id !== upload.id || newest.state !== "delivered") return null;
  const standing = await standingVersion(parts, upload, versions);
  const foreign = await foreignRecord(parts, upload, versions, verdict);
  const event =
    foreign === null
      ? await lostEvent(parts, standing, seenWords(verdict))
      : revoked(overwrittenFailure(upload.relPath, receipt.checksum, foreign));
  if ((await ledger.apply(standing.id, event, clock.nowMs())) === null) return null;
  if (event.type !== "lost") return "blocked";
  parts.onRequeued();
  return "queued";
}

/** The receipt of a withdrawn upload, from its record; false where it is not the newest of its file. */
export async function restore(
  { ledger, clock }: VerifyParts,
  { upload, receipt }: Delivered,
  { filename: recordFilename, uuid: recordUuid }: SeenRecord,
): Promise<boolean> {
  const versions = await ledger.versions(upload.instrument, upload.relPath);
  const newest = versions.find(({ state }) => state !== "superseded");
  if (newest?.id !== upload.id || newest.state !== "blocked") return false;
  const whole = { ...receipt, recordFilename, recordUuid };
  const event = { type: "record-found", receipt: whole } as const;
  return (await ledger.apply(upload.id, event, clock.nowMs())) !== null;
}

/** Gives the version that is there now, as only that can be sent, if a drive showed the same bytes under several times. */
async function standingVersion(
  { files, instrumentOf }: VerifyParts,
  upload: Upload,
  versions: readonly Upload[],
): Promise<Upload> {
  const same = versions.filter((one) => one.state === "delivered" && isSameHolding(one, upload));
  if (same.length < 2) return upload;
  const stat = await files.stat(instrumentOf(upload.instrument)?.folder ?? "", upload.relPath);
  return ("error" in stat ? undefined : same.find((one) => isSameVersion(one, stat))) ?? upload;
}

/** The record where its content is none that this station ever sent under this path or record; else null. */
async function foreignRecord(
  { ledger }: VerifyParts,
  upload: Upload,
  versions: readonly Upload[],
  verdict: ReceiptVerdict,
): Promise<SeenRecord | null> {
  if (verdict.kind !== "replaced") return null;
  const { record } = verdict;
  const others = await ledger.sameRecord(upload.recordKey ?? "", upload.instrument, upload.relPath);
  const isOwn = [...versions, ...others].some(({ checksum }) => checksum === record.checksum);
  return isOwn ? null : record;
}

async function lostEvent(
  { ledger, files, clock, instrumentOf, folderTrouble }: VerifyParts,
  upload: Upload,
  seen: string,
): Promise<UploadEvent> {
  const { relPath, checksum } = upload;
  const nowMs = clock.nowMs();
  const notKept = (why: string) => revoked(notKeptFailure(relPath, checksum ?? "", why));
  const journal = await ledger.journal({ sinceSeq: 0, limit: 1_000, uploadId: upload.id });
  if (journal.some(({ event, atMs }) => event === "lost" && nowMs - atMs < againWithinMs))
    return notKept("it was sent again for that reason within the last 7 days");
  const instrument = instrumentOf(upload.instrument);
  if (instrument !== undefined && isOfFormerPlace(upload, instrument)) return notKept(ofFormerPlace);
  const file = await files.stat(instrument?.folder ?? "", relPath);
  const isGone = "error" in file && file.error === "vanished";
  // In a folder whose drive is not mounted every file seems gone: it is sent when the drive is back.
  if (isGone && instrument !== undefined && (await folderTrouble(instrument)) === null)
    return notKept("it is no longer in its folder");
  return { type: "lost", failure: lostFailure(relPath, seen), notBeforeMs: nowMs };
}

function revoked(failure: Failure): UploadEvent {
  return { type: "revoked", failure };
}

/** A clause. */
function seenWords(verdict: Exclude<ReceiptVerdict, { readonly kind: "same" | "moved" }>): string {
  switch (verdict.kind) {
    case "not-received":
      return `its record there (${verdict.record.filename}) has no content`;
    case "replaced":
      return "its record on the portal has other content of this station";
    case "missing":
      return verdict.changed === null
        ? "shows no record of it now"
        : `its duplicate there (${verdict.changed.filename}) has other content now`;
  }
}

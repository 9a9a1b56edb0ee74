import { createPeriodic, type Periodic } from "#base/periodic.ts";
import { announcedAs, isOfFormerPlace } from "#domain/delivered-place.ts";
import { baseName } from "#domain/file-version.ts";
import { announcementOf, type Metadata } from "#domain/portal-records.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { notKeptFailure, ofFormerPlace } from "./failures.ts";
import type { ReceivedFilesReader } from "./received-files.ts";

export interface ReceiptCheckParts {
  readonly clock: Clock;
  readonly ledger: Pick<Ledger, "withoutRecord" | "apply">;
  readonly log: Log;
  readonly receivedFiles: Pick<ReceivedFilesReader, "lookUp">;
  instrumentOf(name: string): Instrument | undefined;
  /** Nothing is in flight, and nothing keeps uploads from being sent. */
  isFree(): boolean;
  /** Runs what may meet a ledger that fails. */
  runSafely(work: () => Promise<void>): Promise<unknown>;
}

const firstAfterMs = 5 * 60_000;
/** Between two look-ups, and between two looks at whether nothing else is to be done. */
const restMs = 2_000;
/** Receipts that could not be looked up are tried again. */
const againAfterMs = 3_600_000;
const atOnce = 500;

/**
 * Looks up the records behind receipts that name none (before ADR 12), once each; it ends for good when none is left.
 * A record that is found completes the receipt. If the portal names none, the upload is `displaced`: its file is found
 * again, announced, and answered by the rules of now; that of a former place is `revoked`. Uploads go first; one look-up every two seconds at most.
 */
export function createReceiptCheck(parts: ReceiptCheckParts): Periodic {
  const { clock, ledger, receivedFiles } = parts;

  const untilFree = async (signal: AbortSignal): Promise<void> => {
    do await clock.sleep(restMs, signal);
    while (!signal.aborted && !parts.isFree());
  };

  const look = async (upload: Upload, signal: AbortSignal): Promise<void> => {
    const instrument = parts.instrumentOf(upload.instrument);
    const { receipt, checksum, relPath } = upload;
    if (instrument === undefined || receipt === null || checksum === null) return;
    const isFormer = isOfFormerPlace(upload, instrument);
    const metadata = isFormer
      ? announcedAs(instrument, upload, checksum)
      : asNow(instrument, upload, checksum);
    if (metadata === null) return;
    const held = await receivedFiles.lookUp(metadata, signal);
    if (held.kind === "known" || held.kind === "twin") {
      const { filename: recordFilename, uuid: recordUuid } = held.record;
      const found = { ...receipt, kind: held.kind, recordFilename, recordUuid };
      await ledger.apply(upload.id, { type: "record-found", receipt: found }, clock.nowMs());
    } else if (held.kind === "none") {
      parts.log.warn("the portal shows no record for a receipt", { file: relPath });
      const revoked = { type: "revoked", failure: notKeptFailure(relPath, checksum, ofFormerPlace) } as const;
      await ledger.apply(upload.id, isFormer ? revoked : { type: "displaced" }, clock.nowMs());
    }
  };

  /** Gives whether any is left. */
  const goThrough = async (signal: AbortSignal): Promise<boolean> => {
    for (const upload of await ledger.withoutRecord(atOnce)) {
      await untilFree(signal);
      if (signal.aborted) return true;
      await look(upload, signal);
    }
    return (await ledger.withoutRecord(1)).length > 0;
  };

  return createPeriodic(async (signal) => {
    let isAnyLeft = true;
    await clock.sleep(firstAfterMs, signal);
    while (isAnyLeft && !signal.aborted) {
      await parts.runSafely(async () => {
        isAnyLeft = await goThrough(signal);
      });
      if (isAnyLeft) await clock.sleep(againAfterMs, signal);
    }
  });
}

function asNow(instrument: Instrument, { measurementDate, relPath }: Upload, checksum: string): Metadata {
  return announcementOf(instrument, { measurementDate, filename: baseName(relPath), checksum });
}

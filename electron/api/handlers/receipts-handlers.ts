import { ok } from "#api/reply.ts";
import { isoTime } from "#base/text.ts";
import type { Handlers } from "#contract/methods.ts";
import type { ReceiptLine, receiptMethods } from "#contract/receipts.ts";
import type { Receipt, Upload } from "#domain/upload.ts";
import type { Station } from "#station/station-api.ts";

/** Answers about what the portal has confirmed. */
export function receiptHandlers(station: Station): Pick<Handlers, keyof typeof receiptMethods> {
  return {
    async receipts({ from, to, after }) {
      const dates =
        from === null && to === null ? null : [{ from: from ?? "0001-01-01", to: to ?? "9999-12-31" }];
      const { uploads, nextSeq } = await station.delivered({
        dates,
        changedSinceMs: null,
        newestOnly: false,
        afterSeq: after,
      });
      const receipts = uploads.flatMap((upload) =>
        upload.receipt === null ? [] : [lineOf(upload, upload.receipt, station.pathOf(upload))],
      );
      return ok({ receipts, next: nextSeq });
    },
  };
}

function lineOf(upload: Upload, receipt: Receipt, file: string | null): ReceiptLine {
  const { kind, checksum, size, recordFilename, recordUuid, confirmedAtMs, portal } = receipt;
  return {
    uploadId: upload.id,
    instrument: upload.instrument,
    path: upload.relPath,
    file,
    measurementDate: upload.measurementDate,
    size,
    checksum,
    kind,
    recordFilename,
    recordUuid,
    confirmedAt: isoTime(confirmedAtMs),
    portal,
  };
}

import { ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { receiptMethods } from "#contract/receipts.ts";
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
        upload.receipt === null
          ? []
          : [{ ...upload, ...upload.receipt, uploadId: upload.id, file: station.pathOf(upload) }],
      );
      return ok({ receipts, next: nextSeq });
    },
  };
}

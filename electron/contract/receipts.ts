import { z } from "zod";
import { receiptKinds } from "#domain/upload.ts";
import { shape } from "./shape.ts";
import { byteCount, calendarDate, rowOffset, utcTime, uuid } from "./values.ts";

/** A day of a span; both ends are included. */
const spanDate = calendarDate.nullable().default(null);

/** Receipt of one delivered version of a file. */
const receiptLine = shape(
  {
    uploadId: uuid,
    instrument: z.string(),
    /** Relative to the instrument's folder. */
    path: z.string(),
    /** Absolute, as the system writes it; null where the instrument is not in the settings any more. */
    file: z.string().nullable(),
    measurementDate: calendarDate,
    size: byteCount,
    /** MD5. */
    checksum: z.string(),
    /** `stored` and `replaced`: sent; `known`: the portal had it already; `twin`: a duplicate of `recordFilename`. */
    kind: z.enum(receiptKinds),
    /** File name of the portal's record; null where it was not looked up yet: the record has the file's own name then. */
    recordFilename: z.string().nullable(),
    recordUuid: z.string().nullable(),
    confirmedAt: utcTime,
    /** Address of the portal; null in receipts of earlier versions. */
    portal: z.string().nullable(),
  },
  { path: "relPath" },
);

export type ReceiptLine = z.input<typeof receiptLine>;

export const receiptMethods = {
  /** Every receipt of these measurement dates, oldest find first, in pieces; a piece may be empty and still go on. */
  receipts: {
    input: z.strictObject({ from: spanDate, to: spanDate, after: rowOffset.default(0) }),
    output: z.strictObject({
      receipts: z.array(receiptLine).readonly(),
      /** `after` of the next piece; null on the last one. */
      next: rowOffset.nullable(),
    }),
  },
};

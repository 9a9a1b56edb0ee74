import { z } from "zod";
import { byteCount, count, noInput, utcTime } from "./values.ts";

export const retentionMethods = {
  /** What the program's own files take of the disk, and how much of the past it keeps. */
  "retention.read": {
    input: noInput,
    output: z.strictObject({
      /** The ledger's file with what is written and not yet moved into it. */
      ledgerBytes: byteCount,
      /** Of those, room for rows to come. */
      unusedBytes: byteCount,
      journalLines: count,
      /** Of the oldest journal line; null where there is none. */
      journalSince: utcTime.nullable(),
      /** All log files together. */
      logBytes: byteCount,
      /** In force now. */
      limits: z.strictObject({ journalLines: count, logMB: z.number() }),
    }),
  },
};

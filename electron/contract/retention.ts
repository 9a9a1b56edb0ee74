import { z } from "zod";
import { shape } from "./shape.ts";
import { byteCount, count, noInput, utcTime } from "./values.ts";

export const retentionMethods = {
  /** Gives the disk space that the program's own files take, and how much of the past it keeps. */
  "retention.read": {
    input: noInput,
    output: shape(
      {
        /** The ledger's file with what is written and not yet moved into it. */
        ledgerBytes: byteCount,
        /** Part of `ledgerBytes` that is room for rows to come. */
        unusedBytes: byteCount,
        journalLines: count,
        /** Time of the oldest journal line; null where there is none. */
        journalSince: utcTime.nullable(),
        /** All log files together. */
        logBytes: byteCount,
        /** When the newest weekly copy of the station was made, by its name; null where there is none. */
        copiedAt: utcTime.nullable(),
        /** In force now. */
        limits: z.object({ journalLines: count, logMB: z.number() }),
      },
      { ledgerBytes: "bytes", journalSince: "oldestLineAtMs" },
    ),
  },
};

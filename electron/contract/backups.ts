import { z } from "zod";
import { shape } from "./shape.ts";
import { byteCount, count, noInput, utcTime } from "./values.ts";

export const backupMethods = {
  /**
   * Makes a backup of the station as of now: settings, record of uploads, notes, added files, and no password. The caller moves
   * the file away within an hour; `not-saved` where the disk does not take it.
   */
  "backup.take": {
    input: noInput,
    output: shape(
      { file: z.string(), bytes: byteCount, madeAt: utcTime, parts: count, secretsLeftOut: count },
      { madeAt: "madeAtMs" },
    ),
  },
};

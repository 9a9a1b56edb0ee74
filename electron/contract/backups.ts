import { z } from "zod";
import { shape } from "./shape.ts";
import { byteCount, count, noInput, utcTime, uuid, word } from "./values.ts";

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
  /**
   * Checks a backup that came as a whole by `added.append`, and tells what is in it; the copy that came is removed. Error
   * `unreadable` where it cannot be opened here: it is cut, altered, of a newer version or no backup, or this station is not empty.
   */
  "backup.look": {
    input: z.strictObject({ id: uuid, name: word }),
    output: shape({
      /** For `backup.open`; the next look makes it unknown. */
      id: uuid,
      version: z.string(),
      /** Sites of its instruments. */
      station: z.string(),
      /** Name of the PC on which it was made. */
      computer: z.string(),
      madeAt: utcTime,
      secretsLeftOut: count,
      uploads: count,
      delivered: count,
      folders: z.array(z.strictObject({ path: z.string(), exists: z.boolean() })).readonly(),
    }),
  },
  /**
   * Puts the station that was looked at in place of this empty one: the host ends and starts again with it, paused until `resume`.
   * `moved`: folders that are other ones here. Error `not-saved` where that cannot be done; this station is as it was then.
   */
  "backup.open": {
    input: z.strictObject({
      id: uuid,
      moved: z
        .array(z.strictObject({ from: word, to: word }), { error: "must be a list of folders" })
        .max(500, { error: "must have at most 500 folders" })
        .readonly(),
    }),
    output: z.strictObject({}),
  },
};

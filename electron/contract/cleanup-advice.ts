import { z } from "zod";
import { cleanupRequirements, keepReasons } from "#domain/removable.ts";
import { shape } from "./shape.ts";
import { byteCount, calendarDate, count, flag, noInput, rowOffset, utcTime, word } from "./values.ts";

const daysMessage = "must be a whole number of days from 1 to 36500";

/** A file that may be removed. */
const cleanupFile = shape(
  {
    /** Absolute, as the system writes it. */
    path: z.string(),
    bytes: byteCount,
    /** When it was written last, microseconds since the epoch. */
    mtimeUs: z.number(),
    /** MD5 of its bytes as they were read now. */
    md5: z.string(),
    /** Uuid of the portal's record. */
    record: z.string(),
    date: calendarDate,
  },
  { bytes: "size", md5: "checksum", record: "recordUuid", date: "measurementDate" },
);

export type CleanupFileShown = z.input<typeof cleanupFile>;

const age = z.int({ error: daysMessage }).min(1, { error: daysMessage }).max(36_500, { error: daysMessage });

const requirement = z.enum(cleanupRequirements, {
  error: `must be one of ${cleanupRequirements.join(", ")}`,
});

const reasons = Object.keys(keepReasons) as (keyof typeof keepReasons)[];

/** Files that are kept for one reason. */
const keptFiles = z.strictObject({ reason: z.enum(reasons), files: count, bytes: byteCount });

export const cleanupMethods = {
  /**
   * Begins to look which files may be removed: older than so many days, as far as `require` on the portal, of one instrument
   * or (null) all. `now`: one list and the record of each file, in place of two lists ten minutes apart. Removes nothing.
   * `started`: false where what was asked before still runs.
   */
  "cleanup.start": {
    input: z.strictObject({
      olderThanDays: age.default(30),
      require: requirement.default("processed"),
      instrument: word.nullable().default(null),
      now: flag.default(false),
      /** Waits for the second list of files that only one shows so far, and looks again. */
      waits: flag.default(false),
    }),
    output: z.strictObject({ started: z.boolean() }),
  },
  /** Ends it early; then nothing is named. */
  "cleanup.stop": { input: noInput, output: z.strictObject({}) },
  /** How far it is. `result` is that of the last look that has come to its end; null before. */
  "cleanup.read": {
    input: noInput,
    output: z.strictObject({
      running: z.boolean(),
      /** Wishes of the look; null before the first. */
      asked: z
        .strictObject({
          olderThanDays: age,
          require: requirement,
          instrument: word.nullable(),
          now: flag,
          waits: flag,
        })
        .nullable(),
      /** Files that were decided on so far, and lists of a month that were looked at, of all; null before it knows. */
      progress: z
        .strictObject({ decided: count, lists: z.strictObject({ done: count, all: count }) })
        .nullable(),
      /** It waits for a second list of the portal until then; null where it does not. */
      waitsUntil: utcTime.nullable(),
      result: shape({
        /** End of the look: what is named held then. */
        asOf: utcTime,
        /** Named in all. */
        files: count,
        bytes: byteCount,
        /** Why the portal could not be asked: then nothing is named. */
        unanswered: z.string().nullable(),
        /** A row for each month and instrument, oldest first; `files` and `bytes` are those that are named. */
        months: z
          .array(
            z.strictObject({
              /** `YYYY-MM` */
              month: z.string(),
              /** Name in the settings. */
              instrument: z.string(),
              files: count,
              bytes: byteCount,
              kept: z.array(keptFiles).readonly(),
            }),
          )
          .readonly(),
      }).nullable(),
    }),
  },
  /** The files that are named, a thousand at a time, oldest months first. Empty before a look has ended. */
  "cleanup.files": {
    input: z.strictObject({ after: rowOffset.default(0) }),
    output: z.strictObject({
      files: z.array(cleanupFile).readonly(),
      /** `after` of the next piece; null on the last one. */
      next: rowOffset.nullable(),
    }),
  },
};

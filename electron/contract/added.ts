import { z } from "zod";
import { byteCount, calendarDate, count, uuid, word } from "./values.ts";

/**
 * Files that a person adds, from a stick or another PC. Their bytes come in pieces, as input of calls, so that every host takes
 * them in one way. They are kept in the data folder; nothing is announced before `added.send`.
 */

/** Most bytes of one piece: few enough to be kept in memory, and enough that the calls take little of the time. */
export const addedPieceBytes = 4_194_304;

// Without a docstring, so that the document of the API says what it is where it is used. A page gives a piece of its file.
const pieceOfFile = z
  .custom<Uint8Array | Blob>()
  .pipe(
    z
      .instanceof(Uint8Array, { error: "must be bytes" })
      .refine(({ length }) => length <= addedPieceBytes, { error: "must be at most 4194304 bytes" }),
  );

/** Most files of one call. */
const mostFiles = 500;

const name = z
  .string({ error: "must be the name of a file" })
  .min(1, { error: "must be the name of a file" })
  .max(1_000, { error: "must be at most 1000 characters" });

const offered = z.strictObject({
  /** Name of the file, behind as many of its folders as are known, `/` between parts. */
  path: z
    .string({ error: "must be the path of a file" })
    .min(1, { error: "must be the path of a file" })
    .max(4_000, { error: "must be at most 4000 characters" }),
  size: byteCount,
});

const guess = z.strictObject({
  /** Name of the configured instrument. */
  instrument: z.string(),
  /** Null where neither name nor folders give a single one. */
  date: calendarDate.nullable(),
});

const judged = z.strictObject({
  /** Why it cannot be added, as a clause; null where it can. */
  unfit: z.string().nullable(),
  /** Instruments that call their files so, those first that give its date. */
  guesses: z.array(guess).readonly(),
  /** Ids of instrument types that call their files so, where no instrument does. */
  looksLike: z.array(z.string()).readonly(),
});

const target = {
  id: uuid,
  name,
  /** Name of the configured instrument. */
  instrument: word,
  date: calendarDate,
};

const ids = z
  .array(uuid, { error: "must be a list of ids" })
  .max(mostFiles, { error: "must have at most 500 ids" })
  .readonly();

export const addedMethods = {
  /** Whose files these may be, by their names alone. */
  "added.judge": {
    input: z.strictObject({
      files: z
        .array(offered, { error: "must be a list of files" })
        .max(mostFiles, { error: "must have at most 500 files" })
        .readonly(),
    }),
    output: z.strictObject({ files: z.array(judged).readonly() }),
  },
  /** Makes a place for one file. Error `not-saved` where the disk has no room for it. */
  "added.begin": { input: offered, output: z.strictObject({ id: uuid }) },
  /** Its next bytes, from `offset` on: at most 4,194,304 of them. `received`: how many are there now. */
  "added.append": {
    input: z.strictObject({
      id: uuid,
      offset: byteCount,
      bytes: pieceOfFile,
    }),
    output: z.strictObject({ received: byteCount }),
  },
  /** Gives the facts that would be announced of a file that has come as a whole, and the reason against it. */
  "added.check": {
    input: z.strictObject(target),
    output: z.strictObject({
      announced: z.strictObject({
        site: z.string(),
        /** Id of the portal. */
        instrument: z.string(),
        pid: z.string(),
        tags: z.array(z.string()).readonly(),
        filename: z.string(),
        measurementDate: calendarDate,
        /** MD5. */
        checksum: z.string(),
      }),
      /** Reason against its content, a clause behind "the file"; null where there is none. */
      contentReason: z.string().nullable(),
      /** Whether the portal has it, as far as that is known. `queued`: it is here already, and on its way. */
      onPortal: z.enum(["yes", "queued", "no", "unknown"]),
      /** Other things to know, one sentence each. */
      notes: z.array(z.string()).readonly(),
    }),
  },
  /** Puts files that have come as a whole into the queue. */
  "added.send": {
    input: z.strictObject({
      files: z
        .array(
          z.strictObject({
            ...target,
            /** Epoch milliseconds. */
            modifiedAtMs: z.number({ error: "must be a number of milliseconds" }),
          }),
          { error: "must be a list of files" },
        )
        .max(mostFiles, { error: "must have at most 500 files" })
        .readonly(),
    }),
    output: z.strictObject({
      files: z
        .array(
          z.strictObject({
            id: uuid,
            /** Null where it is not in the queue. */
            uploadId: uuid.nullable(),
            /** Why not; null where it is. */
            message: z.string().nullable(),
          }),
        )
        .readonly(),
    }),
  },
  /** Removes what came and is not to be sent. */
  "added.discard": { input: z.strictObject({ ids }), output: z.strictObject({}) },
  /** Removes the copies of added files from the data folder; those that are still to be sent stay. */
  "added.remove": { input: z.strictObject({ ids }), output: z.strictObject({ count }) },
};

import { z } from "zod";
import { previewVerdicts } from "#domain/selection.ts";
import { shape } from "./shape.ts";
import { byteCount, calendarDate, count, flag, pageLimit, utcTime } from "./values.ts";

/** Tries on the real folders, before anything is saved or sent. Nothing here changes a file, the record or the portal. */

const folder = z
  .string({ error: "must be the path of a folder" })
  .min(1, { error: "must be the path of a folder" })
  .max(32_767, { error: "is longer than any path can be" });
const pattern = z.string({ error: "must be text" }).max(1_000, { error: "must be at most 1000 characters" });
const written = z.record(z.string(), z.unknown(), { error: "must be an object in braces" });

const folderState = z.strictObject({
  exists: z.boolean(),
  /** Problem of the folder; null where it can be read. */
  message: z.string().nullable(),
});

const triedFile = shape(
  {
    /** Relative to the folder, `/` between parts. */
    path: z.string(),
    size: byteCount,
    modifiedAt: utcTime,
    verdict: z.enum(previewVerdicts),
    /** Null where the name gives none. */
    measurementDate: calendarDate.nullable(),
    tags: z.array(z.string()).readonly(),
    /** A clause in plain words; for `matches` what is special about it, else empty. */
    reason: z.string(),
  },
  { path: "relPath" },
);

const proposal = z.strictObject({
  pattern: z.string(),
  /** The files that it takes, in words. */
  meaning: z.string(),
  /** Its dates lie near to when the files were written; where false, a person has to say that they are right. */
  isLikely: z.boolean(),
  /** Files that it takes, among those that were looked at. */
  matched: count,
  total: count,
  samplePath: z.string(),
});

const guess = z.strictObject({
  /** Ids of the portal's instrument types, the likeliest first. */
  instruments: z.array(z.string()).readonly(),
  matched: count,
  samplePath: z.string(),
});

const dayPlan = z.strictObject({ date: calendarDate, count, bytes: byteCount });

export const previewMethods = {
  /** Tells which files of a real folder a pattern takes. Looks at most at 20,000 files and for 5 s; `isCut` says it ended early. */
  "settings.testPattern": {
    input: z.strictObject({
      folder,
      pattern,
      /** As in the settings file; left out: settle, 60 s. */
      finish: written.exactOptional(),
      since: calendarDate.nullable().default(null),
      tags: z
        .array(z.string({ error: "must be text" }), { error: "must be a list of tags" })
        .readonly()
        .default([]),
      network: flag.default(false),
      limit: pageLimit,
    }),
    output: z.strictObject({
      folder: folderState,
      /** Why the pattern itself cannot be used; then every file is `no-match`. */
      patternProblem: z.string().nullable(),
      /** Why `finish` cannot be used; then files are judged as with settle, 60 s. */
      finishProblem: z.string().nullable(),
      matched: count,
      tooYoung: count,
      noMatch: count,
      refused: count,
      /** Minutes that usually lie between two of those that match; null where too few are there, or come in no order. */
      usualMinutes: z.number().nullable(),
      /** Links and other things that are no files. */
      skipped: count,
      /** Files looked at: matched + tooYoung + noMatch + refused. */
      total: count,
      isCut: z.boolean(),
      /** Newest first; some of each verdict that occurs. */
      entries: z.array(triedFile).readonly(),
    }),
  },
  /** Looks into a folder: gives patterns that would take its files, the best first, at most three; and whose files they may be. */
  "settings.suggestPattern": {
    input: z.strictObject({ folder }),
    output: z.strictObject({
      folder: folderState,
      /** Kind of the network drive that the folder is on: `NFS`, `a share`; null for a disk of this PC, and where that cannot be told. */
      networkDrive: z.string().nullable(),
      proposals: z.array(proposal).readonly(),
      /** Kinds of instrument that call their files so, the one with most of them first; empty where no name tells. */
      guesses: z.array(guess).readonly(),
      /** Files looked at. */
      total: count,
      isCut: z.boolean(),
    }),
  },
  /**
   * Counts the files that would be sent now: finished ones that this computer has no record of having sent. The portal is
   * not asked, so what another program has delivered counts as not sent. `instruments` are written as in the settings file; null
   * takes all that are in force. Error `bad-input` where one of them cannot be used.
   */
  "settings.dryRun": {
    input: z.strictObject({
      instruments: z.array(written, { error: "must be a list of instruments" }).readonly().nullable(),
    }),
    output: z.strictObject({
      count,
      bytes: byteCount,
      /** By measurement date, newest first; at most 4000. */
      byDay: z.array(dayPlan).readonly(),
      /** Absolute paths, newest date first; at most 20. */
      sample: z.array(z.string()).readonly(),
      /** Not finished yet. */
      growing: count,
      /** Finished, and on record already. */
      known: count,
      /** By reason, the most frequent first; at most 20. */
      skipped: z.array(z.strictObject({ reason: z.string(), count, samplePath: z.string() })).readonly(),
      /** Folders that cannot be read, one sentence each. */
      folderTroubles: z.array(z.string()).readonly(),
      /** It ended before everything was looked at; the figures are the least there is. */
      isCut: z.boolean(),
    }),
  },
  /** Folders of the host, for pages without a native dialog. Names only, never contents. */
  "folders.list": {
    input: z.strictObject({
      /** Absolute; null is the user's home. */
      path: folder.nullable(),
    }),
    output: z.strictObject({
      path: z.string(),
      /** Null at a root. */
      parent: z.string().nullable(),
      /** Drives on Windows; `/` and the home elsewhere. */
      roots: z.array(z.strictObject({ name: z.string(), path: z.string() })).readonly(),
      /** By name, hidden ones last; at most 1000. */
      folders: z.array(z.strictObject({ name: z.string(), path: z.string() })).readonly(),
      /** Entries that are no folders. */
      fileCount: count,
      /** Why it cannot be shown or is not whole; null where all is well. */
      message: z.string().nullable(),
    }),
  },
};

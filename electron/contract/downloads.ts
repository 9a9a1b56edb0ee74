import { z } from "zod";
import { byteCount, count, noInput, utcTime, uuid, word } from "./values.ts";

/**
 * Files of the portal fetched into a folder. Each is checked by size and checksum before it gets its name; nothing that
 * stands there is ever replaced. `download.changed` of the feed tells that `downloads.list` has something new.
 */

const mostFiles = 2_000;
const itemsMessage = `must be a list of 1 to ${mostFiles} files`;

/** What the portal states of a file; the fields of its record as they are. */
export const portalFileFacts = {
  uuid,
  downloadUrl: word,
  /** The name as the portal gives it. */
  filename: word,
  /** SHA-256 of products and model products, MD5 of raw files. */
  checksum: word,
  size: byteCount,
};

const fileKind = z.enum(["product", "model", "raw", "raw-model"], {
  error: 'must be "product", "model", "raw" or "raw-model"',
});

/**
 * A file by its record's facts, or by its uuid alone, which is then asked of the portal when its turn comes. Raw files
 * need the facts: the portal has no route that gives a raw record by its uuid.
 */
const item = z.union(
  [
    z.strictObject({ kind: fileKind, ...portalFileFacts }),
    z.strictObject({ kind: z.enum(["product", "model"]), uuid }),
  ],
  {
    error:
      "must be {kind, uuid, downloadUrl, filename, checksum, size}, or {kind, uuid} of a product or model product",
  },
);

/** One fetch of several files into one folder. Jobs live as long as the host; the newest come first. */
const job = z.strictObject({
  id: uuid,
  folder: z.string(),
  /** `stopped`: something that concerns every file ended it (disk full, folder gone); `message` says what. */
  state: z.enum(["running", "done", "stopped", "cancelled"]),
  message: z.string().nullable(),
  counts: z.strictObject({
    waiting: count,
    receiving: count,
    verified: count,
    wasThere: count,
    failed: count,
  }),
  /** Bytes of all files whose size is known. */
  totalBytes: byteCount,
  /** Bytes that are here: of verified files, of those that were there, and of those being received. */
  receivedBytes: byteCount,
  startedAt: utcTime,
  /** Null while it runs. */
  endedAt: utcTime.nullable(),
});

/** `was-there`: the same content stood there before. `verified`: fetched, and size and checksum are right. */
const fileState = z.enum(["waiting", "receiving", "verified", "was-there", "failed"]);

const file = z.strictObject({
  kind: fileKind,
  uuid,
  /**
   * The name it gets in the folder; null while the portal was not asked yet. Where two files of a job have the same name
   * (in any case of letters), the later ones get the first eight characters of their uuid before the ending:
   * `a.nc`, `a.1b2c3d4e.nc`.
   */
  filename: z.string().nullable(),
  size: byteCount.nullable(),
  receivedBytes: byteCount,
  state: fileState,
  /** Why it failed and what to do. */
  message: z.string().nullable(),
  /** Absolute, once it is there: opens with `netcdf.open {path}`. */
  path: z.string().nullable(),
});

const byId = z.strictObject({ id: uuid });
const done = z.strictObject({});

export const downloadMethods = {
  /**
   * Begins to fetch. `folder` must exist, be absolute and lie outside every instrument's folder; what is wrong with it
   * comes at once as `bad-input`. A file that is named twice is fetched once.
   */
  "downloads.start": {
    input: z.strictObject({
      items: z.array(item, { error: itemsMessage }).min(1, { error: itemsMessage }).max(mostFiles, {
        error: itemsMessage,
      }),
      folder: word,
    }),
    output: byId,
  },
  "downloads.list": { input: noInput, output: z.strictObject({ jobs: z.array(job).readonly() }) },
  /** The files of one job, in the order in which they were asked for; with `states` only those. */
  "downloads.files": {
    input: z.strictObject({ id: uuid, states: z.array(fileState).readonly().exactOptional() }),
    output: z.strictObject({ job, files: z.array(file).readonly() }),
  },
  /** Stops what is being received; nothing half is kept. What is there stays. */
  "downloads.cancel": { input: byId, output: done },
  /** Fetches again what failed, was cancelled or was stopped. */
  "downloads.retry": { input: byId, output: done },
  /** Takes an ended job off the list; the files stay. A running one is cancelled first. */
  "downloads.clear": { input: byId, output: done },
};

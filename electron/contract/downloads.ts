import { z } from "zod";
import { type DownloadFile, type DownloadJob, downloadFileStates, downloadKinds } from "#domain/download.ts";
import { byteCount, noInput, typed, uuid, word } from "./values.ts";

/**
 * Files of the portal fetched into a folder. Each is checked by size and checksum before it gets its name; nothing that
 * is there is ever replaced. `download.changed` of the feed tells that `downloads.list` has something new.
 */

const mostFiles = 2_000;
const itemsMessage = `must be a list of 1 to ${mostFiles} files`;

/** Facts that the portal states of a file; the fields of its record as they are. */
export const portalFileFacts = {
  uuid,
  downloadUrl: word,
  /** The name as the portal gives it. */
  filename: word,
  /** SHA-256 of products and model products, MD5 of raw files. */
  checksum: word,
  size: byteCount,
};

const fileKind = z.enum(downloadKinds, {
  error: 'must be "product", "model", "raw" or "raw-model"',
});

/**
 * A file by its record's facts, or by its uuid alone, which is then asked of the portal when its turn comes. Raw files
 * need the facts: the portal has no route that gives a raw record by its uuid.
 */
const downloadItem = z.union(
  [
    z.strictObject({ kind: fileKind, ...portalFileFacts }),
    z.strictObject({ kind: z.enum(["product", "model"]), uuid }),
  ],
  {
    error:
      "must be {kind, uuid, downloadUrl, filename, checksum, size}, or {kind, uuid} of a product or model product",
  },
);

/** Jobs live as long as the host; the newest come first. */
interface Job extends Omit<DownloadJob, "startedAtMs" | "endedAtMs"> {
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  /** ISO 8601 in UTC; null while it runs. */
  readonly endedAt: string | null;
}

const byId = z.strictObject({ id: uuid });
const done = z.strictObject({});

export const downloadMethods = {
  /**
   * Begins to fetch. `folder` must exist, be absolute and lie outside every instrument's folder; what is wrong with it
   * comes at once as `bad-input`. A file that is named twice is fetched once.
   */
  "downloads.start": {
    input: z.strictObject({
      items: z.array(downloadItem, { error: itemsMessage }).min(1, { error: itemsMessage }).max(mostFiles, {
        error: itemsMessage,
      }),
      folder: word,
    }),
    output: byId,
  },
  "downloads.list": { input: noInput, output: z.strictObject({ jobs: z.array(typed<Job>()).readonly() }) },
  /** The files of one job, in the order in which they were asked for; with `states` only those. */
  "downloads.files": {
    input: z.strictObject({
      id: uuid,
      states: z.array(z.enum(downloadFileStates)).readonly().exactOptional(),
    }),
    output: z.strictObject({ job: typed<Job>(), files: z.array(typed<DownloadFile>()).readonly() }),
  },
  /** Stops what is being received; nothing half is kept. Files that are there stay. */
  "downloads.cancel": { input: byId, output: done },
  /** Fetches again what failed, was cancelled or was stopped. */
  "downloads.retry": { input: byId, output: done },
  /** Takes an ended job off the list; the files stay. A running one is cancelled first. */
  "downloads.clear": { input: byId, output: done },
};

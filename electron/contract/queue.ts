import { z } from "zod";
import { queueColumns } from "#domain/queue-order.ts";
import { shape } from "./shape.ts";
import { upload, uploadFilter } from "./uploads.ts";
import {
  cause,
  count,
  flag,
  journalSeq,
  pageLimit,
  rowOffset,
  uploadEvent,
  uploadState,
  utcTime,
  uuid,
} from "./values.ts";

/** The rows of the queue as a long list shows them. */
const queueWindow = z.strictObject({
  /** Events after this journal line come by the feed. */
  seq: journalSeq,
  /** Uploads of the filter. */
  total: count,
  /** Offset of the first row given. */
  offset: rowOffset,
  /** Fewer than `limit` at the end of the list; none behind it. */
  uploads: z.array(upload).readonly(),
});

/** How many uploads each chip stands for. A facet leaves its own field of the filter aside and obeys the others. */
const queueCounts = z.strictObject({
  /** Events after this journal line may be missing in the counts. */
  seq: journalSeq,
  /** Uploads of the whole filter. */
  total: count,
  states: z.record(uploadState, count),
  /** Delivered uploads that the portal has under another name only. */
  duplicates: count,
  /** Instruments with uploads of the text and the ids of the filter, by name; a count may be 0. */
  instruments: z.array(z.strictObject({ name: z.string(), count })).readonly(),
  /** Causes with at least one upload, the most frequent first. */
  causes: z.array(z.strictObject({ cause, count, needsYou: z.boolean() })).readonly(),
});

const historyStep = shape({
  /** Null for what holds now or comes next, and for steps that are told in short. */
  at: utcTime.nullable(),
  /** Event of the journal line that it tells; null where it tells none. */
  event: uploadEvent.nullable(),
  /** A sentence without its time. */
  text: z.string(),
});

const queueQuery = z.strictObject({
  filter: uploadFilter.default({}),
  order: z
    .enum(["found", "changed", "needs-you", ...queueColumns], {
      error: 'must be "found", "changed", "needs-you", or a column such as "name"',
    })
    .default("found"),
  /** For the orders by a column: the last comes first. A file without a value is at the end in both directions. */
  descending: flag.default(false),
  offset: rowOffset.default(0),
  limit: pageLimit,
});

export const queueMethods = {
  /**
   * Rows `offset` to `offset + limit` of the queue. Order "found" is newest found first and does not move while
   * states change; "needs-you" is the same with the blocked ones in front; "changed" is newest change first. The other
   * orders are by a column, what is alike in it newest found first; `descending` turns them around.
   */
  queue: { input: queueQuery, output: queueWindow },
  /** Windows of several lists, all as of one moment: no file is in two lists whose filters exclude each other. */
  "queue.windows": {
    input: z.strictObject({ windows: z.array(queueQuery).min(1).max(50) }),
    output: z.strictObject({
      /** Events after this journal line come by the feed. */
      seq: journalSeq,
      /** In the order in which they were asked for. */
      windows: z.array(queueWindow.omit({ seq: true })).readonly(),
    }),
  },
  /** The numbers on the chips of the filter. */
  "queue.counts": { input: z.strictObject({ filter: uploadFilter.default({}) }), output: queueCounts },
  /**
   * The whole way of one upload, told in sentences in the order of time; the last ones say what comes next. `steps` are the
   * same with their times beside them.
   */
  "upload.history": {
    input: z.strictObject({ id: uuid }),
    output: z.strictObject({
      seq: journalSeq,
      sentences: z.array(z.string()).readonly(),
      steps: z.array(historyStep).readonly(),
    }),
  },
};

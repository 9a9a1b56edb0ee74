import { z } from "zod";
import { uploadEvent, uploadState } from "./states.ts";
import { journalSeq, pageLimit, utcTime, uuid } from "./values.ts";

/** What happened to one upload at one moment. */
export const journalEntry = z.strictObject({
  seq: journalSeq,
  at: utcTime,
  uploadId: uuid,
  instrument: z.string(),
  /** Relative to the instrument's folder. */
  path: z.string(),
  event: uploadEvent,
  /** State after the event. */
  state: uploadState,
  /** Cause and message, reason of a release, kind of receipt; null where the event says all. */
  detail: z.string().nullable(),
});

export type JournalEntry = z.output<typeof journalEntry>;

export const journalMethods = {
  /** Lines after `sinceSeq` in their order; `lastSeq` is the newest line that there is. */
  journal: {
    input: z.strictObject({ sinceSeq: journalSeq.default(0), limit: pageLimit }),
    output: z.strictObject({ entries: z.array(journalEntry).readonly(), lastSeq: journalSeq }),
  },
};

import { z } from "zod";
import { shape } from "./shape.ts";
import {
  journalSeq,
  pageLimit,
  uploadEvent,
  uploadState,
  utcTime,
  uuid,
  word,
  writtenTime,
} from "./values.ts";

/** An event of one upload at one moment. */
export const journalEntry = shape(
  {
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
  },
  { path: "relPath" },
);

export type JournalEntry = z.input<typeof journalEntry>;

const beforeSeq = journalSeq.nullable().default(null);

const journalFilterFields = {
  /** Part of the path, any case. */
  text: word.exactOptional(),
  /** Name of the configured instrument. */
  instrument: word.exactOptional(),
  events: z
    .array(uploadEvent, { error: 'must be a list of events such as ["confirmed"]' })
    .min(1, { error: "must name at least one event" })
    .readonly()
    .exactOptional(),
  /** Lines at this moment or later. */
  from: writtenTime.exactOptional(),
  /** Lines before this moment. */
  to: writtenTime.exactOptional(),
  /** The lines of one upload. */
  uploadId: uuid.exactOptional(),
};

const journalPage = shape({
  /** Newest first. */
  entries: z.array(journalEntry).readonly(),
  /**
   * `beforeSeq` of the next page; null where the search came to the oldest line. A call looks at 50,000 lines at
   * most, so a page may be short or empty and still go on.
   */
  nextBeforeSeq: journalSeq.nullable(),
  /** Time of the oldest line that was looked at, for "searched back to …"; null where none was. */
  scannedTo: utcTime.nullable(),
  /** Newest line that there is; what comes after it comes by the feed. */
  lastSeq: journalSeq,
});

export type JournalPage = z.input<typeof journalPage>;

export const journalMethods = {
  /** Lines after `sinceSeq` in their order; `lastSeq` is the newest line that there is. */
  journal: {
    input: z.strictObject({ sinceSeq: journalSeq.default(0), limit: pageLimit }),
    output: z.strictObject({ entries: z.array(journalEntry).readonly(), lastSeq: journalSeq }),
  },
  /** Lines before `beforeSeq` (null: from the newest on) that fit all fields, newest first. */
  "journal.page": {
    input: z.strictObject({ beforeSeq, limit: pageLimit, ...journalFilterFields }),
    output: journalPage,
  },
  /**
   * The same lines as CSV (RFC 4180, CRLF, times in UTC, newest first) in pieces that are put together as they come;
   * the first one (`beforeSeq` null) begins with the header row. A piece may be empty and still go on.
   */
  "journal.export": {
    input: z.strictObject({ beforeSeq, ...journalFilterFields }),
    output: z.strictObject({ csv: z.string(), nextBeforeSeq: journalSeq.nullable() }),
  },
};

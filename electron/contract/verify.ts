import { z } from "zod";
import { shape } from "./shape.ts";
import { calendarDate, count, dateSpans, flag, noInput, utcTime, uuid } from "./values.ts";

/** A delivered file that is not as its receipt says. */
const verifyFinding = shape(
  {
    uploadId: uuid,
    instrument: z.string(),
    /** Relative to the instrument's folder. */
    path: z.string(),
    measurementDate: calendarDate,
    /** MD5 of what was delivered. */
    checksum: z.string(),
    /** Record that the portal shows in its place; null where it shows none. */
    record: z
      .object({
        uuid: z.string(),
        filename: z.string(),
        /** MD5. */
        checksum: z.string(),
        status: z.string(),
        updatedAt: z.string(),
      })
      .nullable(),
    /** In the queue again; else it stays as it is, or waits for a person. */
    queued: z.boolean(),
  },
  { path: "relPath", queued: "isQueued" },
);

const findings = z.array(verifyFinding).readonly();

/** Output of `verify --json`. */
const verifyResult = shape({
  /** Receipts about which the portal gave an answer. */
  checked: count,
  /** Checked receipts whose bytes the portal holds. */
  same: count,
  /** Withdrawn earlier, and there: delivered, by the record. */
  restored: findings,
  /** The portal shows no record. In the queue again, or blocked where that does not help. */
  lost: findings,
  /** The record has other content: in the queue again where it is older content of this station, else blocked. */
  replaced: findings,
  /** The record has no content. In the queue again. */
  notReceived: findings,
  /** Not seen as their receipts say, by one look: nothing changes before another one, from `lookAgainAt` on, agrees. */
  unconfirmed: findings,
  lookAgainAt: utcTime.nullable(),
  /** Other content on this PC than was delivered. Only with `disk`. */
  localChanged: findings,
  localGone: findings,
  /** Receipts and files of which nothing was learnt, by reason. */
  notAsked: z.array(z.strictObject({ reason: z.string(), count })).readonly(),
});

export type VerifyResult = z.input<typeof verifyResult>;

export const verifyMethods = {
  /**
   * Begins to compare the receipts of these measurement dates (null: all) with what the portal has now; with `disk` the
   * files on this PC are read again, too, at leisure. `started`: false where what was asked before still runs.
   */
  "verify.start": {
    input: z.strictObject({ dates: dateSpans, disk: flag.default(false) }),
    output: z.strictObject({ started: z.boolean() }),
  },
  /** Ends it early. */
  "verify.stop": { input: noInput, output: z.strictObject({}) },
  /** How far it is; `result` is null before anything was asked, and grows until it has ended. */
  "verify.read": {
    input: noInput,
    output: shape(
      {
        running: z.boolean(),
        /** It came to its end by itself: `result` is whole. */
        complete: z.boolean(),
        /** When it began. */
        asOf: utcTime.nullable(),
        result: verifyResult.nullable(),
      },
      { running: "isRunning", complete: "isWhole" },
    ),
  },
};

import { z } from "zod";
import { lanes, notQueuedReasons, receiptKinds } from "#domain/upload.ts";
import { fileVerdicts } from "#domain/verdicts.ts";
import { journalEntry } from "./journal.ts";
import { shape } from "./shape.ts";
import {
  byteCount,
  calendarDate,
  cause,
  count,
  dateSpans,
  failure,
  filePath,
  flag,
  journalSeq,
  noInput,
  pageLimit,
  uploadState,
  utcTime,
  uuid,
  word,
} from "./values.ts";

/** Receipt of a delivered file. */
const receipt = shape({
  kind: z.enum(receiptKinds),
  /** MD5. */
  checksum: z.string(),
  size: byteCount,
  confirmedAt: utcTime,
  /** Name and uuid of the portal's record where it was looked up. */
  recordFilename: z.string().nullable(),
  recordUuid: z.string().nullable(),
  /** Address of the portal that confirmed it; null in receipts of earlier versions. */
  portal: z.string().nullable(),
});

/** A file version on its way to the portal. */
export const upload = shape(
  {
    id: uuid,
    /** Name of the configured instrument. */
    instrument: z.string(),
    /** Relative to the instrument's folder; of a file that a person added, `/added/…` in the data folder. */
    path: z.string(),
    size: byteCount,
    modifiedAt: utcTime,
    measurementDate: calendarDate,
    /** MD5, once hashed. */
    checksum: z.string().nullable(),
    state: uploadState,
    failure: failure.nullable(),
    /** When a waiting upload is tried again. */
    nextTryAt: utcTime.nullable(),
    /** Attempts that failed. */
    attempts: count,
    lane: z.enum(lanes),
    /** The portal knows the metadata and may still lack the content. */
    isAnnounced: z.boolean(),
    /** While it is being sent. */
    sentBytes: byteCount.nullable(),
    receipt: receipt.nullable(),
    /** Reason against its content; `isAllowed`: a person has it sent all the same. */
    content: z
      .strictObject({ kind: z.enum(["damaged", "foreign"]), reason: z.string(), isAllowed: z.boolean() })
      .nullable(),
    /**
     * Verdict of the portal on a delivered file, as its lists said last; `accepted`: received, and not processed yet. Null
     * where they do not show it.
     */
    verdict: z.enum(fileVerdicts).nullable(),
    createdAt: utcTime,
    updatedAt: utcTime,
    /** Delivered, and a later version of the file is on the portal in its place. */
    isReplaced: z.boolean(),
  },
  { path: "relPath", nextTryAt: "notBeforeMs" },
);

const uploadIds = z
  .array(uuid, { error: "must be a list of ids" })
  .min(1, { error: "must name at least one upload" })
  .max(500, { error: "must name at most 500 uploads" })
  .readonly()
  .exactOptional();

const filterFields = {
  /** These uploads only; other fields narrow them further. */
  ids: uploadIds,
  states: z
    .array(uploadState, { error: 'must be a list of states such as ["blocked"]' })
    .readonly()
    .exactOptional(),
  instrument: word.exactOptional(),
  cause: cause.exactOptional(),
  /** Files that these stopped are left out. */
  exceptCauses: z
    .array(cause, { error: 'must be a list of causes such as ["unfit-name"]' })
    .readonly()
    .exactOptional(),
  /** Part of the path, any case. */
  text: word.exactOptional(),
};

/** Uploads that are meant; without any field, all. */
export const uploadFilter = z.strictObject(filterFields, {
  error: 'must be a filter such as {"states":["blocked"]}',
});

const narrowFilter = uploadFilter.refine((one) => Object.keys(one).length > 0, {
  error: "must name at least one of ids, states, instrument, cause, text",
});

const moved = z.strictObject({ count });

/** A file that is there and not (yet) in the queue. */
const unsentFile = shape(
  { instrument: z.string(), path: z.string(), reason: z.string() },
  { path: "relPath" },
);

export const uploadMethods = {
  /** A page of the queue, newest change first. Events after `seq` come by the feed. */
  uploads: {
    input: z.strictObject({
      filter: uploadFilter.default({}),
      limit: pageLimit,
      /** Continues behind this upload. */
      afterId: uuid.nullable().default(null),
    }),
    output: z.strictObject({
      seq: journalSeq,
      uploads: z.array(upload).readonly(),
      /** `afterId` of the next page; null on the last one. */
      nextAfterId: uuid.nullable(),
    }),
  },
  /** Gives an upload with its journal. */
  upload: {
    input: z.strictObject({ id: uuid }),
    output: z.strictObject({ seq: journalSeq, upload, journal: z.array(journalEntry).readonly() }),
  },
  /**
   * Puts waiting, blocked and cancelled uploads of the filter back into the queue. `sendAnyway`: files that were held back
   * for their content are sent; without it they are checked again.
   */
  retry: {
    input: z.strictObject({ filter: narrowFilter, sendAnyway: z.boolean().default(false) }),
    output: moved,
  },
  /**
   * Puts delivered files into the queue once more, each as a new version by the settings of now; the former one keeps its
   * receipt. Fields narrow each other; a failed or cancelled file that is named by `ids` or `paths` is retried.
   */
  sendAgain: {
    input: z
      .strictObject({
        ids: uploadIds,
        /** Absolute, or relative to an instrument's folder. */
        paths: z
          .array(filePath, { error: "must be a list of paths" })
          .min(1, { error: "must name at least one file" })
          .max(500, { error: "must name at most 500 files" })
          .readonly()
          .exactOptional(),
        instrument: word.exactOptional(),
        /** Measurement dates at which they were delivered; null: any. */
        dates: dateSpans,
        /** Only what another portal than that of the settings has confirmed. */
        otherPortal: flag.default(false),
      })
      .refine(
        ({ dates, otherPortal, ...named }) => otherPortal || dates !== null || Object.keys(named).length > 0,
        {
          path: ["paths"],
          error: "must be given, or one of ids, instrument, dates and otherPortal",
        },
      ),
    output: z.strictObject({
      queued: count,
      /** Not in its folder any more. */
      gone: count,
      /** Another file by now: it is sent by itself once it is finished. */
      changed: count,
      /** The settings leave it out, or it was never found here. */
      leftOut: count,
      /** Those that are not in the queue. */
      notQueued: z
        .array(
          z.strictObject({
            /** Null for a file that was never found here. */
            instrument: z.string().nullable(),
            /** As it was named, else relative to the instrument's folder. */
            path: z.string(),
            /** The numbers above; `unknown`: it was never found here. */
            reason: z.enum(notQueuedReasons),
          }),
        )
        .readonly(),
    }),
  },
  /** Gives up the uploads of the filter; a later retry takes them up again. */
  cancel: { input: z.strictObject({ filter: narrowFilter }), output: moved },
  /** Growing, locked and future-dated files as they are now. */
  unsent: { input: noInput, output: z.strictObject({ files: z.array(unsentFile).readonly() }) },
};

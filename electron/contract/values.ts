import { z } from "zod";
import { isoTime } from "#base/text.ts";
import { isRealMonth } from "#domain/calendar-month.ts";
import { causes } from "#domain/cause.ts";
import { journalEvents } from "#domain/journal.ts";
import { uploadStates } from "#domain/upload.ts";

/** Why a file is not on the portal, or why nothing is sent for now. */
export const cause = z.enum(causes, { error: 'must be a cause such as "credentials"' });

/** Failure that stopped one file, in words for the operator. */
export const failure = z.object({
  cause,
  /** Message on what happened and what to do. */
  message: z.string(),
  /** The portal's own words. */
  portalMessage: z.string().nullable(),
  /** Only a person can remove it. */
  needsYou: z.boolean(),
});

export const uploadState = z.enum(uploadStates, { error: `must be one of ${uploadStates.join(", ")}` });

/** Events of an upload, as the journal names them. */
export const uploadEvent = z.enum(journalEvents);

/**
 * Values that several subjects share. Messages of inputs are the end of a sentence that begins with the field:
 * "limit" + "must be a whole number from 1 to 500".
 */

/** A moment that a caller writes, ISO 8601 in UTC: `2026-11-21T10:00:00.000Z`. */
export const writtenTime = z.iso.datetime({
  error: 'must be a time in UTC such as "2026-11-21T10:00:00.000Z"',
});

/** A moment, ISO 8601 in UTC with milliseconds: `2026-11-21T10:00:00.000Z`. */
export const utcTime = z.codec(z.string(), z.number(), {
  decode: (written) => Date.parse(written),
  encode: isoTime,
});

const monthMessage = 'must be a month such as "2026-11"';
const dateMessage = 'must be a valid date such as "2024-02-29"';

/** A day, `YYYY-MM-DD`, of a year that there was: the calendar has no year 0. */
export const calendarDate = z.iso
  .date({ error: dateMessage })
  .refine((date) => !date.startsWith("0000-"), { error: dateMessage });

/** A month, `YYYY-MM`. */
export const calendarMonth = z.string({ error: monthMessage }).refine(isRealMonth, { error: monthMessage });

/** Identifies an upload or a record of the portal. */
export const uuid = z.uuid({ error: "must be a UUID" });

/** Text that says something, of at most 1000 characters. */
export const word = z
  .string({ error: "must be text" })
  .min(1, { error: "must not be empty" })
  .max(1_000, { error: "must be at most 1000 characters" });

// Number of things.
export const count = z.int().min(0);

/** Bytes. */
export const byteCount = z.number().min(0);

// Without a docstring, so that the document of the API says `boolean` where it is used.
export const flag = z.boolean({ error: "must be true or false" });

/** A path as an operator writes it; Windows takes up to 32,767 characters. */
export const filePath = z
  .string({ error: "must be the path of a file" })
  .min(1, { error: "must be the path of a file" })
  .max(32_767, { error: "is longer than any path can be" });

/** Days; both ends of a span are included. */
export const dateSpans = z
  .array(z.strictObject({ from: calendarDate, to: calendarDate }), {
    error: "must be a list of spans of dates",
  })
  .max(1_000, { error: "must have at most 1000 spans" })
  .readonly()
  .nullable()
  .default(null);

const pageMessage = "must be a whole number from 1 to 500";

/** How many rows one page may hold. */
export const pageLimit = z
  .int({ error: pageMessage })
  .min(1, { error: pageMessage })
  .max(500, { error: pageMessage })
  .default(100);

const wholeMessage = "must be a whole number, 0 or more";

/** Rows in front of the ones that are asked for. */
export const rowOffset = z.int({ error: wholeMessage }).min(0, { error: wholeMessage });

/** Number of a journal line; 0 is before the first. */
export const journalSeq = z.int({ error: wholeMessage }).min(0, { error: wholeMessage });

/**
 * An output in a shape of the domain: the compiler checks it, nothing does at run time. Inputs are always checked.
 */
export const typed = <T>(): z.ZodType<T, T> => z.custom<T>();

// The input of a method that asks for nothing.
export const noInput = z.strictObject({});

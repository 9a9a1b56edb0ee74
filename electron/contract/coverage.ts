import { z } from "zod";
import { coverageLayers, dayStates } from "#domain/coverage.ts";
import { layersOfFile } from "#domain/day-facts.ts";
import { fileVerdicts } from "#domain/verdicts.ts";
import { shape } from "./shape.ts";
import { byteCount, calendarDate, count, uploadState, utcTime, word } from "./values.ts";

/** Dates of 400 days at most, both included, and an instrument of the settings; null is every one. */
const coverageSpan = z.strictObject({
  from: calendarDate,
  to: calendarDate,
  instrument: word.nullable().default(null),
});

const coverageDay = shape({
  instrument: z.string(),
  date: calendarDate,
  /** Files that were ever found finished here, without those given up by a person. */
  measured: count,
  /** Measured files whose bytes the portal has, by its receipts and lists; null with neither a receipt nor a list of that month. */
  accepted: count.nullable(),
  /** Accepted files that a list which was asked for after their receipts does not show: they are asked for again. */
  unlisted: count,
  /** This and the next three are null until the portal's list of that month was read. */
  processed: count.nullable(),
  /** Accepted files that the portal could not use. */
  invalid: count.nullable(),
  /** The portal has other bytes under their name. */
  otherContent: count.nullable(),
  /** Files that the portal has and that were not measured here. */
  onlyOnPortal: count.nullable(),
  /**
   * `complete`: nothing is missing. `pending`: something is, and not yet overdue. `gap`: something is overdue. `empty`:
   * nothing was measured here, and nothing was to be. `unknown`: the portal was not asked yet.
   */
  state: z.enum(dayStates),
  published: z.array(
    z.strictObject({
      /** Product id. */
      product: z.string(),
      uuid: z.string(),
      volatile: z.boolean(),
      errorLevel: z.string().nullable(),
      /** Findings of its quality control, worst first, for a product of the last days with errors; null where they are not known. */
      reasons: z.array(z.string()).readonly().nullable(),
    }),
  ),
  /** When the first of what is missing becomes, or became, overdue. */
  dueAt: utcTime.nullable(),
  /** Layers in which something is overdue. */
  gaps: z.array(z.enum(coverageLayers)).readonly(),
});

const timeSpan = shape({ from: utcTime, to: utcTime });

/** When the oldest of the portal's lists behind it was brought up to date; null where one never was. */
const asOf = utcTime.nullable();

export const coverageMethods = {
  /** Gives the state of the data of each instrument and UTC measurement date; by instrument, oldest date first. */
  "coverage.days": { input: coverageSpan, output: shape({ asOf, days: z.array(coverageDay).readonly() }) },
  /** Gives one of these days with its files. */
  "coverage.day": {
    input: z.strictObject({ instrument: word, date: calendarDate }),
    output: shape({
      asOf,
      day: coverageDay,
      files: z.array(
        shape({
          /** Null for what only the portal has. */
          uploadId: z.string().nullable(),
          /** Relative to the instrument's folder; the portal's file name for what only the portal has. */
          relPath: z.string(),
          /** Bytes, here. This, `writtenAt` and `span` are null for what only the portal has. */
          size: byteCount.nullable(),
          /** `unlisted`: accepted by its receipt, and not in a list that was asked for after it. */
          layer: z.enum([...layersOfFile, "only-on-portal"]),
          state: uploadState.nullable(),
          /** This and the next are null where the portal lists no record of it. */
          recordUuid: z.string().nullable(),
          /** How far the portal is with that record. */
          verdict: z.enum(fileVerdicts).nullable(),
          /** For `unlisted`: time at which that list was asked for. Else null. */
          missedAt: utcTime.nullable(),
          /** When it was written last. */
          writtenAt: utcTime.nullable(),
          /**
           * When its data were written: up to its modification time, from the end of the file before it or a usual space
           * before. Null where that time is not of this day, and for what only the portal has.
           */
          span: timeSpan.nullable(),
        }),
      ),
      /** Spans without a file, longer than usual, while files were expected. For today: until now. */
      pauses: z.array(timeSpan).readonly(),
    }),
  },
  /** Gives a day's delivered files that are surely not in their folder any more. Looks at the disk. */
  "coverage.gone": {
    input: z.strictObject({ instrument: word, date: calendarDate }),
    output: z.strictObject({
      uploadIds: z.array(z.string()).readonly(),
      /** Those that were named as files that may be removed, exactly as they were delivered, and when last. */
      named: z.array(z.strictObject({ uploadId: z.string(), at: utcTime })).readonly(),
    }),
  },
  /** Gives where the files of each instrument were delivered to, the newest first: the settings may name another site or PID by now. */
  "coverage.places": {
    input: z.strictObject({}),
    output: z
      .array(
        z.strictObject({
          instrument: z.string(),
          site: z.string(),
          pid: z.string(),
          /** First and last measurement date. */
          from: calendarDate,
          to: calendarDate,
        }),
      )
      .readonly(),
  },
  /** Queues again what is measured and not accepted. */
  "coverage.sendMissing": {
    input: coverageSpan,
    output: z.strictObject({
      /** Files that are in the queue. */
      queued: count,
      /** Missing files that cannot be sent: gone from the disk, of a former site, PID or tags, or there with other bytes. */
      left: count,
      /** Delivered files that the portal's lists do not show: their receipts are compared with what it has. */
      asked: count,
    }),
  },
};

export type CoverageDayShown = z.input<typeof coverageDay>;

import { z } from "zod";
import { monthStates, reportedDays } from "#domain/reported-month.ts";
import { stationEvent } from "./log.ts";
import { shape } from "./shape.ts";
import { calendarDate, calendarMonth, count, utcTime } from "./values.ts";

/** From 0 to 1; null where nothing was to be, or it is not known. */
const share = z.number().min(0).max(1).nullable();

/** Figures of an instrument, or of all. */
const figures = {
  /** Files that were measured here, and of these those that the portal accepted. */
  measured: count,
  accepted: count,
  /** This and the next are null until the portal's list of the month was read. */
  processed: count.nullable(),
  /** Files that the portal could not use. */
  notUsable: count.nullable(),
  /** Days with files. */
  daysMeasured: count,
  /** Those of them with a product; null where the portal makes none, or it is not known. */
  daysPublished: count.nullable(),
  /** Parts of the files that are accepted and processed, and of the days with files that have a product. */
  share: z.strictObject({ accepted: share, processed: share, published: share }),
};

const monthReport = shape({
  month: calendarMonth,
  /** `running`: it is not over. `empty`: nothing was measured here, and nothing was to be. */
  state: z.enum(monthStates),
  /** "November 2026 is complete but for 3 days." */
  sentence: z.string(),
  madeAt: utcTime,
  /** When the oldest of the portal's lists behind it was brought up to date; null where one never was. */
  asOf: utcTime.nullable(),
  /** Address of the portal; null where it is not set. */
  portal: z.string().nullable(),
  /** The portal's ids. */
  sites: z.array(z.string()).readonly(),
  total: z.strictObject(figures),
  /** In the order of the settings. */
  instruments: z
    .array(
      z.strictObject({
        name: z.string(),
        /** Those under which files of the month were delivered, the newest first; else that of the settings. So is `pid`. */
        site: z.string(),
        pid: z.string(),
        ...figures,
        /** Each day of the month. `open`: it is not over. `empty`: nothing was measured, and nothing was to be. */
        days: z.array(z.enum(reportedDays)).readonly(),
      }),
    )
    .readonly(),
  /** Days that are over and not complete, by date. */
  incomplete: z
    .array(
      z.strictObject({
        date: calendarDate,
        instrument: z.string(),
        /** A few words each: "3 of 40 files not on the portal", "portal away 4 h", "instrument off". */
        reasons: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
  /** Dates of `incomplete`, counted. */
  incompleteDays: count,
  /** Events that held up data, oldest first. */
  outages: z.array(stationEvent).readonly(),
  /** Lines of `receipts --format md5` of the month. */
  files: count,
  /** SHA-256 of these lines, sorted by bytes, in lower-case hexadecimal. */
  digest: z.string(),
  /** Receipts that have no such line, because their instrument is no longer in the settings. */
  leftOut: count,
});

export type MonthReportShown = z.input<typeof monthReport>;

export const reportMethods = {
  /** Gives the proof of a month: how much of it the portal has, and why not all. A month that has not begun is refused. */
  report: { input: z.strictObject({ month: calendarMonth }), output: monthReport },
};

import { z } from "zod";
import { shape } from "./shape.ts";
import { byteCount, count, noInput, utcTime } from "./values.ts";

/** A number for each hour of UTC, the running hour last. */
const hourly = z.array(count).readonly();

/** Latest activity of one instrument. Only files that match its rules are counted. */
const instrumentActivity = shape({
  name: z.string(),
  /** The portal's id of the site: `hyytiala`. */
  site: z.string(),
  /** The portal's id of the instrument: `rpg-fmcw-94`. */
  instrument: z.string(),
  pid: z.string(),
  /** Files by modification time; 48 hours. */
  hourly,
  /** Files of `hourly` that are on the portal. */
  confirmedHourly: hourly,
  /** Files by the time at which the portal confirmed them; 48 hours. */
  deliveredHourly: hourly,
  /** So many files a whole day should bring; null where no interval is set for the instrument. */
  expected: count.nullable(),
  /** Modification time of the newest file seen. */
  lastFileAt: utcTime.nullable(),
  /** When the next file is expected; null where that cannot be told, and where it should be there already. */
  nextFileAt: utcTime.nullable(),
  /** Minutes that usually lie between two files; null while too few are known. */
  usualMinutes: z.number().min(0).nullable(),
  /** Nothing came for much longer than usual, or than the interval that was set. */
  isQuiet: z.boolean(),
  /** Quiet, and a person is told: enough is known of when it usually writes, or the settings say it. */
  isSilent: z.boolean(),
  /** When it is to be called silent unless a file comes; null where that cannot be told. */
  silentAt: utcTime.nullable(),
  /** "No file since 10:50 UTC, usually one every 1 h."; null unless quiet. */
  quietMessage: z.string().nullable(),
});

const activity = shape({
  /** The host's clock. */
  now: utcTime,
  /** Begin of the running hour: the last number of every `hourly` begins here. */
  hourStart: utcTime,
  instruments: z.array(instrumentActivity).readonly(),
  /** Files that the portal confirmed in the last 24 hours: 24 numbers each, the running hour last. */
  throughput: z.strictObject({
    /** Bytes of files whose content was sent (not of those that the portal had already). */
    bytes: z.array(byteCount).readonly(),
    files: hourly,
  }),
});

export type ActivityShown = z.input<typeof activity>;

export const activityMethods = {
  /** Gives the latest activity of the instruments and the station, by hours. */
  activity: { input: noInput, output: activity },
};

import { z } from "zod";

/**
 * The settings file (product.md, "Settings file"). Every message is the end of a sentence that begins with the key:
 * "portal.concurrency" + "must be a whole number from 1 to 16". Secrets never stand in this file.
 */

const text = (what: string) => z.string({ error: what }).trim().min(1, { error: what });
const flag = z.boolean({ error: "must be true or false" });
const secondsToWait = z
  .number({ error: "must be a number of seconds, 0 or more" })
  .min(0, { error: "must be a number of seconds, 0 or more" })
  .max(86_400, { error: "must be at most 86400 seconds (a day)" });
const grace = z
  .number({ error: "must be a number of minutes, 0 or more" })
  .min(0, { error: "must be a number of minutes, 0 or more" })
  .max(10_080, { error: "must be at most 10080 minutes (a week)" })
  .default(30);

const addressMessage = "must be an address that begins with https:// or http://";

/** Null where `written` is not an http or https address. */
function readAddress(written: string): URL | null {
  const url = URL.parse(written);
  return url !== null && ["http:", "https:"].includes(url.protocol) && url.hostname !== "" ? url : null;
}

function hasCredentials(written: string): boolean {
  const url = URL.parse(written);
  return url !== null && (url.username !== "" || url.password !== "");
}

const portalUrl = z
  .string({ error: addressMessage })
  .trim()
  .refine((written) => readAddress(written) !== null, { error: addressMessage, abort: true })
  .refine((written) => !hasCredentials(written), {
    error: "must not hold a user name or password: secrets do not belong into the settings file",
    abort: true,
  })
  .refine((written) => !/[?#]/.test(written), { error: 'must not hold "?" or "#"', abort: true })
  .transform((written) => written.replace(/\/+$/, ""));

const proxyUrl = z
  .string({ error: `${addressMessage}, or null` })
  .trim()
  .refine((written) => readAddress(written) !== null, { error: `${addressMessage}, or null`, abort: true })
  .refine((written) => !hasCredentials(written), {
    error: "must not hold a password: leave it null and set the environment variable HTTPS_PROXY instead",
  });

const clockTime = z
  .string({ error: 'must be a time such as "22:00"' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as "22:00"' });

const quietHours = z
  .strictObject(
    { from: clockTime, to: clockTime },
    { error: objectError('must be {"from":"22:00","to":"06:00"} or null') },
  )
  .refine((hours) => hours.from !== hours.to, { error: "must begin and end at different times" });

const concurrencyMessage = "must be a whole number from 1 to 16";
const bandwidthMessage = "must be a number of kilobytes a second above 0, or null for no limit";

/** `portal` of the settings file. */
export const portalSchema = z.strictObject(
  {
    url: portalUrl,
    username: text("must be the user name of the station at the portal").refine(
      // RFC 7617: Basic credentials end the user name at the first colon.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
      (name) => !/[:\x00-\x1f\x7f]/.test(name),
      { error: "must not hold a colon or a control character: HTTP Basic cannot carry them" },
    ),
    concurrency: z
      .int({ error: concurrencyMessage })
      .min(1, { error: concurrencyMessage })
      .max(16, { error: concurrencyMessage })
      .default(4),
    bandwidthKBps: z
      .number({ error: bandwidthMessage })
      .positive({ error: bandwidthMessage })
      .nullable()
      .default(null),
    quietHours: quietHours.nullable().default(null),
    proxy: proxyUrl.nullable().default(null),
    caFile: text("must be the path of a PEM file, or null").nullable().default(null),
    allowInsecureHttp: flag.default(false),
  },
  { error: objectError("must hold url and username of the portal, in braces") },
);

const everyHoursMessage = "must be a number of hours above 0, at most 24";

const finishSchema = z.discriminatedUnion(
  "policy",
  [
    z.strictObject({ policy: z.literal("settle"), seconds: secondsToWait.default(60) }),
    z.strictObject({ policy: z.literal("next-file"), seconds: secondsToWait.default(60) }),
    z.strictObject({
      policy: z.literal("sentinel"),
      suffix: text('must be the ending of the sentinel\'s name, such as ".done"').refine(
        (suffix) => !/[\\/]/.test(suffix),
        { error: "must be the ending of a file name, without a slash" },
      ),
      seconds: secondsToWait.default(0),
    }),
    z.strictObject({
      policy: z.literal("day-closed"),
      graceMinutes: grace,
      seconds: secondsToWait.default(60),
    }),
    z.strictObject({
      policy: z.literal("append"),
      everyHours: z
        .number({ error: everyHoursMessage })
        .positive({ error: everyHoursMessage })
        .max(24, { error: everyHoursMessage }),
      graceMinutes: grace,
      seconds: secondsToWait.default(60),
    }),
  ],
  {
    error: (issue) =>
      issue.code === "invalid_union"
        ? "must be one of settle, next-file, sentinel, day-closed, append"
        : 'must be such as {"policy":"settle","seconds":60}',
  },
);

const everyMinutesMessage = "must be a number of minutes above 0, or null";
const pidMessage = "must be a persistent identifier that begins with https://hdl.handle.net/";

/** One element of `instruments` of the settings file. */
export const instrumentSchema = z.strictObject(
  {
    name: text("must be a name for this instrument").max(100, { error: "must be at most 100 characters" }),
    site: text("must be the site id of the portal, such as hyytiala"),
    instrument: text("must be the instrument id of the portal, such as rpg-fmcw-94"),
    pid: z
      .string({ error: pidMessage })
      .trim()
      .regex(/^https:\/\/hdl\.handle\.net\/[^\s/]+\/\S+$/, { error: pidMessage }),
    folder: z
      .string({ error: "must be the absolute path of the folder that the instrument writes to" })
      .min(1, { error: "must be the absolute path of the folder that the instrument writes to" }),
    pattern: z.string({ error: "must say how the files are called, such as %Y/%m/%Y%m%d_*.nc" }),
    tags: z
      .array(text("must be a tag: text in quotes"), {
        error: 'must be a list of tags, such as ["co"], or []',
      })
      .default([]),
    finish: finishSchema.default({ policy: "settle", seconds: 60 }),
    since: z.iso
      .date({ error: 'must be a date of the calendar such as "2024-02-29", or null' })
      .nullable()
      .default(null),
    network: flag.default(false),
    expectEveryMinutes: z
      .number({ error: everyMinutesMessage })
      .positive({ error: everyMinutesMessage })
      .nullable()
      .default(null),
  },
  { error: objectError("must be an instrument: name, site, instrument, pid, folder and pattern, in braces") },
);

/** What an operator writes for one instrument; what is left out takes its default. */
export type InstrumentInput = z.input<typeof instrumentSchema>;

/** Keeps zod's own list of unknown keys, which the caller turns into one message a key. */
function objectError(message: string) {
  return (issue: { readonly code?: string | undefined }) =>
    issue.code === "unrecognized_keys" ? "is not a setting" : message;
}

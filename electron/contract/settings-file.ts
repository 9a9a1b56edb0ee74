import { z } from "zod";
import { usualNotifications } from "#domain/notification-settings.ts";
import { contentChecks, usualDeadlines, usualKeep } from "#domain/settings.ts";
import { channelSchema } from "./channel-settings.ts";
import {
  clockTime,
  hasCredentials,
  isGuarded,
  objectError,
  openAddress,
  quietHours,
  sayingText,
  webAddress,
} from "./settings-values.ts";
import { flag } from "./values.ts";

/**
 * The settings file (docs/settings.md). Every message is the end of a sentence that begins with the key:
 * "portal.concurrency" + "must be a whole number from 1 to 16". This file never holds secrets.
 */

/** Bounds of numbers, both ends included but where 0 is named as open; the form shows them. */
export const settingsLimits = {
  concurrency: { least: 1, most: 16 },
  settleSeconds: { least: 0, most: 86_400 },
  graceMinutes: { least: 0, most: 10_080 },
  /** 0 itself is not allowed. */
  everyHours: { least: 0, most: 24 },
  journalLines: { least: 10_000, most: 100_000_000 },
  logMB: { least: 1, most: 10_000 },
} as const;

const secondsToWait = z
  .number({ error: "must be a number of seconds, 0 or more" })
  .min(0, { error: "must be a number of seconds, 0 or more" })
  .max(settingsLimits.settleSeconds.most, { error: "must be at most 86400 seconds (a day)" });
const grace = z
  .number({ error: "must be a number of minutes, 0 or more" })
  .min(0, { error: "must be a number of minutes, 0 or more" })
  .max(settingsLimits.graceMinutes.most, { error: "must be at most 10080 minutes (a week)" })
  .default(30);

const addressMessage = "must be an address that starts with https:// or http://";

const portalUrl = openAddress(addressMessage)
  .refine((written) => !/[?#]/.test(written), { error: 'must not contain "?" or "#"', abort: true })
  .transform((written) => written.replace(/\/+$/, ""));

const proxyUrl = webAddress(`${addressMessage}, or null`).refine((written) => !hasCredentials(written), {
  error: "must not contain a password: leave it null and set the environment variable HTTPS_PROXY instead",
});

const concurrencyMessage = "must be a whole number from 1 to 16";
const bandwidthMessage = "must be a number of kilobytes a second above 0, or null for no limit";

/** `portal` of the settings file. */
export const portalSchema = z.strictObject(
  {
    url: portalUrl,
    username: sayingText("must be the station's user name on the portal").refine(
      // RFC 7617: Basic credentials end the user name at the first colon.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
      (name) => !/[:\x00-\x1f\x7f]/.test(name),
      { error: "must not contain a colon or a control character: HTTP Basic does not allow them" },
    ),
    concurrency: z
      .int({ error: concurrencyMessage })
      .min(settingsLimits.concurrency.least, { error: concurrencyMessage })
      .max(settingsLimits.concurrency.most, { error: concurrencyMessage })
      .default(4),
    bandwidthKBps: z
      .number({ error: bandwidthMessage })
      .positive({ error: bandwidthMessage })
      .nullable()
      .default(null),
    quietHours: quietHours.nullable().default(null),
    proxy: proxyUrl.nullable().default(null),
    caFile: sayingText("must be the path of a PEM file, or null").nullable().default(null),
    allowInsecureHttp: flag.default(false),
  },
  { error: objectError("must contain url and username of the portal, in braces") },
);

const webhookMessage = "must be an address that starts with https://, or null";

/** `notifications` of the settings file: what the operator is told about. */
export const notificationsSchema = z.strictObject(
  {
    /** Something waits for a person. */
    needsYou: flag.default(usualNotifications.needsYou),
    /** The portal or the way to it fails; files wait. */
    waiting: flag.default(usualNotifications.waiting),
    /** Something that was told before is over. */
    resolved: flag.default(usualNotifications.resolved),
    /** An instrument has stopped writing. */
    silentInstrument: flag.default(usualNotifications.silentInstrument),
    /** The portal found errors in products of an instrument; once a day for each. */
    poorProduct: flag.default(usualNotifications.poorProduct),
    /** No notification is shown then; what is still open at the end is shown then. Local time. */
    quietHours: quietHours.nullable().default(null),
    /** Address to which each notification is posted as JSON, too. */
    webhook: z
      .string({ error: webhookMessage })
      .trim()
      .refine(isGuarded, { error: webhookMessage, abort: true })
      .refine((written) => !hasCredentials(written), {
        error: "must not contain a user name or password: secrets do not belong in the settings file",
      })
      .nullable()
      .default(null),
    /** Who else is told. */
    channels: z
      .array(channelSchema, { error: "must be a list in brackets, one entry for each channel" })
      .readonly()
      .default([]),
    /** When digests are sent. Local time. */
    digestAt: clockTime.default(usualNotifications.digestAt),
  },
  { error: objectError("must contain switches such as needsYou and waiting, in braces") },
);

const journalLinesMessage = "must be a whole number of lines from 10000 to 100000000";
const logMBMessage = "must be a number of megabytes from 1 to 10000";

/** `keep` of the settings file: how much of the past is kept. Uploads and receipts are always kept. */
export const keepSchema = z.strictObject(
  {
    /** Lines of the journal; a delivered file leaves about five. */
    journalLines: z
      .int({ error: journalLinesMessage })
      .min(settingsLimits.journalLines.least, { error: journalLinesMessage })
      .max(settingsLimits.journalLines.most, { error: journalLinesMessage })
      .default(usualKeep.journalLines),
    /** All log files together, megabytes (1000000 bytes). */
    logMB: z
      .number({ error: logMBMessage })
      .min(settingsLimits.logMB.least, { error: logMBMessage })
      .max(settingsLimits.logMB.most, { error: logMBMessage })
      .default(usualKeep.logMB),
  },
  { error: objectError("must contain journalLines and logMB, in braces") },
);

const metricsPortMessage = "must be the number of a port, 1 to 65535";
const metricsHostMessage =
  'must be an IP address of this PC: "127.0.0.1" for programs on this PC only, "0.0.0.0" for the network';

/** `metrics` of the settings file: metrics for programs that watch many stations, on a port of their own. */
export const metricsSchema = z.strictObject(
  {
    port: z
      .int({ error: metricsPortMessage })
      .min(1, { error: metricsPortMessage })
      .max(65_535, { error: metricsPortMessage }),
    host: z.union([z.ipv4(), z.ipv6()], { error: metricsHostMessage }).default("127.0.0.1"),
  },
  { error: objectError('must be {"port":9464} or null') },
);

const everyHoursMessage = "must be a number of hours above 0, at most 24";

/** `finish` of an instrument. */
export const finishSchema = z.discriminatedUnion(
  "policy",
  [
    z.strictObject({ policy: z.literal("settle"), seconds: secondsToWait.default(60) }),
    z.strictObject({ policy: z.literal("next-file"), seconds: secondsToWait.default(60) }),
    z.strictObject({
      policy: z.literal("sentinel"),
      suffix: sayingText('must be the ending of the sentinel\'s name, such as ".done"').refine(
        (suffix) => !/[\\/]/.test(suffix),
        { error: "must be the suffix of a file name, without a slash" },
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
        .max(settingsLimits.everyHours.most, { error: everyHoursMessage }),
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
const pidMessage = "must be a persistent identifier that starts with https://hdl.handle.net/";

const deadlineMessage = "must be a number above 0";
const deadline = z.number({ error: deadlineMessage }).positive({ error: deadlineMessage });

/** An element of `instruments` of the settings file. */
export const instrumentSchema = z.strictObject(
  {
    name: sayingText("must be a name for this instrument").max(100, {
      error: "must be at most 100 characters",
    }),
    site: sayingText("must be the site id of the portal, such as hyytiala"),
    instrument: sayingText("must be the instrument id of the portal, such as rpg-fmcw-94"),
    pid: z
      .string({ error: pidMessage })
      .trim()
      .regex(/^https:\/\/hdl\.handle\.net\/[^\s/]+\/\S+$/, { error: pidMessage }),
    folder: z
      .string({ error: "must be the absolute path of the folder that the instrument writes to" })
      .min(1, { error: "must be the absolute path of the folder that the instrument writes to" }),
    pattern: z.string({ error: "must be a file name pattern, such as %Y/%m/%Y%m%d_*.nc" }),
    tags: z
      .array(sayingText("must be a tag: text in quotes"), {
        error: 'must be a list of tags, such as ["co"], or []',
      })
      .default([]),
    finish: finishSchema.default({ policy: "settle", seconds: 60 }),
    since: z.iso
      .date({ error: 'must be a valid date such as "2024-02-29", or null' })
      .nullable()
      .default(null),
    network: flag.default(false),
    expectEveryMinutes: z
      .number({ error: everyMinutesMessage })
      .positive({ error: everyMinutesMessage })
      .nullable()
      .default(null),
    offUntil: z.iso
      .date({ error: 'must be a valid date such as "2026-12-01", or null' })
      .nullable()
      .default(null),
    check: z.enum(contentChecks, { error: 'must be "warn", "hold" or "off"' }).default("warn"),
    deadlines: z
      .strictObject(
        {
          acceptedHours: deadline.default(usualDeadlines.acceptedHours),
          processedHours: deadline.default(usualDeadlines.processedHours),
          publishedDays: deadline.default(usualDeadlines.publishedDays),
        },
        { error: objectError('must be such as {"processedHours":24}') },
      )
      .optional(),
  },
  { error: objectError("must be an instrument: name, site, instrument, pid, folder and pattern, in braces") },
);

/** An instrument as an operator writes it; fields that are left out take their default. */
export type InstrumentInput = z.input<typeof instrumentSchema>;

/** An element of `models` of the settings file: as an instrument, with a model in place of type, PID and tags. */
export const modelSourceSchema = z.strictObject(
  {
    ...instrumentSchema.omit({ instrument: true, pid: true, tags: true }).shape,
    name: sayingText("must be a name for these model files").max(100, {
      error: "must be at most 100 characters",
    }),
    model: sayingText("must be the model id of the portal, such as ecmwf"),
    folder: z
      .string({ error: "must be the absolute path of the folder with the model files" })
      .min(1, { error: "must be the absolute path of the folder with the model files" }),
  },
  { error: objectError("must be a model: name, site, model, folder and pattern, in braces") },
);

/** The files of one model as an operator writes them; fields that are left out take their default. */
export type ModelSourceInput = z.input<typeof modelSourceSchema>;

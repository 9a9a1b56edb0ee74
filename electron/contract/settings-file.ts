import { z } from "zod";
import { once } from "#base/once.ts";
import { minuteOfClock } from "#domain/quiet-hours.ts";
import { usualDeadlines } from "#domain/settings.ts";
import {
  heartbeatRows,
  keepRows,
  metricsRows,
  notificationRows,
  portalRows,
  settingsTable,
  stationReportRows,
} from "#domain/settings-table.ts";
import { stationRows } from "#domain/station-rows.ts";
import { daysIn, minuteOfEnd } from "#domain/timetable.ts";
import { channelSchema } from "./channel-settings.ts";
import { objectError, sayingText, schemasOf, yesOrNo } from "./settings-values.ts";

/**
 * The settings file (docs/settings.md): the plain settings by domain/settings-table.ts, and those of their own. Every message is the end of a sentence that begins with the key:
 * "portal.concurrency" + "must be a whole number from 1 to 16". This file never holds secrets.
 *
 * Every schema takes a start a tenth of a millisecond, so sections that most stations do not have are made when they are asked for.
 */

/** Bounds of the numbers of `finish`, both ends included but where 0 is named as open; the form shows them. */
export const settingsLimits = {
  settleSeconds: { least: 0, most: 86_400 },
  graceMinutes: { least: 0, most: 10_080 },
  /** 0 itself is not allowed. */
  everyHours: { least: 0, most: 24 },
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

const clockMessage = 'must be a time such as "07:00"';
const rowTime = (minuteOf: typeof minuteOfClock) =>
  z
    .string({ error: clockMessage })
    .refine((written) => minuteOf(written) !== null, { error: clockMessage, abort: true })
    .optional();
const daysMessage = 'must be days such as "mon-fri" or "sat,sun"';
const rateMessage = 'must be a number of kilobytes a second above 0, null for no limit, or "off"';

const rateRow = z
  .strictObject(
    {
      days: z
        .string({ error: daysMessage })
        .refine((written) => daysIn(written) !== null, { error: daysMessage })
        .optional(),
      from: rowTime(minuteOfClock),
      to: rowTime(minuteOfEnd),
      kBps: z.union([z.number().positive({ error: rateMessage }), z.literal("off"), z.null()], {
        error: rateMessage,
      }),
      all: yesOrNo.optional(),
    },
    { error: objectError('must be such as {"days":"mon-fri","from":"07:00","to":"18:00","kBps":200}') },
  )
  .refine(({ from = "00:00", to = "24:00" }) => from !== to, {
    error: "must start and end at different times",
  });

const portalShape = schemasOf(portalRows, {
  rates: z
    .array(rateRow, { error: "must be a list in brackets, one row for each limit" })
    .readonly()
    .optional(),
});

/** `portal` of the settings file. */
export const portalSchema = z.strictObject(
  { ...portalShape, url: portalShape.url.transform((written) => written.replace(/\/+$/, "")) },
  { error: objectError("must contain url and username of the portal, in braces") },
);

/** `notifications.heartbeat` of the settings file. */
export const heartbeatSchema = once(() =>
  z.strictObject(schemasOf(heartbeatRows, {}), {
    error: objectError('must be {"url":"https://…"} or null'),
  }),
);

/** `notifications` of the settings file: what the operator is told about. */
export const notificationsSchema = once(() =>
  z.strictObject(
    schemasOf(notificationRows, {
      channels: z
        .array(channelSchema(), { error: "must be a list in brackets, one entry for each channel" })
        .readonly()
        .default([]),
      heartbeat: heartbeatSchema().nullable().default(null),
    }),
    { error: objectError("must contain switches such as needsYou and waiting, in braces") },
  ),
);

/** `report` of the settings file. */
export const stationReportSchema = once(() =>
  z
    .strictObject(schemasOf(stationReportRows, {}), {
      error: objectError('must be {"url":"https://…"}, {"folder":"…"} or null'),
    })
    .refine(({ url, folder }) => (url === null) !== (folder === null), {
      error: "must name either an address (url) or a folder (folder)",
    }),
);

/** Settings at the top of the file. */
export const stationSchema = z.strictObject(schemasOf(stationRows, {}));

/** `keep` of the settings file: how much of the past is kept. Uploads and receipts are always kept. */
export const keepSchema = once(() =>
  z.strictObject(schemasOf(keepRows, {}), {
    error: objectError("must contain journalLines and logMB, in braces"),
  }),
);

const metricsHostMessage =
  'must be an IP address of this PC: "127.0.0.1" for programs on this PC only, "0.0.0.0" for the network';

/** `metrics` of the settings file: metrics for programs that watch many stations, on a port of their own. */
export const metricsSchema = once(() =>
  z.strictObject(
    schemasOf(metricsRows, {
      host: z.union([z.ipv4(), z.ipv6()], { error: metricsHostMessage }).default("127.0.0.1"),
    }),
    { error: objectError('must be {"port":9464} or null') },
  ),
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

const deadlineMessage = "must be a number above 0";
const deadline = z.number({ error: deadlineMessage }).positive({ error: deadlineMessage });

const ofSource = {
  finish: finishSchema.default({ policy: "settle", seconds: 60 }),
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
};

/** An element of `instruments` of the settings file. */
export const instrumentSchema = z.strictObject(schemasOf(settingsTable.instruments, ofSource), {
  error: objectError("must be an instrument: name, site, instrument, pid, folder and pattern, in braces"),
});

/** An instrument as an operator writes it; fields that are left out take their default. */
export type InstrumentInput = z.input<typeof instrumentSchema>;

/** An element of `models` of the settings file: as an instrument, with a model in place of type, PID and tags. */
export const modelSourceSchema = once(() =>
  z.strictObject(schemasOf(settingsTable.models, ofSource), {
    error: objectError("must be a model: name, site, model, folder and pattern, in braces"),
  }),
);

/** The files of one model as an operator writes them; fields that are left out take their default. */
export type ModelSourceInput = z.input<ReturnType<typeof modelSourceSchema>>;

import { z } from "zod";
import { stationEventKinds } from "#domain/station-event.ts";
import { shape } from "./shape.ts";
import { calendarDate, count, journalSeq, pageLimit, utcTime, word, writtenTime } from "./values.ts";

/** Kinds of events of the station itself. */
const stationEventKind = z.enum(stationEventKinds, {
  error: 'must be a kind of event such as "outage"',
});

/** Something that happened to the station, at one moment or from one to another. */
export const stationEvent = shape({
  seq: journalSeq,
  kind: stationEventKind,
  /** Name of the instrument, or of the disk; "" where it is about neither. */
  subject: z.string(),
  from: utcTime,
  /** The same as `from` for what happened at one moment; null while it lasts. */
  to: utcTime.nullable(),
  /** How often it began: what comes back within ten minutes is one event. */
  times: count,
  /** A few words: "Portal unreachable". */
  title: z.string(),
  /** Other facts that are known. */
  detail: z.string().nullable(),
  /** It ended without being stopped; of `stopped` only. */
  isUnclean: z.boolean(),
});

export type StationEventShown = z.input<typeof stationEvent>;

/** Lines of the journal, counted. */
const lineCounts = {
  /** Files that were found and queued. */
  found: count,
  /** Confirmations of the portal. */
  delivered: count,
  /** Files that were stopped and wait for a person. */
  refused: count,
  /** Files that the portal no longer had, or whose receipt became void. */
  lost: count,
};

const logDay = z.strictObject({
  /** UTC. */
  date: calendarDate,
  ...lineCounts,
  /** Those with anything. */
  hours: z
    .array(
      z.strictObject({
        /** 0 to 23, UTC. */
        hour: count,
        ...lineCounts,
      }),
    )
    .readonly(),
});

export type LogDayShown = z.input<typeof logDay>;

export const logMethods = {
  /**
   * Gives the days, newest first: files counted, and the events of the station. At most 100 days, both included; days
   * before the first of which anything is known, and after today, are left out.
   */
  "log.days": {
    input: z.strictObject({
      from: calendarDate,
      to: calendarDate,
      /** Only this instrument, and what is about none. */
      instrument: word.nullable().default(null),
    }),
    output: z.strictObject({
      /** The first day of which anything is known. */
      firstDay: calendarDate.nullable(),
      days: z.array(logDay).readonly(),
      /** Those that lasted on any of these days, newest begin first; at most 2000. */
      events: z.array(stationEvent).readonly(),
    }),
  },
  /** Gives the events of the station, newest begin first. */
  "log.events": {
    input: z.strictObject({
      /** Those that lasted at this moment or later. */
      from: writtenTime.exactOptional(),
      /** Those that began before this moment. */
      to: writtenTime.exactOptional(),
      kinds: z
        .array(stationEventKind, { error: 'must be a list of kinds such as ["outage"]' })
        .min(1, { error: "must name at least one kind" })
        .readonly()
        .exactOptional(),
      /** Only this instrument, and what is about none. */
      instrument: word.exactOptional(),
      /** `next` of the page before. */
      before: z.strictObject({ from: writtenTime, seq: journalSeq }).nullable().default(null),
      limit: pageLimit,
    }),
    output: z.strictObject({
      events: z.array(stationEvent).readonly(),
      /** Null at the end. */
      next: shape({ from: utcTime, seq: journalSeq }).nullable(),
    }),
  },
  /** Gives the counts and events since a moment, for somebody who was away. */
  "log.since": {
    input: z.strictObject({ from: writtenTime }),
    output: shape({
      /** The host's clock. */
      now: utcTime,
      ...lineCounts,
      /** Those that lasted since then, newest begin first; at most 2000. */
      events: z.array(stationEvent).readonly(),
    }),
  },
};

import { startOfDayMs, todayUtc } from "#base/dates.ts";
import { isHoldCause, needsYou } from "#domain/cause.ts";
import type { DeliveryHour, FileHour } from "#domain/hourly-counts.ts";
import type { QueueCell } from "#domain/queue.ts";
import type { Instrument } from "#domain/settings.ts";
import { isUnsent } from "#domain/upload.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import type { Pipeline } from "#engine/pipeline.ts";
import { cadenceOf, type InstrumentCadence } from "./cadences.ts";

/** What one instrument did lately; numbers an hour, the running hour last. */
export interface InstrumentActivity
  extends Pick<InstrumentCadence, "lastFileAtMs" | "usualMinutes" | "isQuiet" | "silentAtMs"> {
  readonly instrument: Instrument;
  readonly hourly: readonly number[];
  readonly confirmedHourly: readonly number[];
  readonly deliveredHourly: readonly number[];
  readonly today: TodayCount;
  /** Uploads of any day that are not on the portal and not given up; `waiting` of them are tried again by themselves. */
  readonly queue: { readonly unsent: number; readonly waiting: number };
  /** Quiet, and a person is told. */
  readonly isSilent: boolean;
}

/** Files whose modification time is today, UTC. */
export interface TodayCount {
  readonly found: number;
  readonly delivered: number;
  readonly unsent: number;
  readonly expected: number | null;
  /** Uploads of any day that wait for a person. */
  readonly needsYou: number;
}

export interface Activity {
  readonly nowMs: number;
  /** Begin of the running hour. */
  readonly hourStartMs: number;
  readonly instruments: readonly InstrumentActivity[];
  /** The last 24 hours, of every instrument that ever delivered. */
  readonly throughput: { readonly bytes: readonly number[]; readonly files: readonly number[] };
}

const hourMs = 3_600_000;
const shownHours = 48;
const throughputHours = 24;

/** What the instruments and the station did lately. Costs the same however many uploads there are. */
export async function activityOf(pipeline: Pipeline, { clock, ledger }: EnginePorts): Promise<Activity> {
  const nowMs = clock.nowMs();
  const thisHour = Math.floor(nowMs / hourMs);
  const [first, end] = [thisHour + 1 - shownHours, thisHour + 1];
  const dayHour = startOfDayMs(todayUtc(nowMs)) / hourMs;
  // A clock that was set back leaves files of hours to come; those of today are counted.
  const [files, deliveries, cells, arrivals, learned] = await Promise.all([
    ledger.fileHours(Math.min(first, dayHour), Math.max(end, dayHour + 24)),
    ledger.deliveryHours(first, end),
    ledger.queueCells({}),
    ledger.arrivals(),
    pipeline.cadences.learned(),
  ]);
  const countOf = (name: string, isMeant: (cell: QueueCell) => boolean) =>
    cells
      .filter((cell) => cell.instrument === name && isMeant(cell))
      .reduce((sum, { count }) => sum + count, 0);

  const instruments = pipeline.instruments().map(({ instrument }): InstrumentActivity => {
    const { name, expectEveryMinutes } = instrument;
    const own = files.filter((one) => one.instrument === name);
    const judged = cadenceOf(instrument, pipeline.facts, learned, arrivals.get(name) ?? [], nowMs);
    const { lastFileAtMs, usualMinutes, isQuiet, silentAtMs } = judged;
    return {
      instrument,
      hourly: spread(own, first, shownHours, ({ found }) => found),
      confirmedHourly: spread(own, first, shownHours, ({ delivered }) => delivered),
      deliveredHourly: spread(
        deliveries.filter((one) => one.instrument === name),
        first,
        shownHours,
        (one) => one.files,
      ),
      today: {
        ...countDay(own, dayHour),
        expected: expectEveryMinutes === null ? null : Math.max(1, Math.round(1440 / expectEveryMinutes)),
        needsYou: countOf(name, ({ cause }) => cause !== null && needsYou(cause)),
      },
      queue: {
        unsent: countOf(name, ({ state }) => isUnsent(state)),
        waiting: countOf(
          name,
          ({ state, cause }) => state === "waiting" && !(cause !== null && isHoldCause(cause)),
        ),
      },
      lastFileAtMs,
      usualMinutes,
      isQuiet,
      isSilent: silentAtMs !== null && nowMs > silentAtMs,
      silentAtMs,
    };
  });
  const since = end - throughputHours;
  return {
    nowMs,
    hourStartMs: thisHour * hourMs,
    instruments,
    throughput: {
      bytes: spread(deliveries, since, throughputHours, ({ sentBytes }) => sentBytes),
      files: spread(deliveries, since, throughputHours, (one) => one.files),
    },
  };
}

/** The files of one day; `dayHour` is its first hour, in hours since the epoch. */
export function countDay(files: readonly FileHour[], dayHour: number) {
  const today = files.filter(({ hour }) => hour >= dayHour && hour < dayHour + 24);
  const sum = (value: (one: FileHour) => number) => today.reduce((total, one) => total + value(one), 0);
  const [found, delivered, givenUp] = [
    sum((one) => one.found),
    sum((one) => one.delivered),
    sum((one) => one.givenUp),
  ];
  return { found, delivered, unsent: found - delivered - givenUp };
}

function spread<Hour extends FileHour | DeliveryHour>(
  rows: readonly Hour[],
  first: number,
  length: number,
  value: (row: Hour) => number,
): number[] {
  const numbers = Array.from({ length }, () => 0);
  for (const row of rows) {
    const place = row.hour - first;
    if (place >= 0 && place < length) numbers[place] = (numbers[place] ?? 0) + value(row);
  }
  return numbers;
}

import type { DeliveryHour, FileHour } from "#domain/hourly-counts.ts";
import type { Instrument } from "#domain/settings.ts";
import { cadenceOf, type InstrumentCadence } from "#station/cadences.ts";
import type { StationPipeline, StationPorts } from "./station-ports.ts";

/** Recent activity of one instrument; numbers an hour, the running hour last. */
export interface InstrumentActivity
  extends Pick<
    InstrumentCadence,
    "lastFileAtMs" | "nextFileAtMs" | "usualMinutes" | "isQuiet" | "silentAtMs"
  > {
  readonly instrument: Instrument;
  readonly hourly: readonly number[];
  readonly confirmedHourly: readonly number[];
  readonly deliveredHourly: readonly number[];
  /** So many files a whole day should bring; null where no interval is set. */
  readonly expected: number | null;
  /** Quiet, and a person is told. */
  readonly isSilent: boolean;
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

/** Gives the recent activity of the instruments and the station. Costs the same however many uploads there are. */
export async function activityOf(
  pipeline: StationPipeline,
  { clock, ledger }: StationPorts,
): Promise<Activity> {
  const nowMs = clock.nowMs();
  const thisHour = Math.floor(nowMs / hourMs);
  const [first, end] = [thisHour + 1 - shownHours, thisHour + 1];
  const [files, deliveries, arrivals, learned] = await Promise.all([
    ledger.fileHours(first, end),
    ledger.deliveryHours(first, end),
    ledger.arrivals(),
    pipeline.cadences.learned(),
  ]);
  const instruments = pipeline.instruments().map(({ instrument }): InstrumentActivity => {
    const { name, expectEveryMinutes } = instrument;
    const own = files.filter((one) => one.instrument === name);
    const judged = cadenceOf(instrument, pipeline.folderStates, learned, arrivals.get(name) ?? [], nowMs);
    const { lastFileAtMs, nextFileAtMs, usualMinutes, isQuiet, silentAtMs } = judged;
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
      expected: expectEveryMinutes === null ? null : Math.max(1, Math.round(1440 / expectEveryMinutes)),
      lastFileAtMs,
      nextFileAtMs,
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

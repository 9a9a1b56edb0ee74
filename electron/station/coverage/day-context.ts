import { startOfDayMs } from "#base/dates.ts";
import { usualSpaceMs } from "#domain/cadence.ts";
import type { DayContext } from "#domain/coverage.ts";
import { type DayTimes, dayTimes } from "#domain/day-times.ts";
import { listOfPlace, type RecordSource } from "#domain/delivered-place.ts";
import { expectedOnDay } from "#domain/learned-cadence.ts";
import { rawListOf } from "#domain/portal-records.ts";
import { type Instrument, usualDeadlines } from "#domain/settings.ts";
import type { CoverageFile, ListMark, ListName, RecordsKeeper } from "#engine/ports/portal-lists.ts";
import type { Learned } from "#station/cadences.ts";
import { isSameList, monthOf } from "./list-plan.ts";

const dayMs = 86_400_000;
/** So many hours with files are expected on a day on which an instrument surely writes. */
const surelyExpected = 0.8;

/** Facts of one instrument by which its days are judged; `marks` are those of every list. */
export async function dayContextOf(
  instrument: Instrument,
  marks: readonly ListMark[],
  learned: Learned,
  keeper: Pick<RecordsKeeper, "firstWritten" | "isPublishing">,
  nowMs: number,
): Promise<DayContext> {
  const { name, site, since, expectEveryMinutes } = instrument;
  const list = { kind: rawListOf(instrument.kind), site, instrument: instrument.instrument };
  const cadence = learned.get(name)?.cadence ?? null;
  return {
    instrument: name,
    since,
    firstWritten: await keeper.firstWritten(name),
    expects(date) {
      if (isOff(instrument, date)) return false;
      if (expectEveryMinutes !== null) return expectEveryMinutes * 60_000 <= dayMs;
      return cadence !== null && expectedOnDay(cadence, startOfDayMs(date)) >= surelyExpected;
    },
    usualMs: (expectEveryMinutes ?? 0) * 60_000 || (cadence?.everyMs ?? 0),
    publishes: await keeper.isPublishing(instrument),
    deadlines: instrument.deadlines ?? usualDeadlines,
    ...listingOf(list, marks),
    nowMs,
  };
}

/** How far the portal's list of a source was read. */
function listingOf(list: ListName, marks: readonly ListMark[]): Pick<DayContext, "listedAtMs" | "isListed"> {
  const own = marks.filter((mark) => isSameList(mark, list));
  const months = new Set(own.map(({ month }) => month));
  return {
    listedAtMs: own.length === 0 ? null : Math.max(...own.map(({ readAtMs }) => readAtMs)),
    isListed: (date) => months.has(monthOf(date)),
  };
}

/** Facts for days of which files were delivered under other places than that of the settings: all their lists have to tell. */
export async function formerContextOf(
  context: DayContext,
  former: readonly RecordSource[],
  marks: readonly ListMark[],
  keeper: Pick<RecordsKeeper, "isPublishing">,
): Promise<DayContext> {
  const listings = [context, ...former.map((place) => listingOf(listOfPlace(place), marks))];
  const published = await Promise.all(former.map((place) => keeper.isPublishing(place)));
  return {
    ...context,
    publishes: context.publishes || published.includes(true),
    listedAtMs: listings.reduce<number | null>(
      (oldest, { listedAtMs }) =>
        oldest === null || listedAtMs === null ? null : Math.min(oldest, listedAtMs),
      context.listedAtMs,
    ),
    isListed: (date) => listings.every((one) => one.isListed(date)),
  };
}

/** Times at which the files of one day were written, and are expected. `arrivals`: of the ledger. */
export function timesOfDay(
  instrument: Instrument,
  date: string,
  files: readonly CoverageFile[],
  known: {
    readonly learned: Learned;
    readonly arrivals: readonly number[];
    readonly firstWritten: string | null;
  },
  nowMs: number,
): DayTimes {
  const { name, expectEveryMinutes } = instrument;
  return dayTimes({
    beginMs: startOfDayMs(date),
    writtenMs: files.flatMap(({ modifiedAtMs }) => modifiedAtMs ?? []),
    setMs: expectEveryMinutes === null ? null : expectEveryMinutes * 60_000,
    recentMs: usualSpaceMs(known.arrivals),
    learned: known.learned.get(name)?.cadence ?? null,
    isOff: isOff(instrument, date),
    isFirstDay: date === known.firstWritten,
    nowMs,
  });
}

function isOff({ offUntil }: Instrument, date: string): boolean {
  return typeof offUntil === "string" && date < offUntil;
}

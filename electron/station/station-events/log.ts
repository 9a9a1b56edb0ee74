import { addDays, startOfDayMs, todayUtc } from "#base/dates.ts";
import {
  type LineCounts,
  type LineHour,
  noLines,
  type StationEvent,
  type StationEventQuery,
} from "#domain/station-event.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { StationEventKeeper } from "#engine/ports/station-events.ts";

const hourMs = 3_600_000;
/** Hours that one call counts, so that uploads get their turn in between. */
const hoursPerPiece = 10 * 24;
/** Events that one answer about days holds at most. */
const mostEvents = 2_000;

/** Log of one day (UTC): journal lines counted, and its hours with any. */
export interface LogDay extends LineCounts {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly hours: readonly LineHour[];
}

/** Answers about what happened to files and station. Rejects as the ledger does. */
export interface StationLog {
  /** Days, both included, newest first; none before the first of which anything is known, and none after today. */
  days(
    from: string,
    to: string,
    instrument: string | null,
  ): Promise<{
    /** The first day of which anything is known; null where nothing is. */
    readonly firstDay: string | null;
    readonly days: readonly LogDay[];
    /** Those of these days, newest begin first. */
    readonly events: readonly StationEvent[];
  }>;
  events(query: StationEventQuery): Promise<readonly StationEvent[]>;
  /** Since a moment, epoch milliseconds. */
  since(
    fromMs: number,
  ): Promise<LineCounts & { readonly nowMs: number; readonly events: readonly StationEvent[] }>;
}

export function createStationLog({
  clock,
  keeper,
}: {
  readonly clock: Pick<Clock, "nowMs">;
  readonly keeper: StationEventKeeper;
}): StationLog {
  return {
    async days(from, to, instrument) {
      const firstMs = await keeper.firstEventMs();
      const firstDay = firstMs === null ? null : todayUtc(firstMs);
      const today = todayUtc(clock.nowMs());
      // A clock that was set back leaves what is known ahead.
      const begin = firstDay === null || from > firstDay ? from : firstDay;
      const end = to < today ? to : today;
      if (firstDay === null || begin > end) return { firstDay, days: [], events: [] };
      const [fromMs, toMs] = [startOfDayMs(begin), startOfDayMs(end) + 24 * hourMs];
      const hours: LineHour[] = [];
      for (let hour = fromMs / hourMs; hour < toMs / hourMs; hour += hoursPerPiece) {
        const pieceEnd = Math.min(hour + hoursPerPiece, toMs / hourMs);
        hours.push(...(await keeper.lineHours(hour, pieceEnd, instrument)));
      }
      const byDay = Map.groupBy(hours, ({ hour }) => todayUtc(hour * hourMs));
      const days: LogDay[] = [];
      for (let date = end; date >= begin; date = addDays(date, -1)) {
        const own = byDay.get(date) ?? [];
        days.push({ date, ...summed(own), hours: own });
      }
      const ofInstrument = instrument === null ? {} : { subject: instrument };
      const events = await keeper.stationEvents({
        fromMs,
        toMs,
        ...ofInstrument,
        before: null,
        limit: mostEvents,
      });
      return { firstDay, days, events };
    },
    events: (query) => keeper.stationEvents(query),
    async since(fromMs) {
      const [counts, events] = await Promise.all([
        keeper.linesSince(fromMs),
        keeper.stationEvents({ fromMs, before: null, limit: mostEvents }),
      ]);
      return { nowMs: clock.nowMs(), ...counts, events };
    },
  };
}

function summed(hours: readonly LineHour[]): LineCounts {
  return hours.reduce(
    (sum, { found, delivered, refused, lost }) => ({
      found: sum.found + found,
      delivered: sum.delivered + delivered,
      refused: sum.refused + refused,
      lost: sum.lost + lost,
    }),
    noLines,
  );
}

import type {
  LineCounts,
  LineHour,
  StationEvent,
  StationEventChange,
  StationEventQuery,
  StationRun,
} from "#domain/station-event.ts";

/** Keeps events of the station in the ledger. Rejects as the ledger does. */
export interface StationEventKeeper {
  /** In one transaction and in this order; the oldest events go as the oldest lines of the journal do. Gives how many events changed. */
  recordEvents(changes: readonly StationEventChange[], run: StationRun | null): Promise<number>;
  /** Null before the first run on this ledger. */
  lastRun(): Promise<StationRun | null>;
  /** Newest begin first. */
  stationEvents(query: StationEventQuery): Promise<readonly StationEvent[]>;
  /** Hours `fromHour` (included) to `toHour` (excluded), ascending; of one instrument, or of all for null. */
  lineHours(fromHour: number, toHour: number, instrument: string | null): Promise<readonly LineHour[]>;
  /** Lines that were written behind the newest line older than this moment, epoch milliseconds. */
  linesSince(fromMs: number): Promise<LineCounts>;
  /** Begin of what is known, epoch milliseconds; null where nothing is. */
  firstEventMs(): Promise<number | null>;
}

import { type FilesAndBytes, nightsOnly, type PlannedDays, plannedDays } from "#domain/backlog-plan.ts";
import type { RateRow } from "#domain/timetable.ts";

/** How long a plan takes, and with which rate that was reckoned. */
export interface PlanTimes {
  readonly rate: "measured" | "limit" | "usual";
  /** Null: it never ends. */
  readonly days: PlannedDays | null;
  readonly nights: PlannedDays | null;
}

/** Kilobytes a second of a usual line, 10 Mbit/s; and seconds that an announcement takes besides. */
const usualKBps = 1_250;
const announcementSeconds = 0.15;

/** Milliseconds that sending takes at least about, on a usual line or within the limit that is set. */
export function sendingMs({ files, bytes }: FilesAndBytes, limitKBps: number | null): number {
  const kBps = Math.min(usualKBps, limitKBps ?? usualKBps);
  return Math.max(bytes / kBps, files * announcementSeconds * 1_000);
}

/** `measured`: bytes a second of the backlog that is sent now; null where none is. `rows`: the station's own timetable. */
export function planTimes(
  plan: FilesAndBytes,
  perDay: FilesAndBytes,
  measured: number | null,
  { limitKBps, rows }: { readonly limitKBps: number | null; readonly rows: readonly RateRow[] },
): PlanTimes {
  const ms = sendingMs(plan, limitKBps);
  const bytesPerSecond = measured ?? (ms === 0 ? usualKBps * 1_000 : (plan.bytes / ms) * 1_000);
  return {
    rate: measured !== null ? "measured" : limitKBps !== null && limitKBps < usualKBps ? "limit" : "usual",
    days: plannedDays(plan.bytes, bytesPerSecond, perDay, rows),
    nights: plannedDays(plan.bytes, bytesPerSecond, perDay, [...nightsOnly, ...rows]),
  };
}

import { addDays, todayUtc } from "#base/dates.ts";
import type { Upload } from "./upload.ts";

/**
 * Order of uploads that wait for a slot, for a connection, or for bytes of the limit: those of today (0), those of yesterday, which may
 * just be finished (1), then the backlog (2).
 */
export type Precedence = 0 | 1 | 2;

/** The first day (UTC) of which the uploads have this precedence or an earlier one. */
export function firstDayOf(precedence: 0 | 1, nowMs: number): string {
  return addDays(todayUtc(nowMs), -precedence);
}

export function precedenceOf(
  { measurementDate }: Pick<Upload, "measurementDate">,
  nowMs: number,
): Precedence {
  if (measurementDate >= firstDayOf(0, nowMs)) return 0;
  return measurementDate >= firstDayOf(1, nowMs) ? 1 : 2;
}

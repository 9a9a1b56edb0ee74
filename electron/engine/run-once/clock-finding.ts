import { capital, spanText } from "#base/text.ts";
import { remedyClause } from "#domain/cause.ts";
import { type ClockSeen, farOffMs, offMs } from "#domain/clock-drift.ts";
import type { RunReport } from "./report.ts";

/** Gives what a run tells of the clock; null where nothing is to be told. */
export function clockFinding({ aheadMs, newestAheadMs }: ClockSeen): RunReport["clock"] {
  const byMs = aheadMs ?? newestAheadMs ?? 0;
  if (Math.abs(byMs) <= offMs) return null;
  const needsYou = aheadMs !== null && Math.abs(byMs) >= farOffMs;
  const remedy = capital(remedyClause(needsYou ? "clock-wrong" : "clock-off"));
  if (aheadMs !== null) return { aheadMs: byMs, message: `${clockWords(byMs)} ${remedy}.`, needsYou };
  const message = `${clockWords(byMs).replace(" is ", " seems to be ")} Only the last answer says so. ${remedy}.`;
  return { aheadMs: byMs, message, needsYou };
}

/** A sentence: how far this PC's clock is off. */
export function clockWords(aheadMs: number): string {
  return `This PC's clock is ${spanText(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead of" : "behind"} the portal's.`;
}

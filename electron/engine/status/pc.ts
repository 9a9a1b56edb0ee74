import { spanText } from "#base/text.ts";
import type { Cause } from "#domain/cause.ts";
import { farOffMs, offMs } from "#domain/clock-drift.ts";
import type { EnginePorts } from "#engine/pipeline.ts";
import type { CauseSummary } from "./reports.ts";

/** What is wrong with this PC itself; it stops no upload. */
export function pcCauses({ portal }: Pick<EnginePorts, "portal">): readonly CauseSummary[] {
  return clockCauses(portal.clockAheadMs?.() ?? null);
}

/** Causes of `pcCauses`. */
export function isOfPc(cause: Cause): boolean {
  return cause === "clock-off" || cause === "clock-wrong";
}

function clockCauses(aheadMs: number | null): readonly CauseSummary[] {
  const byMs = Math.abs(aheadMs ?? 0);
  if (aheadMs === null || byMs <= offMs) return [];
  const message = `This PC's clock is ${spanText(byMs)} ${aheadMs > 0 ? "ahead of" : "behind"} the portal's.`;
  const cause = byMs > farOffMs ? "clock-wrong" : "clock-off";
  return [{ cause, count: 0, samplePath: "", message, sinceMs: null }];
}

import type { Issue } from "#engine/status/issues.ts";

const secondMs = 1_000;
const minuteMs = 60_000;
const noProgress = "files:no-progress";

/** Causes that come within this time are told in one notification. */
export const gatherMs = 10 * secondMs;

/** What is over for this long is over; a trouble that comes and goes is one trouble. */
export function overAfterMs(key: string): number {
  // A file with this cause is tried for minutes, and waits a quarter of an hour at most in between.
  return key === noProgress ? 20 * minuteMs : minuteMs;
}

/** When a notification is repeated, counted from when it was first shown. */
export const repeatAfterMs = [10 * minuteMs, 60 * minuteMs, 24 * 60 * minuteMs] as const;

/** How long an issue stands before it is told: what passes by itself quickly is not worth a word. */
export function patienceMs({ key, kind }: Issue): number {
  // It has lasted for minutes when it is seen.
  if (key === noProgress) return 2 * minuteMs;
  if (key.startsWith("files:")) return kind === "waiting" ? 30 * minuteMs : gatherMs;
  if (key === "portal") return kind === "waiting" ? 2 * minuteMs : gatherMs;
  if (key.startsWith("folder:")) return 2 * minuteMs;
  return key === "records" || key === "settings" ? minuteMs : gatherMs;
}

import { issuesOf, unsentCount } from "#engine/status/issues.ts";
import { inWords, type TruthFacts, verdictOf } from "./headline.ts";
import type { TrayView } from "./types.ts";

const causesAtMost = 3;

/**
 * What the tray shows. `sinceMs` tells since when an issue stands (by its key), so that the newest come first; those
 * of which nothing is known come last.
 */
export function trayViewOf(facts: TruthFacts, sinceMs: (key: string) => number | null): TrayView {
  const { status, nowMs } = facts;
  const { state, tone, sentence } = verdictOf(facts);
  const issues = issuesOf(status, nowMs);
  const knownSince = (issue: (typeof issues)[number]) => issue.sinceMs ?? sinceMs(issue.key) ?? 0;
  const newest = issues.toSorted((a, b) => knownSince(b) - knownSince(a)).slice(0, causesAtMost);
  const mine = issues.filter(({ kind }) => kind !== "waiting");
  // Files that need a person count one by one, whatever stops them all counts as one.
  const badge = mine.reduce((sum, { key, count }) => sum + (key.startsWith("files:") ? count : 1), 0);
  const pause = status.holds.find(({ lane }) => lane === "pause");
  return {
    state,
    tone,
    tooltip: sentence,
    causes: newest.map((issue) => ({
      cause: issue.cause,
      label: inWords(issue, nowMs),
      filter: issue.filter,
    })),
    badge,
    unsentCount: unsentCount(status),
    pause: pause === undefined ? null : { untilMs: pause.nextTryAtMs },
  };
}

import { isAdded } from "#domain/added-files.ts";
import { queueCellOf, summed } from "#domain/queue.ts";
import { isDuplicate, isTerminal, type Upload } from "#domain/upload.ts";
import type { LedgerMetrics } from "#engine/ports/ledger.ts";

/** `Ledger.metrics` of the fake: everything is counted again. */
export function memoryMetrics(all: readonly Upload[]): LedgerMetrics {
  const unsent = all.filter(({ state }) => !isTerminal(state) && state !== "cancelled");
  const oldestUs = Math.min(...unsent.map(({ mtimeUs }) => mtimeUs));
  const causes = summed(all.map(queueCellOf)).flatMap(({ instrument, state, cause, count: uploads }) =>
    cause === null || (state !== "waiting" && state !== "blocked")
      ? []
      : [{ instrument, state, cause, uploads }],
  );
  const counts = summed(all.map((upload) => ({ ...queueCellOf(upload), cause: null }))).map(
    ({ instrument, state, count: uploads }) => ({ instrument, state, uploads }),
  );
  const duplicates = [...Map.groupBy(all.filter(isDuplicate), ({ instrument }) => instrument)]
    .map(([instrument, own]) => ({ instrument, uploads: own.length }))
    .sort((a, b) => (a.instrument < b.instrument ? -1 : 1));
  return {
    counts,
    causes,
    duplicates,
    oldestUnsentAtMs: Number.isFinite(oldestUs) ? Math.floor(oldestUs / 1000) : null,
    recentMs: newestTimes(all),
  };
}

/** The newest 60 modification times of each instrument, newest first, epoch milliseconds. */
export function newestTimes(all: readonly Upload[]): (readonly [string, number[]])[] {
  const names = [...new Set(all.map(({ instrument }) => instrument))].sort();
  return names.map((name) => {
    const own = all.filter(({ instrument, relPath }) => instrument === name && !isAdded(relPath));
    const newest = own.map(({ mtimeUs }) => mtimeUs).sort((a, b) => b - a);
    return [name, newest.slice(0, 60).map((us) => Math.floor(us / 1000))] as const;
  });
}

import type { Retention } from "#api/handlers/retention-handlers.ts";
import type { Backups } from "#engine/ports/backup-made.ts";

/** A ledger of 40 MB and logs of 3 MB. */
export function createFakeRetention(oldestLineAtMs: number | null = Date.UTC(2026, 2, 12)): Retention {
  return {
    ledger: {
      size: async () => ({ bytes: 40e6, unusedBytes: 1e6, journalLines: 5_000, oldestLineAtMs }),
    },
    logBytes: async () => 3e6,
    limits: () => ({ journalLines: 1_000_000, logMB: 25 }),
  };
}

/** Gives a backup that is not there. */
export const fakeBackups: Backups = {
  take: async () => ({ file: "/data/a.tar.gz", bytes: 1, madeAtMs: 0, parts: 1, secretsLeftOut: 0 }),
};

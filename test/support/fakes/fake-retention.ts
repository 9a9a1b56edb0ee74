import type { Retention } from "#api/handlers/retention-handlers.ts";
import type { BackupOpening, Backups } from "#engine/ports/backup-made.ts";

/** A ledger of 40 MB and logs of 3 MB. */
export function createFakeRetention(oldestLineAtMs: number | null = Date.UTC(2026, 2, 12)): Retention {
  return {
    ledger: {
      size: async () => ({ bytes: 40e6, unusedBytes: 1e6, journalLines: 5_000, oldestLineAtMs }),
    },
    logBytes: async () => 3e6,
    copiedAtMs: async () => Date.UTC(2026, 2, 15),
    limits: () => ({ journalLines: 1_000_000, logMB: 25 }),
  };
}

/** Knows one backup, which it opens. */
export const fakeBackupOpening: BackupOpening = {
  look: async () => ({
    id: "00000000-0000-7000-8000-000000000000",
    version: "1.0.0",
    station: "hyytiala",
    computer: "old-pc",
    madeAtMs: 0,
    secretsLeftOut: 0,
    uploads: 2,
    delivered: 1,
    folders: [{ path: "/data/radar", exists: false }],
  }),
  open: async () => null,
};

/** Gives a backup that is not there. */
export const fakeBackups: Backups = {
  take: async () => ({ file: "/data/a.tar.gz", bytes: 1, madeAtMs: 0, parts: 1, secretsLeftOut: 0 }),
};

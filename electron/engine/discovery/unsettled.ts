import type { FileVersion } from "#domain/file-version.ts";
import { isSameVersion } from "#domain/file-version.ts";
import type { Observation } from "#domain/settle.ts";
import type { Clock } from "#engine/ports/host.ts";

/** A file that is there and is not finished, or may not be sent yet. */
export interface UnsettledFile {
  readonly instrument: string;
  readonly relPath: string;
  readonly size: number;
  readonly mtimeUs: number;
  readonly unchangedSince: Observation["unchangedSince"];
  readonly wasSeenChanging: boolean;
  readonly reason: string;
  /** Monotonic. */
  readonly lookAt: number;
}

/** What is remembered of files that are not finished. Small: finished files are forgotten at once. */
export interface Unsettled {
  /** Since when the file has had this size and mtime, as far as was seen here, and whether it had others before. */
  seen(instrument: string, file: FileVersion): Pick<Observation, "unchangedSince" | "wasSeenChanging">;
  keep(file: Omit<UnsettledFile, "lookAt">, againInMs: number): void;
  forget(instrument: string, relPath: string): void;
  /** Keeps those alone that are still meant. */
  keepOnly(isMeant: (file: UnsettledFile) => boolean): void;
  /**
   * Files whose time to look again has come. Each is due again a while later whatever becomes of this look: one that
   * fails (a ledger that cannot write) must not be made again at once.
   */
  takeDue(): readonly UnsettledFile[];
  /** Milliseconds until the next one is due; null when none is kept. */
  nextInMs(): number | null;
  all(): readonly UnsettledFile[];
  countOf(instrument: string): number;
}

/** From a look that came to nothing to the next one. */
const failedLookMs = 10_000;

/** Observations of one engine, in memory: after a restart files are observed again. */
export function createUnsettled(clock: Clock): Unsettled {
  const files = new Map<string, UnsettledFile>();
  const keyOf = (instrument: string, relPath: string) => `${instrument}\n${relPath}`;

  return {
    seen(instrument, file) {
      const kept = files.get(keyOf(instrument, file.relPath));
      if (kept !== undefined && isSameVersion(kept, file)) return kept;
      const unchangedSince = { monotonicMs: clock.monotonicMs(), wallMs: clock.nowMs() };
      return { unchangedSince, wasSeenChanging: kept !== undefined };
    },
    keep(file, againInMs) {
      files.set(keyOf(file.instrument, file.relPath), { ...file, lookAt: clock.monotonicMs() + againInMs });
    },
    forget(instrument, relPath) {
      files.delete(keyOf(instrument, relPath));
    },
    keepOnly(isMeant) {
      for (const [key, file] of files) if (!isMeant(file)) files.delete(key);
    },
    takeDue() {
      const now = clock.monotonicMs();
      const due = [...files].filter(([, file]) => file.lookAt <= now);
      for (const [key, file] of due) files.set(key, { ...file, lookAt: now + failedLookMs });
      return due.map(([, file]) => file);
    },
    nextInMs() {
      let next: number | null = null;
      for (const file of files.values()) if (next === null || file.lookAt < next) next = file.lookAt;
      return next === null ? null : Math.max(0, next - clock.monotonicMs());
    },
    all: () => [...files.values()],
    countOf(instrument) {
      let count = 0;
      for (const file of files.values()) if (file.instrument === instrument) count += 1;
      return count;
    },
  };
}

import type { FileVersion } from "#domain/file-version.ts";
import { isSameVersion } from "#domain/file-version.ts";
import { versionOnDisk } from "#domain/known-issue.ts";
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
  /** It is finished for all that is known, and its date is too far ahead. */
  readonly isAhead: boolean;
  /** Monotonic. */
  readonly lookAt: number;
}

/** Remembers files that are not finished. Small: finished files are forgotten at once. */
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
  /** Files that are not finished. */
  countOf(instrument: string): number;
  /** Another file of the instrument was finished and may be sent. */
  noteFinished(instrument: string): void;
  /** Files that are held for their date, without those whose version a person knows of; null where none is. */
  aheadOf(instrument: string, known: ReadonlySet<string>): AheadFiles | null;
}

/** Files of an instrument that are held because their dates are too far ahead. */
export interface AheadFiles {
  readonly count: number;
  readonly samplePath: string;
  /** A clause. */
  readonly reason: string;
  /** When the first of them was seen, epoch milliseconds. */
  readonly sinceMs: number;
  /** The last files of the instrument, more than one, are all held. */
  readonly isAll: boolean;
  /** `id`: the version (`versionOnDisk`). */
  readonly files: readonly { readonly id: string; readonly relPath: string }[];
}

/** Files of one look through the folder come at the same time, in any order. */
const oneLookMs = 60_000;

/** From a look that came to nothing to the next one. */
const failedLookMs = 10_000;

/** Observations of one engine, in memory: after a restart files are observed again. */
export function createUnsettled(clock: Clock): Unsettled {
  const files = new Map<string, UnsettledFile>();
  /** Monotonic, by instrument. */
  const finishedAt = new Map<string, number>();
  const keyOf = (instrument: string, relPath: string) => `${instrument}\n${relPath}`;

  return {
    seen(instrument, file) {
      const before = files.get(keyOf(instrument, file.relPath));
      if (before !== undefined && isSameVersion(before, file)) return before;
      const unchangedSince = { monotonicMs: clock.monotonicMs(), wallMs: clock.nowMs() };
      return { unchangedSince, wasSeenChanging: before !== undefined };
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
      for (const file of files.values()) if (file.instrument === instrument && !file.isAhead) count += 1;
      return count;
    },
    noteFinished(instrument) {
      finishedAt.set(instrument, clock.monotonicMs());
    },
    aheadOf(instrument, known) {
      const isKnown = (file: UnsettledFile) => file.isAhead && known.has(versionOnDisk(file));
      const own = [...files.values()].filter((file) => file.instrument === instrument && !isKnown(file));
      const held = own.filter((file) => file.isAhead);
      const [first] = held;
      if (first === undefined) return null;
      const seenAt = held.map(({ unchangedSince }) => unchangedSince.monotonicMs).sort((a, b) => b - a);
      const finished = finishedAt.get(instrument) ?? Number.NEGATIVE_INFINITY;
      const second = seenAt[1] ?? Number.NEGATIVE_INFINITY;
      return {
        count: held.length,
        samplePath: first.relPath,
        reason: first.reason,
        sinceMs: Math.min(...held.map(({ unchangedSince }) => unchangedSince.wallMs)),
        isAll: held.length > 1 && held.length === own.length && finished + oneLookMs < second,
        files: held.map((file) => ({ id: versionOnDisk(file), relPath: file.relPath })),
      };
    },
  };
}

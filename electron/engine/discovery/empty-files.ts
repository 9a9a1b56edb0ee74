import type { FileVersion } from "#domain/file-version.ts";
import type { Clock } from "#engine/ports/host.ts";

/** Finished files without content; one of them as a sample. */
export interface EmptyFiles {
  readonly count: number;
  readonly samplePath: string;
  /** Modification time of the oldest of them, epoch milliseconds. */
  readonly sinceMs: number;
}

/** Knows the finished files of 0 bytes, in memory. */
export interface EmptyFileWatch {
  /** A rescan begins: what it does not meet is gone. */
  beginRescan(instrument: string): void;
  endRescan(instrument: string): void;
  /** It is finished, and empty. */
  note(instrument: string, file: FileVersion): void;
  /** True when this version was noted before. */
  has(instrument: string, file: FileVersion): boolean;
  /** It is gone, or has content now. */
  forget(instrument: string, relPath: string): void;
  /** Those of the last 24 hours; null: none. Nobody can do anything about older ones. */
  of(instrument: string): EmptyFiles | null;
  /** Drops what is known of all other instruments. */
  keepOnly(instruments: readonly string[]): void;
}

const recentMs = 24 * 3_600_000;

interface Noted {
  readonly mtimeUs: number;
  isMet: boolean;
}

/** Nothing is known yet. */
export function createEmptyFileWatch(clock: Clock): EmptyFileWatch {
  const all = new Map<string, Map<string, Noted>>();
  const of = (instrument: string): Map<string, Noted> => all.get(instrument) ?? new Map();
  const isRecent = ({ mtimeUs }: Pick<FileVersion, "mtimeUs">): boolean =>
    mtimeUs / 1000 > clock.nowMs() - recentMs;

  return {
    beginRescan(instrument) {
      for (const noted of of(instrument).values()) noted.isMet = false;
    },
    endRescan(instrument) {
      const files = of(instrument);
      for (const [relPath, { isMet }] of files) if (!isMet) files.delete(relPath);
    },
    note(instrument, { relPath, mtimeUs }) {
      if (!isRecent({ mtimeUs })) return;
      all.set(instrument, of(instrument).set(relPath, { mtimeUs, isMet: true }));
    },
    has(instrument, { relPath, mtimeUs, size }) {
      const noted = of(instrument).get(relPath);
      return size === 0 && noted?.mtimeUs === mtimeUs;
    },
    forget(instrument, relPath) {
      all.get(instrument)?.delete(relPath);
    },
    of(instrument) {
      const recent = [...of(instrument)].filter(([, noted]) => isRecent(noted));
      const [oldest] = recent.toSorted(([, a], [, b]) => a.mtimeUs - b.mtimeUs);
      if (oldest === undefined) return null;
      const [samplePath, { mtimeUs }] = oldest;
      return { count: recent.length, samplePath, sinceMs: Math.floor(mtimeUs / 1000) };
    },
    keepOnly(instruments) {
      for (const name of all.keys()) if (!instruments.includes(name)) all.delete(name);
    },
  };
}

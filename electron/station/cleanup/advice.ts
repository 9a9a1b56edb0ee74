import type { CleanupWish, KeepReason } from "#domain/removable.ts";

/** A file that may be removed, as it was at the end of the look. */
export interface NamedFile {
  /** Name of its instrument in the settings. */
  readonly instrument: string;
  /** Absolute. */
  readonly path: string;
  readonly size: number;
  /** Microseconds since the epoch. */
  readonly mtimeUs: number;
  /** MD5. */
  readonly checksum: string;
  /** Uuid of the portal's record. */
  readonly recordUuid: string;
  readonly measurementDate: string;
}

/** Files of a month that are kept for one reason. */
export interface KeptCount {
  readonly reason: KeepReason;
  readonly files: number;
  readonly bytes: number;
}

/** A month (`YYYY-MM`) of an instrument that was asked about. */
export interface CleanupMonth {
  readonly month: string;
  readonly instrument: string;
  readonly files: number;
  readonly bytes: number;
  readonly kept: readonly KeptCount[];
}

/** Result of a look, oldest months first. */
export interface Advice {
  readonly named: readonly NamedFile[];
  readonly months: readonly CleanupMonth[];
  /** When a second list can confirm what one has shown so far, epoch milliseconds; null where none was read for the first time. */
  readonly secondListAtMs: number | null;
  /** Why the portal could not be asked, one sentence: then nothing is named. Null where it answered. */
  readonly unanswered: string | null;
}

/** Wishes of who asks. `now`: one list and the record of each file, in place of two lists. */
export interface CleanupRequest extends CleanupWish {
  /** Name in the settings; null is every one. */
  readonly instrument: string | null;
  readonly now: boolean;
  /** Waits for the second list of files that only one shows so far, and looks again, once. */
  readonly waits: boolean;
}

/** How many lists of a month have been looked at, of how many. */
export interface LookProgress {
  readonly decided: number;
  readonly lists: { readonly done: number; readonly all: number };
}

interface Sum {
  files: number;
  bytes: number;
}

interface MonthCount {
  readonly month: string;
  readonly instrument: string;
  files: number;
  bytes: number;
  readonly kept: Map<KeepReason, Sum>;
}

/** Counts files by month and instrument as they are decided on. */
export function createAdviceCount() {
  const named: NamedFile[] = [];
  const months = new Map<string, MonthCount>();
  let decided = 0;
  let secondListAtMs: number | null = null;
  const ofMonth = ({ instrument, measurementDate }: Pick<NamedFile, "instrument" | "measurementDate">) => {
    decided += 1;
    const month = measurementDate.slice(0, 7);
    const key = `${month}/${instrument}`;
    const known = months.get(key) ?? { month, instrument, files: 0, bytes: 0, kept: new Map() };
    months.set(key, known);
    return known;
  };
  return {
    /** Files that were decided on. */
    decided: () => decided,
    name(file: NamedFile): void {
      named.push(file);
      const month = ofMonth(file);
      month.files += 1;
      month.bytes += file.size;
    },
    keep(file: Pick<NamedFile, "instrument" | "measurementDate" | "size">, reason: KeepReason): void {
      const { kept } = ofMonth(file);
      const sum = kept.get(reason) ?? { files: 0, bytes: 0 };
      kept.set(reason, { files: sum.files + 1, bytes: sum.bytes + file.size });
    },
    /** A list was read for the first time: from this moment on another can confirm it. */
    awaitSecondList(atMs: number): void {
      secondListAtMs = Math.max(secondListAtMs ?? atMs, atMs);
    },
    advice(unanswered: string | null): Advice {
      return {
        named,
        months: [...months]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([, { kept, ...month }]) => ({
            ...month,
            kept: [...kept].map(([reason, sum]) => ({ reason, ...sum })),
          })),
        secondListAtMs: unanswered === null ? secondListAtMs : null,
        unanswered,
      };
    },
  };
}

export type AdviceCount = ReturnType<typeof createAdviceCount>;

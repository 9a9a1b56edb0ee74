import type { CleanupWish, KeepReason } from "#domain/removable.ts";

/** A file that may be removed, as it was at the end of the look. */
export interface NamedFile {
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

/** A month (`YYYY-MM`) of all instruments that were asked about. */
export interface CleanupMonth {
  readonly month: string;
  readonly files: number;
  readonly bytes: number;
  readonly kept: readonly KeptCount[];
}

/** Result of a look, oldest months first. */
export interface Advice {
  readonly named: readonly NamedFile[];
  readonly months: readonly CleanupMonth[];
  /** Why the portal could not be asked, one sentence: then nothing is named. Null where it answered. */
  readonly unanswered: string | null;
}

/** Wishes of who asks. `now`: one list and the record of each file, in place of two lists. */
export interface CleanupRequest extends CleanupWish {
  /** Name in the settings; null is every one. */
  readonly instrument: string | null;
  readonly now: boolean;
}

interface Sum {
  files: number;
  bytes: number;
}

/** Counts files by month as they are decided on. */
export function createAdviceCount() {
  const named: NamedFile[] = [];
  const months = new Map<string, Map<KeepReason, Sum>>();
  const ofMonth = (date: string) => {
    const month = date.slice(0, 7);
    const known = months.get(month) ?? new Map<KeepReason, Sum>();
    months.set(month, known);
    return known;
  };
  return {
    /** Files that were decided on. */
    decided(): number {
      const kept = [...months.values()].flatMap((sums) => [...sums.values()]);
      return named.length + kept.reduce((sum, { files }) => sum + files, 0);
    },
    name(file: NamedFile): void {
      named.push(file);
      ofMonth(file.measurementDate);
    },
    keep({ measurementDate, size }: Pick<NamedFile, "measurementDate" | "size">, reason: KeepReason): void {
      const sums = ofMonth(measurementDate);
      const sum = sums.get(reason) ?? { files: 0, bytes: 0 };
      sums.set(reason, { files: sum.files + 1, bytes: sum.bytes + size });
    },
    advice(unanswered: string | null): Advice {
      const byMonth = Map.groupBy(named, ({ measurementDate }) => measurementDate.slice(0, 7));
      return {
        named,
        months: [...months]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([month, sums]) => {
            const files = byMonth.get(month) ?? [];
            return {
              month,
              files: files.length,
              bytes: files.reduce((sum, { size }) => sum + size, 0),
              kept: [...sums].map(([reason, sum]) => ({ reason, ...sum })),
            };
          }),
        unanswered,
      };
    },
  };
}

export type AdviceCount = ReturnType<typeof createAdviceCount>;

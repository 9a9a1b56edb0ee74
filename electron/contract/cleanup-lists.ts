import type { CleanupFileShown } from "./cleanup-advice.ts";
import type { Output } from "./methods.ts";

/** A look that has come to its end. */
export type CleanupFound = NonNullable<Output<"cleanup.read">["result"]>;

export type CleanupMonthShown = CleanupFound["months"][number];

export type KeptFiles = CleanupMonthShown["kept"][number];

/** Kept files of these months by reason, most bytes first. */
export function keptByReason(months: readonly CleanupMonthShown[]): readonly KeptFiles[] {
  const sums = Map.groupBy(
    months.flatMap(({ kept }) => kept),
    ({ reason }) => reason,
  );
  return [...sums]
    .map(([reason, all]) => ({
      reason,
      files: all.reduce((sum, { files }) => sum + files, 0),
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    }))
    .sort((a, b) => b.bytes - a.bytes);
}

/** A month of all instruments. */
interface WholeMonth extends Pick<CleanupMonthShown, "month" | "files" | "bytes"> {
  readonly instruments: readonly CleanupMonthShown[];
}

/** Oldest first. */
export function wholeMonths(months: readonly CleanupMonthShown[]): readonly WholeMonth[] {
  return [...Map.groupBy(months, ({ month }) => month)].map(([month, instruments]) => ({
    month,
    files: instruments.reduce((sum, { files }) => sum + files, 0),
    bytes: instruments.reduce((sum, { bytes }) => sum + bytes, 0),
    instruments,
  }));
}

/** The one JSON document of a look. */
export function cleanupDocument({ asOf, bytes, months }: CleanupFound, files: readonly CleanupFileShown[]) {
  return {
    asOf,
    bytes,
    files: files.map(({ mtimeUs: _, ...file }) => file),
    kept: keptByReason(months),
  };
}

/** Paths that each end in NUL. */
export function pathsEndedByNul(files: readonly CleanupFileShown[]): string {
  return files.map(({ path }) => `${path}\0`).join("");
}

/** Asks for the named files, piece by piece. */
export async function allCleanupFiles(
  ask: (after: number) => Promise<Output<"cleanup.files">>,
): Promise<readonly CleanupFileShown[]> {
  const files: CleanupFileShown[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const piece: Output<"cleanup.files"> = await ask(after);
    files.push(...piece.files);
    after = piece.next;
  }
  return files;
}

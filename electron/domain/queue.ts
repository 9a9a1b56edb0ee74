import type { Cause } from "./cause.ts";
import { byGravity, needsYou } from "./cause.ts";
import type { QueueColumn } from "./queue-order.ts";
import type { Upload, UploadState } from "./upload.ts";
import { isDuplicate, uploadStates } from "./upload.ts";

/** Uploads that are meant; without any field, all. */
export interface UploadFilter {
  readonly ids?: readonly string[];
  readonly states?: readonly UploadState[];
  readonly instrument?: string;
  readonly cause?: Cause;
  /** Files that these stopped are left out. */
  readonly exceptCauses?: readonly Cause[];
  /** Part of the path, any case. */
  readonly text?: string;
}

/**
 * "found": newest found first, does not move while states change. "needs-you": the same with the blocked ones in front.
 * "changed": newest change first. By a column: what is alike in it newest found first.
 */
export type QueueOrder = "found" | "needs-you" | "changed" | QueueColumn;

/** How many uploads share instrument, state and cause; `cause` is null outside `waiting` and `blocked`. */
export interface QueueCell {
  readonly instrument: string;
  readonly state: UploadState;
  readonly cause: Cause | null;
  readonly count: number;
  /** Delivered ones among them that the portal has under another name only. */
  readonly duplicates: number;
}

/** A window of the queue. */
export interface QueueQuery {
  readonly filter: UploadFilter;
  readonly order: QueueOrder;
  /** An order by a column is turned around. */
  readonly isDescending?: boolean;
  /** Rows in front of the first one that is given. */
  readonly offset: number;
  readonly limit: number;
}

/** Rows of a window; `total` counts the filter. */
export interface QueueWindow {
  readonly total: number;
  readonly uploads: readonly Upload[];
}

/** The numbers on the chips of a filter. */
export interface Facets {
  readonly total: number;
  readonly states: Readonly<Record<UploadState, number>>;
  /** Delivered uploads that the portal has under another name only. */
  readonly duplicates: number;
  /** Every instrument of the cells, by name. */
  readonly instruments: readonly { readonly name: string; readonly count: number }[];
  /** The most frequent first. */
  readonly causes: readonly { readonly cause: Cause; readonly count: number; readonly needsYou: boolean }[];
}

/** The uploads of a filter in two parts: those that need a person, and the others. */
export function needsYouFirst(filter: UploadFilter): readonly [UploadFilter, UploadFilter] {
  const states = filter.states ?? uploadStates;
  return [
    { ...filter, states: states.filter((state) => state === "blocked") },
    { ...filter, states: states.filter((state) => state !== "blocked") },
  ];
}

type CellFilter = Pick<UploadFilter, "states" | "instrument" | "cause" | "exceptCauses">;

/** True when the upload passes the filter. */
export function isOfFilter(upload: Upload, filter: UploadFilter): boolean {
  const { ids, text } = filter;
  return (
    isOfCells({ ...upload, cause: upload.failure?.cause ?? null }, filter) &&
    (ids?.includes(upload.id) ?? true) &&
    upload.relPath.toLowerCase().includes(text?.toLowerCase() ?? "")
  );
}

function isOfCells(
  cell: Omit<QueueCell, "count" | "duplicates">,
  { states, instrument, cause, exceptCauses = [] }: CellFilter,
): boolean {
  return (
    (states?.includes(cell.state) ?? true) &&
    (instrument ?? cell.instrument) === cell.instrument &&
    (cause ?? cell.cause) === cell.cause &&
    (cell.cause === null || !exceptCauses.includes(cell.cause))
  );
}

/** Makes a cell of one upload. */
export function queueCellOf(upload: Upload): QueueCell {
  const { instrument, state, failure } = upload;
  return {
    instrument,
    state,
    cause: failure?.cause ?? null,
    count: 1,
    duplicates: isDuplicate(upload) ? 1 : 0,
  };
}

/** Cells of the same instrument, state and cause as one. */
export function summed(cells: readonly QueueCell[]): QueueCell[] {
  const sums = new Map<string, QueueCell>();
  for (const cell of cells) {
    const key = `${cell.state} ${cell.cause} ${cell.instrument}`;
    const before = sums.get(key) ?? { count: 0, duplicates: 0 };
    const duplicates = cell.duplicates + before.duplicates;
    sums.set(key, { ...cell, count: cell.count + before.count, duplicates });
  }
  return [...sums.values()];
}

/** How many uploads of the cells pass the filter. */
export function cellsCount(cells: readonly QueueCell[], filter: CellFilter): number {
  return cells.reduce((sum, cell) => (isOfCells(cell, filter) ? sum + cell.count : sum), 0);
}

/** Each facet leaves its own field of the filter aside and obeys the others. */
export function facetsOf(cells: readonly QueueCell[], { states, instrument, cause }: CellFilter): Facets {
  const [ofStates, ofInstrument, ofCause] = [
    states === undefined ? {} : { states },
    instrument === undefined ? {} : { instrument },
    cause === undefined ? {} : { cause },
  ];
  const stateCells = cells.filter((cell) => isOfCells(cell, { ...ofInstrument, ...ofCause }));
  const instrumentCells = cells.filter((cell) => isOfCells(cell, { ...ofStates, ...ofCause }));
  const causeCells = cells.filter((cell) => isOfCells(cell, { ...ofStates, ...ofInstrument }));
  const byCause = new Map<Cause, number>();
  for (const cell of causeCells)
    if (cell.cause !== null) byCause.set(cell.cause, (byCause.get(cell.cause) ?? 0) + cell.count);
  return {
    total: cellsCount(cells, { ...ofStates, ...ofInstrument, ...ofCause }),
    states: Object.fromEntries(
      uploadStates.map((state) => [state, cellsCount(stateCells, { states: [state] })]),
    ) as Record<UploadState, number>,
    duplicates: stateCells.reduce((sum, cell) => sum + cell.duplicates, 0),
    instruments: [...new Set(cells.map((cell) => cell.instrument))]
      .sort()
      .map((name) => ({ name, count: cellsCount(instrumentCells, { instrument: name }) })),
    causes: [...byCause]
      .filter(([, count]) => count > 0)
      .map(([one, count]) => ({ cause: one, count, needsYou: needsYou(one) }))
      .sort(byGravity),
  };
}

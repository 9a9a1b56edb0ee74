import type { ValueRange } from "#domain/netcdf.ts";

/** Numbers of a variable, NaN where a value is missing. */
export type Numbers = Float32Array | Float64Array;

/**
 * Gives the indexes of the values to draw of a long line, at most `most` (2 or more), in rising order. They are all where they
 * fit, else the smallest and the largest of each stretch, so that no spike is lost. A stretch without a value gives its first
 * index: a gap stays a gap.
 */
export function thinLine(values: Numbers, most: number): readonly number[] {
  if (values.length <= most) return Array.from(values, (_, index) => index);
  const stretches = Math.floor(most / 2);
  const indices: number[] = [];
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = edge(stretch, values.length, stretches);
    const { lowest, highest } = ends(values, from, edge(stretch + 1, values.length, stretches));
    indices.push(Math.min(lowest, highest));
    if (lowest !== highest) indices.push(Math.max(lowest, highest));
  }
  return indices;
}

/** Finds the indexes of the smallest and the largest value in `[from, to)`; both are `from` where there is none. */
function ends(values: Numbers, from: number, to: number): { lowest: number; highest: number } {
  let lowest = -1;
  let highest = -1;
  for (let index = from; index < to; index++) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (lowest === -1 || value < (values[lowest] ?? 0)) lowest = index;
    if (highest === -1 || value > (values[highest] ?? 0)) highest = index;
  }
  return lowest === -1 ? { lowest: from, highest: from } : { lowest, highest };
}

/** Gives the index at which block `block` of `blocks` begins in `length` values: no block is empty while `blocks <= length`. */
export function edge(block: number, length: number, blocks: number): number {
  return Math.floor((block * length) / blocks);
}

/** `mean` of what a cell covers, or the `nearest` value to its middle, which invents no class. */
export type CellRule = "mean" | "nearest";

/** Values that a block has where the file does not ask for more, and where it does. */
const blockValues = 500_000;
const mostBlockValues = 2_000_000;

/**
 * A grid made small and turned: `rowsOf` gives the values of the places `[from, to)` of the outer dimension, outer first,
 * and is asked for them block by block, each once; gives where columns go along the outer dimension and rows along the
 * inner one, row after row. NaN where a cell covers no value. `extent` is of all values, null where every one is missing.
 */
export function thinGrid(
  rowsOf: (from: number, to: number) => Numbers,
  size: { readonly outer: number; readonly inner: number },
  to: { readonly columns: number; readonly rows: number },
  rule: CellRule,
  /** Places of the outer dimension that one block has at least, within what may be in memory. */
  leastRows = 1,
): { readonly cells: Float32Array; readonly extent: ValueRange | null } {
  const { outer, inner } = size;
  const { columns, rows } = to;
  const cells = new Float32Array(columns * rows);
  let extent: ValueRange | null = null;
  for (let column = 0; column < columns; ) {
    const first = column;
    const from = edge(first, outer, columns);
    const isFull = (): boolean => {
      const has = edge(column, outer, columns) - from;
      return has > 0 && (has * inner >= mostBlockValues || (has >= leastRows && has * inner >= blockValues));
    };
    while (column < columns && !isFull()) column += 1;
    const values = rowsOf(from, edge(column, outer, columns));
    extent = widened(extent, extentOf(values));
    for (let at = first; at < column; at++) {
      const [outerFrom, outerTo] = [edge(at, outer, columns) - from, edge(at + 1, outer, columns) - from];
      for (let row = 0; row < rows; row++) {
        const innerFrom = edge(row, inner, rows);
        const innerTo = edge(row + 1, inner, rows);
        cells[row * columns + at] =
          rule === "nearest"
            ? (values[middle(outerFrom, outerTo) * inner + middle(innerFrom, innerTo)] ?? Number.NaN)
            : meanOf(values, inner, outerFrom, outerTo, innerFrom, innerTo);
      }
    }
  }
  return { cells, extent };
}

function widened(one: ValueRange | null, other: ValueRange | null): ValueRange | null {
  if (one === null || other === null) return one ?? other;
  return { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) };
}

function middle(from: number, to: number): number {
  return Math.floor((from + to - 1) / 2);
}

function meanOf(
  values: Numbers,
  inner: number,
  outerFrom: number,
  outerTo: number,
  innerFrom: number,
  innerTo: number,
): number {
  let sum = 0;
  let count = 0;
  for (let o = outerFrom; o < outerTo; o++)
    for (let i = innerFrom; i < innerTo; i++) {
      const value = values[o * inner + i] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      count += 1;
    }
  return count === 0 ? Number.NaN : sum / count;
}

/** The middle of what each block covers: the mean of its first and last value. */
export function thinAxis(values: Numbers, blocks: number): Float64Array {
  return Float64Array.from({ length: blocks }, (_, block) => {
    const first = values[edge(block, values.length, blocks)] ?? Number.NaN;
    const last = values[edge(block + 1, values.length, blocks) - 1] ?? Number.NaN;
    return (first + last) / 2;
  });
}

/** Smallest and largest value; null where every one is missing. */
export function extentOf(values: Numbers): ValueRange | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? null : { low, high };
}

/** 2nd and 98th percentile (nearest rank); null where every value is missing. */
export function colourRange(values: Numbers): ValueRange | null {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const at = (share: number): number | undefined => sorted[Math.round(share * (sorted.length - 1))];
  const low = at(0.02);
  const high = at(0.98);
  return low === undefined || high === undefined ? null : { low, high };
}

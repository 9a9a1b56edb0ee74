import {
  type ContentSample,
  type ContentVerdict,
  damaged,
  type Format,
  judgeLength,
  sampleBytes,
  startsWith,
  unknown,
  view,
} from "./verdict.ts";

/**
 * Classic NetCDF (CDF-1, CDF-2, CDF-5): the header names the place and the size of every variable, and the number of
 * records (NetCDF Classic Format Specification).
 */
export const netcdfClassic: Format = {
  title: "a NetCDF file",
  recognises: ({ head }) => startsWith(head, [0x43, 0x44, 0x46]) && [1, 2, 5].includes(head[3] ?? 0),
  judge(sample) {
    try {
      return judgeLength(neededBytes(sample.head), sample.size);
    } catch (error) {
      if (error instanceof HeaderEnds) return headerEnds(sample);
      if (error instanceof NotAHeader) return unknown;
      throw error;
    }
  },
};

/** The bytes that were given end before the header does. */
class HeaderEnds extends Error {}
/** What stands there cannot be a header, or says nothing of the size. */
class NotAHeader extends Error {}

function headerEnds({ size }: ContentSample): ContentVerdict {
  return size <= sampleBytes ? damaged(`is cut off in its header, after ${size} bytes`) : unknown;
}

interface Cursor {
  readonly version: number;
  at: number;
  readonly bytes: DataView;
}

const typeSizes: ReadonlyMap<number, number> = new Map([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 4],
  [6, 8],
  [7, 1],
  [8, 2],
  [9, 4],
  [10, 8],
  [11, 8],
]);
const dimensionTag = 10;
const variableTag = 11;
const attributeTag = 12;
/** More entries than this in one list is no header of an instrument's file. */
const mostEntries = 100_000;

function neededBytes(head: Uint8Array): number {
  const cursor: Cursor = { version: head[3] ?? 1, at: 4, bytes: view(head) };
  const records = readCount(cursor);
  const isStreaming = records === (cursor.version === 5 ? 2 ** 64 : 0xffff_ffff);
  const dimensions = readList(cursor, dimensionTag, () => {
    skipName(cursor);
    return readCount(cursor);
  });
  readList(cursor, attributeTag, () => skipAttribute(cursor));
  const variables = readList(cursor, variableTag, () => readVariable(cursor, dimensions));
  if (isStreaming) throw new NotAHeader();
  const fixed = variables.filter((one) => !one.isRecord);
  const perRecord = variables.filter((one) => one.isRecord);
  const ends = fixed.map((one) => one.begin + one.bytes);
  if (records > 0) {
    // A single record variable is not padded.
    const padded = perRecord.map((one) => (perRecord.length === 1 ? one.bytes : pad(one.bytes)));
    const recordSize = padded.reduce((sum, one) => sum + one, 0);
    for (const { begin, bytes } of perRecord) ends.push(begin + (records - 1) * recordSize + bytes);
  }
  const needed = Math.max(cursor.at, ...ends);
  if (!Number.isSafeInteger(needed)) throw new NotAHeader();
  return needed;
}

function readVariable(
  cursor: Cursor,
  dimensions: readonly number[],
): { readonly begin: number; readonly bytes: number; readonly isRecord: boolean } {
  skipName(cursor);
  const shape = Array.from({ length: boundedCount(cursor) }, () => {
    const length = dimensions[readCount(cursor)];
    if (length === undefined) throw new NotAHeader();
    return length;
  });
  readList(cursor, attributeTag, () => skipAttribute(cursor));
  const size = typeSize(readWord(cursor));
  // The size of the variable, which overflows in large files: the shape tells.
  readCount(cursor);
  const begin = cursor.version === 1 ? readWord(cursor) : readLong(cursor);
  const isRecord = shape[0] === 0;
  const bytes = shape.slice(isRecord ? 1 : 0).reduce((product, length) => product * length, size);
  return { begin, bytes, isRecord };
}

function readList<T>(cursor: Cursor, tag: number, readOne: () => T): readonly T[] {
  const found = readWord(cursor);
  const count = boundedCount(cursor);
  if (found !== tag && !(found === 0 && count === 0)) throw new NotAHeader();
  return Array.from({ length: count }, readOne);
}

function skipAttribute(cursor: Cursor): void {
  skipName(cursor);
  const size = typeSize(readWord(cursor));
  skip(cursor, pad(readCount(cursor) * size));
}

function skipName(cursor: Cursor): void {
  skip(cursor, pad(readCount(cursor)));
}

function typeSize(type: number): number {
  const size = typeSizes.get(type);
  if (size === undefined) throw new NotAHeader();
  return size;
}

function boundedCount(cursor: Cursor): number {
  const count = readCount(cursor);
  if (count > mostEntries) throw new NotAHeader();
  return count;
}

function readCount(cursor: Cursor): number {
  return cursor.version === 5 ? readLong(cursor) : readWord(cursor);
}

function readWord(cursor: Cursor): number {
  const at = skip(cursor, 4);
  return cursor.bytes.getUint32(at);
}

function readLong(cursor: Cursor): number {
  const at = skip(cursor, 8);
  return Number(cursor.bytes.getBigUint64(at));
}

/** Steps over `count` bytes, which have to be there; gives where they began. */
function skip(cursor: Cursor, count: number): number {
  const { at } = cursor;
  if (at + count > cursor.bytes.byteLength) throw new HeaderEnds();
  cursor.at += count;
  return at;
}

function pad(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

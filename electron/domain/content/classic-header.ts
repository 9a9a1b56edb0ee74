import { view } from "./verdict.ts";

/** A name of the header, by its place: nothing of its length is made. */
export interface NamePlace {
  readonly at: number;
  readonly bytes: number;
}

export interface ClassicDimension {
  readonly name: NamePlace;
  /** 0 for the dimension of the records. */
  readonly size: number;
}

export interface ClassicAttribute {
  readonly name: NamePlace;
  /** As the format numbers its types: 1 byte, 2 char, 3 short, 4 int, 5 float, 6 double; CDF-5 has 7 to 11, too. */
  readonly type: number;
  readonly count: number;
  /** Place of its first value; all of them lie within the header. */
  readonly at: number;
}

export interface ClassicVariable {
  readonly name: NamePlace;
  /** Indexes of dimensions, all of which exist. */
  readonly dimensions: readonly number[];
  readonly attributes: readonly ClassicAttribute[];
  readonly type: number;
  readonly begin: number;
  /** Bytes of all its values, or of one record, without padding. May be more than any file has. */
  readonly bytes: number;
  readonly isRecord: boolean;
}

/** Facts that a header declares; none of them is compared with the file's length here. */
export interface ClassicHeader {
  readonly version: number;
  /** Null in a file that is still being written. */
  readonly records: number | null;
  readonly dimensions: readonly ClassicDimension[];
  readonly attributes: readonly ClassicAttribute[];
  readonly variables: readonly ClassicVariable[];
  /** Bytes from one record to the next. */
  readonly stride: number;
  /** Bytes of the header. */
  readonly bytes: number;
}

/** The bytes that were given end before the header does. */
export class HeaderEnds extends Error {
  /** Bytes that it needs at least. */
  readonly needed: number;

  constructor(needed: number) {
    super();
    this.needed = needed;
  }
}
/** The bytes that stand there cannot be a header. */
export class NotAHeader extends Error {}

interface Cursor {
  readonly version: number;
  at: number;
  /** Entries of all lists so far. */
  entries: number;
  readonly bytes: DataView;
}

/** Bytes of one value, by type. */
export const classicTypeBytes: ReadonlyMap<number, number> = new Map([
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
/** More entries than this are no header of an instrument's file. */
const mostEntries = 100_000;

/**
 * Reads the header of CDF-1, CDF-2 and CDF-5 (NetCDF Classic Format Specification) from the file's first bytes. Its
 * result is bounded by the bytes given: a count of entries is a promise, each of them has to be there. Throws
 * `HeaderEnds` and `NotAHeader`.
 */
export function readClassicHeader(head: Uint8Array): ClassicHeader {
  const cursor: Cursor = { version: head[3] ?? 1, at: 4, entries: 0, bytes: view(head) };
  const records = readCount(cursor);
  const isStreaming = records === (cursor.version === 5 ? 2 ** 64 : 0xffff_ffff);
  const dimensions = readList(cursor, dimensionTag, () => ({
    name: readName(cursor),
    size: readCount(cursor),
  }));
  const attributes = readList(cursor, attributeTag, () => readAttribute(cursor));
  const variables = readList(cursor, variableTag, () => readVariable(cursor, dimensions));
  const { version, at: bytes } = cursor;
  const stride = strideOf(variables.filter(({ isRecord }) => isRecord));
  return { version, records: isStreaming ? null : records, dimensions, attributes, variables, stride, bytes };
}

/** Each variable's part of a record is padded to four bytes, unless it is the only one. */
function strideOf(variables: readonly ClassicVariable[]): number {
  const only = variables.length === 1 ? variables[0] : undefined;
  return only?.bytes ?? variables.reduce((sum, { bytes }) => sum + pad(bytes), 0);
}

function readVariable(cursor: Cursor, dimensions: readonly ClassicDimension[]): ClassicVariable {
  const name = readName(cursor);
  const ids = readEntries(cursor, () => readCount(cursor));
  const shape = ids.map((id) => dimensions[id]?.size ?? notAHeader());
  const attributes = readList(cursor, attributeTag, () => readAttribute(cursor));
  const type = readWord(cursor);
  const size = typeBytes(type);
  // The size of the variable, which overflows in large files: the shape tells.
  readCount(cursor);
  const begin = cursor.version === 1 ? readWord(cursor) : readLong(cursor);
  const isRecord = shape[0] === 0;
  const bytes = shape.slice(isRecord ? 1 : 0).reduce((product, length) => product * length, size);
  return { name, dimensions: ids, attributes, type, begin, bytes, isRecord };
}

function readList<T>(cursor: Cursor, tag: number, readOne: () => T): readonly T[] {
  const found = readWord(cursor);
  if (found !== tag && found !== 0) throw new NotAHeader();
  return readEntries(cursor, readOne, found === tag);
}

/** A count and as many entries; where none may follow, the count has to be 0. */
function readEntries<T>(cursor: Cursor, readOne: () => T, mayFollow = true): readonly T[] {
  const count = readCount(cursor);
  cursor.entries += count;
  if (cursor.entries > mostEntries || (count > 0 && !mayFollow)) throw new NotAHeader();
  return Array.from({ length: count }, readOne);
}

function readAttribute(cursor: Cursor): ClassicAttribute {
  const name = readName(cursor);
  const type = readWord(cursor);
  const size = typeBytes(type);
  const count = readCount(cursor);
  return { name, type, count, at: skip(cursor, pad(count * size)) };
}

function readName(cursor: Cursor): NamePlace {
  const bytes = readCount(cursor);
  return { at: skip(cursor, pad(bytes)), bytes };
}

function typeBytes(type: number): number {
  return classicTypeBytes.get(type) ?? notAHeader();
}

function notAHeader(): never {
  throw new NotAHeader();
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
  if (at + count > cursor.bytes.byteLength) throw new HeaderEnds(at + count);
  cursor.at += count;
  return at;
}

function pad(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

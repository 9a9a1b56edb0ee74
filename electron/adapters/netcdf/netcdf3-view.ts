import {
  type ClassicAttribute,
  type ClassicHeader,
  type ClassicVariable,
  classicTypeBytes,
  HeaderEnds,
  type NamePlace,
  readClassicHeader,
} from "#domain/content/classic-header.ts";
import {
  indexesOf,
  NetcdfError,
  type NetcdfView,
  type ViewAttribute,
  type ViewVariable,
} from "./netcdf-view.ts";
import type { FileBytes } from "./plain-file.ts";

const typeNames = ["", "byte", "char", "short", "int", "float", "double"];
/** Larger headers are not read. Those of instruments have some kilobytes. */
const mostHeaderBytes = 8_000_000;
const mostNameBytes = 256;
const mostTextBytes = 64_000;
const mostAttributeNumbers = 1_000;
const pieceBytes = 1_000_000;

/**
 * Opens a NetCDF-3 file. Whatever the header declares is compared with the file's length before anything is made of it:
 * what does not lie in the file whole, or lies in another's place, has a fault and is not read. Throws where the header is
 * damaged.
 */
export function openNetcdf3(file: FileBytes): NetcdfView {
  const { head, header } = headerOf(file);
  const records = recordsOf(header, file.size);
  const unlimited = header.dimensions.findIndex(({ size }) => size === 0);
  const dimensions = header.dimensions.map(({ name, size }, id) => ({
    name: nameAt(head, name),
    size: id === unlimited ? records : size,
    isUnlimited: id === unlimited,
  }));
  const declared = new Map<ViewVariable, ClassicVariable>();
  const faults = faultsOf(header, records, file.size, head);
  for (const one of header.variables) {
    const name = nameAt(head, one.name);
    const fault = faults.get(one);
    const view: ViewVariable = {
      name,
      type: typeNames[one.type] ?? failType(),
      holds: one.type === 2 ? "text" : one.type >= 5 ? "floats" : "integers",
      dimensions: one.dimensions.map((id) => dimensions[id]?.name ?? "unnamed"),
      shape: one.dimensions.map((id) => dimensions[id]?.size ?? 0),
      attributes: one.attributes.map((attribute) => attributeOf(head, attribute)),
      members: [],
      fault: fault ?? null,
    };
    declared.set(view, one);
  }
  const placeOf = (variable: ViewVariable): ClassicVariable => {
    const place = declared.get(variable);
    if (place === undefined) throw new NetcdfError(`{file} has no variable "${variable.name}".`);
    if (variable.fault !== null) throw new NetcdfError(variable.fault);
    return place;
  };
  return {
    format: header.version === 1 ? "NetCDF-3 classic" : "NetCDF-3 64-bit offset",
    dimensions,
    variables: [...declared.keys()],
    attributes: header.attributes.map((attribute) => attributeOf(head, attribute)),
    notes: [],
    rowsOfPiece: () => 1,
    close: () => {},
    numbers(variable, rows) {
      const { from, to } = indexesOf(variable.shape, rows);
      return read(file, header.stride, placeOf(variable), from, to);
    },
    texts(variable, most) {
      const place = placeOf(variable);
      const length = Math.max(1, variable.shape.at(-1) ?? 1);
      const shown = Math.min(length, mostTextBytes / most);
      const rows = Math.min(
        most,
        variable.shape.slice(0, -1).reduce((product, size) => product * size, 1),
      );
      return Array.from({ length: variable.shape.includes(0) ? 0 : rows }, (_, row) => {
        const letters = read(file, header.stride, place, row * length, row * length + shown);
        return Buffer.from(letters)
          .toString("utf8")
          .replace(/[\0\s]+$/, "");
      });
    },
  };
}

function headerOf(file: FileBytes): { readonly head: Buffer; readonly header: ClassicHeader } {
  // Most headers are small.
  for (const most of [65_536, mostHeaderBytes]) {
    const head = Buffer.alloc(Math.min(file.size, most));
    const there = head.subarray(0, file.read(head, 0));
    if (there[3] === 5)
      throw new NetcdfError(
        "{file} uses the 64-bit data format of NetCDF-3 (CDF-5), which cannot be read here. Download it and open it with another program.",
      );
    if (there[3] !== 1 && there[3] !== 2) throw new NetcdfError("{file} is not a NetCDF file.");
    try {
      return { head: there, header: readClassicHeader(there) };
    } catch (error) {
      if (!(error instanceof HeaderEnds) || error.needed > file.size) throw error;
    }
  }
  throw new NetcdfError(
    `{file} has a header of more than ${mostHeaderBytes / 1e6} MB, or is damaged. Download it and open it with another program.`,
  );
}

/** As the header says; while the file is still being written, as many as lie in it. */
function recordsOf({ records, variables, stride }: ClassicHeader, size: number): number {
  if (records !== null) return records;
  const begin = variables.reduce((least, one) => (one.isRecord ? Math.min(least, one.begin) : least), size);
  return stride > 0 ? Math.floor((size - begin) / stride) : 0;
}

/** Variables that cannot be read, each with what the file does: it ends in them, or they lie in another's place. */
function faultsOf(
  header: ClassicHeader,
  records: number,
  size: number,
  head: Buffer,
): ReadonlyMap<ClassicVariable, string> {
  const faults = new Map<ClassicVariable, string>();
  const present = header.variables.filter(({ isRecord, bytes }) => bytes > 0 && !(isRecord && records === 0));
  const recordsBegin = present.reduce(
    (least, { isRecord, begin }) => (isRecord ? Math.min(least, begin) : least),
    Number.POSITIVE_INFINITY,
  );
  const recordsEnd = recordsBegin + records * header.stride;
  let endsBefore = header.bytes;
  for (const one of present.toSorted((a, b) => a.begin - b.begin)) {
    const { begin, bytes, isRecord } = one;
    const end = begin + bytes;
    const isAmongRecords = isRecord
      ? end - recordsBegin > header.stride
      : end > recordsBegin && begin < recordsEnd;
    const name = `"${nameAt(head, one.name)}"`;
    if (begin < endsBefore || isAmongRecords)
      faults.set(one, `{file} has ${name} in the place of something else: it is damaged.`);
    else if (end + (isRecord ? (records - 1) * header.stride : 0) > size)
      faults.set(one, `{file} ends inside ${name}: it is incomplete or damaged.`);
    endsBefore = Math.max(endsBefore, end);
  }
  return faults;
}

/** The values `[from, to)` in the order of the file, which lie in it. */
function read(
  file: FileBytes,
  stride: number,
  place: ClassicVariable,
  from: number,
  to: number,
): Float64Array {
  const width = classicTypeBytes.get(place.type) ?? 1;
  const values = new Float64Array(Math.max(0, to - from));
  const inner = place.isRecord ? place.bytes / width : Number.POSITIVE_INFINITY;
  const at = (index: number): number =>
    place.isRecord
      ? place.begin + Math.floor(index / inner) * stride + (index % inner) * width
      : place.begin + index * width;
  const piece = new DataView(new ArrayBuffer(pieceBytes));
  const target = new Uint8Array(piece.buffer);
  for (let index = from; index < to; ) {
    const begin = at(index);
    const isSparse = place.isRecord && stride > pieceBytes;
    const wanted = isSparse ? (inner - (index % inner)) * width : at(to - 1) + width - begin;
    const there = file.read(target.subarray(0, Math.min(wanted, pieceBytes)), begin);
    const first = index;
    for (; index < to && at(index) + width - begin <= there; index++)
      values[index - from] = numberAt(piece, at(index) - begin, place.type);
    if (index === first) throw new NetcdfError("{file} became shorter while it was read. Open it again.");
  }
  return values;
}

function attributeOf(head: Buffer, { name, type, count, at }: ClassicAttribute): ViewAttribute {
  const named = { name: nameAt(head, name) };
  if (type >= typeNames.length) failType();
  if (type === 2)
    return { ...named, value: textAt(head, { at, bytes: Math.min(count, mostTextBytes) }), type: "text" };
  const data = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const width = classicTypeBytes.get(type) ?? 1;
  const value = Array.from({ length: Math.min(count, mostAttributeNumbers) }, (_, index) =>
    numberAt(data, at + index * width, type),
  );
  return { ...named, value, type: type >= 5 ? "float" : "integer" };
}

function failType(): never {
  throw new NetcdfError("{file} has a type that NetCDF-3 does not know: it is damaged.");
}

function numberAt(data: DataView, at: number, type: number): number {
  switch (type) {
    case 1:
      return data.getInt8(at);
    case 2:
      return data.getUint8(at);
    case 3:
      return data.getInt16(at);
    case 4:
      return data.getInt32(at);
    case 5:
      return data.getFloat32(at);
    default:
      return data.getFloat64(at);
  }
}

function nameAt(head: Buffer, { at, bytes }: NamePlace): string {
  return textAt(head, { at, bytes: Math.min(bytes, mostNameBytes) });
}

function textAt(head: Buffer, { at, bytes }: NamePlace): string {
  return head.toString("utf8", at, at + bytes).replace(/\0+$/, "");
}

import { NetCDFReader } from "netcdfjs";
import {
  countOf,
  NetcdfError,
  type NetcdfView,
  type ViewAttribute,
  type ViewVariable,
} from "./netcdf-view.ts";

type Header = NetCDFReader["header"];
type HeaderVariable = Header["variables"][number];

const widths: Readonly<Record<string, number>> = { byte: 1, char: 1, short: 2, int: 4, float: 4, double: 8 };
/** `numrecs` of a file that was still being written. */
const streaming = 0xffff_ffff;

/**
 * Opens the bytes of a NetCDF-3 file. The library reads the header; the values are read here, since it gives bytes unsigned
 * and every record with its padding. Throws where it is damaged.
 */
export function openNetcdf3(bytes: Uint8Array): NetcdfView {
  if (bytes[3] === 5)
    throw new NetcdfError(
      "uses the 64-bit data format of NetCDF-3 (CDF-5), which cannot be read here. Download it and open it with another program",
    );
  const reader = new NetCDFReader(bytes);
  const header: Header = { ...reader.header };
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const listed = header.dimensions ?? [];
  const declared = header.variables ?? [];
  const recordVariables = declared.filter(({ record }) => record);
  const stride = strideOf(recordVariables, (one) => innerCount(one, listed));
  const records = recordCount(header, recordVariables, stride, bytes.length);
  const dimensions = listed.map(({ name, size }, id) => ({
    name: utf8(name),
    size: id === header.recordDimension.id ? records : size,
    isUnlimited: id === header.recordDimension.id,
  }));
  const shapeOf = (variable: HeaderVariable): number[] =>
    variable.dimensions.map((id) => dimensions[id]?.size ?? fail("names a dimension that it does not have"));
  const variables = declared.map(
    (variable): ViewVariable => ({
      name: utf8(variable.name),
      type: variable.type,
      holds:
        variable.type === "char" ? "text" : /^(float|double)$/.test(variable.type) ? "floats" : "integers",
      dimensions: variable.dimensions.map((id) => dimensions[id]?.name ?? "unnamed"),
      shape: shapeOf(variable),
      attributes: attributesOf(variable.attributes),
      members: [],
    }),
  );

  const read = (variable: ViewVariable, most: number): Float64Array => {
    const from = declared[variables.indexOf(variable)] ?? fail(`has no variable "${variable.name}"`);
    const width = widths[from.type] ?? fail("has a type that NetCDF-3 does not know");
    const inner = from.record ? innerCount(from, listed) : countOf(variable.shape);
    const count = Math.min(countOf(variable.shape), most);
    return Float64Array.from({ length: count }, (_, index) => {
      const at = from.offset + Math.floor(index / inner) * stride + (index % inner) * width;
      if (at + width > data.byteLength)
        throw new NetcdfError(`ends inside "${variable.name}": it is incomplete`);
      return numberAt(data, at, from.type);
    });
  };

  return {
    format: `NetCDF-3 ${reader.version.replace(" format", "")}`,
    dimensions,
    variables,
    attributes: attributesOf(header.globalAttributes),
    notes: [],
    close: () => {},
    numbers: (variable) => read(variable, Number.POSITIVE_INFINITY),
    texts(variable, most) {
      const length = variable.shape.at(-1) ?? 1;
      const letters = Buffer.from(read(variable, most * Math.min(length, 10_000)));
      const texts: string[] = [];
      for (let at = 0; at < letters.length; at += Math.max(1, length))
        texts.push(letters.toString("utf8", at, at + length).replace(/[\0\s]+$/, ""));
      return texts.slice(0, most);
    },
  };
}

/** Bytes from one record to the next: each variable's part padded to 4, unless it is the only one. */
function strideOf(variables: readonly HeaderVariable[], inner: (of: HeaderVariable) => number): number {
  const parts = variables.map((one) => inner(one) * (widths[one.type] ?? 1));
  const only = parts.length === 1 ? parts[0] : undefined;
  return only ?? parts.reduce((sum, part) => sum + Math.ceil(part / 4) * 4, 0);
}

/** Values of one record. */
function innerCount(variable: HeaderVariable, dimensions: readonly { readonly size: number }[]): number {
  return countOf(variable.dimensions.slice(1).map((id) => dimensions[id]?.size ?? 0));
}

function recordCount(
  header: Header,
  variables: readonly HeaderVariable[],
  stride: number,
  size: number,
): number {
  const { length } = header.recordDimension;
  if (length !== streaming) return length;
  const begin = Math.min(...variables.map(({ offset }) => offset));
  return stride > 0 && begin < size ? Math.floor((size - begin) / stride) : 0;
}

function attributesOf(given: readonly unknown[]): readonly ViewAttribute[] {
  const listed = (given ?? []) as readonly {
    name: string;
    type: string;
    value: number | string | readonly number[];
  }[];
  return listed.map(({ name, type, value }) => ({
    name: utf8(name),
    ...(typeof value === "string"
      ? { value: utf8(value), type: "text" }
      : { value: numbersIn(value, type), type: /^(float|double)$/.test(type) ? "float" : "integer" }),
  }));
}

function numbersIn(value: number | readonly number[], type: string): readonly number[] {
  const numbers = typeof value === "number" ? [value] : value;
  return type === "byte" ? numbers.map((byte) => (byte << 24) >> 24) : numbers;
}

function numberAt(data: DataView, at: number, type: string): number {
  switch (type) {
    case "byte":
      return data.getInt8(at);
    case "char":
      return data.getUint8(at);
    case "short":
      return data.getInt16(at);
    case "int":
      return data.getInt32(at);
    case "float":
      return data.getFloat32(at);
    default:
      return data.getFloat64(at);
  }
}

/** The library reads names and texts byte by byte. */
function utf8(letters: string): string {
  return Buffer.from(letters, "latin1").toString("utf8").replace(/\0+$/, "");
}

function fail(what: string): never {
  throw new NetcdfError(what);
}

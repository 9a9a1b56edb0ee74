import type { Metadata } from "h5wasm";

/** Attributes that NetCDF-4 itself keeps; not the author's. */
export const hiddenAttributes: ReadonlySet<string> = new Set([
  "CLASS",
  "NAME",
  "DIMENSION_LIST",
  "DIMENSION_LABELS",
  "REFERENCE_LIST",
  "_Netcdf4Dimid",
  "_Netcdf4Coordinates",
  "_NCProperties",
  "_nc3_strict",
]);

/** The name of a variable without the leading slash; NetCDF-4 marks those that only share a dimension's name. */
export function nameOf(path: string): string {
  return path
    .replace(/\/{2,}/g, "/")
    .replace(/^\//, "")
    .replace(/(^|\/)_nc4_non_coord_/, "$1");
}

export interface TypeName {
  readonly name: string;
  readonly holds: "integers" | "floats" | "text" | "other";
}

const signedNames: Readonly<Record<number, string>> = { 1: "byte", 2: "short", 4: "int", 8: "int64" };
const unsignedNames: Readonly<Record<number, string>> = { 1: "ubyte", 2: "ushort", 4: "uint", 8: "uint64" };
const otherNames: readonly string[] = [
  "integer",
  "float",
  "time",
  "string",
  "bit field",
  "opaque",
  "compound",
  "reference",
  "enum",
  "variable-length list",
  "array",
];

/** An HDF5 type (its class is H5T_class_t) in the words of NetCDF. */
export function typeOf({ type, size, signed, vlen }: Metadata): TypeName {
  const whole = (signed ? signedNames : unsignedNames)[size];
  if (type === 0 && whole !== undefined) return { name: whole, holds: "integers" };
  if (type === 1 && size === 4) return { name: "float", holds: "floats" };
  if (type === 1 && size === 8) return { name: "double", holds: "floats" };
  if (type === 3) return { name: vlen ? "string" : "char", holds: "text" };
  if (type === 8 && whole !== undefined) return { name: `enum of ${whole}`, holds: "integers" };
  const name = otherNames[type] ?? "unknown";
  return { name: type <= 1 ? `${name} of ${size} bytes` : name, holds: "other" };
}

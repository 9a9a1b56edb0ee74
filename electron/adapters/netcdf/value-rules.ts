import type { ValueClass } from "#domain/netcdf.ts";
import { type NetcdfView, numbersOf, type Rows, textOf, type ViewVariable } from "./netcdf-view.ts";

/** Values that NetCDF writes where nothing was written (`NC_FILL_…`), by type. */
const usualFills: Readonly<Record<string, number>> = {
  short: -32_767,
  ushort: 65_535,
  int: -2_147_483_647,
  uint: 4_294_967_295,
  float: 9.969209968386869e36,
  double: 9.969209968386869e36,
};

/** The values of a variable, or of some of its rows, in its units; NaN where the file says that there is none. */
export function valuesOf(view: NetcdfView, variable: ViewVariable, rows?: Rows): Float32Array | Float64Array {
  const values = view.numbers(variable, rows);
  const { attributes } = variable;
  const fills = new Set([...numbersOf(attributes, "_FillValue"), ...numbersOf(attributes, "missing_value")]);
  for (const fill of [...fills]) fills.add(Math.fround(fill));
  const usual = usualFills[variable.type];
  if (usual !== undefined && numbersOf(attributes, "_FillValue").length === 0) fills.add(usual);
  const scale = numbersOf(attributes, "scale_factor")[0] ?? 1;
  const offset = numbersOf(attributes, "add_offset")[0] ?? 0;
  const { low, high, isInUnits } = validRange(variable, scale !== 1 || offset !== 0);
  for (let index = 0; index < values.length; index++) {
    const raw = values[index] ?? Number.NaN;
    const value = raw * scale + offset;
    const judged = isInUnits ? value : raw;
    const isThere = Number.isFinite(value) && !fills.has(raw) && judged >= low && judged <= high;
    values[index] = isThere ? value : Number.NaN;
  }
  return values;
}

/** Gives the ends of what is valid. Ends of packed integers count in packed numbers unless the attribute is no integer. */
function validRange(
  { attributes, holds }: ViewVariable,
  isPacked: boolean,
): { low: number; high: number; isInUnits: boolean } {
  const range = numbersOf(attributes, "valid_range");
  const low = range[0] ?? numbersOf(attributes, "valid_min")[0] ?? Number.NEGATIVE_INFINITY;
  const high = range[1] ?? numbersOf(attributes, "valid_max")[0] ?? Number.POSITIVE_INFINITY;
  const isFloat = attributes.some(
    ({ name, type }) => /^valid_(range|min|max)$/.test(name) && type === "float",
  );
  return { low, high, isInUnits: isPacked && holds === "integers" && isFloat };
}

/** Gives the meanings of the numbers: `flag_values` with `flag_meanings`, named values of the type, or "Value 0: Clear sky." */
export function classesOf(variable: ViewVariable): readonly ValueClass[] | null {
  const { attributes } = variable;
  if (variable.members.length > 0) return variable.members;
  if (variable.holds !== "integers") return null;
  const flags = numbersOf(attributes, "flag_values");
  const meanings = textOf(attributes, "flag_meanings")?.split(/\s+/) ?? [];
  if (flags.length > 0 && flags.length === meanings.length)
    return flags.map((value, index) => ({
      value,
      label: (meanings[index] ?? "").replaceAll("_", " "),
    }));
  const definition = textOf(attributes, "definition") ?? "";
  const classes = [
    ...definition.matchAll(/^\s*Value\s+(-?\d+)(?:\s*\([^)]*\))?:\s*(.*?)(?=^\s*Value\s|$(?![\s\S]))/gms),
  ].map(([, value, label = ""]) => ({ value: Number(value), label: label.trim().replace(/\s+/g, " ") }));
  return classes.length > 0 ? classes : null;
}

/** True where numbers between two values say nothing: classes, and bits of which each has a meaning. */
export function isOfKinds(variable: ViewVariable): boolean {
  if (variable.holds !== "integers") return false;
  const hasFlags = variable.attributes.some(({ name }) => /^flag_(values|masks|meanings)$/.test(name));
  return hasFlags || variable.members.length > 0 || textOf(variable.attributes, "definition") !== null;
}

import type { NetcdfPlot, PlotAxis, PlotLimits, ValueClass } from "#domain/netcdf.ts";
import {
  type CellRule,
  colourRange,
  extentOf,
  type Numbers,
  thinAxis,
  thinGrid,
  thinLine,
} from "./downsample.ts";
import {
  innerCountOf,
  NetcdfError,
  type NetcdfView,
  numbersOf,
  textOf,
  type ViewVariable,
  valueCount,
} from "./netcdf-view.ts";
import { cut, numberText, plotKindOf } from "./outline.ts";
import { parseTimeUnits, utcDay } from "./time-units.ts";
import { classesOf, isOfKinds, valuesOf } from "./value-rules.ts";

/** The words beside a plot; those of a hostile file could have any length. */
const mostWords = 200;
const mostClasses = 64;
const mostLabel = 100;

/** Reads one variable and makes it small enough to draw. */
export function plotOf(view: NetcdfView, name: string, limits: PlotLimits): NetcdfPlot {
  const variable = view.variables.find((one) => one.name === name);
  if (variable === undefined) throw new NetcdfError(`{file} has no variable "${name}".`);
  const plot = plotKindOf(variable);
  if (variable.fault !== null) throw new NetcdfError(variable.fault);
  if ("why" in plot) throw new NetcdfError(`{file} has nothing to draw in "${name}". ${plot.why}`);
  const facts = {
    variable: name,
    longName: longNameOf(variable),
    units: unitsOf(variable),
    classes: shortClasses(variable),
  };
  const [outer, inner] = variable.dimensions.flatMap((dimension, index) => {
    const size = variable.shape[index] ?? 0;
    return size === 1 ? [] : [{ dimension: cut(dimension, mostWords), size }];
  });
  if (outer === undefined) throw new NetcdfError(`{file} has nothing to draw in "${name}".`);
  if (inner === undefined) {
    const values = valuesOf(view, variable);
    const indices = thinLine(values, limits.points);
    const y = indices.map((index) => orNull(values[index]));
    const x = axisOf(view, outer, (all) => Float64Array.from(indices, (index) => all[index] ?? Number.NaN));
    const range = colourRange(Float64Array.from(y, (value) => value ?? Number.NaN));
    const extent = extentOf(values);
    return { kind: "1d", ...facts, extent, range, isThinned: indices.length < values.length, x, y };
  }
  const columns = Math.min(outer.size, limits.columns);
  const rows = Math.min(inner.size, limits.rows);
  const rule: CellRule = isOfKinds(variable) ? "nearest" : "mean";
  valueCount(variable.shape);
  innerCountOf(variable.shape);
  const { cells, extent } = thinGrid(
    (from, to) => valuesOf(view, variable, { from, to }),
    { outer: outer.size, inner: inner.size },
    { columns, rows },
    rule,
    view.rowsOfPiece(variable),
  );
  return {
    kind: "2d",
    ...facts,
    extent,
    range: colourRange(cells),
    isThinned: columns < outer.size || rows < inner.size,
    x: axisOf(view, outer, (all) => thinAxis(all, columns)),
    y: axisOf(view, inner, (all) => thinAxis(all, rows)),
    columns,
    rows,
    cells,
  };
}

/** The variable of the dimension's name where it has one number for each place, else the count of places. */
function axisOf(
  view: NetcdfView,
  { dimension, size }: { readonly dimension: string; readonly size: number },
  thin: (all: Numbers) => Numbers,
): PlotAxis {
  const coordinate = view.variables.find(
    ({ name, shape, holds }) =>
      name === dimension &&
      shape.length === 1 &&
      shape[0] === size &&
      (holds === "floats" || holds === "integers"),
  );
  if (coordinate === undefined) {
    const values = Array.from(thin(Float64Array.from({ length: size }, (_, index) => index)));
    return { name: dimension, longName: null, units: null, kind: "index", values, ...endsOf(values, String) };
  }
  const units = unitsOf(coordinate);
  const named = { name: dimension, longName: longNameOf(coordinate), units };
  const all = valuesOf(view, coordinate);
  const time =
    units === null ? null : parseTimeUnits(units, textOf(coordinate.attributes, "calendar"), dayOf(view));
  if (time === null) {
    const values = Array.from(thin(all), orNull);
    const isShort = coordinate.type === "float";
    return { ...named, kind: "number", values, ...endsOf(values, (value) => numberText(value, isShort)) };
  }
  const timesMs = Float64Array.from(all, (value) => Math.round(time.sinceMs + value * time.unitMs));
  const values = Array.from(thin(timesMs), orNull);
  return { ...named, kind: "time", values, ...endsOf(values, isoOf) };
}

function endsOf(
  values: readonly (number | null)[],
  show: (value: number) => string,
): { first: string | null; last: string | null } {
  const first = values.find((value) => value !== null) ?? null;
  const last = values.findLast((value) => value !== null) ?? null;
  return { first: first === null ? null : show(first), last: last === null ? null : show(last) };
}

/** To the second: times of 4 bytes are a little off. */
function isoOf(timeMs: number): string {
  const date = new Date(Math.round(timeMs / 1_000) * 1_000);
  return Number.isNaN(date.getTime()) ? String(timeMs) : date.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Midnight of the file's day as its attributes `year`, `month` and `day` say, epoch milliseconds UTC. */
function dayOf({ attributes }: NetcdfView): number | null {
  const [year, month, day] = ["year", "month", "day"].map((name) =>
    Number(textOf(attributes, name) ?? numbersOf(attributes, name)[0] ?? Number.NaN),
  );
  return utcDay(year ?? Number.NaN, month ?? Number.NaN, day ?? Number.NaN);
}

function longNameOf({ attributes }: ViewVariable): string | null {
  return short(textOf(attributes, "long_name") ?? textOf(attributes, "standard_name"));
}

function unitsOf({ attributes }: ViewVariable): string | null {
  return short(textOf(attributes, "units"));
}

function shortClasses(variable: ViewVariable): readonly ValueClass[] | null {
  const classes = classesOf(variable);
  return (
    classes?.slice(0, mostClasses).map(({ value, label }) => ({ value, label: cut(label, mostLabel) })) ??
    null
  );
}

function short(text: string | null): string | null {
  return text === null ? null : cut(text, mostWords);
}

function orNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

import { phrase } from "#base/phrase.ts";
import type { NetcdfAttribute, NetcdfOutline, NetcdfVariable } from "#domain/netcdf.ts";
import type { NetcdfView, ViewAttribute, ViewVariable } from "./netcdf-view.ts";

const mostText = 4_000;
const mostNumbers = 50;
const mostFirstValues = 20;
const mostAttributes = 500;

const mostNotes = 100;
const mostNote = 500;
/** Limit of the whole as JSON. The file's own attributes have half of it, dimensions three quarters with them. */
const mostBytes = 900_000;

/** Gives the content of a file, made short enough to be read by people: less than a megabyte of it, whatever the file declares. */
export function outlineOf(view: NetcdfView): NetcdfOutline {
  const notes = [...new Set(view.notes)].slice(0, mostNotes).map((note) => cut(note, mostNote));
  let bytes = sizeOf(notes);
  const take = <From, T>(
    what: string,
    all: readonly From[],
    make: (one: From) => T,
    upTo: number,
  ): readonly T[] => {
    const taken: T[] = [];
    for (const one of all) {
      const made = make(one);
      bytes += sizeOf(made);
      if (bytes > upTo) break;
      taken.push(made);
    }
    if (taken.length < all.length)
      notes.push(`Only the first ${taken.length} of ${all.length} ${what} are shown.`);
    return taken;
  };
  const attributes = take("attributes of the file", view.attributes, attributeOf, mostBytes / 2);
  const dimensions = take(phrase("dimensions"), view.dimensions, (one) => one, mostBytes * 0.75);
  const variables = take(phrase("variables"), view.variables, (one) => variableOf(view, one), mostBytes);
  return { format: view.format, dimensions, variables, attributes, notes };
}

function sizeOf(part: unknown): number {
  return Buffer.byteLength(JSON.stringify(part)) + 1;
}

/** How many dimensions have more than one value: those of one are left out of a plot. */
function plainShape(shape: readonly number[]): readonly number[] {
  return shape.filter((size) => size !== 1);
}

/** Tells the kind of its plot, or why there is none, as a whole sentence. */
export function plotKindOf(
  variable: ViewVariable,
): { readonly kind: "1d" | "2d" } | { readonly why: string } {
  const { holds, shape, type, fault } = variable;
  if (fault !== null) return { why: fault.replace("{file}", phrase("The file")) };
  if (holds === "text") return { why: "It contains text." };
  if (holds === "other") return { why: `Its type (${type}) cannot be drawn.` };
  const sizes = plainShape(shape);
  if (sizes.includes(0)) return { why: "It has no values." };
  if (sizes.length === 0) return { why: "It is a single value." };
  if (sizes.length > 2) return { why: `It has ${sizes.length} dimensions; up to two are drawn here.` };
  return { kind: sizes.length === 1 ? "1d" : "2d" };
}

function variableOf(view: NetcdfView, variable: ViewVariable): NetcdfVariable {
  const plot = plotKindOf(variable);
  const { name, type, dimensions, shape } = variable;
  return {
    name,
    type,
    dimensions,
    shape,
    attributes: variable.attributes.slice(0, mostAttributes).map(attributeOf),
    canPlot: "kind" in plot ? plot.kind : null,
    whyNoPlot: "why" in plot ? plot.why : null,
    firstValues: firstValues(view, variable),
  };
}

/** Gives the first values; a variable that cannot be read gives none, as the rest of the file must not suffer. */
function firstValues(view: NetcdfView, variable: ViewVariable): readonly string[] {
  const isSingle = plainShape(variable.shape).length === 0;
  try {
    if (variable.holds === "text") return view.texts(variable, mostFirstValues).map((text) => cut(text, 200));
    if (variable.holds === "other" || !isSingle) return [];
    const values = view.numbers(variable);
    return Array.from(values, (value) => numberText(value, variable.type === "float"));
  } catch {
    return [];
  }
}

function attributeOf({ name, value, type }: ViewAttribute): NetcdfAttribute {
  if (typeof value === "string") return { name, value: cut(value.trim(), mostText) };
  const shown = value.slice(0, mostNumbers).map((number) => numberText(number, type === "float"));
  return { name, value: shown.join(", ") + (value.length > mostNumbers ? ", …" : "") };
}

/** 0.1 of 4 bytes reads 0.10000000149 in 8: what was meant is the shortest that is the same in 4. */
export function numberText(value: number, isShort: boolean): string {
  if (!isShort || Math.fround(value) !== value) return String(value);
  for (let digits = 6; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
}

export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

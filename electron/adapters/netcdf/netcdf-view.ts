import { countText } from "#base/text.ts";
import type { NetcdfDimension } from "#domain/netcdf.ts";

/** An attribute as a file holds it. */
export interface ViewAttribute {
  readonly name: string;
  readonly value: string | readonly number[];
  /** Type of the numbers; text is `text`. */
  readonly type: "text" | "integer" | "float";
}

export interface ViewVariable {
  readonly name: string;
  readonly type: string;
  /** Kind of values that `numbers` and `texts` can give of it. */
  readonly holds: "integers" | "floats" | "text" | "other";
  readonly dimensions: readonly string[];
  readonly shape: readonly number[];
  readonly attributes: readonly ViewAttribute[];
  /** Names of values where the type itself has them. */
  readonly members: readonly { readonly value: number; readonly label: string }[];
  /** Why none of its values can be read, as a sentence with a place for the file's name: `{file}`; null where that is not known before. */
  readonly fault: string | null;
}

/** `[from, to)` of the outermost dimension that has more than one value. */
export interface Rows {
  readonly from: number;
  readonly to: number;
}

/** An open file, whichever library reads it. Throws `NetcdfError` or what the library throws. */
export interface NetcdfView {
  readonly format: string;
  readonly dimensions: readonly NetcdfDimension[];
  readonly variables: readonly ViewVariable[];
  readonly attributes: readonly ViewAttribute[];
  readonly notes: readonly string[];
  /** All values, outermost dimension first; or those of some rows. */
  numbers(variable: ViewVariable, rows?: Rows): Float32Array | Float64Array;
  /** Rows that are packed together: fewer at once cost as much. */
  rowsOfPiece(variable: ViewVariable): number;
  /** The first texts, at most `most`. */
  texts(variable: ViewVariable, most: number): readonly string[];
  close(): void;
}

/** Says why something cannot be shown, as a sentence with a place for the file's name: "{file} is not a NetCDF file." */
export class NetcdfError extends Error {
  override readonly name = "LookTrouble";
  /** True where what reads the file may be in disorder afterwards. */
  readonly isDisorder: boolean;

  constructor(message: string, isDisorder = false) {
    super(message);
    this.isDisorder = isDisorder;
  }
}

/** Values of one variable that are drawn at most. */
const mostValues = 16_000_000;
/** Values that are in memory at once: 32 MB as numbers of 8 bytes. */
const mostAtOnce = 4_000_000;
/** Bytes of one compressed piece at most: packed and unpacked it has to fit into the library's memory. */
export const mostPieceBytes = 20_000_000;

/** How many values a shape holds. Throws where that is more than may be drawn. */
export function valueCount(shape: readonly number[]): number {
  return bounded(product(shape), mostValues);
}

/** How many values one row holds: a place of the outermost dimension that has more than one. Throws like `countOf`. */
export function innerCountOf(shape: readonly number[]): number {
  return bounded(product(shape.filter((size) => size !== 1).slice(1)), mostAtOnce);
}

/** The values `[from, to)` of some rows, or of all. Throws where those are more than may be in memory at once. */
export function indexesOf(shape: readonly number[], rows?: Rows): Rows {
  const inner = rows === undefined ? 1 : innerCountOf(shape);
  const from = rows === undefined ? 0 : rows.from * inner;
  const to = rows === undefined ? valueCount(shape) : rows.to * inner;
  bounded(to - from, mostAtOnce);
  return { from, to };
}

function bounded(count: number, most: number): number {
  if (count > most)
    throw new NetcdfError(
      `{file} has ${countText(count)} values in this variable; up to ${countText(most)} are drawn here. Download the file and open it with another program.`,
    );
  return count;
}

function product(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all * size, 1);
}

/** The text of an attribute, null where it has none or holds numbers. */
export function textOf(attributes: readonly ViewAttribute[], name: string): string | null {
  const value = attributes.find((one) => one.name === name)?.value;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** The numbers of an attribute; empty where it has none or holds text. */
export function numbersOf(attributes: readonly ViewAttribute[], name: string): readonly number[] {
  const value = attributes.find((one) => one.name === name)?.value;
  return value === undefined || typeof value === "string" ? [] : value;
}

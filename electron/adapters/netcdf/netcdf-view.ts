import { countText } from "#base/text.ts";
import type { NetcdfDimension } from "#domain/netcdf.ts";

/** An attribute as a file holds it. */
export interface ViewAttribute {
  readonly name: string;
  readonly value: string | readonly number[];
  /** Of numbers; text is `text`. */
  readonly type: "text" | "integer" | "float";
}

export interface ViewVariable {
  readonly name: string;
  readonly type: string;
  /** What `numbers` and `texts` can give of it. */
  readonly holds: "integers" | "floats" | "text" | "other";
  readonly dimensions: readonly string[];
  readonly shape: readonly number[];
  readonly attributes: readonly ViewAttribute[];
  /** Names of values where the type itself has them. */
  readonly members: readonly { readonly value: number; readonly label: string }[];
}

/** One open file, whichever library reads it. Throws `NetcdfError` or what the library throws. */
export interface NetcdfView {
  readonly format: string;
  readonly dimensions: readonly NetcdfDimension[];
  readonly variables: readonly ViewVariable[];
  readonly attributes: readonly ViewAttribute[];
  readonly notes: readonly string[];
  /** All values, outermost dimension first. */
  numbers(variable: ViewVariable): Float32Array | Float64Array;
  /** The first texts, at most `most`. */
  texts(variable: ViewVariable, most: number): readonly string[];
  close(): void;
}

/** What cannot be shown, told as the end of a sentence that begins with the file's name: "is no NetCDF file". */
export class NetcdfError extends Error {
  override readonly name = "LookTrouble";
  /** True where what reads the file may be in disorder afterwards. */
  readonly isDisorder: boolean;

  constructor(message: string, isDisorder = false) {
    super(message);
    this.isDisorder = isDisorder;
  }
}

/** Values that are read of one variable at most; as numbers of 8 bytes that is 128 MB. */
const mostValues = 16_000_000;
/** Bytes of one text or one compressed piece at most. */
export const mostPieceBytes = 128_000_000;

/** How many values a shape holds. Throws where that is more than may be read. */
export function countOf(shape: readonly number[]): number {
  const count = shape.reduce((product, size) => product * size, 1);
  if (count > mostValues)
    throw new NetcdfError(
      `has ${countText(count)} values in this variable; up to ${countText(mostValues)} are drawn here. Download the file and open it with another program`,
    );
  return count;
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

import type { Output } from "#contract/methods.ts";
import { classColours, colourRamp, type Rgb } from "./colour-ramp.ts";

export type Plotted = Output<"netcdf.plot">;
export type GridPlotShown = Extract<Plotted, { readonly kind: "2d" }>;
export type LinePlotShown = Extract<Plotted, { readonly kind: "1d" }>;

const rampSteps = 256;

/** The values of a grid: row after row, NaN where one is missing. */
export function cellsOf({
  cellsBase64,
  columns,
  rows,
}: Pick<GridPlotShown, "cellsBase64" | "columns" | "rows">): Float32Array {
  const text = atob(cellsBase64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  const view = new DataView(bytes.buffer);
  const cells = new Float32Array(columns * rows).fill(Number.NaN);
  for (let at = 0; at < Math.min(cells.length, Math.floor(bytes.length / 4)); at += 1)
    cells[at] = view.getFloat32(at * 4, true);
  return cells;
}

/** The colours of a grid, and what they mean. */
export interface ColourScale {
  /** Null for a missing value. */
  readonly colourOf: (value: number) => Rgb | null;
  /** From low to high; of classes one each. */
  readonly colours: readonly Rgb[];
}

/** Gives one colour a class, else the ramp over the range in which most values lie. */
export function scaleOf({ classes, range }: Pick<GridPlotShown, "classes" | "range">): ColourScale {
  if (classes !== null && classes.length > 0) {
    const colours = classColours(classes.length);
    const at = new Map(classes.map(({ value }, index) => [value, index]));
    return {
      colours,
      colourOf: (value) => colours[at.get(Math.round(value)) ?? -1] ?? null,
    };
  }
  const colours = colourRamp(rampSteps);
  const low = range?.low ?? 0;
  const span = (range?.high ?? 1) - low;
  return {
    colours,
    colourOf(value) {
      if (Number.isNaN(value)) return null;
      const part = span > 0 ? (value - low) / span : 0.5;
      return colours[Math.round(Math.min(1, Math.max(0, part)) * (rampSteps - 1))] ?? null;
    },
  };
}

/** Pixels of a picture (RGBA), the first row of the grid at the bottom; missing values are transparent. */
export function pixelsOf(
  cells: Float32Array,
  columns: number,
  rows: number,
  scale: ColourScale,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(columns * rows * 4);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const colour = scale.colourOf(cells[row * columns + column] ?? Number.NaN);
      if (colour === null) continue;
      const to = ((rows - 1 - row) * columns + column) * 4;
      pixels.set(colour, to);
      pixels[to + 3] = 255;
    }
  return pixels;
}

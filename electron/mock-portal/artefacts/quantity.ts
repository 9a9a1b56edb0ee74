import type { ColourMap } from "./colours.ts";
import type { Sky } from "./sky.ts";

/** How values become colours or heights of a curve. */
export type QuantityScale = { min: number; max: number; isLog: boolean; map: ColourMap };

/** A class of a categorical variable. */
export type Flag = { code: number; name: string; rgb: readonly [number, number, number] };

/** Quantity that a variable measures, and how it follows from a sky. */
export type Quantity = {
  /** UDUNITS notation; `1` without dimension. */
  units: string;
  standardName: string | null;
  scale: QuantityScale;
} & (
  | {
      /** Value per cell of the sky, NaN where there is none. */
      kind: "profile";
      cells(sky: Sky): Float32Array;
    }
  | {
      /** Value per time step, NaN where there is none. */
      kind: "series";
      steps(sky: Sky): Float32Array;
    }
  | {
      /** Code of a Flag per cell. */
      kind: "flags";
      flags: readonly Flag[];
      codes(sky: Sky): Int8Array;
    }
);

/** A profile whose value is a function of the cell. */
export function profile(
  units: string,
  standardName: string | null,
  scale: QuantityScale,
  valueAt: (sky: Sky, cell: number, t: number, h: number) => number,
): Quantity {
  const cells = (sky: Sky) => {
    const values = new Float32Array(sky.timeCount * sky.heightCount);
    for (let t = 0; t < sky.timeCount; t++) {
      for (let h = 0; h < sky.heightCount; h++) {
        const cell = t * sky.heightCount + h;
        values[cell] = valueAt(sky, cell, t, h);
      }
    }
    return values;
  };
  return { kind: "profile", units, standardName, scale, cells };
}

/** A series whose value is a function of the time step. */
export function series(
  units: string,
  standardName: string | null,
  scale: QuantityScale,
  valueAt: (sky: Sky, t: number) => number,
): Quantity {
  const steps = (sky: Sky) => Float32Array.from({ length: sky.timeCount }, (_, t) => valueAt(sky, t));
  return { kind: "series", units, standardName, scale, steps };
}

/** A scale with even steps. */
export function even(min: number, max: number, map: ColourMap = "viridis"): QuantityScale {
  return { min, max, isLog: false, map };
}

/** A scale by powers of ten. */
export function powers(min: number, max: number, map: ColourMap = "viridis"): QuantityScale {
  return { min, max, isLog: true, map };
}

/** Rounds to a step, as instruments do; it also lets the content be stored in less space. */
export function rounded(value: number, step: number): number {
  return Math.round(value / step) * step;
}

/** Keeps three significant digits. */
export function threeDigits(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 2);
  return Math.round(value / step) * step;
}

/** What a look inside a NetCDF file gives; shapes and units as in the contract (`contract/netcdf.ts`). */

export interface NetcdfAttribute {
  readonly name: string;
  readonly value: string;
}

export interface NetcdfVariable {
  /** With the path of its groups: `scan/range`. */
  readonly name: string;
  readonly type: string;
  readonly dimensions: readonly string[];
  readonly shape: readonly number[];
  readonly attributes: readonly NetcdfAttribute[];
  readonly canPlot: "1d" | "2d" | null;
  readonly whyNoPlot: string | null;
  /** Of scalars and texts. */
  readonly firstValues: readonly string[];
}

export interface NetcdfDimension {
  readonly name: string;
  readonly size: number;
  readonly isUnlimited: boolean;
}

/** What a file holds, without its values. */
export interface NetcdfOutline {
  readonly format: string;
  readonly dimensions: readonly NetcdfDimension[];
  readonly variables: readonly NetcdfVariable[];
  readonly attributes: readonly NetcdfAttribute[];
  /** What was left out, one sentence each. */
  readonly notes: readonly string[];
}

export interface PlotAxis {
  readonly name: string;
  readonly longName: string | null;
  readonly units: string | null;
  /** `time`: epoch milliseconds UTC. `index`: counted from 0. */
  readonly kind: "number" | "time" | "index";
  readonly values: readonly (number | null)[];
  readonly first: string | null;
  readonly last: string | null;
}

export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

/** A number that stands for a class, and the name of the class. */
export interface ValueClass {
  readonly value: number;
  readonly label: string;
}

interface Plotted {
  readonly variable: string;
  readonly longName: string | null;
  readonly units: string | null;
  readonly classes: readonly ValueClass[] | null;
  /** 2nd and 98th percentile of what is shown. */
  readonly range: ValueRange | null;
  /** Of the whole variable. */
  readonly extent: ValueRange | null;
  readonly isThinned: boolean;
}

/** One variable made small enough to draw. */
export type NetcdfPlot =
  | (Plotted & { readonly kind: "1d"; readonly x: PlotAxis; readonly y: readonly (number | null)[] })
  | (Plotted & {
      readonly kind: "2d";
      readonly x: PlotAxis;
      readonly y: PlotAxis;
      readonly columns: number;
      readonly rows: number;
      /** Row after row; NaN where the value is missing. */
      readonly cells: Float32Array;
    });

/** How small a plot has to be. */
export interface PlotLimits {
  readonly points: number;
  readonly columns: number;
  readonly rows: number;
}

export type NetcdfLook<T> =
  | { readonly kind: "seen"; readonly value: T }
  /** One sentence that names the file. */
  | { readonly kind: "unreadable"; readonly message: string }
  | { readonly kind: "abandoned" };

/** Reads NetCDF files off the main thread, within bounds of time and memory. Never rejects. */
export interface NetcdfReader {
  /** `path` absolute. */
  outline(path: string, signal: AbortSignal): Promise<NetcdfLook<NetcdfOutline>>;
  plot(
    path: string,
    variable: string,
    limits: PlotLimits,
    signal: AbortSignal,
  ): Promise<NetcdfLook<NetcdfPlot>>;
  close(): Promise<void>;
}

/** Results of a look inside a NetCDF file: what it holds, and one variable as a quick plot. */

/** Stand in place of an attribute's value that is not shown. */
export const unshownValues = { tooLong: "(too long to be shown)", unreadable: "(cannot be read)" } as const;

export interface NetcdfAttribute {
  readonly name: string;
  /** As text; long ones end in "…". Several values are separated by ", ". */
  readonly value: string;
}

export interface NetcdfVariable {
  /** With the path of its groups: `scan/range`. Unique in the file. */
  readonly name: string;
  /** In words of NetCDF: `float`, `double`, `byte`, `int64`, `string`, `char`, `compound`, `opaque` … */
  readonly type: string;
  /** Names, outermost first; as many as `shape`. */
  readonly dimensions: readonly string[];
  readonly shape: readonly number[];
  readonly attributes: readonly NetcdfAttribute[];
  /** Kind of plot that can be drawn of it; null when none. */
  readonly canPlot: "1d" | "2d" | null;
  /** Why it cannot be drawn; null when it can. */
  readonly whyNoPlot: string | null;
  /** The first values as text (at most 20) of scalars and of text; empty for others. */
  readonly firstValues: readonly string[];
}

export interface NetcdfDimension {
  readonly name: string;
  readonly size: number;
  readonly isUnlimited: boolean;
}

/** Outline of a file: what it holds, without its values. */
export interface NetcdfOutline {
  /** Such as `NetCDF-4 (HDF5)` or `NetCDF-3 classic`. */
  readonly format: string;
  readonly dimensions: readonly NetcdfDimension[];
  readonly variables: readonly NetcdfVariable[];
  /** Attributes of the whole file. */
  readonly attributes: readonly NetcdfAttribute[];
  /** Parts that were left out or could not be read, one sentence each; empty when all is shown. */
  readonly notes: readonly string[];
}

/** Values along one side of a plot. */
export interface PlotAxis {
  readonly name: string;
  /** `long_name`, else `standard_name`, else null. */
  readonly longName: string | null;
  /** As the file states it; null for an index and where the file says nothing. */
  readonly units: string | null;
  /** `time`: values are epoch milliseconds UTC. `index`: values count from 0, as the file has no such variable. */
  readonly kind: "number" | "time" | "index";
  /** A value for each point (a line) or each column or row (two dimensions); null where the file has a fill value. */
  readonly values: readonly (number | null)[];
  /** The ends for people: `2026-11-21T10:00:00Z` for time, numbers as text for others; null without values. */
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
  /** Values stand for classes (`flag_values` or a list of definitions): draw steps or one colour each, never between. */
  readonly classes: readonly ValueClass[] | null;
  /** 2nd and 98th percentile of what is shown, after scaling; null where every value is missing. */
  readonly range: ValueRange | null;
  /** Smallest and largest value of the whole variable; null where every value is missing. */
  readonly extent: ValueRange | null;
  /** True when the plot shows fewer values than the file has. */
  readonly isThinned: boolean;
}

export interface LinePlot extends Plotted {
  readonly kind: "1d";
  readonly x: PlotAxis;
  /**
   * As many as `x.values`, at most `PlotLimits.points`; null is a gap. A thinned line keeps the smallest and the largest
   * value of each stretch, so spikes stay.
   */
  readonly y: readonly (number | null)[];
}

export interface GridPlot extends Plotted {
  readonly kind: "2d";
  /** Columns: the variable's first dimension (in products: time). */
  readonly x: PlotAxis;
  /** Rows: the second dimension (in products: height). Row 0 belongs to `y.values[0]`, usually drawn at the bottom. */
  readonly y: PlotAxis;
  readonly columns: number;
  readonly rows: number;
  /**
   * `rows * columns` values, row after row; NaN where the value is missing. A cell is the mean of what it covers, for
   * classes its nearest value.
   */
  readonly cells: Float32Array;
}

/** A variable made small enough to draw. */
export type NetcdfPlot = LinePlot | GridPlot;

/** How small a plot has to be. */
export interface PlotLimits {
  readonly points: number;
  readonly columns: number;
  readonly rows: number;
}

export type NetcdfLook<T> =
  | { readonly kind: "seen"; readonly value: T }
  /** A sentence that names the file. */
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

import { z } from "zod";
import { portalFileFacts } from "./downloads.ts";
import { byteCount, count, uuid, word } from "./values.ts";

/** A look inside a NetCDF file: what it holds, and one variable as a quick plot. */

/** Larger files are not opened: they are downloaded instead. */
export const largestNetcdfBytes = 64_000_000;
/** Points of a line at most. */
export const mostPlotPoints = 2_000;
/** Columns of a plot with two dimensions at most. */
export const mostPlotColumns = 600;
/** Rows of a plot with two dimensions at most. */
export const mostPlotRows = 300;

const attribute = z.strictObject({
  name: z.string(),
  /** As text; long ones end in "…". Several values stand with ", " between them. */
  value: z.string(),
});

const variable = z.strictObject({
  /** With the path of its groups: `scan/range`. Unique in the file. */
  name: z.string(),
  /** In words of NetCDF: `float`, `double`, `byte`, `int64`, `string`, `char`, `compound`, `opaque` … */
  type: z.string(),
  /** Names, outermost first; as many as `shape`. */
  dimensions: z.array(z.string()).readonly(),
  shape: z.array(count).readonly(),
  attributes: z.array(attribute).readonly(),
  /** What `netcdf.plot` draws of it; null when nothing. */
  canPlot: z.enum(["1d", "2d"]).nullable(),
  /** Why it cannot be drawn; null when it can. */
  whyNoPlot: z.string().nullable(),
  /** The first values as text (at most 20) of scalars and of text; empty for others. */
  firstValues: z.array(z.string()).readonly(),
});

const opened = z.strictObject({
  /** Names the opened file in `netcdf.plot`. Unknown after `netcdf.close`, or when eight others were opened since. */
  token: uuid,
  filename: z.string(),
  size: byteCount,
  /** Such as `NetCDF-4 (HDF5)` or `NetCDF-3 classic`. */
  format: z.string(),
  dimensions: z.array(z.strictObject({ name: z.string(), size: count, isUnlimited: z.boolean() })).readonly(),
  variables: z.array(variable).readonly(),
  /** Of the whole file. */
  attributes: z.array(attribute).readonly(),
  /** What was left out or could not be read, one sentence each; empty when all is shown. */
  notes: z.array(z.string()).readonly(),
});

/** What stands along one side of a plot. */
const axis = z.strictObject({
  name: z.string(),
  /** `long_name`, else `standard_name`, else null. */
  longName: z.string().nullable(),
  /** As the file states it; null for an index and where the file says nothing. */
  units: z.string().nullable(),
  /** `time`: values are epoch milliseconds UTC. `index`: values count from 0, as the file has no such variable. */
  kind: z.enum(["number", "time", "index"]),
  /** One for each point (a line) or each column or row (two dimensions); null where the file has a fill value. */
  values: z.array(z.number().nullable()).readonly(),
  /** The ends for people: `2026-11-21T10:00:00Z` for time, numbers as text for others; null without values. */
  first: z.string().nullable(),
  last: z.string().nullable(),
});

const plotted = {
  variable: z.string(),
  longName: z.string().nullable(),
  units: z.string().nullable(),
  /** Values stand for classes (`flag_values` or a list of definitions): draw steps or one colour each, never between. */
  classes: z
    .array(z.strictObject({ value: z.number(), label: z.string() }))
    .readonly()
    .nullable(),
  /** 2nd and 98th percentile of what is shown, after scaling; null where every value is missing. */
  range: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  /** Smallest and largest value of the whole variable; null where every value is missing. */
  extent: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  /** True when the plot shows fewer values than the file has. */
  isThinned: z.boolean(),
};

const line = z.strictObject({
  kind: z.literal("1d"),
  ...plotted,
  x: axis,
  /**
   * As many as `x.values`, at most `mostPlotPoints`; null is a gap. A thinned line keeps the smallest and the largest
   * value of each stretch, so spikes stay.
   */
  y: z.array(z.number().nullable()).readonly(),
});

const grid = z.strictObject({
  kind: z.literal("2d"),
  ...plotted,
  /** Columns: the variable's first dimension (in products: time). */
  x: axis,
  /** Rows: the second dimension (in products: height). Row 0 belongs to `y.values[0]`, usually drawn at the bottom. */
  y: axis,
  columns: count,
  rows: count,
  /**
   * Float32, little-endian, in base64: `rows * columns` values, row after row; NaN where the value is missing. A cell is
   * the mean of what it covers, for classes its nearest value.
   */
  cellsBase64: z.string(),
});

const portalNetcdf = z.strictObject({ kind: z.enum(["product", "model", "raw"]), ...portalFileFacts });
const localNetcdf = z.strictObject({
  /** Absolute; must be a file that `downloads.*` of this host has brought and checked. */
  path: z.string({ error: "must be the path of a downloaded file" }).min(1).max(32_767),
});

export const netcdfMethods = {
  /**
   * Fetches (or takes from the cache), checks and reads the outline. `too-large` beyond `largestNetcdfBytes`;
   * `not-found` for a path that was not downloaded here; `unreadable` for what is no NetCDF or is damaged.
   */
  "netcdf.open": {
    input: z.union([portalNetcdf, localNetcdf], {
      error: "must be {kind, uuid, downloadUrl, filename, checksum, size}, or {path} of a downloaded file",
    }),
    output: opened,
  },
  /** `not-found` for an unknown token: open the file again. `unreadable` for what cannot be drawn. */
  "netcdf.plot": {
    input: z.strictObject({ token: uuid, variable: word }),
    output: z.discriminatedUnion("kind", [line, grid]),
  },
  "netcdf.close": { input: z.strictObject({ token: uuid }), output: z.strictObject({}) },
};

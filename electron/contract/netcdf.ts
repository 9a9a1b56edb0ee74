import { z } from "zod";
import type { GridPlot, LinePlot, NetcdfOutline } from "#domain/netcdf.ts";
import { portalFileFacts } from "./downloads.ts";
import { typed, uuid, word } from "./values.ts";

/** A look inside a NetCDF file: what it holds, and one variable as a quick plot. */

/** Larger files are not opened: they are downloaded instead. */
export const largestNetcdfBytes = 64_000_000;
/** Points of a line at most. */
export const mostPlotPoints = 2_000;
/** Columns of a plot with two dimensions at most. */
export const mostPlotColumns = 600;
/** Rows of a plot with two dimensions at most. */
export const mostPlotRows = 300;

interface Opened extends NetcdfOutline {
  /** Names the opened file in `netcdf.plot`. Unknown after `netcdf.close`, or when eight others were opened since. */
  readonly token: string;
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
}

interface Grid extends Omit<GridPlot, "cells"> {
  /** The cells as Float32, little-endian, in base64. */
  readonly cellsBase64: string;
}

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
    output: typed<Opened>(),
  },
  /** `not-found` for an unknown token: open the file again. `unreadable` for what cannot be drawn. */
  "netcdf.plot": {
    input: z.strictObject({ token: uuid, variable: word }),
    output: z.union([typed<LinePlot>(), typed<Grid>()]),
  },
  "netcdf.close": { input: z.strictObject({ token: uuid }), output: z.strictObject({}) },
};

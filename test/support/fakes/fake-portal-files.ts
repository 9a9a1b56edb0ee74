import type { PortalFiles } from "#api/handlers/all.ts";
import type { DownloadFile, DownloadJob } from "#domain/download.ts";
import type { NetcdfPlot, PlotAxis } from "#domain/netcdf.ts";

const uuid = "00000000-0000-7000-8000-000000000000";

const job: DownloadJob = {
  id: uuid,
  folder: "/out",
  state: "running",
  message: null,
  counts: { waiting: 0, receiving: 0, verified: 0, wasThere: 0, failed: 1 },
  totalBytes: 5,
  receivedBytes: 0,
  startedAtMs: 0,
  endedAtMs: null,
};
const file: DownloadFile = {
  kind: "raw",
  uuid,
  filename: "y.nc",
  size: 5,
  receivedBytes: 0,
  state: "failed",
  message: "The portal answered: Not found.",
  path: null,
};
const axis: PlotAxis = {
  name: "time",
  longName: null,
  units: "hours since 2026-11-21",
  kind: "time",
  values: [0, null],
  first: "1970-01-01T00:00:00Z",
  last: "1970-01-01T00:00:00Z",
};
const plot: NetcdfPlot = {
  kind: "2d",
  variable: "beta",
  longName: "Backscatter",
  units: null,
  classes: [{ value: 0, label: "clear sky" }],
  range: { low: 0, high: 1 },
  extent: null,
  isThinned: false,
  x: axis,
  y: { ...axis, kind: "index" },
  columns: 2,
  rows: 2,
  cells: Float32Array.of(0, 1, Number.NaN, 1),
};

/** Files of the portal with one job and one open file, both named `uuid`. */
export function createFakePortalFiles(): PortalFiles {
  const isKnown = (id: string): boolean => id === uuid;
  return {
    portalUrl: () => "https://portal.example",
    downloads: {
      start: async () => ({ id: uuid }),
      list: () => [job],
      files: (id) => (isKnown(id) ? { job, files: [file] } : null),
      cancel: isKnown,
      retry: async (id) => isKnown(id),
      clear: isKnown,
      fetched: () => null,
      onEvent: () => () => {},
      stop: async () => {},
    },
    looks: {
      open: async () => ({
        kind: "seen",
        value: {
          token: uuid,
          filename: "y.nc",
          size: 5,
          outline: {
            format: "NetCDF-4 (HDF5)",
            dimensions: [{ name: "time", size: 2, isUnlimited: true }],
            variables: [],
            attributes: [{ name: "title", value: "Wolken" }],
            notes: [],
          },
        },
      }),
      plot: async (token) => (isKnown(token) ? { kind: "seen", value: plot } : null),
      close: () => {},
    },
  };
}

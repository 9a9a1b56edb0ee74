import type { Input } from "#contract/methods.ts";
import type { ResultRow } from "#renderer/screens/portal/list/rows.ts";

/** Larger files the host does not open: `largestNetcdfBytes` of the contract, which pages import for its types only. */
export const largestLookBytes = 64_000_000;

/** True for what may be a NetCDF file by its stated format or by its name. */
export function looksLikeNetcdf({ record, filename }: ResultRow): boolean {
  if ("format" in record.file && /netcdf|hdf5/i.test(record.file.format)) return true;
  return isNetcdfName(filename);
}

/** True for a name that NetCDF files have. */
export function isNetcdfName(name: string): boolean {
  return /\.(nc|nc4|cdf|netcdf)$/i.test(name);
}

/** Gives the input that the host needs to open a file of the portal. */
export function openInput({ kind, record }: ResultRow): Input<"netcdf.open"> {
  const { uuid, downloadUrl, filename, checksum, size } = record.file;
  return { kind: kind === "raw-model" ? "raw" : kind, uuid, downloadUrl, filename, checksum, size };
}

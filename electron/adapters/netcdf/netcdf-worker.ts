import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parentPort } from "node:worker_threads";
import type { NetcdfOutline, NetcdfPlot, PlotLimits } from "#domain/netcdf.ts";
import { openHdf5 } from "./hdf5-view.ts";
import { NetcdfError, type NetcdfView } from "./netcdf-view.ts";
import { openNetcdf3 } from "./netcdf3-view.ts";
import { outlineOf } from "./outline.ts";
import { plotOf } from "./plot-of.ts";

export type LookCall =
  | { readonly kind: "outline"; readonly path: string }
  | { readonly kind: "plot"; readonly path: string; readonly variable: string; readonly limits: PlotLimits };

export type LookAnswer =
  | { readonly kind: "outline"; readonly outline: NetcdfOutline }
  | { readonly kind: "plot"; readonly plot: NetcdfPlot }
  /** `message` is a whole sentence; with `isDisorder` this thread must read nothing more. */
  | { readonly kind: "unreadable"; readonly message: string; readonly isDisorder: boolean };

if (parentPort !== null) serve(parentPort);

/** One call after another; what the main thread does not hear of within its time it ends. */
function serve(port: NonNullable<typeof parentPort>): void {
  port.on("message", (call: LookCall) => {
    look(call)
      .catch((error: unknown): LookAnswer => {
        const isDisorder = !(error instanceof NetcdfError) || error.isDisorder;
        return { kind: "unreadable", message: sentence(call.path, error), isDisorder };
      })
      .then((answer) => port.postMessage(answer));
  });
}

async function look(call: LookCall): Promise<LookAnswer> {
  const view = await openView(await readFile(call.path));
  try {
    return call.kind === "outline"
      ? { kind: "outline", outline: outlineOf(view) }
      : { kind: "plot", plot: plotOf(view, call.variable, call.limits) };
  } finally {
    view.close();
  }
}

/** By the first bytes: the ending of a name says nothing. */
async function openView(bytes: Buffer): Promise<NetcdfView> {
  const start = bytes.toString("latin1", 0, 8);
  if (start.startsWith("\x89HDF\r\n\x1a\n")) return await openHdf5(bytes);
  if (start.startsWith("CDF")) return openNetcdf3(bytes);
  throw new NetcdfError("is not a NetCDF file");
}

/** What a library throws says little to people; what it means is that the file is not whole. */
function sentence(path: string, error: unknown): string {
  if (error instanceof NetcdfError) return `${basename(path)} ${error.message}.`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return `${path} no longer exists.`;
  if (code?.startsWith("E") === true && !code.startsWith("ERR_")) return `${path} cannot be read: ${code}.`;
  return `${basename(path)} is damaged or incomplete: its content cannot be read.`;
}

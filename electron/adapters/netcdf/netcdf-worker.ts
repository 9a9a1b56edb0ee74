import { basename } from "node:path";
import { parentPort } from "node:worker_threads";
import type { NetcdfOutline, NetcdfPlot, PlotLimits } from "#domain/netcdf.ts";
import { openLibrary } from "./hdf5-library.ts";
import { openHdf5 } from "./hdf5-view.ts";
import { NetcdfError, type NetcdfView } from "./netcdf-view.ts";
import { openNetcdf3 } from "./netcdf3-view.ts";
import { outlineOf } from "./outline.ts";
import { type FileBytes, openPlainFile } from "./plain-file.ts";
import { plotOf } from "./plot-of.ts";

export type LookCall =
  | { readonly kind: "outline"; readonly path: string }
  | { readonly kind: "plot"; readonly path: string; readonly variable: string; readonly limits: PlotLimits };

export type LookAnswer =
  | { readonly kind: "outline"; readonly outline: NetcdfOutline }
  | { readonly kind: "plot"; readonly plot: NetcdfPlot }
  /** Before one of the others: the drive has answered, and the reading begins. */
  | { readonly kind: "opened" }
  /** `message` is a whole sentence; with `isDisorder` this thread must read nothing more. */
  | { readonly kind: "unreadable"; readonly message: string; readonly isDisorder: boolean };

if (parentPort !== null) serve(parentPort);

/** Answers one call after another; the main thread ends a look that it does not hear of within its time. */
function serve(port: NonNullable<typeof parentPort>): void {
  port.on("message", (call: LookCall) => {
    look(call, () => port.postMessage({ kind: "opened" } satisfies LookAnswer))
      .catch((error: unknown): LookAnswer => {
        const isDisorder = !(error instanceof NetcdfError) || error.isDisorder;
        return { kind: "unreadable", message: sentence(call.path, error), isDisorder };
      })
      .then((answer) => port.postMessage(answer));
  });
}

async function look(call: LookCall, onOpen: () => void): Promise<LookAnswer> {
  const file = openPlainFile(call.path);
  try {
    const view = await openView(file, onOpen);
    try {
      return call.kind === "outline"
        ? { kind: "outline", outline: outlineOf(view) }
        : { kind: "plot", plot: plotOf(view, call.variable, call.limits) };
    } finally {
      view.close();
    }
  } finally {
    file.close();
  }
}

/** By the first bytes: the ending of a name says nothing. */
async function openView(file: FileBytes, onOpen: () => void): Promise<NetcdfView> {
  const head = Buffer.alloc(8);
  const start = head.toString("latin1", 0, file.read(head, 0));
  const isHdf5 = start.startsWith("\x89HDF\r\n\x1a\n");
  if (isHdf5) await openLibrary();
  onOpen();
  if (isHdf5) return await openHdf5(file);
  if (start.startsWith("CDF")) return openNetcdf3(file);
  throw new NetcdfError("{file} is not a NetCDF file.");
}

/** Gives the sentence for an error. A library's own says little to people; it means that the file is not whole. */
function sentence(path: string, error: unknown): string {
  if (error instanceof NetcdfError) return error.message.replace("{file}", () => basename(path));
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return `${path} no longer exists.`;
  if (code?.startsWith("E") === true && !code.startsWith("ERR_")) return `${path} cannot be read: ${code}.`;
  return `${basename(path)} is damaged or incomplete: its content cannot be read.`;
}

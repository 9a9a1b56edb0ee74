import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import {
  largestNetcdfBytes,
  mostPlotColumns,
  mostPlotPoints,
  mostPlotRows,
  type netcdfMethods,
} from "#contract/netcdf.ts";
import type { Reply } from "#contract/reply.ts";
import type { NetcdfLook } from "#domain/netcdf.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { Downloads } from "#station/portal-files/create-downloads.ts";
import type { LookedAt, NetcdfLooks } from "#station/portal-files/netcdf-look.ts";
import { portalReply } from "./portal-handlers.ts";

export interface NetcdfParts {
  readonly looks: NetcdfLooks;
  readonly downloads: Pick<Downloads, "fetched">;
}

const limits = { points: mostPlotPoints, columns: mostPlotColumns, rows: mostPlotRows } as const;

/** Answers for the look inside NetCDF files; null where this host offers none. */
export function netcdfHandlers(parts: NetcdfParts | null): Pick<Handlers, keyof typeof netcdfMethods> {
  if (parts === null) return noLooks;
  const { looks, downloads } = parts;
  return {
    async "netcdf.open"(input, signal) {
      const here = "path" in input ? downloads.fetched(input.path) : null;
      if ("path" in input && here === null)
        return fail(
          "not-found",
          `${input.path} is not a file that was downloaded since Skyferry started. Open it from the portal's list.`,
        );
      const file: LookedAt =
        "path" in input
          ? { kind: "here", path: input.path, filename: here?.filename ?? "", size: here?.size ?? 0 }
          : { kind: "portal", what: { kind: input.kind === "raw" ? "raw" : "product", file: input } };
      const { filename, size } = file.kind === "here" ? file : file.what.file;
      if (size > largestNetcdfBytes) return tooLarge(filename, size);
      const opened = lookReply(await looks.open(file, signal));
      if (!opened.ok) return opened;
      const { outline, ...rest } = opened.value;
      return ok({ ...rest, ...outline });
    },
    async "netcdf.plot"({ token, variable }, signal) {
      const look = await looks.plot(token, variable, limits, signal);
      if (look === null)
        return fail(
          "not-found",
          "This file is no longer open, because other files were opened. Open it again.",
        );
      const plot = lookReply(look);
      if (!plot.ok) return plot;
      if (plot.value.kind === "1d") return ok(plot.value);
      const { cells, ...rest } = plot.value;
      const bytes = Buffer.from(cells.buffer, cells.byteOffset, cells.byteLength);
      return ok({ ...rest, cellsBase64: bytes.toString("base64") });
    },
    async "netcdf.close"({ token }) {
      looks.close(token);
      return ok({});
    },
  };
}

function lookReply<T>(look: NetcdfLook<T> | Exclude<ReadOutcome<never>, { kind: "found" }>): Reply<T> {
  if (look.kind === "seen") return ok(look.value);
  return look.kind === "unreadable" ? fail("unreadable", look.message) : portalReply(look);
}

function tooLarge(filename: string, size: number): Reply<never> {
  const [has, most] = [size, largestNetcdfBytes].map((bytes) => (bytes / 1e6).toFixed(0));
  return fail(
    "too-large",
    `${filename} has ${has} MB; only files up to ${most} MB can be opened here. Download it instead.`,
  );
}

const notOffered = async (): Promise<Reply<never>> =>
  fail("not-offered", "Skyferry is not running, so files cannot be opened. Start it, then try again.");

const noLooks: Pick<Handlers, keyof typeof netcdfMethods> = {
  "netcdf.open": notOffered,
  "netcdf.plot": notOffered,
  "netcdf.close": notOffered,
};

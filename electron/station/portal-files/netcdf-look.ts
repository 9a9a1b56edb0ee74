import type { NetcdfLook, NetcdfOutline, NetcdfPlot, NetcdfReader, PlotLimits } from "#domain/netcdf.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { DownloadOf, FileCache } from "#engine/ports/portal-reads.ts";

/** A file that a person looks into: of the portal, or one that lies here already. */
export type LookedAt =
  | { readonly kind: "portal"; readonly what: DownloadOf }
  | { readonly kind: "here"; readonly path: string; readonly filename: string; readonly size: number };

export interface OpenedLook {
  readonly token: string;
  readonly filename: string;
  readonly size: number;
  readonly outline: NetcdfOutline;
}

type Failed = Exclude<ReadOutcome<never>, { kind: "found" }>;

/** Looks into files, which stay known by their token while they are among the last few opened. */
export interface NetcdfLooks {
  open(file: LookedAt, signal: AbortSignal): Promise<NetcdfLook<OpenedLook> | Failed>;
  /** Null for a token that is not known. */
  plot(
    token: string,
    variable: string,
    limits: PlotLimits,
    signal: AbortSignal,
  ): Promise<NetcdfLook<NetcdfPlot> | Failed | null>;
  close(token: string): void;
}

/** Opened files that are remembered. */
const mostOpen = 8;

export function createNetcdfLooks(parts: {
  readonly reader: NetcdfReader;
  readonly cache: FileCache;
  readonly newId: () => string;
}): NetcdfLooks {
  const { reader, cache, newId } = parts;
  const open = new Map<string, LookedAt>();

  /** Gives the path of a file; fetches it again if the cache dropped it meanwhile. */
  const pathOf = async (file: LookedAt, signal: AbortSignal): Promise<ReadOutcome<string>> =>
    file.kind === "here" ? { kind: "found", value: file.path } : await cache.fetch(file.what, signal);

  return {
    async open(file, signal) {
      const path = await pathOf(file, signal);
      if (path.kind !== "found") return path;
      const look = await reader.outline(path.value, signal);
      if (look.kind !== "seen") return look;
      const token = newId();
      open.set(token, file);
      for (const oldest of open.keys()) {
        if (open.size <= mostOpen) break;
        open.delete(oldest);
      }
      const { filename, size } = file.kind === "here" ? file : file.what.file;
      return { kind: "seen", value: { token, filename, size, outline: look.value } };
    },
    async plot(token, variable, limits, signal) {
      const file = open.get(token);
      if (file === undefined) return null;
      const path = await pathOf(file, signal);
      return path.kind === "found" ? await reader.plot(path.value, variable, limits, signal) : path;
    },
    close: (token) => void open.delete(token),
  };
}

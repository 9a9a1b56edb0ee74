import { createJsonStore } from "#adapters/settings/json-file.ts";
import { type Loopback, type LoopbackOptions, startLoopback } from "#api/loopback/server.ts";
import type { Log } from "#engine/ports/host.ts";

/** Place of the pages. */
export interface UiPlace {
  /** 0 is any free one. Left out: the one that is kept for this data folder, else any free one. */
  readonly port?: number;
  /** Later starts take this port, too. */
  readonly isKept?: boolean;
  /** Left out: a new one. */
  readonly token?: string;
}

type Placed = { readonly loopback: Loopback; readonly warnings: readonly string[] };

/**
 * Serves at the place that is wanted. A port that is kept and taken by now is passed over, with a warning: the station works
 * without it. Gives one sentence where the port that was asked for cannot be had.
 */
export async function startAtPlace(
  parts: Omit<LoopbackOptions, "port" | "token" | "log"> & { readonly log: Log },
  { port: asked, isKept = false, token }: UiPlace,
  dataFolder: string,
): Promise<Placed | { readonly message: string }> {
  const store = createJsonStore(`${dataFolder}/ui-port.json`, parts.log);
  const port = asked ?? portIn(await store.read());
  const at = { ...parts, ...(token === undefined ? {} : { token }) };
  const first = await startLoopback({ ...at, port });
  if (first.kind === "listening") {
    if (isKept) await store.write({ port });
    return { loopback: first.loopback, warnings: [] };
  }
  if (asked !== undefined || port === 0) return first;
  const other = await startLoopback({ ...at, port: 0 });
  if (other.kind === "failed") return other;
  const now = new URL(other.loopback.address).port;
  return { loopback: other.loopback, warnings: [`${first.message} This time the pages are on port ${now}.`] };
}

/** 0 where none is kept. */
function portIn(kept: unknown): number {
  const { port } = Object(kept) as { readonly port?: unknown };
  return Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536 ? Number(port) : 0;
}

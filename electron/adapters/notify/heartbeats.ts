import type { HeartbeatAnswer, SendHeartbeat } from "#engine/ports/channels.ts";
import { requestOnce } from "./one-try.ts";

export interface HeartbeatsParts {
  readonly version: string;
  /** `portal.proxy` of the settings; null takes the environment's. */
  readonly proxy: () => string | null;
  /** `portal.caFile` of the settings: whose certificates the service may show, too. */
  readonly caFile: () => string | null;
  /** For one heartbeat, from the connection to the last byte; 10 s. */
  readonly tryMs?: number;
}

const usualTryMs = 10_000;

/**
 * Sends one heartbeat as healthchecks-like services take it: a GET of the address, or a POST to the address with `/fail` and the
 * reason as plain text. A redirect, and a web page in the place of an answer (a login page of the network), are failures.
 */
export function createHeartbeats(parts: HeartbeatsParts): SendHeartbeat {
  const { version, proxy, caFile, tryMs = usualTryMs } = parts;
  return async (url, failure, signal): Promise<HeartbeatAnswer> => {
    const asked =
      failure === null
        ? { method: "GET" as const, url, headers: {}, body: null }
        : { method: "POST" as const, url: failAddress(url), headers: plainText, body: failure };
    const way = { version, proxy: proxy(), caFile: caFile(), tryMs, signal };
    const came = await requestOnce({ type: "heartbeat", url }, asked, way);
    return came.kind === "taken" ? { isTaken: true } : { ...came, isTaken: false };
  };
}

const plainText = { "content-type": "text/plain; charset=utf-8" };

function failAddress(url: string): string {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, "")}/fail`;
  return address.href;
}

import type { TransportEvent } from "#contract/events.ts";
import type { Transport } from "#contract/transport.ts";
import { frameText } from "#renderer/text/frame-text.tsx";

/** Bridge that the desktop's preload puts on the page's window: the transport, as plain functions. */
interface Bridge {
  call(method: string, input: unknown): Promise<unknown>;
  subscribe(sinceSeq: number | null, onEvent: (event: TransportEvent) => void): () => void;
}

/** The bridge of the desktop window; null in a browser. */
export function bridgeOf(page: { readonly skyferry?: unknown }): Bridge | null {
  const found = page.skyferry;
  return typeof found === "object" && found !== null && "call" in found && "subscribe" in found
    ? (found as Bridge)
    : null;
}

/** Tells where this page is shown. */
export function pageHost(page: object): "window" | "browser" {
  return bridgeOf(page) === null ? "browser" : "window";
}

/** The contract over Electron IPC. The host has checked what it answers by the same map that types it. */
export function createIpcTransport(bridge: Bridge): Transport {
  return {
    call: async (method, input) => {
      try {
        return (await bridge.call(method, await withBytes(input))) as Awaited<
          ReturnType<Transport["call"]>
        > as never;
      } catch {
        return { ok: false, error: { code: "no-answer", message: frameText.hostSilent } };
      }
    },
    subscribe: (sinceSeq, onEvent) => bridge.subscribe(sinceSeq, onEvent),
  };
}

/** No file crosses to another process, but its bytes do. */
async function withBytes(input: object): Promise<object> {
  if (!("bytes" in input && input.bytes instanceof Blob)) return input;
  return { ...input, bytes: new Uint8Array(await input.bytes.arrayBuffer()) };
}

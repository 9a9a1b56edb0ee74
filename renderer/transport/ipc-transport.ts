import { spokenLanguage } from "#base/language.ts";
import type { Bridge } from "#contract/bridge.ts";
import type { Transport } from "#contract/transport.ts";
import { frameText } from "#renderer/text/frame-text.tsx";

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
        return (await bridge.call(method, await withBytes(input), spokenLanguage().tag)) as Awaited<
          ReturnType<Transport["call"]>
        > as never;
      } catch {
        return { ok: false, error: { code: "no-answer", message: frameText.hostSilent } };
      }
    },
    subscribe: (sinceSeq, onEvent) => bridge.subscribe(sinceSeq, onEvent, spokenLanguage().tag),
  };
}

/** No file crosses to another process, but its bytes do. */
async function withBytes(input: object): Promise<object> {
  if (!("bytes" in input && input.bytes instanceof Blob)) return input;
  return { ...input, bytes: new Uint8Array(await input.bytes.arrayBuffer()) };
}

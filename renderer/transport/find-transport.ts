import type { Transport } from "#contract/transport.ts";
import { createHttpTransport } from "./http-transport.ts";
import { bridgeOf, createIpcTransport } from "./ipc-transport.ts";

const tokenKey = "skyferry.token";

/**
 * How this page reaches its host: the desktop's bridge, or loopback with the token that is behind `#` of the
 * address. The token leaves the address bar at once and is kept for this tab, so that a reload works.
 * Null where there is neither.
 */
export function findTransport(page: Window): Transport | null {
  const bridge = bridgeOf(page as { readonly skyferry?: unknown });
  if (bridge !== null) return createIpcTransport(bridge);
  const given = /^#token=([\w-]+)/.exec(page.location.hash)?.[1];
  if (given !== undefined) {
    page.sessionStorage.setItem(tokenKey, given);
    page.history.replaceState(null, "", "#/");
  }
  const token = page.sessionStorage.getItem(tokenKey);
  return token === null ? null : createHttpTransport(token);
}

import type { TransportEvent } from "./events.ts";

/**
 * The bridge between the window's page and the desktop host. The preload script gives the page these two functions as
 * `window.skyferry` and nothing else; what they carry is checked by the host, never by the bridge.
 */
export interface Bridge {
  /** Answers with a `Reply` of the method, its sentences in the page's `language`. */
  call(method: string, input: unknown, language?: string): Promise<unknown>;
  /** As `Transport.subscribe`, in the page's `language`. Gives a function that ends it. */
  subscribe(sinceSeq: number | null, onEvent: (event: TransportEvent) => void, language?: string): () => void;
}

/** Messages over Electron's own channels: the values that each carries, by channel. */
export interface BridgeChannels {
  /** Page to host, answered with a `Reply`. */
  "skyferry:call": [method: string, input: unknown, language: string];
  /** Page to host; `id` is the page's own number for the subscription. */
  "skyferry:subscribe": [id: number, sinceSeq: number | null, language: string];
  "skyferry:unsubscribe": [id: number];
  /** Host to page: what came together. */
  "skyferry:events": [id: number, events: readonly TransportEvent[]];
}

export type BridgeChannel = keyof BridgeChannels;

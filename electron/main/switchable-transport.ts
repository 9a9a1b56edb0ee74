import type { Transport } from "#contract/transport.ts";

/** A transport whose other end can be exchanged. What a page subscribed to before ends with the old one. */
export interface SwitchableTransport extends Transport {
  to(next: Transport): void;
}

/** Begins with `first`. After `to` the page has to be loaded again. */
export function switchableTransport(first: Transport): SwitchableTransport {
  let current = first;
  return {
    call: (method, input) => current.call(method, input),
    subscribe: (sinceSeq, onEvent) => current.subscribe(sinceSeq, onEvent),
    to(next) {
      current = next;
    },
  };
}

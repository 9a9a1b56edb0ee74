import type { Transport } from "#contract/transport.ts";

/** A transport to a host that is about to be there: what is asked before waits, and what is followed begins then. */
export function lateTransport(coming: Promise<Transport>): Transport {
  return {
    call: async (method, input) => await (await coming).call(method, input),
    subscribe(sinceSeq, onEvent) {
      let end: (() => void) | null = null;
      let isOver = false;
      void coming.then((there) => {
        if (!isOver) end = there.subscribe(sinceSeq, onEvent);
      });
      return () => {
        isOver = true;
        end?.();
      };
    },
  };
}

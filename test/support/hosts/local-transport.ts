import { setImmediate as nextTurn } from "node:timers/promises";
import { dispatch } from "#api/dispatch.ts";
import type { Feed } from "#api/events/feed.ts";
import type { TransportEvent } from "#contract/events.ts";
import type { Handlers, Input, MethodName, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import type { Transport } from "#contract/transport.ts";

/** Parts of a host in this process that others speak with. */
export interface LocalHost {
  readonly handlers: Handlers;
  readonly feed: Feed;
}

/** A host of this process, spoken with as if it were another. `onBug` hears of mistakes of the program. */
export function createLocalTransport(
  { handlers, feed }: LocalHost,
  onBug: (method: string, error: unknown) => void,
): Transport {
  const follow = async (
    sinceSeq: number | null,
    ended: AbortSignal,
    tell: (event: TransportEvent) => void,
  ) => {
    tell({ type: "link", isUp: true });
    for await (const batch of feed.follow(sinceSeq, ended)) {
      for (const event of batch) if (!ended.aborted) tell(event);
      // Events of the same turn make one batch, so listeners get to do their work in between.
      await nextTurn();
    }
    if (!ended.aborted) tell({ type: "link", isUp: false });
  };

  return {
    async call<M extends MethodName>(method: M, input: Input<M>): Promise<Reply<Output<M>>> {
      // Checked by the same map that types the output.
      return (await dispatch(handlers, method, input, { onBug })) as Reply<Output<M>>;
    },
    subscribe(sinceSeq, onEvent) {
      const ending = new AbortController();
      void follow(sinceSeq, ending.signal, onEvent);
      return () => ending.abort();
    },
  };
}

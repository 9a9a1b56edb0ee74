import type { TransportEvent } from "./events.ts";
import type { Input, MethodName, Output } from "./methods.ts";
import type { Reply } from "./reply.ts";

/** How a user interface reaches a host, whichever host it is. */
export interface Transport {
  /** Never rejects. */
  call<M extends MethodName>(method: M, input: Input<M>): Promise<Reply<Output<M>>>;
  /**
   * Every event after journal line `sinceSeq`, or `reset` where that is not possible; null begins with `reset`.
   * Survives the loss of the host. Gives a function that ends it.
   */
  subscribe(sinceSeq: number | null, onEvent: (event: TransportEvent) => void): () => void;
}

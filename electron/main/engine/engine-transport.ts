import { fail } from "#api/reply.ts";
import type { FeedEvent, TransportEvent } from "#contract/events.ts";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import type { Transport } from "#contract/transport.ts";
import { shellText } from "#main/text.ts";
import type { EngineCalls, HostName } from "./engine-calls.ts";
import type { OtherEnd } from "./port.ts";

/** The transports to what an engine's process serves, over one process after another. */
export interface EngineLinks {
  transport(host: HostName): Transport;
  /** This host is served by that process from now on, or by none; who follows it is told. */
  link(host: HostName, engine: OtherEnd<EngineCalls> | null): void;
  /** Tells a follower what the feed of its host says. */
  tell(id: number, events: readonly FeedEvent[]): void;
}

interface Follower {
  readonly host: HostName;
  readonly onEvent: (event: TransportEvent) => void;
}

export function createLinks(): EngineLinks {
  const serving = new Map<HostName, OtherEnd<EngineCalls>>();
  const followers = new Map<number, Follower>();
  let lastId = 0;

  const call = async (host: HostName, method: string, input: unknown): Promise<Reply<unknown>> =>
    (await serving
      .get(host)
      ?.ask("call", host, method, input)
      // It ended before it answered.
      .catch(() => undefined)) ?? fail("no-answer", shellText.engineGone);

  return {
    transport: (host) => ({
      async call<M extends MethodName>(method: M, input: Input<M>): Promise<Reply<Output<M>>> {
        // The engine checks the input by the same map that types the output.
        return (await call(host, method, input)) as Reply<Output<M>>;
      },
      subscribe(sinceSeq, onEvent) {
        lastId += 1;
        const id = lastId;
        followers.set(id, { host, onEvent });
        const engine = serving.get(host);
        // As over loopback: never before the caller has what ends it.
        queueMicrotask(() => {
          if (followers.has(id)) onEvent({ type: "link", isUp: engine !== undefined });
        });
        engine?.tell("follow", id, host, sinceSeq);
        return () => {
          followers.delete(id);
          serving.get(host)?.tell("unfollow", id);
        };
      },
    }),
    link(host, engine) {
      if (engine === null) serving.delete(host);
      else serving.set(host, engine);
      for (const [id, follower] of followers) {
        if (follower.host !== host) continue;
        follower.onEvent({ type: "link", isUp: engine !== null });
        // The numbers of another process need not go on from here: it begins with `reset`.
        engine?.tell("follow", id, host, null);
      }
    },
    tell(id, events) {
      for (const event of events) followers.get(id)?.onEvent(event);
    },
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import type { TransportEvent } from "#contract/events.ts";
import type { HostRecord } from "#contract/host-record.ts";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import type { Transport } from "#contract/transport.ts";
import { eventsUntilLost, post } from "./client-requests.ts";
import { readHostFile } from "./host-file.ts";

export type HostFound =
  | { readonly kind: "connected"; readonly transport: Transport; close(): Promise<void> }
  /** Nothing runs on this data folder; what a dead host has left counts as nothing. */
  | { readonly kind: "no-host" }
  /** Something runs and cannot be asked. `message` says what to do. */
  | { readonly kind: "error"; readonly message: string };

export interface ClientOptions {
  /** For the first sign of life. */
  readonly aliveWithinMs?: number;
  /** For the answer to a call; a rescan or a question to the portal takes its time. */
  readonly answerWithinMs?: number;
  /** An event stream that says nothing for so long is lost; the host says something every 15 s. */
  readonly silenceMs?: number;
  /** First pause before a lost event stream is opened again; grows to 20 times of it. */
  readonly reconnectMs?: number;
}

/** Speaks with the host that `host.json` named, where it is one and answers. */
export async function connectTo(
  dataFolder: string,
  record: HostRecord,
  options: ClientOptions,
): Promise<HostFound> {
  const closing = new AbortController();
  const close = async () => closing.abort();
  const limits = { answerWithinMs: options.aliveWithinMs ?? 5_000, signal: closing.signal };
  const answer = await post(record, "host", {}, limits);
  if (answer.kind === "answered" && answer.reply.ok) {
    const transport = createClient(dataFolder, record, closing.signal, options);
    return { kind: "connected", transport, close };
  }
  await close();
  if (answer.kind === "not-taken") return { kind: "no-host" };
  const message = `Skyferry is running (process ${record.pid}) but does not answer: wait a moment, or restart it.`;
  return { kind: "error", message };
}

function createClient(
  dataFolder: string,
  record: HostRecord,
  closing: AbortSignal,
  { answerWithinMs = 300_000, silenceMs = 45_000, reconnectMs = 250 }: ClientOptions,
): Transport {
  let host = record;

  /** The host that has written `host.json` last; the one known before where there is none. */
  const recheck = async (): Promise<HostRecord> => {
    const now = await readHostFile(dataFolder);
    if (now.kind === "read") host = now.record;
    return host;
  };

  const call = async <M extends MethodName>(method: M, input: Input<M>): Promise<Reply<Output<M>>> => {
    const limits = { answerWithinMs, signal: closing };
    const asked = host;
    let end = await post(asked, method, input, limits);
    if (end.kind === "not-taken" && (await recheck()).token !== asked.token)
      end = await post(host, method, input, limits);
    // The host checked the input by the same map that types the output.
    if (end.kind === "answered") return end.reply as Reply<Output<M>>;
    const isGone = end.kind === "not-taken";
    const message = isGone ? "Skyferry has stopped." : "Skyferry is running but does not answer.";
    return { ok: false, error: { code: "no-answer", message } };
  };

  const follow = async (since: number | null, ended: AbortSignal, tell: (event: TransportEvent) => void) => {
    let next = since;
    let asked = host;
    let pauseMs = reconnectMs;
    let isUp: boolean | null = null;
    const tellLink = (now: boolean): void => {
      if (isUp !== now) tell({ type: "link", isUp: now });
      isUp = now;
    };
    while (!ended.aborted) {
      for await (const event of eventsUntilLost(asked, next, { silenceMs, signal: ended })) {
        if (ended.aborted) return;
        tellLink(true);
        pauseMs = reconnectMs;
        if ("seq" in event) next = event.seq;
        tell(event);
      }
      if (ended.aborted) return;
      tellLink(false);
      await sleep(pauseMs, undefined, { signal: ended }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, reconnectMs * 20);
      const before = asked;
      asked = await recheck();
      // Another host may have another ledger: its numbers need not go on from here.
      if (asked.token !== before.token) next = null;
    }
  };

  return {
    call,
    subscribe(sinceSeq, onEvent) {
      const ending = new AbortController();
      void follow(sinceSeq, AbortSignal.any([ending.signal, closing]), onEvent);
      return () => ending.abort();
    },
  };
}

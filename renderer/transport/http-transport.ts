import { spokenLanguage } from "#base/language.ts";
import type { FeedEvent, TransportEvent } from "#contract/events.ts";
import { httpCallOf } from "#contract/http-call.ts";
import type { Reply } from "#contract/reply.ts";
import type { Transport } from "#contract/transport.ts";
import { frameText } from "#renderer/text/frame-text.tsx";

/** An event stream that says nothing for so long is lost; the host says something every 15 s. */
const silenceMs = 45_000;
const firstPauseMs = 250;
const longestPauseMs = 5_000;

/** The contract over loopback HTTP, from the page that the host itself serves. */
export function createHttpTransport(token: string): Transport {
  const authorization = `Bearer ${token}`;

  const follow = async (
    since: number | null,
    ended: AbortSignal,
    tell: (event: TransportEvent) => void,
  ): Promise<void> => {
    let next = since;
    let pauseMs = firstPauseMs;
    let isUp: boolean | null = null;
    while (!ended.aborted) {
      for await (const event of eventsUntilLost(next, authorization, ended)) {
        if (ended.aborted) return;
        if (isUp !== true) tell({ type: "link", isUp: true });
        isUp = true;
        pauseMs = firstPauseMs;
        if ("seq" in event) next = event.seq;
        tell(event);
      }
      if (ended.aborted) return;
      if (isUp !== false) tell({ type: "link", isUp: false });
      isUp = false;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  };

  return {
    async call(method, input) {
      try {
        const { path, contentType, body } = httpCallOf(method, input);
        const headers = { "content-type": contentType, authorization, ...readerHeaders() };
        const answer = await fetch(path, { method: "POST", headers, body });
        // The host checked what it answers by the same map that types it.
        return (await answer.json()) as Reply<never>;
      } catch {
        return {
          ok: false,
          error: { code: "no-answer", message: frameText.hostStopped },
        };
      }
    },
    subscribe(sinceSeq, onEvent) {
      const ending = new AbortController();
      void follow(sinceSeq, ending.signal, onEvent);
      return () => ending.abort();
    },
  };
}

/** The page's own language, which may be another than the browser's. */
function readerHeaders(): { readonly "accept-language": string } {
  return { "accept-language": spokenLanguage().tag };
}

/** The host's events after `since` until the stream is lost, refused or silent; ends then, and never throws. */
async function* eventsUntilLost(since: number | null, authorization: string, ended: AbortSignal) {
  const silent = new AbortController();
  const startTimer = () => setTimeout(() => silent.abort(), silenceMs);
  let timer = startTimer();
  try {
    const answer = await fetch(since === null ? "/events" : `/events?since=${since}`, {
      headers: { accept: "text/event-stream", authorization, ...readerHeaders() },
      signal: AbortSignal.any([ended, silent.signal]),
    });
    if (!answer.ok || answer.body === null) return;
    const read = createEventReader();
    const pieces = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await pieces.read();
      if (done) return;
      clearTimeout(timer);
      timer = startTimer();
      yield* read(value);
    }
  } catch {
    // Every way to lose a stream comes to the same: it is opened again.
  } finally {
    clearTimeout(timer);
  }
}

/** Splits server-sent events (WHATWG HTML, "Server-sent events") out of a text that comes in pieces. */
function createEventReader(): (piece: string) => readonly FeedEvent[] {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      const data = block
        .split("\n")
        .filter((line) => line.startsWith("data: "))
        .map((line) => line.slice(6))
        .join("\n");
      return data === "" ? [] : [JSON.parse(data) as FeedEvent];
    });
  };
}

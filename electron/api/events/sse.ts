import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FeedEvent } from "#contract/events.ts";
import type { Feed } from "./feed.ts";

/** A line that says nothing, so that the other side can tell silence from loss. */
const heartbeat = ": still here\n\n";

/**
 * The journal line to go on from: `Last-Event-ID`, which a reconnecting client knows, before `?since=N`.
 * Null begins with `reset`; undefined when it is no number.
 */
export function sinceOf(request: IncomingMessage, query: URLSearchParams): number | null | undefined {
  const header = request.headers["last-event-id"];
  const text = header === undefined || header === "" ? query.get("since") : String(header);
  if (text === null) return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Server-sent events (WHATWG HTML, "Server-sent events") until the other side, the feed or the host ends. */
export async function streamEvents(
  response: ServerResponse,
  feed: Feed,
  options: {
    readonly since: number | null;
    /** The event as the reader is told it. */
    readonly inWords: (event: FeedEvent) => FeedEvent;
    readonly heartbeatMs: number;
    readonly closing: AbortSignal;
  },
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const ended = AbortSignal.any([gone.signal, options.closing]);
  response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
  response.flushHeaders();
  const beats = setInterval(() => {
    if (!response.writableNeedDrain) response.write(heartbeat);
  }, options.heartbeatMs);
  try {
    for await (const batch of feed.follow(options.since, ended)) {
      if (response.write(batch.map((event) => eventText(options.inWords(event))).join(""))) continue;
      await once(response, "drain", { signal: ended }).catch(() => undefined);
    }
  } finally {
    clearInterval(beats);
    response.end();
  }
}

function eventText(event: FeedEvent): string {
  const id = "seq" in event ? `id: ${event.seq}\n` : "";
  return `${id}data: ${JSON.stringify(event)}\n\n`;
}

/**
 * The events of a stream of server-sent events as this host writes it: one `data` line of JSON each. Comments and
 * `id` lines are passed over, for the number is in the event itself.
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<FeedEvent, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data: ")) yield JSON.parse(line.slice(6));
    }
  }
}

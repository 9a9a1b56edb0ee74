import type { IncomingMessage, RequestOptions } from "node:http";
import { readEvents } from "#api/events/sse.ts";
import type { FeedEvent } from "#contract/events.ts";
import type { HostRecord } from "#contract/host-record.ts";
import { httpCallOf } from "#contract/http-call.ts";
import type { Reply } from "#contract/reply.ts";

// Not imported, for its size (./server.ts).
const { request } = process.getBuiltinModule("node:http");

export type PostEnd =
  | { readonly kind: "answered"; readonly reply: Reply<unknown> }
  /** Nobody listens there, or somebody else does: the call was not carried out. */
  | { readonly kind: "not-taken" }
  /** Nothing came back; the call may have been carried out. */
  | { readonly kind: "silent" };

/** Calls a method of the host that the record names. Never rejects. */
export async function post(
  host: HostRecord,
  method: string,
  input: object,
  limits: { readonly answerWithinMs: number; readonly signal: AbortSignal },
): Promise<PostEnd> {
  try {
    const { path, contentType, body } = httpCallOf(method, input);
    const options = {
      method: "POST",
      headers: { "content-type": contentType, authorization: `Bearer ${host.token}` },
      timeout: limits.answerWithinMs,
      signal: limits.signal,
    };
    const answer = await answerTo(`${host.address}${path}`, options, body as string | Uint8Array);
    let text = "";
    for await (const piece of answer.setEncoding("utf8")) text += piece;
    const reply = replyOf(text);
    if (reply === null || answer.statusCode === 401 || answer.statusCode === 403)
      return { kind: "not-taken" };
    return { kind: "answered", reply };
  } catch (error) {
    return { kind: isRefused(error) ? "not-taken" : "silent" };
  }
}

/** The host's events after `since` until the stream is lost, refused or silent; ends then, and never throws. */
export async function* eventsUntilLost(
  host: HostRecord,
  since: number | null,
  limits: { readonly silenceMs: number; readonly signal: AbortSignal },
): AsyncGenerator<FeedEvent, void, undefined> {
  try {
    const query = since === null ? "" : `?since=${since}`;
    const answer = await answerTo(`${host.address}/events${query}`, {
      headers: { accept: "text/event-stream", authorization: `Bearer ${host.token}` },
      timeout: limits.silenceMs,
      signal: limits.signal,
    });
    if (answer.statusCode === 200) yield* readEvents(answer);
    else answer.resume();
  } catch {
    // Every way to lose a stream comes to the same: it is opened again.
  }
}

/**
 * The head of an answer, over a connection of its own; `timeout` is how long nothing may come, and ends the body, too.
 * Node's own client: another one takes longer to load than all the rest of a command.
 */
function answerTo(
  url: string,
  options: RequestOptions,
  body?: string | Uint8Array,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { ...options, agent: false }, resolve);
    asked.on("timeout", () => asked.destroy(new Error("nothing came")));
    asked.on("error", reject);
    asked.end(body);
  });
}

function replyOf(text: string): Reply<unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "ok" in value ? (value as Reply<unknown>) : null;
  } catch {
    return null;
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
}

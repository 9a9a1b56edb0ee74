import { type Dispatcher, request } from "undici";
import { readEvents } from "#api/events/sse.ts";
import type { FeedEvent } from "#contract/events.ts";
import type { HostRecord } from "#contract/host-record.ts";
import type { Reply } from "#contract/reply.ts";

export type PostEnd =
  | { readonly kind: "answered"; readonly reply: Reply<unknown> }
  /** Nobody listens there, or somebody else does: the call was not carried out. */
  | { readonly kind: "not-taken" }
  /** Nothing came back; the call may have been carried out. */
  | { readonly kind: "silent" };

/** Calls a method of the host that the record names. Never rejects. */
export async function post(
  dispatcher: Dispatcher,
  host: HostRecord,
  method: string,
  input: unknown,
  limits: { readonly answerWithinMs: number; readonly signal: AbortSignal },
): Promise<PostEnd> {
  try {
    const answer = await request(`${host.address}/api/${encodeURIComponent(method)}`, {
      dispatcher,
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${host.token}` },
      body: JSON.stringify(input),
      headersTimeout: limits.answerWithinMs,
      signal: limits.signal,
    });
    const text = await answer.body.text();
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
  dispatcher: Dispatcher,
  host: HostRecord,
  since: number | null,
  limits: { readonly silenceMs: number; readonly signal: AbortSignal },
): AsyncGenerator<FeedEvent, void, undefined> {
  try {
    const query = since === null ? "" : `?since=${since}`;
    const answer = await request(`${host.address}/events${query}`, {
      dispatcher,
      headers: { accept: "text/event-stream", authorization: `Bearer ${host.token}` },
      headersTimeout: limits.silenceMs,
      bodyTimeout: limits.silenceMs,
      signal: limits.signal,
    });
    if (answer.statusCode === 200) yield* readEvents(answer.body);
    else await answer.body.dump();
  } catch {
    // Every way to lose a stream comes to the same: it is opened again.
  }
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

import type { FeedEvent } from "#contract/events.ts";

/**
 * The events of a stream of server-sent events as this host writes it: one `data` line of JSON each. Comments and
 * `id` lines are passed over, for the number stands in the event itself.
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

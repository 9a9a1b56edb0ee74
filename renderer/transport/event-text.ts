import type { FeedEvent } from "#contract/events.ts";

/** Splits server-sent events (WHATWG HTML, "Server-sent events") out of a text that comes in pieces. */
export function createEventReader(): (piece: string) => readonly FeedEvent[] {
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

import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

const json = "application/json; charset=utf-8";
const piece = 250;

/** Answers with one JSON value. */
export function sendJson(reply: FastifyReply, value: unknown): void {
  reply.type(json).send(JSON.stringify(value));
}

/**
 * Answers with a JSON array. Short lists go out in one piece; long ones are read and sent a piece at a time, so that
 * the first bytes leave at once, other requests get their turn, and memory holds one piece. `read` may give undefined
 * for a record that is gone by now.
 */
export function sendList<Key>(reply: FastifyReply, keys: readonly Key[], read: (key: Key) => unknown): void {
  const isShort = keys.length <= piece;
  reply.type(json);
  if (isShort) reply.send(`[${texts(keys, read).join(",")}]`);
  else reply.send(Readable.from(pieces(keys, read), { objectMode: false }));
}

async function* pieces<Key>(keys: readonly Key[], read: (key: Key) => unknown): AsyncGenerator<Buffer> {
  let opening = "[";
  for (let start = 0; start < keys.length; start += piece) {
    const records = texts(keys.slice(start, start + piece), read);
    if (records.length === 0) continue;
    yield Buffer.from(opening + records.join(","));
    opening = ",";
    await new Promise(setImmediate);
  }
  yield Buffer.from(opening === "[" ? "[]" : "]");
}

function texts<Key>(keys: readonly Key[], read: (key: Key) => unknown): string[] {
  return keys.map(read).flatMap((value) => (value === undefined ? [] : [JSON.stringify(value)]));
}

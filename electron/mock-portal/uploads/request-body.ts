import { setTimeout as delay } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Effect of a fault on the body of a request on its way in. */
export type BodyFault = {
  /** At most this many bytes a second are read. */
  bytesPerSecond?: number | undefined;
  /** The connection is reset once this many bytes of the body have been read. */
  resetAtByte?: number | undefined;
};

/**
 * The body of a request as it arrives. Nothing is asked of a client that waits for `100 Continue` before the body is
 * wanted. A body that stands still for `stalledBodyMs` is cut with its connection; the iteration then throws.
 */
export async function* bodyOf(
  request: FastifyRequest,
  reply: FastifyReply,
  stalledBodyMs: number,
  fault: BodyFault | undefined,
): AsyncGenerator<Buffer> {
  const { raw } = request;
  if (isAwaitingContinue(request)) reply.raw.writeContinue();
  // Node's server destroys a socket that times out. A body that a fault slows down stands still on purpose.
  if (!fault?.bytesPerSecond) raw.socket.setTimeout(stalledBodyMs);
  let readBytes = 0;
  try {
    // The connection outlives a reader who stops early: an answer is still to be sent.
    for await (const bytes of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      readBytes += bytes.length;
      if (fault?.bytesPerSecond) await delay((bytes.length / fault.bytesPerSecond) * 1000);
      if (fault?.resetAtByte !== undefined && readBytes >= fault.resetAtByte) {
        raw.socket.resetAndDestroy();
        throw new Error("The connection was reset by a fault rule.");
      }
      yield bytes;
    }
  } finally {
    if (!raw.socket.destroyed) raw.socket.setTimeout(0);
  }
}

/** Whether the client sends its body only after `100 Continue`. */
export function isAwaitingContinue(request: FastifyRequest): boolean {
  return /(?:^|\W)100-continue(?:$|\W)/i.test(request.headers.expect ?? "");
}

/**
 * Marks an answer that comes before the body is read: the connection closes behind it (docs/portal/observed.md §2).
 * A client that is still writing then meets a broken connection.
 */
export function closeBehind(reply: FastifyReply): FastifyReply {
  return reply.header("connection", "close");
}

/** Reads a body to its end; undefined when it is longer than `limitBytes`, and then none of it is kept. */
export async function readWhole(
  body: AsyncIterable<Buffer>,
  limitBytes: number,
): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const bytes of body) {
    size += bytes.length;
    if (size <= limitBytes) pieces.push(bytes);
  }
  if (size > limitBytes) return undefined;
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
}

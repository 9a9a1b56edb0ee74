import { createHash } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { codeOf } from "./file-errors.ts";
import { createHashQueue, type HashPlace } from "./hash-queue.ts";
import { pieceBytes, readAt } from "./positional-read.ts";

/** Descriptors belong to the process, so the thread reads the very file that the main thread has open. */
export interface HashRequest {
  readonly descriptor: number;
  readonly size: number;
  /** `bytes`: those too, by transfer. `quiet`: nobody waits for it, so it rests after each piece. */
  readonly wanted: "checksum" | "bytes" | "quiet";
}

export type HashCall =
  | ({ readonly kind: "hash"; readonly id: number } & HashRequest)
  | { readonly kind: "cancel"; readonly id: number };

/** Between call and answer: the file has got on, or waits for its turn. */
export type HashMessage = HashAnswer | { readonly kind: "moved"; readonly id: number };

export type HashAnswer =
  | {
      readonly kind: "hashed";
      readonly id: number;
      readonly checksum: string;
      readonly bytes: Uint8Array<ArrayBuffer> | null;
    }
  /** The file has fewer bytes. */
  | { readonly kind: "short"; readonly id: number }
  | { readonly kind: "failed"; readonly id: number; readonly code: string }
  | { readonly kind: "cancelled"; readonly id: number };

if (parentPort !== null) serve(parentPort);

/**
 * Small files are hashed piece by piece in turn with everything else, large ones one after another: the first is sent
 * while the next is hashed. The next piece is read while one is hashed.
 */
function serve(port: NonNullable<typeof parentPort>): void {
  const open = new Set<number>();
  const line = createHashQueue();
  port.on("message", (call: HashCall) => {
    if (call.kind === "cancel") {
      open.delete(call.id);
      return;
    }
    open.add(call.id);
    const place = call.wanted === "checksum" ? line.join() : null;
    // A file of one piece has nothing to tell before its answer.
    const isLong = call.size > pieceBytes;
    const moved: HashMessage = { kind: "moved", id: call.id };
    const isWanted = (): boolean => {
      if (isLong) port.postMessage(moved);
      return open.has(call.id);
    };
    hashFile(call, isWanted, place)
      .catch((error: unknown): HashAnswer => ({ kind: "failed", id: call.id, code: codeOf(error) }))
      .then((answer) => {
        open.delete(call.id);
        place?.leave();
        const isMoved = answer.kind === "hashed" && answer.bytes !== null;
        port.postMessage(answer, isMoved ? [answer.bytes.buffer] : []);
      });
  });
}

async function hashFile(
  call: Extract<HashCall, { kind: "hash" }>,
  isWanted: () => boolean,
  place: HashPlace | null,
): Promise<HashAnswer> {
  const { id, descriptor, size, wanted } = call;
  const hash = createHash("md5");
  const whole = wanted === "bytes" ? new Uint8Array(size) : null;
  const spare = whole === null ? [0, 1].map(() => new Uint8Array(Math.min(size, pieceBytes))) : [];
  const pieceAt = (at: number, turn: number): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = Math.min(pieceBytes, size - at);
    const target = whole === null ? spare[turn % 2]?.subarray(0, bytes) : whole.subarray(at, at + bytes);
    return target === undefined || bytes === 0 ? Promise.resolve(nothing) : readAt(descriptor, target, at);
  };
  let next = pieceAt(0, 0);
  for (let at = 0, turn = 1; at < size; turn++) {
    const beganAt = performance.now();
    const piece = await next;
    place?.moved();
    await place?.turn(isWanted);
    if (!isWanted()) return { kind: "cancelled", id };
    if (piece.length === 0) return { kind: "short", id };
    at += piece.length;
    next = pieceAt(at, turn);
    // It may fail during the rest: waited for by nobody, it would end the thread, and with it the other files.
    next.catch(() => {});
    hash.update(piece);
    if (wanted === "quiet" && at < size) await rest((performance.now() - beganAt) * restsPerWork);
  }
  return { kind: "hashed", id, checksum: hash.digest("hex"), bytes: whole };
}

const restsPerWork = 9;
const nothing = new Uint8Array(0);

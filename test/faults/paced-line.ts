import type { Socket } from "node:net";
import type { LinkFault } from "./line-faults.ts";

/** Writes to one end of the line, as fast as the trouble of the moment lets it. */
export interface PacedLine {
  /** Resolves when there is room for more. */
  hand(bytes: Buffer): Promise<void>;
  /** Resolves when all of it was written. */
  emptied(): Promise<void>;
  /** The trouble is another one now. */
  look(): void;
  /** Lets go of all who wait. */
  close(): void;
}

interface Piece {
  readonly bytes: Buffer;
  /** `performance.now()` at which it arrives. */
  readonly dueAt: number;
}

/** Waiting bytes at which the sender is held up; what is late is on its way, and holds up nobody. */
const roomBytes = 64 * 1024;

/** A slow line that a busy PC held up makes up for this much at most. */
const longestLagMs = 100;

/** A line to `to`. `error` is asked before each piece. */
export function createPacedLine(to: Socket, error: () => LinkFault): PacedLine {
  const pieces: Piece[] = [];
  let waitingBytes = 0;
  let isClosed = false;
  let isWriting = false;
  /** When a slow line takes the next bytes; `performance.now()`. */
  let freeAt = 0;
  let wake = (): void => {};
  let isLet: PromiseWithResolvers<void> = Promise.withResolvers();

  const sleeping = (ms: number | null): Promise<void> =>
    new Promise((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const written = (bytes: Buffer): Promise<void> =>
    new Promise((resolve) => {
      if (to.destroyed) return resolve();
      to.once("close", resolve);
      to.write(bytes, () => {
        to.off("close", resolve);
        resolve();
      });
    });
  const tell = (): void => {
    isLet.resolve();
    isLet = Promise.withResolvers();
  };

  const write = async (): Promise<void> => {
    for (let piece = pieces[0]; piece !== undefined && !isClosed; piece = pieces[0]) {
      const now = error();
      const dueAt = now.kind === "late" ? piece.dueAt : now.kind === "slow" ? freeAt : 0;
      const waitMs = dueAt - performance.now();
      if (now.kind === "freeze") await sleeping(null);
      else if (waitMs > 0) await sleeping(waitMs);
      else {
        if (now.kind === "slow") {
          const takesMs = (piece.bytes.length / now.bytesPerSecond) * 1000;
          freeAt = Math.max(freeAt, performance.now() - longestLagMs) + takesMs;
        }
        await written(piece.bytes);
        pieces.shift();
        waitingBytes -= piece.bytes.length;
        tell();
      }
    }
  };

  return {
    async hand(bytes) {
      if (bytes.length === 0 || isClosed) return;
      const now = error();
      const lateMs = now.kind === "late" ? now.oneWayMs : 0;
      pieces.push({ bytes, dueAt: performance.now() + lateMs });
      waitingBytes += bytes.length;
      if (!isWriting) {
        isWriting = true;
        void write().finally(() => {
          isWriting = false;
          tell();
        });
      }
      while (lateMs === 0 && waitingBytes > roomBytes && !isClosed) await isLet.promise;
    },
    async emptied() {
      while (isWriting && !isClosed) await isLet.promise;
    },
    look: () => wake(),
    close() {
      isClosed = true;
      wake();
      tell();
    },
  };
}

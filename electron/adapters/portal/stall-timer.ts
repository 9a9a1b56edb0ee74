import type { Socket } from "node:net";

/** Watches one socket while a request is sent over it and answered. */
export interface StallTimer {
  /** The caller holds the bytes back itself. */
  moved(): void;
  /** The request has left, or its answer has begun: bytes of the answer count from now on. Bears that much more silence; milliseconds. */
  awaitAnswer(moreMs: number): void;
  stop(): void;
}

const parts = 8;

/**
 * Calls `onStalled` once for `silentMs` nothing moved that counts, at most an eighth of it early. Until `awaitAnswer` only bytes
 * that leave count: what trickles in meanwhile carries no file. `hasHeard` says that something did come in. It looks by
 * itself, as a socket's own time-out is put off by every byte that comes in, and is told of a hanging write too late.
 */
export function watchSilence(
  socket: Socket,
  silentMs: number,
  onStalled: (hasHeard: boolean) => void,
  onMoved: () => void = () => {},
): StallTimer {
  const partMs = silentMs / parts;
  let limitMs = silentMs;
  let quietMs = 0;
  let countsIncoming = false;
  let hasHeard = false;
  let left = leftOf(socket);
  let read = socket.bytesRead;
  const look = (): void => {
    const before = { left, read };
    left = leftOf(socket);
    read = socket.bytesRead;
    const hasCome = read !== before.read;
    const hasMoved = left !== before.left || (hasCome && countsIncoming);
    quietMs = hasMoved ? 0 : quietMs + partMs;
    if (hasMoved) onMoved();
    hasHeard = !hasMoved && (hasHeard || hasCome);
    if (quietMs + partMs < limitMs) return;
    clearInterval(looking);
    onStalled(hasHeard);
  };
  const looking = setInterval(look, partMs);
  return {
    moved() {
      quietMs = 0;
    },
    awaitAnswer(moreMs) {
      countsIncoming = true;
      limitMs = silentMs + moreMs;
    },
    stop: () => clearInterval(looking),
  };
}

/** Changes whenever the system takes bytes to send: with each write, which waits for the one before, and within one. */
function leftOf(socket: Socket): string {
  const { writeQueueSize = 0 } = (socket as { _handle?: { writeQueueSize?: number } | null })._handle ?? {};
  return `${socket.bytesWritten} ${writeQueueSize}`;
}

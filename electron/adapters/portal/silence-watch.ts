import type { Socket } from "node:net";

/** Watches one socket. */
export interface SilenceWatch {
  /** A byte moved, as far as the caller knows. */
  moved(): void;
  /** Bears that much more silence from now on; milliseconds. */
  bear(moreMs: number): void;
  stop(): void;
}

const parts = 8;

/**
 * Calls `onSilent` once no byte moved either way for `silentMs`, at most an eighth of it early. Node.js looks at a hanging
 * write only when a socket's time is up, and grants it the same time once more: a link that died in the middle of a body
 * would be found out after twice as long. So it is asked for eighths, and those that follow each other are counted.
 */
export function watchSilence(socket: Socket, silentMs: number, onSilent: () => void): SilenceWatch {
  const partMs = silentMs / parts;
  let limitMs = silentMs;
  let quietMs = 0;
  let toldAt = 0;
  const tell = (): void => {
    const now = performance.now();
    // Later than one part after the last one: Node.js saw bytes of a write move in between.
    quietMs = now - toldAt < partMs * 1.5 ? quietMs + partMs : partMs;
    toldAt = now;
    if (quietMs + partMs >= limitMs) onSilent();
    else socket.setTimeout(partMs);
  };
  socket.on("timeout", tell);
  socket.setTimeout(partMs);
  return {
    moved() {
      quietMs = 0;
    },
    bear(moreMs) {
      limitMs = silentMs + moreMs;
    },
    // The time itself is left alone: the socket may serve another request by now.
    stop: () => void socket.off("timeout", tell),
  };
}

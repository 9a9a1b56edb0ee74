import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Connections that have not shown the token. */
export interface StrangerSockets {
  /** A request without a token came over it: it is the youngest again. */
  asked(socket: Socket): void;
  /** It has shown the token and counts no more. */
  welcome(socket: Socket): void;
}

/**
 * Keeps at most `most` connections of strangers: the one that was silent longest makes room for a new one. So a new
 * connection always gets in, and no number of silent ones keeps the host's own programs away.
 */
export function limitStrangers(server: Server, most: number): StrangerSockets {
  /** In the order of their last sign of life. */
  const strangers = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    strangers.add(socket);
    socket.once("close", () => strangers.delete(socket));
    const [oldest] = strangers;
    if (strangers.size > most && oldest !== undefined) {
      strangers.delete(oldest);
      oldest.destroy();
    }
  });
  return {
    asked(socket) {
      if (strangers.delete(socket)) strangers.add(socket);
    },
    welcome: (socket) => void strangers.delete(socket),
  };
}

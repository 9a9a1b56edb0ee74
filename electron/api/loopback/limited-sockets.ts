import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How many connections there may be of each kind. */
export interface SocketLimits {
  readonly strangers: number;
  readonly known: number;
}

/** Connections, by whether they have shown the token. */
export interface LimitedSockets {
  /** A request came over it: it is the youngest again. */
  asked(socket: Socket, response: ServerResponse): void;
  /** It has shown the token. */
  welcome(socket: Socket): void;
}

/**
 * Keeps at most so many connections of each kind: the one that was silent longest makes room for a new one, and one without
 * a request before one that waits for its answer. So a new connection always gets in, and no number of others keeps the
 * host's own programs away.
 */
export function limitSockets(server: Server, most: SocketLimits): LimitedSockets {
  /** In the order of their last sign of life. */
  const strangers = new Set<Socket>();
  const known = new Set<Socket>();
  const waiting = new Set<Socket>();
  const makeRoom = (sockets: Set<Socket>, limit: number, newest: Socket): void => {
    if (sockets.size <= limit) return;
    const others = [...sockets].filter((socket) => socket !== newest);
    const oldest = others.find((socket) => !waiting.has(socket)) ?? others[0];
    if (oldest === undefined) return;
    sockets.delete(oldest);
    oldest.destroy();
  };
  server.on("connection", (socket: Socket) => {
    strangers.add(socket);
    socket.once("close", () => {
      for (const sockets of [strangers, known, waiting]) sockets.delete(socket);
    });
    makeRoom(strangers, most.strangers, socket);
  });
  return {
    asked(socket, response) {
      for (const sockets of [strangers, known]) if (sockets.delete(socket)) sockets.add(socket);
      waiting.add(socket);
      response.once("close", () => waiting.delete(socket));
    },
    welcome(socket) {
      if (!strangers.delete(socket)) return;
      known.add(socket);
      makeRoom(known, most.known, socket);
    },
  };
}

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A portal that takes every request and never answers, as behind a link that died without a word. */
export interface SilentPortal {
  readonly url: string;
  /** Connections that were opened so far. */
  readonly connections: () => number;
  /** Resolves with the next request that begins to come in. */
  nextRequest(): Promise<IncomingMessage>;
  close(): Promise<void>;
}

/** Starts it on a free port. */
export async function startSilentPortal(): Promise<SilentPortal> {
  const server = createServer();
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    async nextRequest() {
      const [request] = (await once(server, "request")) as [IncomingMessage];
      return request;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

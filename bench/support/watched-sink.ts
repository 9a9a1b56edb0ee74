import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A sink in this process that knows when something arrived. Takes everything, keeps nothing. */
export interface WatchedSink {
  readonly url: string;
  /** Resolves with `performance.now()` when the next announcement comes. */
  nextAnnouncement(): Promise<number>;
  /** Resolves when the next content has come whole. */
  nextContent(): Promise<number>;
  /** Bytes of contents so far. */
  contentBytes(): number;
  /** Bytes of all that was received so far, heads and announcements among them. */
  wireBytes(): number;
  stop(): Promise<void>;
}

/** Starts one on a free port of 127.0.0.1. */
export async function startWatchedSink(): Promise<WatchedSink> {
  const sockets = new Set<Socket>();
  let ofClosed = 0;
  let content = 0;
  let announced = Promise.withResolvers<number>();
  let received = Promise.withResolvers<number>();
  const server = createServer((request, response) => {
    if (request.method === "POST") {
      announced.resolve(performance.now());
      announced = Promise.withResolvers();
    }
    request.on("data", (piece: Buffer) => {
      if (request.method === "PUT") content += piece.length;
    });
    request.on("end", () => {
      if (request.method === "PUT") {
        received.resolve(performance.now());
        received = Promise.withResolvers();
      }
      const isList = request.method === "GET";
      response.writeHead(request.method === "PUT" ? 201 : 200, {
        "Content-Type": isList ? "application/json" : "text/plain",
      });
      response.end(isList ? "[]" : "OK");
    });
  });
  server.keepAliveTimeout = 60_000;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      ofClosed += socket.bytesRead;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nextAnnouncement: () => announced.promise,
    nextContent: () => received.promise,
    contentBytes: () => content,
    wireBytes: () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, ofClosed),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

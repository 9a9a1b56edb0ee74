import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A portal that takes everything and keeps nothing but its size and MD5. */
export interface SinkPortal {
  readonly url: string;
  /** Contents in the order in which they came. */
  readonly taken: readonly { readonly path: string; readonly size: number; readonly checksum: string }[];
  close(): Promise<void>;
}

/** Answers as the portal does to new files; nothing is stored, so that a file may be of any size. */
export async function openSinkPortal(): Promise<SinkPortal> {
  const taken: { path: string; size: number; checksum: string }[] = [];
  const server = createServer(async (request, response) => {
    const { method, url = "" } = request;
    if (method !== "PUT") {
      request.resume();
      response.end(method === "GET" ? "[]" : "OK");
      return;
    }
    const hash = createHash("md5");
    let size = 0;
    for await (const piece of request) {
      hash.update(piece);
      size += (piece as Buffer).length;
    }
    taken.push({ path: url, size, checksum: hash.digest("hex") });
    response.writeHead(201).end("Created");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

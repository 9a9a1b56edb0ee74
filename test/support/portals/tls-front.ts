import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Certificate } from "./certificates.ts";

/** A portal behind TLS. */
export interface TlsFront {
  readonly url: string;
  /** Connections are shown this one from now on; those that are open are closed. */
  present(certificate: Certificate): void;
  /** Connections since the certificate was presented. */
  connections(): number;
  close(): Promise<void>;
}

/** Hands every request on to `portalUrl`, under a certificate. */
export async function openTlsFront(portalUrl: string, certificate: Certificate): Promise<TlsFront> {
  const server = createServer(certificate, (incoming, outgoing) => {
    const { method, headers, url = "/" } = incoming;
    const handed = request(new URL(url, portalUrl), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    handed.on("error", () => outgoing.destroy());
    incoming.pipe(handed);
  });
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    present(next) {
      server.setSecureContext(next);
      server.closeAllConnections();
      connections = 0;
    },
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

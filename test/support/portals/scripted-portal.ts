import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import net from "node:net";
import { liveType } from "./live-types.ts";

/** A request as it arrived, whole. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  /** Number of the connection it came over, from 0. */
  readonly connection: number;
}

/** Reaction of the portal to one request; an answer without a type gets the live portal's. */
export type Scripted =
  | { readonly status: number; readonly headers?: http.OutgoingHttpHeaders; readonly body?: string | Buffer }
  /** Reads all and never answers. */
  | "silent"
  /** Reads all, then resets the connection. */
  | "reset"
  /** Reads all, then closes the connection in good order. */
  | "close";

/** An answer with that value as JSON, as the portal gives its data. */
export function jsonAnswer(value: unknown, status = 200): Scripted {
  return { status, headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) };
}

export interface ScriptedPortal {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

/** A portal that does with each request what `script` says; the n-th request has index n from 0. */
export async function startScriptedPortal(
  script: (request: SeenRequest, index: number) => Scripted | Promise<Scripted>,
  tls?: { readonly key: string; readonly cert: string },
): Promise<ScriptedPortal> {
  const seen: SeenRequest[] = [];
  const connections: Socket[] = [];
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const { method = "", url = "", headers, socket } = request;
    if (!connections.includes(socket)) connections.push(socket);
    const connection = connections.indexOf(socket);
    const arrived = { method, path: url, headers, body: Buffer.concat(pieces), connection };
    seen.push(arrived);
    const scripted = await script(arrived, seen.length - 1);
    if (scripted === "silent") return;
    if (scripted === "reset") return void socket.resetAndDestroy();
    if (scripted === "close") return void socket.end();
    const { status, body = "", headers: given = {} } = scripted;
    const type = liveType(status, body.toString());
    response.writeHead(status, type === null ? given : { "Content-Type": type, ...given });
    response.end(body);
  };
  const onRequest = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    answer(request, response).catch(() => request.socket.destroy());
  };
  const server = tls === undefined ? http.createServer(onRequest) : https.createServer(tls, onRequest);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A listener that speaks bytes, for answers that no HTTP server would give. */
export async function startRawPortal(
  onConnection: (socket: Socket) => void,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    onConnection(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

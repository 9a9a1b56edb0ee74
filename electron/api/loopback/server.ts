import { randomBytes } from "node:crypto";
import { limitedStreams } from "#api/events/limited-streams.ts";
import { limitSockets } from "./limited-sockets.ts";
import { closeServer, listen, portOf } from "./listen.ts";
import { answerRequest, type LoopbackParts } from "./routes.ts";

// Importing it loads all that it exports, Node's own fetch among it: 5 MB.
const { createServer } = process.getBuiltinModule("node:http");

export interface LoopbackOptions extends LoopbackParts {
  /** 0 takes any free port. */
  readonly port: number;
  /** That of a host whose pages go on with this one; left out: a new one. */
  readonly token?: string;
  /** How long a connection may be silent before the head of its request is whole, milliseconds; default 5,000. */
  readonly headersMs?: number;
}

export interface Loopback {
  /** `http://127.0.0.1:N` */
  readonly address: string;
  readonly token: string;
  /** Address that an operator opens: `http://127.0.0.1:N/#token=…`. The part behind `#` is never sent. */
  readonly ui: string;
  /** Ends the event streams at once, lets calls in flight finish for a moment, then ends them too. */
  close(): Promise<void>;
}

export type LoopbackStart =
  | { readonly kind: "listening"; readonly loopback: Loopback }
  /** `message` is one sentence. */
  | { readonly kind: "failed"; readonly message: string };

/** Beyond these any program of this PC could use up the files that this process may open. */
const mostConnections = 512;
const most = { strangers: 64, known: 384 };

/**
 * The contract over HTTP for programs of this PC: `POST /api/v1/<method>`, for the pages `POST /api/<method>`,
 * `GET /events?since=N`, `GET /metrics`, pages.
 */
export async function startLoopback(options: LoopbackOptions): Promise<LoopbackStart> {
  const { token = randomBytes(32).toString("base64url") } = options;
  const closing = new AbortController();
  const streams = limitedStreams();
  const { headersMs = 5_000 } = options;
  const limits = {
    requestTimeout: 30_000,
    headersTimeout: headersMs,
    // Node looks for what is over its time every half minute otherwise.
    connectionsCheckingInterval: Math.min(1_000, headersMs),
  };
  const server = createServer(limits, (request, response) => {
    sockets.asked(request.socket, response);
    void answerRequest(request, response, {
      ...options,
      port: portOf(server),
      token,
      closing: closing.signal,
      onToken: () => sockets.welcome(request.socket),
      streams,
    });
  });
  server.maxConnections = mostConnections;
  const sockets = limitSockets(server, most);
  const error = await listen(server, options.port, "127.0.0.1");
  if (error !== null) return { kind: "failed", message: error };
  const address = `http://127.0.0.1:${portOf(server)}`;
  const loopback: Loopback = {
    address,
    token,
    ui: `${address}/#token=${token}`,
    async close() {
      closing.abort();
      await closeServer(server);
    },
  };
  return { kind: "listening", loopback };
}

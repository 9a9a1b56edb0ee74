import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { answerRequest, type LoopbackParts } from "./loopback-routes.ts";

export interface LoopbackOptions extends LoopbackParts {
  /** 0 takes any free port. */
  readonly port: number;
}

export interface Loopback {
  /** `http://127.0.0.1:N` */
  readonly address: string;
  readonly token: string;
  /** What an operator opens: `http://127.0.0.1:N/#token=…`. What stands behind `#` is never sent. */
  readonly ui: string;
  /** Ends the event streams at once, lets calls in hand finish for a moment, then ends them too. */
  close(): Promise<void>;
}

export type LoopbackStart =
  | { readonly kind: "listening"; readonly loopback: Loopback }
  /** `message` is one sentence. */
  | { readonly kind: "failed"; readonly message: string };

const closingGraceMs = 1_000;
/** Beyond these any program of this PC could use up the files that this process may open. */
const mostConnections = 128;

/** The contract over HTTP for programs of this PC: `POST /api/<method>`, `GET /events?since=N`, pages. */
export async function startLoopback(options: LoopbackOptions): Promise<LoopbackStart> {
  const token = randomBytes(32).toString("base64url");
  const closing = new AbortController();
  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    void answerRequest(request, response, {
      ...options,
      port: portOf(server),
      token,
      closing: closing.signal,
    });
  });
  server.maxConnections = mostConnections;
  const trouble = await listen(server, options.port);
  if (trouble !== null) return { kind: "failed", message: trouble };
  const address = `http://127.0.0.1:${portOf(server)}`;
  const loopback: Loopback = {
    address,
    token,
    ui: `${address}/#token=${token}`,
    async close() {
      closing.abort();
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), closingGraceMs);
      await closed;
      clearTimeout(cut);
    },
  };
  return { kind: "listening", loopback };
}

/** Null when it listens, else why it cannot. */
async function listen(server: Server, port: number): Promise<string | null> {
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "EADDRINUSE")
      return `Port ${port} of this PC is taken by another program: choose another port, or 0 for any.`;
    if (code === "EACCES")
      return `Port ${port} of this PC may not be used by this user: choose one above 1023.`;
    return `Port ${port} of this PC cannot be opened: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return address === null || typeof address === "string" ? 0 : address.port;
}

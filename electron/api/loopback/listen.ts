import { once } from "node:events";
import type { Server } from "node:http";
import { errorText } from "#base/text.ts";

/**
 * Null when it listens, else why it cannot: one sentence. An accept that fails later, as too many files are open, costs
 * that connection only: nobody would hear of the server's error otherwise, and the process would end.
 */
export async function listen(server: Server, port: number, host: string): Promise<string | null> {
  try {
    server.listen(port, host);
    await once(server, "listening");
    server.on("error", () => {});
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "EADDRINUSE")
      return `Port ${port} of this PC is used by another program: choose another port.`;
    if (code === "EACCES")
      return `Port ${port} of this PC cannot be used by this user: choose one above 1023.`;
    if (code === "EADDRNOTAVAIL") return `${host} is not an address of this PC: choose one that it has.`;
    return `Port ${port} of this PC cannot be opened: ${errorText(error)}.`;
  }
}

/** The port that a server listens on; 0 while it does not. */
export function portOf(server: Server): number {
  const address = server.address();
  return address === null || typeof address === "string" ? 0 : address.port;
}

const closingGraceMs = 1_000;

/** Takes no more requests, lets those in flight finish for a moment, then ends them too. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), closingGraceMs);
  await closed;
  clearTimeout(cut);
}

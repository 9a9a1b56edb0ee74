import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import {
  type Asked,
  allSilent,
  askedIn,
  type CutWay,
  type Direction,
  type LinkFault,
  passingBytes,
} from "./line-faults.ts";
import { createMeter } from "./message-meter.ts";
import { createPacedLine, type PacedLine } from "./paced-line.ts";

/** The network between an uploader and its portal, in the hand of a test: it knows of bytes, and a little of HTTP. */
export interface FaultProxy {
  readonly url: string;
  readonly port: number;
  /** From now on, also for what is under way. Resolves when it is so. */
  set(error: LinkFault): Promise<void>;
  /** Bytes that came onto the line, either way. */
  crossedBytes(): number;
  /** Messages that were broken off. */
  cuts(): number;
  /** When the first message was broken off; `performance.now()`, null before it. */
  firstCutAt(): number | null;
  close(): Promise<void>;
}

interface Connection {
  readonly client: Socket;
  readonly upstream: Socket;
  asked: Asked;
  /** Nothing more is handed on. */
  isCut: boolean;
}

const well: LinkFault = { kind: "none" };

/** A proxy to the portal at `portalUrl`, on a free port of 127.0.0.1. */
export async function startFaultProxy(portalUrl: string): Promise<FaultProxy> {
  const portal = new URL(portalUrl);
  const connections = new Set<Connection>();
  const lines = new Set<PacedLine>();
  let error: LinkFault = well;
  let crossedBytes = 0;
  let cuts = 0;
  let firstCutAt: number | null = null;
  let server: net.Server | null = null;

  const breakOff = (connection: Connection, way: CutWay): void => {
    const { client, upstream } = connection;
    connection.isCut = true;
    cuts += 1;
    firstCutAt ??= performance.now();
    if (way === "silence") return;
    upstream.resetAndDestroy();
    if (way === "reset") client.resetAndDestroy();
    else client.end();
  };

  /** Messages under way on other connections stop, too. */
  const fallSilent = (): void => {
    error = allSilent;
    for (const connection of connections) connection.isCut = true;
  };

  /** Hands on what comes from one end, in the order in which it came, as the trouble of the moment lets it. */
  const forward = async (connection: Connection, direction: Direction): Promise<void> => {
    const isRequest = direction === "request";
    const { client, upstream } = connection;
    const [from, to] = isRequest ? [client, upstream] : [upstream, client];
    const meter = createMeter();
    const line = createPacedLine(to, () => (error.kind === "slow" && !isRequest ? well : error));
    lines.add(line);
    try {
      for await (const bytes of from as AsyncIterable<Buffer>) {
        crossedBytes += bytes.length;
        for (const stretch of connection.isCut ? [] : meter.take(bytes)) {
          if (isRequest && stretch.from === 0) connection.asked = askedIn(stretch.head);
          const passing =
            error.kind === "cut" ? passingBytes(error, direction, connection.asked, stretch) : null;
          await line.hand(passing === null ? stretch.bytes : stretch.bytes.subarray(0, passing));
          if (passing === null || error.kind !== "cut") continue;
          await line.emptied();
          const { way, isForGood } = error;
          breakOff(connection, way);
          if (isForGood === true) fallSilent();
          if (way === "silence") await once(from, "close");
          break;
        }
      }
      await line.emptied();
      if (!connection.isCut) to.end();
    } finally {
      lines.delete(line);
      line.close();
    }
  };

  const take = (client: Socket): void => {
    if (error.kind === "refuse") return void client.resetAndDestroy();
    const upstream = net.connect({
      port: Number(portal.port),
      host: portal.hostname,
      allowHalfOpen: true,
      noDelay: true,
    });
    const connection: Connection = { client, upstream, asked: { method: "", path: "" }, isCut: false };
    connections.add(connection);
    for (const socket of [client, upstream]) {
      socket.on("error", () => {});
      socket.on("close", () => {
        if (!connection.isCut) for (const other of [client, upstream]) other.destroy();
        if (client.destroyed && upstream.destroyed) connections.delete(connection);
      });
    }
    for (const direction of ["request", "answer"] as const)
      forward(connection, direction).catch(() => {
        if (!connection.isCut) for (const socket of [client, upstream]) socket.resetAndDestroy();
      });
  };

  const listen = async (port: number): Promise<net.Server> => {
    const listening = net.createServer({ allowHalfOpen: true, noDelay: true }, take);
    listening.listen(port, "127.0.0.1");
    await once(listening, "listening");
    return listening;
  };
  const hangUp = (): void => {
    for (const { client, upstream } of connections) {
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    }
  };

  server = await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async set(next) {
      error = next;
      if (next.kind === "refuse") {
        server?.close();
        server = null;
        hangUp();
      } else {
        server ??= await listen(port);
      }
      for (const line of lines) line.look();
    },
    crossedBytes: () => crossedBytes,
    cuts: () => cuts,
    firstCutAt: () => firstCutAt,
    async close() {
      error = well;
      for (const line of lines) line.close();
      hangUp();
      const closing = server;
      if (closing === null) return;
      closing.close();
      await once(closing, "close");
    },
  };
}

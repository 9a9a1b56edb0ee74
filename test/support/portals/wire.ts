import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import { liveType } from "./live-types.ts";

/** Something is about to pass: bytes of a request, or the beginning of its answer. */
export interface Passing {
  readonly direction: "request" | "answer";
  readonly method: string;
  readonly path: string;
  /** Bytes of this request, head included, that have come so far, these ones included. */
  readonly requestBytes: number;
  /** Bytes that are about to pass. */
  readonly bytes: Buffer;
}

/** An answer that never ends: `begin` at once, then `drop` again and again. */
export interface Trickle {
  readonly begin: string;
  readonly drop: string;
  readonly everyMs: number;
  /** The rest of the request is read all the same. */
  readonly reads: boolean;
}

/**
 * Fate of these bytes. `hold`: nothing of this connection passes any more. `cut`: both ends are reset. An answer: it is
 * given in the portal's place and the connection closes behind it, or is reset, with the rest of the request unread.
 */
export type Verdict =
  | "pass"
  | "hold"
  | "cut"
  | { readonly answer: string; readonly isReset?: boolean }
  | { readonly trickle: Trickle };

/** The line between an uploader and its portal, in the hand of a test. */
export interface Wire {
  readonly url: string;
  /** Judges everything that passes; the default lets all of it pass. */
  judge(verdict: (passing: Passing) => Verdict): void;
  /** How long each answer that trickled was borne until the uploader hung up, since the last byte of its request; milliseconds. */
  borneMs(): readonly number[];
  /** Ends every connection there is, at both ends. */
  cutAll(): void;
  close(): Promise<void>;
}

const requestHead = /^(POST|PUT|GET) (\S+) HTTP\/1\.1\r\n/;

/**
 * A wire to the portal at `portalUrl`, asked again for each connection where it is a function. A request begins where its
 * head does: nobody here sends two at once.
 */
export async function startWire(portalUrl: string | (() => string)): Promise<Wire> {
  const sockets = new Set<Socket>();
  const borne: number[] = [];
  let judgement: (passing: Passing) => Verdict = () => "pass";

  const trickle = (client: Socket, { begin, drop, everyMs, reads }: Trickle): void => {
    let readAt = performance.now();
    client.removeAllListeners("data");
    if (reads)
      client.on("data", () => {
        readAt = performance.now();
      });
    else client.pause();
    client.write(begin);
    const dropping = setInterval(() => client.write(drop), everyMs);
    client.on("close", () => {
      clearInterval(dropping);
      borne.push(performance.now() - readAt);
    });
  };

  const server = net.createServer((client) => {
    const portal = new URL(typeof portalUrl === "string" ? portalUrl : portalUrl());
    const upstream = net.connect(Number(portal.port), portal.hostname);
    let now = { method: "", path: "", requestBytes: 0 };
    let isOpen = true;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        if (isOpen) (socket === client ? upstream : client).destroy();
      });
    }
    const decide = (direction: Passing["direction"], bytes: Buffer, to: Socket): void => {
      if (!isOpen) return;
      const verdict = judgement({ direction, ...now, bytes });
      if (verdict === "pass") return void to.write(bytes);
      isOpen = false;
      if (verdict === "hold") return;
      upstream.destroy();
      if (verdict === "cut") return void client.resetAndDestroy();
      if ("trickle" in verdict) return void trickle(client, verdict.trickle);
      const { answer, isReset = false } = verdict;
      client.pause();
      client.write(answer, () => void (isReset ? client.resetAndDestroy() : client.destroy()));
    };
    client.on("data", (bytes) => {
      const head = requestHead.exec(bytes.subarray(0, 2048).toString("latin1"));
      if (head !== null) now = { method: head[1] ?? "", path: head[2] ?? "", requestBytes: 0 };
      now.requestBytes += bytes.length;
      decide("request", bytes, upstream);
    });
    upstream.on("data", (bytes) => decide("answer", bytes, client));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    judge(verdict) {
      judgement = verdict;
    },
    borneMs: () => borne,
    cutAll() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** An answer as bytes on the wire, of the live portal's type unless another is given; null is none. */
export function textAnswer(
  status: string,
  body: string,
  type = liveType(Number.parseInt(status, 10), body),
): string {
  const typed = type === null ? "" : `Content-Type: ${type}\r\n`;
  return `HTTP/1.1 ${status}\r\n${typed}Content-Length: ${body.length}\r\n\r\n${body}`;
}

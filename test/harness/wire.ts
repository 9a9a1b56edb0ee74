import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";

/** Something is about to pass: bytes of a request, or the beginning of its answer. */
export interface Passing {
  readonly direction: "request" | "answer";
  readonly method: string;
  readonly path: string;
  /** Bytes of this request, head included, that have come so far, these ones included. */
  readonly requestBytes: number;
}

/**
 * What becomes of it. `hold`: nothing of this connection passes any more. `cut`: both ends are reset. An answer: it is
 * given in the portal's place and the connection closes behind it, with the rest of the request unread.
 */
export type Verdict = "pass" | "hold" | "cut" | { readonly answer: string };

/** The line between an uploader and its portal, in the hand of a test. */
export interface Wire {
  readonly url: string;
  /** Judges everything that passes; the default lets all of it pass. */
  judge(verdict: (passing: Passing) => Verdict): void;
  /** Ends every connection there is, at both ends. */
  cutAll(): void;
  close(): Promise<void>;
}

const requestHead = /^(POST|PUT|GET) (\S+) HTTP\/1\.1\r\n/;

/**
 * A wire to the portal at `portalUrl`, asked anew for each connection where it is a function. A request begins where its
 * head does: nobody here sends two at once.
 */
export async function startWire(portalUrl: string | (() => string)): Promise<Wire> {
  const sockets = new Set<Socket>();
  let judgement: (passing: Passing) => Verdict = () => "pass";

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
      const verdict = judgement({ direction, ...now });
      if (verdict === "pass") return void to.write(bytes);
      isOpen = false;
      if (verdict === "hold") return;
      if (verdict === "cut") {
        client.resetAndDestroy();
      } else {
        client.pause();
        client.write(verdict.answer, () => client.destroy());
      }
      upstream.destroy();
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

/** An answer of the portal's kind, as bytes on the wire. */
export function textAnswer(status: string, body: string): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

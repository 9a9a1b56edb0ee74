import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HookChannel, MailChannel } from "#domain/notification-settings.ts";
import type { ChannelMessage } from "#engine/ports/channels.ts";

export const message: ChannelMessage = {
  id: "a-1",
  kind: "waiting",
  cause: "unreachable",
  title: "Portal unreachable",
  lines: ["Portal unreachable since 14:02 UTC. 37 files are safe here."],
  count: 37,
  since: "2026-11-21T14:02:00.000Z",
  station: "hyytiala",
  isRepeat: false,
};

/** Somebody who is told, and answers as a test wants. */
export class Listening {
  readonly bodies: unknown[] = [];
  readonly headers: IncomingMessage["headers"][] = [];
  readonly methods: (string | undefined)[] = [];
  readonly urls: (string | undefined)[] = [];
  answer: (response: ServerResponse, nth: number) => void = (response) => response.end("ok");
  readonly #server: Server;
  #waiting: (() => void)[] = [];

  constructor() {
    this.#server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request.setEncoding("utf8")) text += chunk;
      const isJson = request.headers["content-type"] === "application/json";
      this.bodies.push(isJson ? JSON.parse(text) : text);
      this.methods.push(request.method);
      this.headers.push(request.headers);
      this.urls.push(request.url);
      for (const tell of this.#waiting.splice(0)) tell();
      this.answer(response, this.bodies.length);
    });
  }

  async open(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/secret-token`;
  }

  async told(count: number): Promise<void> {
    while (this.bodies.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

const own = {
  name: "Lab",
  kinds: null,
  instruments: null,
  digest: null,
  allowInsecure: false,
  username: null,
} as const;

/** A channel of that type at the address. */
export function channelAt(
  url: string,
  type: HookChannel["type"],
  changes: Partial<HookChannel> = {},
): HookChannel {
  return { ...own, type, url, ...changes };
}

/** Mail to two people, by a server. */
export function mailAt(server: string, changes: Partial<MailChannel> = {}): MailChannel {
  const people = { from: "station@inst.example", to: ["ann@inst.example", "bo@inst.example"] };
  return { ...own, type: "email", server, ...people, ...changes };
}

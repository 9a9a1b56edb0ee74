import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpWebhook } from "#adapters/notify/webhook.ts";
import type { Log, Webhook, WebhookMessage } from "#engine/ports/host.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

const message: WebhookMessage = {
  id: "a-1",
  kind: "waiting",
  cause: "unreachable",
  sentence: "Portal unreachable since 14:02 UTC. 37 files are safe here.",
  count: 37,
  since: "2026-11-21T14:02:00.000Z",
  station: "hyytiala",
  isRepeat: false,
};

/** Somebody who is told, and answers as a test wants. */
class Listening {
  readonly bodies: unknown[] = [];
  readonly headers: IncomingMessage["headers"][] = [];
  answer: (response: ServerResponse, nth: number) => void = (response) => response.end("ok");
  readonly #server: Server;
  #waiting: (() => void)[] = [];

  constructor() {
    this.#server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request.setEncoding("utf8")) text += chunk;
      this.bodies.push(JSON.parse(text));
      this.headers.push(request.headers);
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

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

let listening: Listening;
let address: string;
let clock: FakeClock;
let webhook: Webhook;
let logged: string[];
let whenLogged: () => void;

beforeEach(async () => {
  listening = new Listening();
  address = await listening.open();
  clock = new FakeClock();
  logged = [];
  whenLogged = () => {};
  const warn: Log["warn"] = (text, facts) => {
    logged.push(`${text} ${JSON.stringify(facts)}`);
    whenLogged();
  };
  const log: Log = { info() {}, error() {}, warn };
  webhook = createHttpWebhook({ clock, log, version: "0.1.0", proxy: () => null, tryMs: 300 });
});
afterEach(async () => {
  await webhook.close();
  await listening.close();
});

/** Resolves with the next line of the log. */
const nextLine = () =>
  new Promise<void>((resolve) => {
    whenLogged = resolve;
  });

describe("a webhook", () => {
  it("gets each notification as JSON, one after another", async () => {
    for (const id of ["a-1", "a-2", "a-3"]) webhook.post(address, { ...message, id });
    await listening.told(3);
    expect(listening.bodies).toEqual(["a-1", "a-2", "a-3"].map((id) => ({ ...message, id })));
    expect(listening.headers[0]).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Skyferry/0.1.0",
    });
    expect(logged).toEqual([]);
  });

  it("that fails twice gets it with the third try, after 5 s and 30 s", async () => {
    listening.answer = (response, nth) => {
      response.statusCode = nth < 3 ? 503 : 204;
      response.end();
    };
    webhook.post(address, message);
    for (const [tries, pauseMs] of [
      [1, 5_000],
      [2, 30_000],
    ] as const) {
      await listening.told(tries);
      await clock.whenAsleep();
      await clock.advance(pauseMs - 1);
      expect(listening.bodies).toHaveLength(tries);
      await clock.advance(1);
    }
    await listening.told(3);
    expect(logged).toEqual([]);
  });

  it("that keeps failing is given up after three tries; the log says so once an hour and not where", async () => {
    listening.answer = (response) => response.writeHead(500).end();
    const failOnce = async (before: number): Promise<void> => {
      webhook.post(address, message);
      for (const pauseMs of [5_000, 30_000]) {
        await clock.whenAsleep();
        await clock.advance(pauseMs);
      }
      await listening.told(before + 3);
    };
    const first = nextLine();
    await failOnce(0);
    await first;
    await failOnce(3);
    await clock.advance(3_600_000);
    const later = nextLine();
    await failOnce(6);
    await later;
    expect(listening.bodies).toHaveLength(9);
    expect(logged).toEqual(
      Array(2).fill('a notification could not be sent to the webhook {"reason":"it answered 500"}'),
    );
    expect(logged.join()).not.toContain("secret-token");
  });

  it.each([
    [302, "a redirect is not followed"],
    [404, "it is not there"],
  ])("that answers %i is not asked again: %s", async (status) => {
    listening.answer = (response) => response.writeHead(status, { location: "/elsewhere" }).end();
    const line = nextLine();
    webhook.post(address, message);
    await line;
    expect([listening.bodies.length, clock.asleep]).toEqual([1, 0]);
    expect(logged[0]).toContain(`it answered ${status}`);
  });

  it("that does not answer costs its time limit, and the next notification is tried all the same", async () => {
    listening.answer = (response, nth) => {
      if (nth > 3) response.end();
    };
    const line = nextLine();
    webhook.post(address, message);
    webhook.post(address, { ...message, id: "a-2" });
    for (const pauseMs of [5_000, 30_000]) {
      await clock.whenAsleep();
      await clock.advance(pauseMs);
    }
    await line;
    await listening.told(4);
    expect(listening.bodies.at(-1)).toMatchObject({ id: "a-2" });
    expect(logged[0]).toContain("it did not answer in 0.3 s");
  });

  it("gets the newest twenty where many wait, and nothing after the end", async () => {
    let release = (): void => {};
    listening.answer = (response) => {
      release = () => response.end();
    };
    webhook.post(address, message);
    await listening.told(1);
    listening.answer = (response) => response.end();
    for (let i = 0; i < 30; i++) webhook.post(address, { ...message, id: `${i}` });
    release();
    await listening.told(21);
    expect(listening.bodies[1]).toMatchObject({ id: "10" });
    await webhook.close();
    webhook.post(address, message);
    expect(listening.bodies).toHaveLength(21);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChannels } from "#adapters/notify/channels.ts";
import type { Channel } from "#domain/notification-settings.ts";
import type { Channels } from "#engine/ports/channels.ts";
import type { Log } from "#engine/ports/host.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { channelAt, Listening, message } from "./channel-listener.ts";

const { lines, ...rest } = message;
const asJson = { ...rest, sentence: lines.join() };

let listening: Listening;
let address: string;
let clock: FakeClock;
let open: (tryMs?: number) => Channels;
let channels: Channels;
let webhook: Channel;
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
  const secretOf = async (channel: Channel) => ({ secret: channel.username === null ? null : "tk_secret" });
  open = (tryMs) =>
    createChannels({
      clock,
      log,
      version: "0.1.0",
      proxy: () => null,
      caFile: () => null,
      secretOf,
      ...(tryMs && { tryMs }),
    });
  channels = open();
  webhook = channelAt(address, "webhook");
});
afterEach(async () => {
  await channels.close();
  await listening.close();
});

/** Resolves with the next line of the log. */
const nextLine = () =>
  new Promise<void>((resolve) => {
    whenLogged = resolve;
  });

describe("a webhook", () => {
  it("gets each notification as JSON, one after another", async () => {
    for (const id of ["a-1", "a-2", "a-3"]) void channels.send(webhook, { ...message, id });
    await listening.told(3);
    expect(listening.bodies).toEqual(["a-1", "a-2", "a-3"].map((id) => ({ ...asJson, id })));
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
    void channels.send(webhook, message);
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
      void channels.send(webhook, message);
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
      Array(2).fill('a notification could not be sent {"channel":"Lab","reason":"it answered 500"}'),
    );
    expect(logged.join()).not.toContain("secret-token");
  });

  it.each([
    [302, "a redirect is not followed"],
    [404, "it is not there"],
  ])("that answers %i is not asked again: %s", async (status) => {
    listening.answer = (response) => response.writeHead(status, { location: "/elsewhere" }).end();
    const line = nextLine();
    void channels.send(webhook, message);
    await line;
    expect([listening.bodies.length, clock.asleep]).toEqual([1, 0]);
    expect(logged[0]).toContain(`it answered ${status}`);
  });

  it("that does not answer costs its time limit, and the next notification is tried all the same", async () => {
    listening.answer = (response, nth) => {
      if (nth > 3) response.end();
    };
    channels = open(300);
    const line = nextLine();
    void channels.send(webhook, message);
    void channels.send(webhook, { ...message, id: "a-2" });
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
    void channels.send(webhook, message);
    await listening.told(1);
    listening.answer = (response) => response.end();
    for (let i = 0; i < 30; i++) void channels.send(webhook, { ...message, id: `${i}` });
    release();
    await listening.told(21);
    expect(listening.bodies[1]).toMatchObject({ id: "10" });
    await channels.close();
    void channels.send(webhook, message);
    expect(listening.bodies).toHaveLength(21);
  });
});

describe("a channel", () => {
  it.each([
    ["seconds", "90", 90_000],
    ["a date", "DATE", 100_000],
    ["less than the usual pause", "1", 5_000],
    ["longer than anybody waits", "999999", 3_600_000],
  ])("that answers 429 is left alone for what it asks for: %s", async (_, after, leastMs) => {
    const asked = after === "DATE" ? new Date(Date.now() + 120_000).toUTCString() : after;
    listening.answer = (response, nth) =>
      response.writeHead(nth === 1 ? 429 : 200, { "retry-after": asked }).end();
    const sent = channels.send(webhook, message);
    await listening.told(1);
    await clock.whenAsleep();
    await clock.advance(leastMs - 1);
    expect(listening.bodies).toHaveLength(1);
    await clock.advance(30_001);
    expect(await sent).toBe(true);
  });

  it("that names a moment by its own clock is left alone until then, whatever this PC's clock says", async () => {
    const theirs = (ms: number) => new Date(Date.now() + 86_400_000 + ms).toUTCString();
    listening.answer = (response, nth) =>
      response.writeHead(nth === 1 ? 429 : 200, { date: theirs(0), "retry-after": theirs(60_000) }).end();
    const sent = channels.send(webhook, message);
    await listening.told(1);
    await clock.whenAsleep();
    await clock.advance(61_000);
    expect(clock.asleep).toBe(0);
    expect(await sent).toBe(true);
  });

  it("that hangs delays no other", async () => {
    const other = new Listening();
    const otherAddress = await other.open();
    listening.answer = () => {};
    void channels.send(webhook, message);
    await listening.told(1);
    expect(
      await channels.send(channelAt(address, "slack", { name: "Other", url: otherAddress }), message),
    ).toBe(true);
    await other.close();
  });

  it("that closes the line is tried again", async () => {
    listening.answer = (response, nth) => (nth === 1 ? response.socket?.destroy() : response.end());
    const sent = channels.send(webhook, message);
    await listening.told(1);
    await clock.whenAsleep();
    await clock.advance(5_000);
    expect(await sent).toBe(true);
  });
});

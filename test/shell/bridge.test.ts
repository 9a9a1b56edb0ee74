import { beforeEach, describe, expect, test, vi } from "vitest";
import { daemonShell, shellHandlers } from "#api/handlers/shell-handlers.ts";
import type { Bridge } from "#contract/bridge.ts";
import type { TransportEvent } from "#contract/events.ts";
import { methods } from "#contract/methods.ts";
import type { Transport } from "#contract/transport.ts";
import { openBridge } from "#main/bridge.ts";
import { exposeBridge } from "#preload/bridge.ts";
import {
  type FakeFrame,
  FakeIpcMain,
  type FakePage,
  fakePage,
} from "#test/support/fake-electron/fake-ipc.ts";
import { FakeWebContents } from "#test/support/fake-electron/fake-window.ts";

const ownAddress = "app://skyferry/#/files";
const main: FakeFrame = { url: ownAddress, parent: null };

let ipcMain: FakeIpcMain;
let contents: FakeWebContents;
let called: unknown[][];
let refused: string[];
let followers: Set<(event: TransportEvent) => void>;
let shown: Transport;

/** A host that answers every call with its name. */
const hostNamed = (name: string): Transport => ({
  async call(...call) {
    called.push(call);
    return { ok: true, value: { name } as never };
  },
  subscribe(_, onEvent) {
    followers.add(onEvent);
    return () => followers.delete(onEvent);
  },
});

beforeEach(() => {
  ipcMain = new FakeIpcMain();
  contents = new FakeWebContents(1, ipcMain);
  contents.load(ownAddress);
  called = [];
  refused = [];
  followers = new Set();
  shown = hostNamed("station");
  openBridge({
    ipcMain: ipcMain as never,
    shell: Promise.resolve(shellHandlers(daemonShell({ version: "0.1.0", dataFolder: "/data" }))),
    host: () => shown,
    languages: async (tag) => (sentence) => `${tag}: ${sentence}`,
    onBug: () => {},
    onRefused: (channel, sender) => refused.push(`${channel} from ${sender}`),
  });
});

function bridgeOf(page: FakePage): Bridge {
  exposeBridge(page);
  return page.exposed.get("skyferry") as Bridge;
}

/** The preload script in a frame of the window. */
const bridgeIn = (frame: FakeFrame | null): Bridge => bridgeOf(fakePage(ipcMain, contents, frame));

describe("a message that does not come from the window's own page", () => {
  const strangers: readonly (readonly [string, FakeFrame | null])[] = [
    ["another site", { url: "https://example.org/", parent: null }],
    ["another host of the scheme", { url: "app://other/", parent: null }],
    ["a host that begins alike", { url: "app://skyferry.example.org/", parent: null }],
    ["a name before the host", { url: "app://skyferry@example.org/", parent: null }],
    ["another scheme", { url: "file:///skyferry", parent: null }],
    ["a blank page", { url: "about:blank", parent: null }],
    ["a sub-frame", { url: ownAddress, parent: main }],
    ["a sub-frame of another site", { url: "https://example.org/", parent: main }],
    ["a frame that is gone", null],
  ];

  test.each(strangers)("is refused from %s, whatever method it names", async (_, frame) => {
    const bridge = bridgeIn(frame);
    for (const method of Object.keys(methods)) {
      expect(await bridge.call(method, {}), method).toMatchObject({
        ok: false,
        error: { code: "forbidden" },
      });
    }
    expect(called).toEqual([]);
    expect(refused).toHaveLength(Object.keys(methods).length);
  });

  test.each(strangers)("makes no subscription from %s and ends none", (_, frame) => {
    bridgeOf(contents.page).subscribe(null, () => {});
    expect(followers.size).toBe(1);
    const end = bridgeIn(frame).subscribe(null, () => {});
    end();
    expect(followers.size).toBe(1);
    expect(refused).toHaveLength(2);
  });
});

describe("the window's own page", () => {
  test("gets exactly two functions", () => {
    expect(Object.keys(bridgeOf(contents.page))).toEqual(["call", "subscribe"]);
    expect([...contents.page.exposed.keys()]).toEqual(["skyferry"]);
  });

  test("is answered by the host", async () => {
    expect(await bridgeOf(contents.page).call("pause", { until: null })).toEqual({
      ok: true,
      value: { name: "station" },
    });
    expect(called).toEqual([["pause", { until: null }]]);
    expect(refused).toEqual([]);
  });

  test("is answered by another host as soon as that one is shown", async () => {
    const bridge = bridgeOf(contents.page);
    shown = hostNamed("try-out");
    expect(await bridge.call("status", {})).toEqual({ ok: true, value: { name: "try-out" } });
  });

  test("is answered by the window where it asks about the window", async () => {
    const bridge = bridgeOf(contents.page);
    expect(await bridge.call("shell.facts", {})).toMatchObject({ ok: true, value: { dataFolder: "/data" } });
    expect(await bridge.call("shell.reveal", { path: "" })).toMatchObject({ error: { code: "bad-input" } });
    expect(called).toEqual([]);
  });

  const deep = { self: null as unknown };
  deep.self = deep;
  test.each([
    ["a method that is no name", 7, {}, "unknown-method"],
    ["a method with a long name", "x".repeat(101), {}, "unknown-method"],
    ["an input larger than a mebibyte", "explain", { path: "x".repeat(1_048_577) }, "too-large"],
    ["an input that is no plain data", "explain", { path: 7n }, "not-json"],
    ["an input that holds itself", "explain", deep, "not-json"],
  ])("is told that %s is wrong", async (_, method, input, code) => {
    const reply = await bridgeOf(contents.page).call(method as string, input);
    expect(reply).toMatchObject({ ok: false, error: { code } });
    expect(called).toEqual([]);
  });

  test("gives the host what its input is as JSON", async () => {
    await bridgeOf(contents.page).call("pause", { until: new Date(0), more: undefined });
    expect(called).toEqual([["pause", { until: "1970-01-01T00:00:00.000Z" }]]);
  });

  test("gives the host the bytes of a file as they are", async () => {
    const bytes = Buffer.from("\0\xff piece");
    await bridgeOf(contents.page).call("added.append", { offset: 0, bytes, more: undefined });
    expect(called).toEqual([["added.append", { offset: 0, bytes: new Uint8Array(bytes) }]]);
  });

  test("hears each subscription's events until it ends it", async () => {
    const bridge = bridgeOf(contents.page);
    const heard: string[] = [];
    const end = bridge.subscribe(null, ({ type }) => heard.push(`one ${type}`));
    bridge.subscribe(5, ({ type }) => heard.push(`two ${type}`));
    for (const tell of followers) tell({ type: "status.changed" });
    await Promise.resolve();
    end();
    for (const tell of followers) tell({ type: "reset", seq: 1 });
    await Promise.resolve();
    expect(heard).toEqual(["one status.changed", "two status.changed", "two reset"]);
    expect(followers.size).toBe(1);
  });

  test("gets what comes together as one message", async () => {
    bridgeOf(contents.page).subscribe(null, () => {});
    let messages = 0;
    contents.page.ipcRenderer.on("skyferry:events", () => {
      messages += 1;
    });
    for (let seq = 0; seq < 100; seq += 1) for (const tell of followers) tell({ type: "reset", seq });
    await Promise.resolve();
    expect(messages).toBe(1);
  });

  test.each([
    ["is loaded again", () => contents.reload()],
    ["is lost", () => contents.lose("crashed")],
    ["is closed", () => contents.emit("destroyed")],
  ])("follows nothing any more when it %s", (_, leave) => {
    const bridge = bridgeOf(contents.page);
    bridge.subscribe(null, () => {});
    bridge.subscribe(null, () => {});
    expect(followers.size).toBe(2);
    leave();
    expect(followers.size).toBe(0);
  });

  test("goes on following when only its route changes", () => {
    bridgeOf(contents.page).subscribe(null, () => {});
    contents.load("app://skyferry/#/log");
    expect(followers.size).toBe(1);
  });

  test("may not subscribe without end", () => {
    const bridge = bridgeOf(contents.page);
    for (let index = 0; index < 100; index += 1) bridge.subscribe(null, () => {});
    expect(followers.size).toBe(16);
  });

  test("cannot subscribe with numbers that are none", () => {
    bridgeOf(contents.page).subscribe("yes" as never, () => {});
    contents.page.ipcRenderer.send("skyferry:subscribe", "1", null);
    contents.page.ipcRenderer.send("skyferry:subscribe");
    expect(followers.size).toBe(0);
  });
});

describe("the page's language", () => {
  test.each([
    ["fi", /^fi: /],
    ["en", /^(?!\w\w: )/],
    ["sv", /^(?!\w\w: )/],
    [undefined, /^(?!\w\w: )/],
  ])("%s is that of an answer", async (language, said) => {
    const reply = (await bridgeIn(main).call("x".repeat(200), {}, language)) as {
      readonly error: { readonly message: string };
    };
    expect(reply.error.message).toMatch(said);
  });

  test("is that of the events", async () => {
    const told: unknown[] = [];
    bridgeOf(contents.page).subscribe(null, (event) => told.push(event), "fi");
    await vi.waitFor(() => expect(followers.size).toBe(1));
    await new Promise((resolve) => setImmediate(resolve));
    const event = { type: "upload.changed", seq: 1, detail: "It changed." } as never;
    for (const tell of followers) tell(event);
    await vi.waitFor(() => expect(told).toMatchObject([{ detail: "fi: It changed." }]));
  });
});

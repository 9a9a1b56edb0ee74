import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TransportEvent } from "#contract/events.ts";
import { hangs } from "#main/engine/engine-heartbeat.ts";
import { type EngineProcess, type EngineProcessParts, startEngine } from "#main/engine/engine-process.ts";
import { FakeMessageChannel } from "#test/support/fake-electron/fake-ports.ts";
import {
  type FakeUtilityProcesses,
  fakeUtilityProcess,
} from "#test/support/fake-electron/fake-utility-process.ts";
import { atMost } from "#test/support/limits.ts";

let utilityProcess: FakeUtilityProcesses;
let nowMs: number;
/** Waits so far, in milliseconds. */
let waits: number[];
/** Wait of the question whether it lives; not among `waits`. */
const beatMs = 20_000;
/**
 * How often that has been waited for. Before each question it pauses, then it waits for the answer: of a process that
 * answers, what has an odd number is a pause.
 */
let beats: (() => void)[];
let isBeatOver: (number: number) => boolean;
/** Tells which waits are over. */
let isOver: (ms: number) => boolean;
let pending: { readonly ms: number; readonly end: () => void }[];
let asked: unknown[];
let isTaken: boolean;
/** Ends of processes that were written at once. */
let noted: unknown[];
const running: EngineProcess[] = [];

beforeEach(() => {
  utilityProcess = fakeUtilityProcess(() => true);
  nowMs = 0;
  waits = [];
  beats = [];
  isBeatOver = () => false;
  pending = [];
  over(() => false);
  asked = [];
  isTaken = false;
  noted = [];
});
afterEach(async () => {
  utilityProcess.end = "told";
  over(() => true);
  await Promise.all(running.splice(0).map((one) => one.stop(0)));
});

/** From now on these waits are over, also those that have begun. */
function over(which: (ms: number) => boolean): void {
  isOver = which;
  for (const { ms, end } of pending) if (isOver(ms)) end();
}

/** From now on these beats are over, also those that have begun. */
function beat(which: (number: number) => boolean): void {
  isBeatOver = which;
  for (const [index, end] of beats.entries()) if (isBeatOver(index + 1)) end();
}
const isPause = (number: number) => number % 2 === 1;

/** `does`: see utility-scripts/engine.js. */
async function start(does: string): Promise<EngineProcess | { readonly message: string }> {
  const answer =
    (name: string) =>
    async (...given: unknown[]) => {
      asked.push([name, ...given]);
      return { kind: "absent" } as const;
    };
  const parts: EngineProcessParts = {
    electron: { utilityProcess, MessageChannelMain: FakeMessageChannel } as never,
    script: fileURLToPath(new URL("./utility-scripts/engine.js", import.meta.url)),
    env: { PATH: process.env.PATH },
    start: { dataFolder: does, version: "0", pagesFolder: "/pages" },
    clock: {
      sleep: (ms, signal) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        signal?.addEventListener("abort", () => resolve());
        if (ms === beatMs) {
          beats.push(resolve);
          if (isBeatOver(beats.length)) setImmediate(resolve);
          return promise;
        }
        waits.push(ms);
        if (isOver(ms)) setImmediate(resolve);
        else pending.push({ ms, end: resolve });
        return promise;
      },
    },
    monotonicMs: () => nowMs,
    isTaken: async () => isTaken,
    noteEnd: (facts) => void noted.push(facts),
    answers: {
      askKeychain: answer("askKeychain"),
      secretOf: answer("secretOf"),
      keepSecret: answer("keepSecret"),
      forgetSecret: answer("forgetSecret"),
      async systemProxy(url) {
        asked.push(["systemProxy", url]);
        return "http://proxy.example:3128";
      },
    },
  };
  const engine = await startEngine(parts);
  if (!("message" in engine)) running.push(engine);
  return engine;
}

async function started(does: string): Promise<EngineProcess> {
  const engine = await start(does);
  if ("message" in engine) throw new Error(engine.message);
  return engine;
}

/** Gives the messages that the process has heard. */
async function heardBy(engine: EngineProcess): Promise<unknown> {
  const reply = await engine.transport("station").call("host", {});
  return reply.ok ? reply.value : reply.error;
}
const hangs60s = "The part of Skyferry that sends files did not answer for a minute.";
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
const crash = (engine: EngineProcess) => engine.transport("station").call("crash" as "host", {});

describe("a process that ends without being asked to", () => {
  test.each(["crashes", "ends"])(
    "(it %s) is followed by another after 1, 5, 30, then every 300 s",
    async (does) => {
      over(() => waits.length < 6);
      const engine = await started(does);
      await expect
        .poll(() => waits, { timeout: atMost(20_000) })
        .toEqual([1_000, 5_000, 30_000, 300_000, 300_000, 300_000]);
      expect(engine.failures().count).toBe(6);
      expect(engine.failures().message).toMatch(/ended \([03]\)/);
    },
  );

  test("after ten good minutes is followed by another after 1 s, as the first time", async () => {
    over(() => true);
    const engine = await started("opens");
    for (const goodMs of [0, 599_999, 600_000]) {
      await expect.poll(() => heardBy(engine)).toEqual(expect.any(Array));
      nowMs += goodMs;
      await crash(engine);
    }
    await expect.poll(() => waits).toEqual([1_000, 5_000, 1_000]);
    expect(engine.failures().count).toBe(1);
  });

  test("answers what it was asked with no-answer, and the next one goes on with the same followers", async () => {
    const engine = await started("opens");
    const events: TransportEvent[] = [];
    engine.transport("station").subscribe(7, (event) => events.push(event));
    expect(await heardBy(engine)).toEqual([["follow", 1, "station", 7]]);
    over(() => true);
    expect(await crash(engine)).toMatchObject({ ok: false, error: { code: "no-answer" } });
    await expect.poll(() => events.length).toBe(3);
    const link = (isUp: boolean) => ({ type: "link", isUp });
    expect(events).toEqual([link(true), link(false), link(true)]);
    // The numbers of another process need not go on from 7.
    expect(await heardBy(engine)).toContainEqual(["follow", 1, "station", null]);
  });

  test("because of a mistake has said which", async () => {
    const engine = await started("opens");
    void engine.transport("station").call("fail" as "host", {});
    await expect.poll(() => engine.failures()).toEqual({ count: 1, message: "The disk is gone." });
  });

  test("is noted at once, and what was to be logged meanwhile is logged by the next one", async () => {
    const engine = await started("opens");
    await crash(engine);
    await expect.poll(() => engine.failures().count).toBe(1);
    expect(noted).toEqual([{ code: 3, lastLines: [] }]);
    engine.log("info", "the PC woke up");
    over(() => true);
    await expect.poll(() => heardBy(engine)).toEqual([["log", "info", "the PC woke up"]]);
  });
});

describe("a process that lives", () => {
  test("and gives no answer for a minute is ended by force, and another one is started", async () => {
    over((ms) => ms <= 1_000);
    const engine = await started("hangs, open");
    beat((number) => number <= 4);
    await expect.poll(() => engine.failures()).toEqual({ count: 1, message: hangs60s });
    expect(waits.slice(0, 2)).toEqual([0, 1_000]);
    await expect.poll(() => beats.length).toBe(5);
  });

  test("and gives no answer before it has opened the station is followed by another, too", async () => {
    over((ms) => ms <= 1_000);
    beat((number) => number <= 4);
    const engine = await started("hangs, not open");
    await expect.poll(() => engine.failures()).toEqual({ count: 1, message: hangs60s });
    await expect.poll(() => beats.length).toBe(5);
  });

  test("and takes its time to open the station, and answers, is left alone", async () => {
    beat(isPause);
    const engine = await started("opens at the third question");
    expect(engine.failures().count).toBe(0);
    expect(waits).toEqual([]);
  });

  test("and answers is left alone", async () => {
    const engine = await started("opens");
    beat(isPause);
    await expect.poll(() => beats.length).toBeGreaterThan(11);
    expect(engine.failures().count).toBe(0);
    expect(waits).toEqual([]);
  });
});

describe("a process of which Electron says nothing", () => {
  test("because it could not be started is tried again, until one starts", async () => {
    over((ms) => ms <= 1_000);
    beat((number) => number <= 8);
    utilityProcess.start = "nothing";
    const engine = await started("opens");
    await expect.poll(() => engine.failures()).toEqual({ count: 2, message: hangs60s });
    utilityProcess.start = "starts";
    over(() => true);
    engine.log("info", "for the next one");
    await expect.poll(() => heardBy(engine)).toContainEqual(expect.arrayContaining(["log"]));
  });

  test("although it has ended is followed by another, and its number killed without a mistake", async () => {
    over((ms) => ms <= 1_000);
    const engine = await started("opens");
    utilityProcess.end = "untold";
    void crash(engine);
    await expect.poll(() => isAlive(utilityProcess.children()[0]?.pid ?? 0)).toBe(false);
    utilityProcess.end = "told";
    beat((number) => number <= 4);
    await expect.poll(() => engine.failures()).toEqual({ count: 1, message: hangs60s });
    engine.log("info", "for the next one");
    await expect.poll(() => heardBy(engine)).toContainEqual(expect.arrayContaining(["log"]));
  });

  test("although it has ended is stopped without a mistake", async () => {
    over(() => true);
    const engine = await started("opens");
    utilityProcess.end = "untold";
    void crash(engine);
    await expect.poll(() => isAlive(utilityProcess.children()[0]?.pid ?? 0)).toBe(false);
    await expect(engine.stop(0)).resolves.toBeUndefined();
  });
});

test("two answers that fail to come are forgiven by the next one; three are too many, as of a port that is closed", async () => {
  const comes = [true, false, false, true, true, false, "closed", false];
  let asks = 0;
  const never = new Promise<never>(() => {});
  const calls = {
    ask() {
      asks += 1;
      const next = comes.shift();
      if (next === "closed") return Promise.reject(new Error("closed"));
      return next === true ? Promise.resolve() : never;
    },
  };
  const clock = { sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms / 20_000)) };
  expect(await hangs(calls as never, clock, new AbortController().signal)).toBe(true);
  expect([comes, asks]).toEqual([[], 8]);
});

describe("a process that cannot open the station", () => {
  test("says why, and is gone", async () => {
    expect(await start("refuses")).toEqual({ message: "The data folder is in use." });
    await expect.poll(() => utilityProcess.children()).toEqual([]);
  });

  test("because it breaks says its error", async () => {
    expect(await start("breaks")).toEqual({ message: "Error: planted" });
  });
});

describe("the end of a process", () => {
  test("comes by itself, without force", async () => {
    const engine = await started("opens");
    await engine.stop(3_000);
    expect(waits).toEqual([3_000]);
    expect(utilityProcess.children()).toEqual([]);
  });

  test("that hears nothing is forced: a word, SIGTERM, SIGKILL", async () => {
    const engine = await started("deaf");
    over((ms) => ms > 500);
    await engine.stop(3_000);
    expect(waits).toEqual([3_000, 1_000, 500]);
    expect(utilityProcess.children()).toEqual([]);
  });

  test("that has closed everything and does not go is forced, too", async () => {
    over((ms) => ms === 500 || ms === 1_000);
    await started("hangs at its end");
    await expect.poll(() => waits.slice(0, 3)).toEqual([500, 1_000, 500]);
  });

  test("that was asked for starts no other", async () => {
    const engine = await started("opens");
    over((ms) => ms === 1_000);
    await engine.stop(3_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(utilityProcess.children()).toEqual([]);
    expect(engine.failures().count).toBe(0);
  });
});

test("where a clicked path leads is asked of the process, and is no answer without it", async () => {
  const engine = await started("opens");
  expect(await engine.insideOf("/data/a.nc", ["/data"])).toEqual({ path: "/data/a.nc" });
  await crash(engine);
  expect(await engine.insideOf("/data/a.nc", ["/data"])).toBe("silent");
});

test("the window answers what the process asks, and nothing else", async () => {
  const engine = await started("asks");
  await expect
    .poll(() => heardBy(engine))
    .toEqual(
      expect.arrayContaining([
        { answers: 1, value: { kind: "absent" } },
        { answers: 2, value: { kind: "absent" } },
        { answers: 3, value: { kind: "absent" } },
        { answers: 5, value: "http://proxy.example:3128" },
        { answers: 4, error: "there is no function constructor" },
      ]),
    );
  expect(asked).toEqual([
    ["askKeychain", { backend: "keyring", account: "a", operation: "get" }, 5_000],
    ["secretOf", "a"],
    ["keepSecret", "a", "hunter2"],
    ["systemProxy", "https://portal.example"],
  ]);
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readHostFile } from "#api/loopback/host-file.ts";
import { timers } from "#base/async.ts";
import type { Bridge } from "#contract/bridge.ts";
import type { Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import type { MockPortal } from "#mock-portal/portal.ts";
import { exposeBridge } from "#preload/bridge.ts";
import { makePlace, type Place, sampleName } from "#test/support/builders/station-place.ts";
import { type DesktopUnderTest, startDesktopUnderTest } from "#test/support/hosts/desktop-under-test.ts";
import { atMost } from "#test/support/limits.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import { startWire, type Wire } from "#test/support/portals/wire.ts";

/** The pauses before the next process are shorter here. */
const sleep = (ms: number, signal?: AbortSignal) => timers.sleep(Math.min(ms, 1_000), signal);

let portal: MockPortal;
let wire: Wire;
let place: Place;
let host: DesktopUnderTest | null;

beforeEach(async () => {
  host = null;
  portal = await openPortal();
  wire = await startWire(portal.url);
  place = await makePlace({ portalUrl: wire.url });
  await place.writeSettings();
});
afterEach(async () => {
  await host?.close();
  await wire.close();
  await portal.close();
  await place.remove();
});

async function start(
  env: NodeJS.ProcessEnv = {},
  platform: NodeJS.Platform = "linux",
): Promise<{ readonly bridge: Bridge; readonly desktop: DesktopUnderTest }> {
  const desktop = await startDesktopUnderTest({ dataFolder: place.dataFolder, sleep, env, platform });
  host = desktop;
  const { page } = desktop.window().webContents;
  exposeBridge(page);
  return { desktop, bridge: page.exposed.get("skyferry") as Bridge };
}

const delivered = async (bridge: Bridge): Promise<number> => {
  const reply = (await bridge.call("status", {})) as Reply<Output<"status">>;
  return reply.ok ? reply.value.totals.delivered : -1;
};

test("an engine that is killed in the middle of a file goes on: nothing is lost, and nothing is accepted twice", async () => {
  const names = Array.from({ length: 12 }, (_, index) => sampleName(`n${index}`));
  for (const name of names) await place.write(name, Buffer.alloc(300_000, name));
  const engines = new Set<number>();
  const kill = (): void => {
    const [engine] = host?.fake.utilityProcesses.children() ?? [];
    // The first three processes die with a file on the line.
    if (engine === undefined || engines.size === 3 || engines.has(engine.pid)) return;
    engines.add(engine.pid);
    process.kill(engine.pid, "SIGKILL");
  };
  wire.judge(({ direction, method, requestBytes }) => {
    if (direction === "request" && method === "PUT" && requestBytes > 100_000) kill();
    return "pass";
  });
  const { bridge } = await start();
  await expect.poll(() => delivered(bridge), { timeout: atMost(50_000) }).toBe(names.length);
  expect(engines.size).toBe(3);
  expect(
    portal
      .acceptances()
      .map(({ filename }) => filename)
      .toSorted(),
  ).toEqual(names.toSorted());
});

type EndOfSession = readonly [
  how: string,
  platform: NodeJS.Platform,
  /** Null: the process is gone before it can end by itself. */
  code: number | null,
  end: (desktop: DesktopUnderTest) => void,
];

test.each<EndOfSession>([
  [
    "SIGHUP to every process",
    "linux",
    0,
    ({ signals, fake }) => {
      for (const { pid } of fake.utilityProcesses.children()) process.kill(pid, "SIGHUP");
      signals.emit("SIGHUP");
    },
  ],
  ["SIGTERM to the window's process", "linux", 0, ({ signals }) => signals.emit("SIGTERM")],
  ["the system's word", "darwin", 0, ({ fake }) => fake.power.emit("shutdown")],
  ["the end of Windows' session", "win32", null, ({ fake }) => fake.endSession("logoff")],
])(
  "a logout in mid-upload (%s) loses nothing, and nothing is accepted twice",
  async (_, platform, code, end) => {
    const names = Array.from({ length: 6 }, (_, index) => sampleName(`n${index}`));
    for (const name of names) await place.write(name, Buffer.alloc(300_000, name));
    const middle = Promise.withResolvers<void>();
    wire.judge(({ direction, method, requestBytes }) => {
      if (direction !== "request" || method !== "PUT" || requestBytes <= 100_000) return "pass";
      middle.resolve();
      return "hold";
    });
    const { desktop } = await start({}, platform);
    await middle.promise;
    end(desktop);
    if (code !== null) {
      expect(await desktop.fake.app.exited).toBe(code);
      expect((await readHostFile(place.dataFolder)).kind).toBe("none");
    }
    await expect
      .poll(() => desktop.fake.utilityProcesses.children(), { timeout: atMost(10_000) })
      .toEqual([]);
    expect([desktop.fake.app.exitCode, desktop.fake.dialog.boxes]).toEqual([code, []]);
    wire.judge(() => "pass");
    const { bridge } = await start({}, platform);
    await expect.poll(() => delivered(bridge), { timeout: atMost(50_000) }).toBe(names.length);
    const accepted = portal.acceptances().map(({ filename }) => filename);
    expect(accepted.toSorted()).toEqual(names.toSorted());
  },
);

test("a password that only the system's protected store has reaches the portal, and lies nowhere in the open", async () => {
  const name = sampleName("one");
  await place.write(name, Buffer.from("one"));
  const { bridge } = await start({ SKYFERRY_PASSWORD: undefined });
  expect(await bridge.call("settings.setPassword", { password: "station" })).toMatchObject({
    ok: true,
    value: { isKept: true, password: { backend: "safeStorage" } },
  });
  await expect.poll(() => delivered(bridge), { timeout: atMost(30_000) }).toBe(1);
  const kept = JSON.parse(await readFile(join(place.dataFolder, "shell.json"), "utf8")) as {
    secrets: object;
  };
  expect(Object.values(kept.secrets)).toEqual([Buffer.from("station").reverse().toString("base64")]);
});

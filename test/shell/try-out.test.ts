import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bridge } from "#contract/bridge.ts";
import { exposeBridge } from "#preload/bridge.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { type DesktopUnderTest, startDesktopUnderTest } from "#test/support/hosts/desktop-under-test.ts";
import { atMost } from "#test/support/limits.ts";

let dataFolder: string;
let host: DesktopUnderTest;
let bridge: Bridge;

beforeAll(async () => {
  dataFolder = await makeScratch("skyferry-try-out-");
  host = await startDesktopUnderTest({ dataFolder });
  const { page } = host.window().webContents;
  exposeBridge(page);
  bridge = page.exposed.get("skyferry") as Bridge;
});
afterAll(async () => {
  await host?.close();
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
});

test("the window shows the try-out while it runs, and the station again when it has ended", async () => {
  const { webContents } = host.window();
  const kindOf = async () => await bridge.call("demo.state", {});
  expect(await kindOf()).toMatchObject({ ok: true, value: { kind: "offered" } });

  expect(await bridge.call("demo.start", {})).toMatchObject({ ok: true });
  expect(await kindOf()).toMatchObject({ ok: true, value: { kind: "inside" } });
  expect(await bridge.call("status", {})).toMatchObject({ ok: true, value: { running: true } });
  // Calls that belong to the window are still the window's.
  expect(await bridge.call("shell.facts", {})).toMatchObject({ ok: true, value: { dataFolder } });
  await expect.poll(() => webContents.loads.length).toBe(3);

  expect(await bridge.call("demo.end", {})).toMatchObject({ ok: true });
  await expect
    .poll(kindOf, { timeout: atMost(30_000) })
    .toMatchObject({ ok: true, value: { kind: "offered" } });
  await expect.poll(() => webContents.loads.length).toBe(5);
  expect(webContents.page.frame.url).toBe("app://skyferry/#/");
});

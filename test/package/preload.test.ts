import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundlePreload } from "#build/bundle/node-bundle.ts";
import { openSharedPage } from "#test/pages/shared-browser.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { type DesktopUnderTest, startDesktopUnderTest } from "#test/support/hosts/desktop-under-test.ts";

/**
 * The preload script as it is built, in a browser: it gets the modules that Electron's sandbox has and no others, and all
 * that it passes on is copied twice, between the worlds of the page and between the processes.
 */
const top = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
let folder: string;
let code: string;
let desktop: DesktopUnderTest;
let page: Page;
const ends = new AsyncDisposableStack();

beforeAll(async () => {
  folder = await makeScratch("skyferry-preload-");
  ends.defer(() => rm(folder, { recursive: true, force: true }));
  await bundlePreload(top, folder, { "preload/index": "electron/preload/index.ts" });
  code = await readFile(path.join(folder, "preload/index.cjs"), "utf8");
  desktop = await startDesktopUnderTest({ dataFolder: path.join(folder, "data"), appData: folder });
  ends.defer(() => desktop.close());
  const shown = await openSharedPage();
  ends.defer(shown.close);
  page = shown.page;
  const { ipcRenderer } = desktop.window().webContents.page;
  await page.exposeFunction("skyferryInvoke", (channel: string, message: unknown[]) =>
    ipcRenderer.invoke(channel, ...message),
  );
  await page.exposeFunction("skyferrySend", (channel: string, message: unknown[]) =>
    ipcRenderer.send(channel, ...message),
  );
  ipcRenderer.on("skyferry:events", (_, ...message: unknown[]) => {
    const words = ["skyferry:events", ...message].map((one) => JSON.stringify(one)).join();
    void page.evaluate(`window.skyferryDeliver(${words})`).catch(() => {});
  });
  await page.addInitScript({ path: fileURLToPath(new URL("./sandboxed-preload.js", import.meta.url)) });
  await page.goto("about:blank");
  await page.evaluate(`window.skyferryPreload(${JSON.stringify(code)})`);
});
afterAll(() => ends.disposeAsync());

test("the page gets two functions that it cannot change", async () => {
  expect(await page.evaluate("Object.keys(window.skyferry)")).toEqual(["call", "subscribe"]);
  await expect(page.evaluate('"use strict"; window.skyferry.call = null')).rejects.toThrow("read only");
});

test("a call is answered, and a refusal is an answer, too", async () => {
  expect(await page.evaluate('window.skyferry.call("shell.facts", {})')).toMatchObject({
    ok: true,
    value: { kind: "desktop" },
  });
  expect(await page.evaluate('window.skyferry.call("no.such", {})')).toMatchObject({ ok: false });
});

test("what cannot be copied never leaves the page", async () => {
  const call = (input: string) => page.evaluate(`window.skyferry.call("status", ${input})`);
  await expect(call("{ node: document.body }")).rejects.toThrow("could not be cloned");
  await expect(call("{ tell: () => {} }")).rejects.toThrow("could not be cloned");
});

test("events come until the page ends them", async () => {
  await page.evaluate(
    "window.heard = []; window.end = window.skyferry.subscribe(null, (e) => heard.push(e.type))",
  );
  const count = () => page.evaluate<number>("heard.length");
  await expect.poll(count).toBeGreaterThan(0);
  await page.evaluate("window.end()");
  const before = await count();
  desktop.window().webContents.send("skyferry:events", 1, [{ type: "link", isUp: true }]);
  expect(await count()).toBe(before);
});

test("a preload script that wants more than the sandbox has does not run", async () => {
  const wants = `require("node:fs");${code}`;
  await expect(page.evaluate(`window.skyferryPreload(${JSON.stringify(wants)})`)).rejects.toThrow(
    "module not found: node:fs",
  );
});

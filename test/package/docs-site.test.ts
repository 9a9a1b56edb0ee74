import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPage } from "#api/loopback/page-files.ts";
import { helpQuestions } from "#test/support/help-questions.ts";
import { launchBrowser, openPage } from "#test/support/hosts/browser.ts";
import { fillKept } from "#test/support/hosts/made-once.ts";

const top = path.join(import.meta.dirname, "../..");
const site = path.join(top, "out/docs");
const mostBytes = 3_000_000;

/** Everything that a build of the site may read. */
const pages = readdirSync(top).filter((name) => name.endsWith(".md"));
const sources = ["docs", "build/help", "renderer/model/search-word.ts", ...pages];

describe("the site of the documents", () => {
  let browser: Browser;
  beforeAll(async () => {
    await fillKept(site, { name: "docs", sources }, async () => {
      await promisify(execFile)(
        process.execPath,
        ["node_modules/vitepress/bin/vitepress.js", "build", "docs"],
        {
          cwd: top,
        },
      );
    });
    browser = await launchBrowser({ hasProcesses: true, isPlain: true });
  });
  afterAll(() => browser.close());

  test("is 3 MB at most", () => {
    const files = readdirSync(site, { recursive: true, encoding: "utf8" });
    const bytes = files.map((file) => statSync(path.join(site, file))).filter((one) => one.isFile());
    expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(mostBytes);
  });

  test("is searched without a network in a subfolder of a server: the first three answer an operator's question", async () => {
    await using server = await serveIn("/some/where");
    const { page, faults, context } = await openPage(browser);
    await page.goto(server.address);
    await page.getByRole("heading", { level: 1, name: /^Skyferry/ }).waitFor();
    const field = page.locator(".VPLocalSearchBox input");
    // The page is there before its scripts hear a key.
    await expect
      .poll(async () => {
        if (!(await field.isVisible())) await page.keyboard.press("Control+k");
        return await field.isVisible();
      })
      .toBe(true);
    const found = page.locator(".VPLocalSearchBox a.result");
    for (const { asked, page: answer, heading } of helpQuestions) {
      const before = await found.allTextContents();
      await field.fill(asked);
      await expect.poll(() => found.allTextContents()).not.toEqual(before);
      const first = (await found.all()).slice(0, 3);
      const places = await Promise.all(
        first.map(async (one) => [
          await one.getAttribute("href"),
          await one.locator(".title").last().textContent(),
        ]),
      );
      const isThere = places.some(
        ([href, title]) => href?.includes(`/docs/${answer}.html#`) && title?.trim() === heading,
      );
      expect([asked, isThere || places]).toEqual([asked, true]);
    }
    await field.fill("disk space");
    await page.locator(".VPLocalSearchBox a", { hasText: "Disk space" }).first().click();
    await page.waitForURL(/\/some\/where\/docs\/settings\.html#disk-space$/);
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("is read from the disk, with its styles and its links", async () => {
    const { page, context } = await openPage(browser);
    await page.goto(pathToFileURL(path.join(site, "index.html")).href);
    await page.waitForURL(/\/docs\/index\.html$/);
    expect(await page.locator("body").evaluate((one) => getComputedStyle(one).fontSize)).toBe("16px");
    await page.getByRole("link", { name: "Settings" }).first().click();
    await page.waitForURL(/\/docs\/settings\.html$/);
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await context.close();
  });
});

/** A server of files alone, which has the site in a folder: it has no policy of scripts. */
async function serveIn(folder: string) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const inside = pathname.startsWith(`${folder}/`) ? pathname.slice(folder.length) : "/none";
    void readPage(site, inside).then((file) => {
      if (file === null) response.writeHead(404).end();
      else response.writeHead(200, { "Content-Type": file.headers["Content-Type"] }).end(file.body);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${folder}/`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

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
import { launchBrowser, openPage } from "#test/support/hosts/browser.ts";
import { fillKept } from "#test/support/hosts/made-once.ts";

const top = path.join(import.meta.dirname, "../..");
const site = path.join(top, "out/docs");
const mostBytes = 3_000_000;

/** Everything that a build of the site may read. */
const pages = readdirSync(top).filter((name) => name.endsWith(".md"));
const sources = ["docs", "build/help", ...pages];

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

  test("is searched without a network in a subfolder of a server", async () => {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
      const inside = pathname.startsWith("/some/where/") ? pathname.slice("/some/where".length) : "/none";
      void readPage(site, inside).then((file) => {
        // A server of files alone: it has no policy of scripts.
        if (file === null) response.writeHead(404).end();
        else response.writeHead(200, { "Content-Type": file.headers["Content-Type"] }).end(file.body);
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { page, faults, context } = await openPage(browser);
    try {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/some/where/`);
      await page.getByRole("heading", { level: 1, name: /^Skyferry/ }).waitFor();
      const field = page.locator(".VPLocalSearchBox input");
      // The page is there before its scripts hear a key.
      await expect
        .poll(async () => {
          if (!(await field.isVisible())) await page.keyboard.press("Control+k");
          return await field.isVisible();
        })
        .toBe(true);
      await field.fill("disk space");
      await page.locator(".VPLocalSearchBox a", { hasText: "Disk space" }).first().click();
      await page.waitForURL(/\/some\/where\/docs\/settings\.html#disk-space$/);
      await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
      expect(faults).toEqual([]);
    } finally {
      await context.close();
      server.close();
    }
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

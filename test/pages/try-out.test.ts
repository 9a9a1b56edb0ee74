import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { atMost } from "#test/support/limits.ts";
import { oneHost } from "./page-hosts.ts";
import { headlineOf, openPagePlace, type PagePlace } from "./page-place.ts";

let at: PagePlace;
afterEach(() => at.close());

const waitLonger = { timeout: atMost(60_000) };

describe.each(oneHost)("the try-out on the $name", (kind) => {
  test(
    "is one click away, says that it is one, and leaves the station as it was",
    async () => {
      at = await openPagePlace(kind, { password: null, before: (place) => rm(place.settingsFile) });
      const { page, place } = at;
      await page.getByRole("button", { name: "Try it with the built-in portal" }).click();
      const banner = page.getByRole("region", { name: "Demo" });
      // 62 days are made first.
      await banner.waitFor({ timeout: atMost(150_000) });
      await expect
        .poll(() => headlineOf(page), waitLonger)
        .toMatch(/of today's \d+ files|file finished today/);
      const status = await askHost(place.dataFolder, "status", {});
      expect(status.totals.delivered).toBe(0);
      expect(existsSync(place.settingsFile)).toBe(false);
      await banner.getByRole("button", { name: "End the demo" }).click();
      await page.getByRole("heading", { name: "Which data portal?" }).waitFor({ timeout: atMost(60_000) });
      await expect.poll(() => existsSync(join(place.dataFolder, "demo")), waitLonger).toBe(false);
      expect(await readFile(place.settingsFile, "utf8").catch(() => "none")).toBe("none");
    },
    atMost(300_000),
  );
});

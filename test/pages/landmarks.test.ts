import { expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { violationsOf } from "./axe.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, headlineOf, openForTest } from "./page-place.ts";

test.each(oneHost)("on the $name all words are within landmarks, also while files are sent", async (kind) => {
  const { page } = await openForTest(kind, {
    // Slow enough that the file is on its way as long as the test looks.
    portal: { faults: [{ method: "PUT", requests: "every", fault: { uploadBytesPerSecond: 20_000 } }] },
    before: async (place) => {
      await place.write(liveName(dayFromToday(0)), new Uint8Array(8_000_000).fill(120));
    },
  });
  await expect.poll(() => headlineOf(page)).toMatch(/Sending files/);
  for (const address of ["/", "/files", "/settings/portal"]) {
    await goTo(page, address);
    const violations = await violationsOf(page, ["region"]);
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  }
  expect(await page.getByRole("banner").locator("[data-headline]").count()).toBe(1);
});

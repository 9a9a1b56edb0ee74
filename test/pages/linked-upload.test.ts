import { expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

test.each(oneHost)("on the $name a link to an upload shows its row and its story", async (kind) => {
  const names = Array.from({ length: 60 }, (_, n) => liveName(dayFromToday(-1), `part${n}`));
  const { page, faults } = await openForTest(kind, {
    before: async ({ write }) => void (await Promise.all(names.map((name) => write(name, name)))),
  });
  const foot = page.getByRole("main").getByRole("status").last();
  await goTo(page, "/files");
  await expect.poll(() => foot.textContent()).toBe("Everything is delivered");
  // Until all are delivered, rows move from section to section.
  await page.locator('[data-section="delivered"]', { hasText: /Delivered\s*60/ }).waitFor();
  await page.locator("[data-section]").nth(1).waitFor({ state: "detached" });
  await page.getByRole("grid").focus();
  await page.keyboard.press("End");
  await expect.poll(() => page.url()).toMatch(/upload=/);
  const link = new URL(page.url()).hash;

  await goTo(page, "/log?view=files");
  await page.evaluate(`window.location.hash = ${JSON.stringify(link)}`);
  await expect.poll(() => foot.textContent()).toBe("Everything is delivered");
  const row = page.getByRole("row", { selected: true });
  await row.waitFor();
  expect(await row.getAttribute("aria-rowindex")).toBe("62");
  const [inner, outer] = await Promise.all([row.boundingBox(), page.getByRole("grid").boundingBox()]);
  expect(inner?.y).toBeLessThan((outer?.y ?? 0) + (outer?.height ?? 0));
  expect(faults).toEqual([]);
});

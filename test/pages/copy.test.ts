import { expect, test } from "vitest";
import { pageHosts } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

test("a window that grants no permission lets a button copy all the same", async () => {
  const [daemon] = pageHosts;
  if (daemon === undefined) throw new Error("no host");
  const { page } = await openForTest(daemon);
  await page.evaluate(
    "navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))",
  );
  await goTo(page, "/data/sites");
  await page.getByRole("row", { name: /Hyyti/ }).first().click();
  await page.getByRole("button", { name: "Copy Site id" }).click();
  await page.getByText("Copied").waitFor();
  const find = page.getByLabel("Find a site");
  await find.focus();
  await page.keyboard.press("Control+V");
  await expect.poll(() => find.inputValue()).toBe("hyytiala");
});

import { expect, test } from "vitest";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

test.for(oneHost)("on the $name the tab is named after its page", async (kind) => {
  const { page } = await openForTest(kind, { portal: { seed: "demo" } });
  for (const [address, title] of [
    ["/files", "Files – Skyferry"],
    ["/coverage", "Coverage – Skyferry"],
    ["/settings/storage", "Settings – Skyferry"],
  ] as const) {
    await goTo(page, address);
    await page.waitForFunction((wanted) => document.title.endsWith(wanted), title);
  }
});

test.for(oneHost)("on the $name a short message is shown without the file that shows them", async (kind) => {
  const { page } = await openForTest(kind, { portal: { seed: "demo" } });
  await page.route(/toasts/, (route) => route.abort());
  await page.reload();
  await goTo(page, "/settings/instruments/0");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  const said = page.getByRole("status").filter({ hasText: "removed" });
  await said.waitFor();
  await said.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Close" }).waitFor({ state: "detached" });
  expect(await page.getByText("removed").count()).toBe(0);
});

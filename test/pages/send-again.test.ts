import { expect, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { requestsOf } from "#test/support/portals/cli-portal.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

test.each(oneHost)("on the $name a delivered file is sent again, and keeps its receipt", async (kind) => {
  const name = liveName(dayFromToday(0));
  const { page, portal, place } = await openForTest(kind, {
    before: async (one) => void (await one.write(name, "a file")),
  });
  await expect.poll(() => portal.acceptances().length).toBe(1);
  await goTo(page, "/files");
  await page.getByRole("row", { name: /live_/ }).click();
  const panel = page.getByRole("complementary", { name: "Upload" });
  await panel.getByText("The portal confirmed it.", { exact: true }).first().waitFor();
  await panel.getByText(place.settings.portal.url, { exact: true }).waitFor();
  const posts = requestsOf(portal, "POST /upload/metadata");
  await panel.getByRole("button", { name: "Send again" }).click();
  await page.getByText("It is in the queue again.").waitFor();
  await expect.poll(() => requestsOf(portal, "POST /upload/metadata")).toBe(posts + 1);
  const rows = page.getByRole("grid", { name: "Files" });
  // Two versions below the header of their section.
  await expect.poll(() => rows.getAttribute("aria-rowcount")).toBe("4");
  expect(portal.acceptances()).toHaveLength(1);
});

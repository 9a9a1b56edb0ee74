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
  await panel.getByText("The portal has the same bytes").waitFor();
  await panel.getByText(/^The portal confirmed it · (yesterday )?\d\d:\d\d UTC$/).waitFor();
  await panel.getByText(place.settings.portal.url, { exact: true }).waitFor();
  const timeline = panel.getByRole("region", { name: "History of this file" });
  const steps = [
    "Last written by the instrument.",
    "Found: 6 bytes",
    "Read.",
    "Announced to the portal.",
    "The portal stored it",
  ];
  for (const [n, step] of steps.entries())
    await expect
      .poll(async () =>
        (await timeline.getByRole("listitem").allTextContents()).findIndex((line) => line.includes(step)),
      )
      .toBe(n < 2 ? n : n + 1);

  // To its record on the portal, and back.
  const link = new URL(page.url()).hash;
  await panel.getByRole("link", { name: "See it on the portal" }).click();
  await page.getByRole("complementary").getByRole("link", { name: "Show in Files" }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe(link);
  await panel.getByText("The portal has the same bytes").waitFor();
  const posts = requestsOf(portal, "POST /upload/metadata");
  await panel.getByRole("button", { name: "Send again" }).click();
  await page.getByText("The file is back in the queue.").waitFor();
  await expect.poll(() => requestsOf(portal, "POST /upload/metadata")).toBe(posts + 1);
  const rows = page.getByRole("grid", { name: "Files" });
  // Two versions below the header of their section.
  await expect.poll(() => rows.getAttribute("aria-rowcount")).toBe("4");
  expect(portal.acceptances()).toHaveLength(1);
});

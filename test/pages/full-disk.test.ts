import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";
import { requestsOf } from "#test/support/portals/cli-portal.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

test.for(oneHost)(
  "on the $name a disk that is full stops a download with one message, and nothing else",
  async (kind, { skip }) => {
    if (kind.isDesktop) return skip("the desktop asks by the system's own dialog");
    const disk = await makeSmallDisk(2_048);
    if (typeof disk === "string") return skip(disk);
    onTestFinished(() => disk.remove());
    const { folder } = disk;
    // Room for the beginning of a file and for no whole one.
    const filler = join(folder, "filler");
    await writeFile(filler, new Uint8Array(2_044 * 1_024));
    const { page, place, portal, faults } = await openForTest(kind, { portal: { seed: "demo" } });
    await goTo(page, "/data/files");
    const download = page.getByRole("button", { name: "Download 5 files…" });
    await page.getByRole("checkbox").nth(4).waitFor();
    for (let row = 0; row < 5; row += 1) await page.getByRole("checkbox").nth(row).click();
    await download.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Folder path").fill(folder);
    await dialog.getByRole("button", { name: "Go", exact: true }).click();
    await dialog.getByRole("button", { name: "Choose this folder" }).click();

    const tray = page.getByRole("region", { name: "Downloads" });
    const job = tray.getByRole("list").first().getByRole("listitem").first();
    await expect.poll(() => job.textContent()).toMatch(/Stopped: 0 of 5 files downloaded/);
    const message = `The disk of ${folder} is full`;
    expect(await tray.getByRole("paragraph").filter({ hasText: message }).count()).toBe(1);
    expect(await job.textContent()).toContain("Free up space, then try again.");
    expect(await readdir(folder)).toEqual(["filler"]);

    // The page and the uploads go on.
    await place.write(liveName(dayFromToday(0), "later"), "a file of the instrument");
    await expect.poll(() => requestsOf(portal, "PUT /upload/data")).toBeGreaterThan(0);
    await page.getByRole("row", { name: /%/ }).first().click();
    await page.getByRole("complementary", { name: "Details of the file" }).waitFor();
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /Files/ }).click();
    await page
      .getByRole("row", { name: /later\.nc/ })
      .filter({ hasText: "Confirmed" })
      .waitFor();

    // With room made, what is left is fetched.
    await rm(filler);
    await goTo(page, "/data/files");
    await tray.getByRole("button", { name: "Show the downloads" }).click();
    await tray.getByRole("button", { name: "Download the other 5" }).click();
    await expect.poll(() => job.textContent()).toMatch(/5 files downloaded and checked/);
    expect(await readdir(folder)).toHaveLength(5);
    expect(faults).toEqual([]);
  },
);

import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { type CliPlace, dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { requestsOf } from "#test/support/portals/cli-portal.ts";
import { seriousOf } from "./axe.ts";
import { tabTo } from "./keyboard.ts";
import { lackAtDouble } from "./longer-words.ts";
import { oneHost, pageHosts } from "./page-hosts.ts";
import { headlineOf, openForTest, savedIn } from "./page-place.ts";

const today = dayFromToday(0);

/** Three delivered files, one that waits, and a backup of that; then the station is gone and the drive has another name. */
async function backUpAndClear(
  place: CliPlace,
): Promise<{ readonly backup: string; readonly receipts: string }> {
  for (const name of ["a", "b", "c"]) await place.write(liveName(today, name), `content ${name}`);
  expect((await place.submit()).report).toMatchObject({ delivered: 3 });
  await place.write(liveName(today, "d"), "content d");
  const backup = join(place.root, "station.tar.gz");
  expect(await place.run("backup", [backup])).toMatchObject({ code: 0 });
  const receipts = await receiptsOf(place);
  await rm(place.dataFolder, { recursive: true });
  await rm(place.settingsFile, { force: true });
  return { backup, receipts };
}

async function receiptsOf({ dataFolder }: CliPlace): Promise<string> {
  return (await runInProcess(["receipts", "--data", dataFolder])).stdout;
}

async function choose(page: Page, file: string): Promise<void> {
  await page.locator("input[type=file]").setInputFiles(file);
}

async function openStep(page: Page): Promise<void> {
  await tabTo(page, /^Open a station's backup/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Open a station's backup" }).waitFor();
}

// The daemon ends itself, the window its engine's process; each opens the data folder again.
describe.each(pageHosts)("a station's backup in the setup on the $name", (kind) => {
  test("takes the place of the empty station: receipts are equal, and nothing is sent before the old one is off", async () => {
    let made = { backup: "", receipts: "" };
    let moved = "";
    const { page, portal, place, faults } = await openForTest(kind, {
      async before(place) {
        made = await backUpAndClear(place);
        moved = `${place.folder} moved`;
        await rename(place.folder, moved);
      },
    });
    await openStep(page);
    await choose(page, made.backup);
    await page
      .getByText(/^Station hyytiala, on the PC .* 3 uploads in its record, 3 of them delivered\.$/)
      .waitFor();
    await page.getByText("does not exist").waitFor();
    expect(await seriousOf(page)).toEqual([]);
    expect(await lackAtDouble(page)).toEqual([]);
    await page.getByLabel(place.folder).fill(moved);
    await page.getByText("This folder is here.").waitFor();
    const before = requestsOf(portal, "PUT");
    await page.getByRole("button", { name: "Restore" }).click();
    await page.locator('main[data-page="/"]').waitFor();
    await expect.poll(() => headlineOf(page)).toMatch(/paused/i);
    expect((await savedIn(place)).instruments[0].folder).toBe(moved);
    expect((await receiptsOf(place)).replaceAll(moved, place.folder)).toBe(made.receipts);
    expect(requestsOf(portal, "PUT")).toBe(before);
    await page.getByRole("button", { name: "Resume", exact: false }).first().click();
    await expect.poll(() => requestsOf(portal, "PUT")).toBe(before + 1);
    expect(faults).toEqual([]);
  });
});

describe.each(oneHost)("a file in the setup on the $name", (kind) => {
  test("is refused in one sentence where it is cut, altered or something else, and the station stays empty", async () => {
    let made = { backup: "", receipts: "" };
    const { page, place } = await openForTest(kind, {
      async before(place) {
        made = await backUpAndClear(place);
      },
    });
    const bytes = await readFile(made.backup);
    const spoilt = async (name: string, content: Uint8Array | string): Promise<string> => {
      await writeFile(join(place.root, name), content);
      return join(place.root, name);
    };
    await openStep(page);
    await choose(page, await spoilt("cut.tar.gz", bytes.subarray(0, bytes.length - 40)));
    await page.getByText(/^cut\.tar\.gz is cut off/).waitFor();
    // Its checksum: another byte may also end the data early, which looks as if it were cut off.
    await choose(page, await spoilt("altered.tar.gz", bytes.with(bytes.length - 8, (bytes.at(-8) ?? 0) ^ 1)));
    await page.getByText(/^altered\.tar\.gz is damaged or was altered/).waitFor();
    await choose(page, await spoilt("other.gz", "holidays"));
    await page.getByText(/^other\.gz is not a backup of a station/).waitFor();
    expect(await page.getByRole("button", { name: "Restore" }).count()).toBe(0);
  });

  test("is refused by a station that has instruments already", async () => {
    let backup = "";
    const { page } = await openForTest(kind, {
      async before(place) {
        backup = join(place.root, "station.tar.gz");
        expect(await place.run("backup", [backup])).toMatchObject({ code: 0 });
      },
    });
    await page.evaluate('window.location.hash = "/setup/backup"');
    await choose(page, backup);
    await page.getByText(/^This station has instruments or files already/).waitFor();
  });
});

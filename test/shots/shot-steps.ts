import type { Page } from "playwright-core";
import type { CliPlace } from "#test/support/hosts/cli-place.ts";

/** A picture: where it is taken and what is done before. */
export interface Scene {
  readonly station: "full" | "failing" | "empty" | `${"situation" | "task" | "sized"}-${string}`;
  readonly name: string;
  /** Behind `#`. */
  readonly address: string;
  /** `place` is null at the demo. */
  readonly act?: (page: Page, scratch: string, place: CliPlace | null) => Promise<void>;
}

/** Clicks the row of a grid; the header is the first. */
export async function openRow(page: Page, index: number): Promise<void> {
  await page
    .locator(`[role="row"][aria-rowindex="${index}"]`)
    .first()
    .click({ timeout: 8_000, position: { x: 120, y: 16 } });
  await page.waitForTimeout(1_200);
}

/** Something that may take its time on a busy machine. */
export const waits = { timeout: 15_000 };

/** Opens the inside of a NetCDF file with a plot of a variable. */
export async function lookInside(page: Page): Promise<void> {
  await page.getByLabel("Find in these files").fill("classification");
  await page.waitForTimeout(800);
  await openRow(page, 2);
  await page.getByRole("button", { name: "Look inside" }).click(waits);
  const variables = page.getByRole("dialog").getByRole("list", { name: "Variables" });
  await variables
    .getByRole("button", { name: /target_classification/ })
    .first()
    .click(waits);
  await page
    .getByRole("dialog")
    .getByRole("img", { name: / over / })
    .waitFor(waits);
}

/** Marks as known what the demo has left to be marked, and waits for the plots. */
export async function markAsKnown(page: Page): Promise<void> {
  const marks = page.getByRole("main").getByRole("button", { name: "Mark as known" });
  for (let left = await marks.count(); left > 0; left -= 1) {
    await marks.first().click(waits);
    const dialog = page.getByRole("dialog", { name: "Mark as known" });
    await dialog.getByLabel("Note").fill("Snow on the dome");
    await dialog.getByLabel("Your name").fill("the operator");
    await dialog.getByRole("button", { name: "Mark as known" }).click(waits);
    await dialog.waitFor({ state: "detached" });
  }
  // They come once nothing is sent, which takes minutes where the demo has much of a day to write.
  const instruments = page.getByRole("region", { name: "Instruments" });
  await instruments.locator("img").nth(3).waitFor({ timeout: 150_000 });
  await page.waitForTimeout(2_000);
}

/** Picks two files and asks for their download; nothing is chosen where `folder` is null. */
export async function download(page: Page, folder: string | null): Promise<void> {
  await page.getByRole("checkbox").nth(1).waitFor(waits);
  await page.getByRole("checkbox").nth(0).click();
  await page.getByRole("checkbox").nth(1).click();
  await page.getByRole("button", { name: /Download 2 files/ }).click(waits);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Folder path").waitFor(waits);
  await page.waitForTimeout(600);
  if (folder === null) return;
  await dialog.getByLabel("Folder path").fill(folder);
  await dialog.getByRole("button", { name: "Go", exact: true }).click();
  await page.waitForTimeout(600);
  await dialog.getByRole("button", { name: "Choose this folder" }).click();
  await page.waitForTimeout(2_500);
}

/**
 * A script for a page: no picture shows a folder, a port or the name of the machine on which it was taken. A long path stands in
 * two texts.
 */
export function withoutMachine(machine: string): string {
  return String.raw`{
    const named = (text) => text
      .replaceAll(/\/\S*\/skyferry-[^/\s]*/g, "/home/station")
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "https://portal.example")
      .replaceAll(new RegExp("\\b" + ${JSON.stringify(machine)} + "\\b", "g"), "station-pc");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let isCut = false;
    while (texts.nextNode()) {
      const { data } = texts.currentNode;
      const rest = isCut ? data.replace(/^[^/]*/, "") : data;
      isCut = /\/skyferry-[^/\s]*$/.test(rest);
      if (named(rest) !== data) texts.currentNode.data = named(rest);
    }
    for (const field of document.querySelectorAll("input")) if (named(field.value) !== field.value) field.value = named(field.value);
  }`;
}

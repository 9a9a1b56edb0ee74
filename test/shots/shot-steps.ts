import type { Page } from "playwright-core";

/** A picture: where it is taken and what is done before. */
export interface Scene {
  readonly station: "full" | "failing" | "empty" | `situation-${string}`;
  readonly name: string;
  /** Behind `#`. */
  readonly address: string;
  readonly act?: (page: Page, scratch: string) => Promise<void>;
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

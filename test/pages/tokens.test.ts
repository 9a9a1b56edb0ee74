import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { seriousOf } from "./axe.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

describe.each(oneHost)("tokens in Settings, on the $name", (kind) => {
  test("one is created, shown once, copied, used and revoked", async () => {
    const { page, place, faults } = await openForTest(kind);
    await goTo(page, "/settings/general");
    await page.getByText("No program has a token yet.").waitFor();
    const create = page.getByRole("button", { name: "Create token" });
    expect(await create.isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "Name of the program" }).fill("Lab dashboard");
    await page.getByRole("combobox", { name: "Expires" }).selectOption("never");
    await page.keyboard.press("Tab");
    await create.click();
    await page.getByText("Token of Lab dashboard").waitFor();
    await page.getByText("Copy it now. It is not shown again.").waitFor();
    const token = await page.getByText(/^skyferry_[\w-]{43}$/).textContent();
    expect(token).not.toBeNull();
    expect(await page.getByRole("button", { name: "Copy token" }).count()).toBe(1);
    const row = page.getByRole("list", { name: "Tokens" }).getByRole("listitem");
    expect(await row.textContent()).toMatch(/Lab dashboard Look only.*not used yet · does not expire/);
    const text = await readFile(join(place.dataFolder, "tokens.json"), "utf8");
    expect(text).toContain('"Lab dashboard"');
    expect(text).not.toContain(token);
    expect(await seriousOf(page)).toEqual([]);

    // A name twice is told at its field.
    await page.getByRole("textbox", { name: "Name of the program" }).fill("lab dashboard");
    await create.click();
    await page.getByText('There is a token named "Lab dashboard" already').waitFor();

    await goTo(page, "/settings/general");
    await row.waitFor();
    expect(await page.getByText(token ?? "").count()).toBe(0);
    await page.getByRole("button", { name: "Revoke Lab dashboard" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("No program has a token yet.").waitFor();
    expect(JSON.parse(await readFile(join(place.dataFolder, "tokens.json"), "utf8")).tokens).toEqual([]);
    // The name that was refused.
    expect(faults).toEqual([expect.stringMatching(/^400 .*tokens\.create/)]);
  });

  test("a file that cannot be used is told", async () => {
    const { page, place } = await openForTest(kind);
    await writeFile(join(place.dataFolder, "tokens.json"), "{");
    await goTo(page, "/settings/general");
    await page.getByRole("alert").getByText("remove the file and create new tokens").waitFor();
  });
});

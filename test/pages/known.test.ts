import { describe, expect, test } from "vitest";
import { dateText } from "#base/text.ts";
import { md5 } from "#test/support/builders/engine-fixture.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, headlineOf, openForTest } from "./page-place.ts";

const today = dayFromToday(0);
const label = `Ceilometer, ${dateText(today, Date.now())}:`;

describe.each(oneHost)("problems of files that are on the portal, on the $name", (kind) => {
  test("what the portal could not use is corrected, or known with a note; what it refused is sent as missing", async () => {
    const { page, portal, place } = await openForTest(kind, {
      // The portal's list is read once in the test: before the host starts, it is as it will be.
      async before({ write, submit }, { tampering }) {
        await write(liveName(today, "a"), "content a");
        await submit();
        expect(tampering.alter(md5("content a"), { status: "invalid" })).toBe(true);
      },
    });
    await goTo(page, "/coverage");
    await expect
      .poll(() => page.getByRole("gridcell", { name: label }).getAttribute("aria-label"))
      .toContain("1 not usable");
    await goTo(page, "/");
    const row = page.getByRole("region", { name: "Needs you" }).getByRole("listitem");
    await row.getByText("The portal could not use 1 file of Ceilometer").waitFor();

    await row.getByRole("button", { name: "Mark as known" }).click();
    const dialog = page.getByRole("dialog", { name: "Mark as known" });
    const confirm = dialog.getByRole("button", { name: "Mark as known" });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel("Note").fill("Snow on the dome");
    await dialog.getByLabel("Your name").fill("the operator");
    await confirm.click();
    await expect.poll(() => row.count()).toBe(0);
    const known = page.getByRole("region", { name: "Known", exact: true });
    await known.getByText(/marked as known by the operator.*“Snow on the dome”/).waitFor();
    await goTo(page, "/log");
    await page.getByText("Marked as known: The portal could not use 1 file of Ceilometer").first().waitFor();
    await goTo(page, "/");
    await known.getByRole("button", { name: "Undo" }).click();
    await row.getByText("The portal could not use 1 file of Ceilometer").waitFor();
    expect(await known.count()).toBe(0);

    const chooser = page.waitForEvent("filechooser");
    await row.getByRole("button", { name: "Send a corrected file" }).click();
    await (await chooser).setFiles({
      name: liveName(today, "corrected"),
      mimeType: "application/octet-stream",
      buffer: Buffer.from("corrected"),
    });
    const adding = page.getByRole("dialog", { name: "Add files" });
    await adding.getByText(liveName(today, "corrected")).first().waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => adding.count()).toBe(0);

    const answer = { status: 422, body: "Unknown tag", when: "after-body" } as const;
    portal.setFaults([{ method: "POST", requests: "every", fault: { answer } }]);
    await place.write(liveName(today, "b"), "content b");
    await row.getByText(/refused by the portal/).waitFor();
    portal.setFaults([]);
    await goTo(page, `/coverage?instrument=Ceilometer&date=${today}`);
    await page.getByRole("button", { name: "Send the missing file" }).click();
    await expect.poll(() => portal.acceptances().length).toBe(2);
  });

  test("a misdated file is marked as known, which is taken back", async () => {
    const { page } = await openForTest(kind, {
      async before({ write }) {
        await write(liveName(today, "a"), "content a");
        await write(liveName(dayFromToday(4_000), "b"), "content b");
      },
    });
    const row = page
      .getByRole("region", { name: "Resolves automatically" })
      .getByRole("listitem")
      .filter({ hasText: "1 file of Ceilometer is held, its date is in the future" });
    await row.getByRole("button", { name: "Mark as known" }).click();
    const dialog = page.getByRole("dialog", { name: "Mark as known" });
    await dialog.getByLabel("Note").fill("The logger has the wrong year");
    await dialog.getByLabel("Your name").fill("the operator");
    await dialog.getByRole("button", { name: "Mark as known" }).click();
    await expect.poll(() => row.count()).toBe(0);
    await expect.poll(() => headlineOf(page)).toMatch(/^Everything is safe(?!.*held)/);
    await page
      .getByRole("region", { name: "Known", exact: true })
      .getByRole("button", { name: "Undo" })
      .click();
    await row.waitFor();
  });
});

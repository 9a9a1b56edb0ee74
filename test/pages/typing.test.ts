import { describe, expect, test } from "vitest";
import { httpHosts, oneHost } from "./page-hosts.ts";
import { goTo, openForTest } from "./page-place.ts";

/**
 * Types one letter more right after the page has written the search into its address, before the page is drawn again, and
 * notes every value that the field has from then on.
 */
const typeWhileItIsWritten = (label: string) => `(() => {
  const field = document.querySelector('input[aria-label="${label}"]');
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  const { replaceState } = history;
  window.seen = [];
  const look = () => {
    window.seen.push(field.value);
    requestAnimationFrame(look);
  };
  const type = () => {
    set.call(field, field.value + "d");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    look();
  };
  history.replaceState = (...words) => {
    replaceState.apply(history, words);
    history.replaceState = replaceState;
    queueMicrotask(type);
  };
})()`;

describe.each(oneHost)("what is typed on the $name", (kind) => {
  test.each([
    ["/files", "Search file names", "q"],
    ["/log?view=files", "Search file names", "q"],
    ["/data/files", "Find in these files", "find"],
  ])("on %s stays in its field, however it falls together with the address", async (address, label, word) => {
    const { page } = await openForTest(kind, { portal: { seed: "demo" } });
    await goTo(page, address);
    const field = page.getByLabel(label, { exact: true });
    await field.waitFor();
    await page.evaluate(typeWhileItIsWritten(label));
    await field.fill("abc");
    const written = () => new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get(word);
    await expect.poll(written).toBe("abcd");
    expect(await field.inputValue()).toBe("abcd");
    const seen: string[] = await page.evaluate("[...new Set(window.seen)]");
    expect(seen).toEqual(["abcd"]);
  });

  test.each([
    ["/log?view=files", "2026-11-01", "2026-11-10"],
    ["/data/files?dateFrom=2026-11-01&dateTo=2026-11-10", "2026-11-01", "2026-11-10"],
  ])("on %s a From after its To is told with both, and what to do", async (address, first, last) => {
    const { page, faults } = await openForTest(kind, { portal: { seed: "demo" } });
    await page.evaluate(`window.location.hash = ${JSON.stringify(address)}`);
    const from = page.getByLabel("From", { exact: true });
    await from.fill(first);
    await page.getByLabel("To", { exact: true }).fill(last);
    await from.fill("2026-11-20");
    await from.blur();
    await page.getByText("From is after To: choose an earlier From or a later To.").waitFor();
    expect(await from.getAttribute("aria-invalid")).toBe("true");
    await from.fill("2026-11-05");
    await expect.poll(() => from.getAttribute("aria-invalid")).not.toBe("true");
    expect(faults).toEqual([]);
  });

  test("a moment can be typed sign by sign, and one left half typed gives way to another", async () => {
    const { page, faults } = await openForTest(kind, { portal: { seed: "demo" } });
    await goTo(page, "/data/files");
    await page.getByText("More filters").click();
    const moment = page.getByLabel("Updated since (UTC)");
    await moment.pressSequentially("2026-11-21 10:30", { delay: 40 });
    const written = (word: string) => new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get(word);
    await expect.poll(() => written("updatedAtFrom")).toBe("2026-11-21T10:30:00.000Z");
    expect(await moment.inputValue()).toBe("2026-11-21 10:30");

    const from = page.getByLabel("From", { exact: true });
    await from.fill("2026-1");
    await from.blur();
    await page.getByRole("button", { name: "Previous range" }).click();
    await expect.poll(async () => (await from.inputValue()) === written("dateFrom")).toBe(true);
    expect(faults).toEqual([]);
  });
});

describe.each(httpHosts)("filters that are opened early, on the $name", (kind) => {
  test("stay as they were opened when the station's own sites become known", async () => {
    const { page } = await openForTest(kind, { portal: { seed: "demo" } });
    const answered = Promise.withResolvers<void>();
    await page.route("**/api/status", async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.reload();
    await goTo(page, "/data/files");
    await page.getByText("More filters").click();
    const moment = page.getByLabel("Updated since (UTC)");
    await moment.waitFor();
    answered.resolve();
    await page.getByText("Default, your own site:").waitFor();
    expect(await moment.isVisible()).toBe(true);
  });
});

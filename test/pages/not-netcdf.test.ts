import { createHash } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import type { FaultRule } from "#mock-portal/faults/faults.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openPagePlace, type PagePlace } from "./page-place.ts";

let at: PagePlace;
afterEach(() => at.close());

const waitLonger = { timeout: 30_000 };
const answer = (route: string, body: string, contentType = "application/json"): FaultRule => ({
  route,
  requests: "every",
  fault: { answer: { status: 200, body, headers: { "content-type": contentType }, when: "early" } },
});

/** Arrives whole, with the size and the checksum that the portal states, and is something else than its name says. */
const contents = [
  ["text", "These are 42 numbers, but they are in no NetCDF file.", /is not a NetCDF file/],
  ["the first letters of NetCDF alone", "CDF\u0001\u0000\u0000\u0000", /is damaged or incomplete/],
] as const;

test.each(oneHost.flatMap((kind) => contents.map((content) => [kind.name, ...content, kind] as const)))(
  "on the %s a NetCDF file that holds %s is told as such, and the page goes on",
  async (_host, _what, content, words, kind) => {
    at = await openPagePlace(kind, { portal: { seed: "demo" } });
    const { page, portal } = at;
    const listed = (await (await fetch(`${portal.url}/api/files?limit=2`)).json()) as readonly object[];
    const [first, second] = listed;
    const wrong = {
      ...first,
      filename: "20261121_not_netcdf.nc",
      size: String(Buffer.byteLength(content)),
      checksum: createHash("sha256").update(content).digest("hex"),
    };
    portal.setFaults([
      answer("/api/files", JSON.stringify([wrong, second])),
      answer("/api/files/*", JSON.stringify(wrong)),
      answer("/api/download/product/**", content, "application/octet-stream"),
    ]);
    await goTo(page, "/portal/files");
    await page.getByRole("row", { name: /not_netcdf\.nc/ }).click();
    const details = page.getByRole("complementary", { name: "Details of the file" });
    await details.getByRole("button", { name: "Look inside" }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.textContent(), waitLonger).toMatch(words);
    expect(await dialog.textContent()).not.toMatch(/checksum|undefined|Error|h5wasm/);
    expect(await dialog.getByRole("list", { name: "Variables" }).count()).toBe(0);

    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    portal.setFaults([]);
    await goTo(page, "/portal/raw-files");
    await page.getByRole("row").nth(1).waitFor();
    expect(at.faults).toEqual([]);
  },
);

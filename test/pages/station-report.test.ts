import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { Listening } from "#test/ports/channel-listener.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, savedIn } from "./page-place.ts";

describe.each(oneHost)("the station report in Settings, on the $name", (kind) => {
  test("goes to an address or into a folder, and says when it did, or why it did not", async () => {
    await using service = new Listening();
    const url = await service.open();
    const { page, place, faults } = await openForTest(kind);
    const save = () => page.getByRole("button", { name: "Save changes" }).click();
    await goTo(page, "/settings/notifications");
    const isOn = page.getByRole("switch", { name: "Send station reports" });
    await isOn.click();
    await page.getByText("Enter an address that starts with https://.").waitFor();
    await page.getByRole("textbox", { name: "Report address" }).fill(url);
    expect(await page.getByRole("button", { name: "Save to send a report" }).isDisabled()).toBe(true);
    await save();
    await expect.poll(() => savedIn(place)).toMatchObject({ report: { url } });
    // The first one comes by itself.
    await service.told(1);
    await page.getByText("Last report accepted:").waitFor();
    service.answer = (response) => response.writeHead(404).end("no such report");
    await page.getByRole("button", { name: "Send a report now" }).click();
    const failure = page.getByText("The service answered 404: no such report.");
    await failure.waitFor();
    expect(await failure.count()).toBe(1);
    expect(service.methods.every((one) => one === "PUT")).toBe(true);

    await page.getByText("Folder", { exact: true }).click();
    const folder = path.join(place.root, "reports");
    await mkdir(folder);
    await page.getByRole("textbox", { name: "Report folder" }).fill(folder);
    await save();
    await expect.poll(async () => (await savedIn(place)).report).toEqual({ folder });
    await expect.poll(() => readdir(folder)).toHaveLength(1);
    await isOn.click();
    await save();
    await expect.poll(async () => (await savedIn(place)).report).toBeUndefined();
    expect(faults).toEqual([]);
  });
});

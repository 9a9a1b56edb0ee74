import { describe, expect, test } from "vitest";
import { Listening } from "#test/ports/channel-listener.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, savedIn } from "./page-place.ts";

describe.each(oneHost)("the heartbeat in Settings, on the $name", (kind) => {
  test("is switched on, saved and sent, and off again", async () => {
    await using service = new Listening();
    const url = await service.open();
    const { page, place, faults } = await openForTest(kind);
    await goTo(page, "/settings/notifications");
    const isOn = page.getByRole("switch", { name: "Send heartbeats" });
    await isOn.click();
    await page.getByRole("textbox", { name: "Heartbeat address" }).fill(url);
    const unsaved = page.getByRole("button", { name: "Save to send a heartbeat" });
    expect(await unsaved.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(() => savedIn(place)).toMatchObject({ notifications: { heartbeat: { url } } });
    // The first one comes by itself.
    await service.told(1);
    await page.getByRole("button", { name: "Send a heartbeat now" }).click();
    await page.getByText("The service accepted the heartbeat.").waitFor();
    await page.getByText(/^Last heartbeat accepted: /).waitFor();
    service.answer = (response) => response.writeHead(404).end("no such check");
    await page.getByRole("button", { name: "Send a heartbeat now" }).click();
    const failure = page.getByText("The service answered 404: no such check.");
    await failure.waitFor();
    expect(await failure.count()).toBe(1);
    expect(service.urls.every((one) => one?.startsWith("/secret-token"))).toBe(true);
    await isOn.click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(async () => (await savedIn(place)).notifications?.heartbeat).toBeUndefined();
    expect(faults).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { Listening, mailAt } from "#test/ports/channel-listener.ts";
import { MailServer } from "#test/ports/mail-server.ts";
import { dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { seriousOf } from "./axe.ts";
import { tabTo } from "./keyboard.ts";
import { oneHost } from "./page-hosts.ts";
import { goTo, openForTest, savedIn, settled } from "./page-place.ts";

describe.each(oneHost)("notification channels on the $name", (kind) => {
  test("a channel is added by keyboard, tested before it is saved, given kinds, and removed", async () => {
    await using chat = new Listening();
    const address = await chat.open();
    const { page, place, faults } = await openForTest(kind);
    await goTo(page, "/settings/notifications");
    await tabTo(page, /^Add a channel/);
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Mail server" }).waitFor();
    const save = page.getByRole("button", { name: "Save changes" });
    expect(await save.count()).toBe(0);
    await page.getByRole("combobox", { name: "Service" }).click();
    await page.getByRole("option", { name: "Slack" }).click();
    const field = page.getByLabel("Address", { exact: true });
    await field.waitFor();
    await page.getByLabel("Channel name").fill("Lab chat");
    await page.getByText("Correct “Lab chat” before you save.").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBeNull();
    await field.focus();
    await page.keyboard.press("Tab");
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    await field.fill("http://chat.example/hook");
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    await expect
      .poll(() =>
        page
          .locator("fieldset")
          .getByText(/over plain http/)
          .count(),
      )
      .toBe(1);
    await expect.poll(() => save.isDisabled()).toBe(true);
    await field.fill(address);
    await expect.poll(() => field.getAttribute("aria-invalid")).not.toBe("true");

    chat.answer = (response) => response.writeHead(404).end("no_service");
    const send = page.getByRole("button", { name: "Send a test", exact: true });
    await send.click();
    const result = page.locator("fieldset").getByRole("status");
    await expect.poll(() => result.textContent()).toBe("Slack answered 404: no_service.");
    chat.answer = (response) => response.end("ok");
    await send.click();
    await expect.poll(() => result.textContent()).toBe("Slack accepted the message.");
    expect(chat.bodies).toHaveLength(2);
    expect((await savedIn(place)).notifications?.channels).toBeUndefined();

    await page.getByRole("combobox", { name: "Instruments" }).click();
    const name = place.settings.instruments[0]?.name ?? "";
    await page.getByRole("option", { name }).click();
    await page.keyboard.press("Escape");
    await page.getByLabel("Lab chat: Waiting").click();
    await save.click();
    await expect
      .poll(async () => (await savedIn(place)).notifications?.channels)
      .toEqual([
        {
          name: "Lab chat",
          type: "slack",
          url: address,
          instruments: [name],
          kinds: ["needsYou", "silentInstrument", "resolved"],
        },
      ]);

    await page.setViewportSize({ width: 900, height: 600 });
    await page.emulateMedia({ colorScheme: "dark" });
    await settled(page);
    expect(await seriousOf(page)).toEqual([]);
    const wide = "document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth";
    expect(await page.evaluate(wide)).toBe(0);

    await tabTo(page, /^Remove this channel/);
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "“Lab chat” was removed." }).waitFor();
    await page.getByRole("button", { name: "Edit Lab chat" }).waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await page.getByRole("button", { name: "Edit Lab chat" }).click();
    expect(await field.inputValue()).toBe(address);
    await expect.poll(() => page.getByText("Not saved yet").count()).toBe(0);
    await page.getByRole("button", { name: "Remove this channel" }).click();
    await save.click();
    await expect.poll(async () => (await savedIn(place)).notifications?.channels).toBeUndefined();
    expect(faults).toEqual([]);
  });

  test("the token of a protected topic is kept apart from the settings", async () => {
    await using phone = new Listening();
    const url = `${await phone.open()}/topic`;
    const { page, place } = await openForTest(kind, {
      before: (before) =>
        before.configure({
          ...before.settings,
          notifications: { channels: [{ name: "Phone", type: "ntfy", url, username: "station" }] },
        }),
    });
    await goTo(page, "/settings/notifications");
    await page.getByRole("button", { name: "Edit Phone" }).click();
    await page.getByRole("button", { name: "Send a test", exact: true }).click();
    const result = page.locator("fieldset").getByRole("status");
    await expect
      .poll(() => result.textContent())
      .toContain("ntfy was not asked: No password is stored for station");
    const token = page.getByLabel("Password or access token");
    await token.fill("tk_of_the_phone");
    // It outlives its form and a look at another page, in the page's memory alone.
    const edit = page.getByRole("button", { name: "Edit Phone" });
    await edit.click();
    await page.getByText("A password was typed and is not saved yet.").waitFor();
    await goTo(page, "/files");
    await goTo(page, "/settings/notifications");
    await edit.click();
    expect(await token.inputValue()).toBe("tk_of_the_phone");
    await page.getByRole("textbox", { name: "Address" }).fill(`${url}/other`);
    expect(await token.inputValue()).toBe("tk_of_the_phone");
    await page.getByRole("textbox", { name: "Address" }).fill(url);
    const kept = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])",
    );
    expect(kept).not.toContain("tk_of");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect.poll(() => page.getByText("A password is stored, but not in the settings.").count()).toBe(1);
    expect(await token.inputValue()).toBe("");
    await page.getByRole("button", { name: "Send a test", exact: true }).click();
    await expect.poll(() => result.textContent()).toBe("ntfy accepted the message.");
    expect(phone.headers.at(-1)?.authorization).toBe("Bearer tk_of_the_phone");
    expect(JSON.stringify(await savedIn(place))).not.toContain("tk_of");

    // The same channel by mail: what only ntfy has is gone.
    await using mail = new MailServer();
    await page.getByRole("combobox", { name: "Service" }).click();
    await page.getByRole("option", { name: "E-mail" }).click();
    const to = page.getByLabel("Recipients", { exact: true }).first();
    await to.fill("ann@inst.example, bo");
    await page.getByLabel("Sender", { exact: true }).first().fill("station@inst.example");
    await page.getByRole("textbox", { name: "Mail server" }).fill(await mail.open());
    await expect.poll(() => to.getAttribute("aria-invalid")).toBe("true");
    await to.fill("ann@inst.example, bo@inst.example");
    await expect.poll(() => to.getAttribute("aria-invalid")).not.toBe("true");
    await page.getByRole("button", { name: "Send a test", exact: true }).click();
    await expect.poll(() => result.textContent()).toBe("The mail server accepted the message.");
    expect(mail.mails.map((one) => one.to)).toEqual([["ann@inst.example", "bo@inst.example"]]);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect
      .poll(async () => Object.keys((await savedIn(place)).notifications?.channels[0]))
      .toEqual(["name", "type", "to", "from", "server"]);
  });

  test("a mail server that refuses is told in its own words, and a webhook that hangs by its time", async () => {
    await using mail = new MailServer();
    mail.recipient = () => "550 5.1.1 No such user";
    await using hook = new Listening();
    hook.answer = () => {};
    const webhook = { name: "Hook", type: "webhook", url: await hook.open() };
    const byMail = { ...mailAt(await mail.open()), name: "Mail" };
    const { page, place, portal, faults } = await openForTest(kind, {
      before: ({ configure, settings }) =>
        configure({ ...settings, notifications: { channels: [byMail, webhook] } }),
    });
    await goTo(page, "/settings/notifications");
    const send = page.getByRole("button", { name: "Send a test", exact: true });
    await page.getByRole("button", { name: "Edit Mail" }).click();
    await send.click();
    await page
      .getByRole("status")
      .getByText("The mail server refused every recipient: 550 5.1.1 No such user.")
      .waitFor();
    await page.getByRole("button", { name: "Edit Hook" }).click();
    await send.click();
    await hook.told(1);
    const name = liveName(dayFromToday(0));
    await place.write(name, "a file");
    await expect.poll(() => portal.acceptances().map(({ filename }) => filename)).toEqual([name]);
    await page
      .getByRole("status")
      .getByText(/^Webhook did not answer in \d+ s\.$/)
      .waitFor();
    expect(faults).toEqual([]);
  });
});

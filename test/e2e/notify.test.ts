import { expect, test } from "vitest";
import { Listening, mailAt } from "#test/ports/channel-listener.ts";
import { MailServer } from "#test/ports/mail-server.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

/** `skyferry notify test` on a folder that nothing runs on. */

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
const chat = ofAllTests(
  async () => {
    const listening = new Listening();
    return { listening, address: await listening.open() };
  },
  ({ listening }) => listening.close(),
);

const notify = (...words: readonly string[]) => place.run("notify", words);

test("without a channel there is nothing to test", async () => {
  expect(await notify("test")).toMatchObject({
    code: 2,
    stderr: "skyferry notify: The settings contain no usable notification channel.\n",
  });
});

test("each channel says what it answered; an address is never shown", async () => {
  await using mail = new MailServer();
  const channels = [
    { name: "Lab chat", type: "slack", url: chat.address },
    { name: "Gone", type: "teams", url: "http://127.0.0.1:1/secret-token" },
    { name: "Phone", type: "ntfy", url: `${chat.address}/topic`, username: "station" },
    { ...mailAt(await mail.open()), name: "Mail" },
  ];
  await place.configure({ ...place.settings, notifications: { channels, webhook: chat.address } });
  const all = await notify("test");
  expect(all).toMatchObject({ code: 1, stderr: "" });
  expect(all.stdout.trim().split("\n")).toEqual([
    "OK       Webhook: Webhook accepted the message.",
    "OK       Lab chat: Slack accepted the message.",
    "PROBLEM  Gone: Teams cannot be reached: ECONNREFUSED.",
    expect.stringMatching(/^PROBLEM {2}Phone: ntfy was not asked: .*SKYFERRY_PASSWORD_PHONE\.$/),
    "OK       Mail: The mail server accepted the message.",
  ]);
  expect(chat.listening.bodies).toMatchObject([
    { kind: "test" },
    { text: expect.stringContaining("Test notification") },
  ]);

  expect(mail.mails).toMatchObject([{ text: expect.stringContaining("Test notification") }]);

  const one = await notify("test", "--json", "Lab chat");
  expect(one.code).toBe(0);
  expect(jsonOf(one)).toEqual([
    { name: "Lab chat", type: "slack", isTaken: true, sentence: "Slack accepted the message." },
  ]);
  expect(JSON.stringify([all, one])).not.toContain("secret-token");
  const withToken = await place.run("notify", ["test", "Phone"], {
    env: { SKYFERRY_PASSWORD_PHONE: "tk_mine" },
  });
  expect(withToken).toMatchObject({ code: 0, stdout: "OK       Phone: ntfy accepted the message.\n" });
  expect(chat.listening.headers.at(-1)?.authorization).toBe("Bearer tk_mine");
});

test.each([
  [[], "test is missing; see --help."],
  [["send"], '"send" is not an action of notify: use test.'],
  [["test", "Lab", "chat"], '"chat" is an unexpected argument; see --help.'],
  [
    ["test", "Lab"],
    'The settings have no channel "Lab" that can be used; there are: Webhook, Lab chat, Gone, Phone, Mail.',
  ],
])("%j is refused", async (words, said) => {
  expect(await notify(...words)).toMatchObject({ code: 2, stdout: "", stderr: `skyferry notify: ${said}\n` });
});

test("the heartbeat is sent as it is now, and its address is never shown", async () => {
  expect(await notify("test", "heartbeat")).toMatchObject({
    code: 2,
    stderr: "skyferry notify: The settings have no heartbeat: set notifications.heartbeat.url.\n",
  });
  await using service = new Listening();
  const url = await service.open();
  await place.configure({ ...place.settings, notifications: { heartbeat: { url } } });
  expect(await notify("test", "heartbeat")).toMatchObject({
    code: 0,
    stdout: "OK       heartbeat: The service accepted the heartbeat.\n",
  });
  expect([service.methods, service.urls]).toEqual([["GET"], ["/secret-token"]]);
  service.answer = (response) => response.writeHead(404).end("not found");
  const refused = await notify("test", "heartbeat", "--json");
  expect(refused.code).toBe(1);
  const sentence = "The service answered 404: not found.";
  expect(jsonOf(refused)).toEqual([{ name: "heartbeat", type: "heartbeat", isTaken: false, sentence }]);
});

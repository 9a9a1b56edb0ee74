import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createChannels } from "#adapters/notify/channels.ts";
import { reasonOf } from "#adapters/notify/mail-reasons.ts";
import { wayTo } from "#adapters/notify/one-mail.ts";
import type { Channel, MailChannel } from "#domain/notification-settings.ts";
import type { Channels } from "#engine/ports/channels.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { type CertificateMaker, makeCertificates } from "#test/support/portals/certificates.ts";
import { mailAt, message } from "./channel-listener.ts";
import { MailServer } from "./mail-server.ts";

let maker: CertificateMaker;
let good: Awaited<ReturnType<CertificateMaker["signed"]>>;
let server: MailServer;
let address: string;
let clock: FakeClock;
let logged: string[];
let channels: Channels;
let open: (tryMs?: number) => Channels;

beforeAll(async () => {
  maker = await makeCertificates();
  good = await maker.signed("IP:127.0.0.1");
});
afterAll(() => maker.remove());
beforeEach(async () => {
  server = new MailServer();
  address = await server.open();
  clock = new FakeClock();
  logged = [];
  const warn = (text: string, facts?: object) => void logged.push(`${text} ${JSON.stringify(facts)}`);
  open = (tryMs) =>
    createChannels({
      clock,
      log: { info() {}, error() {}, warn },
      version: "0.1.0",
      proxy: () => null,
      caFile: () => maker.authorityFile,
      secretOf: async ({ username }: Channel) => ({ secret: username === null ? null : "pa ss\u00f6" }),
      ...(tryMs && { tryMs }),
    });
  channels = open();
});
afterEach(async () => {
  await channels.close();
  await server.close();
});

const test = async (channel: MailChannel) =>
  (await channels.test(channel, message, null, new AbortController().signal)).sentence;
const headersOf = (text: string) => {
  const head = text.slice(0, text.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  return new Map(
    head.split("\r\n").map((line) => [line.split(":", 1)[0]?.toLowerCase(), line.replace(/^.*?: ?/, "")]),
  );
};

describe("a mail", () => {
  it("is plain text for all recipients, encrypted, signed in, and asks for no answer", async () => {
    server.certificate = good;
    const channel = mailAt(address, { username: "station" });
    expect(
      await channels.send(channel, { ...message, kind: "needsYou", lines: ["Fünf files.", "*b* <i>"] }),
    ).toBe(true);
    expect(server.mails).toMatchObject([
      {
        from: "station@inst.example",
        to: ["ann@inst.example", "bo@inst.example"],
        isEncrypted: true,
        account: "station:pa ss\u00f6",
      },
    ]);
    const [{ text = "" } = {}] = server.mails;
    const headers = headersOf(text);
    expect(headers.get("subject")).toBe("hyytiala: Portal unreachable");
    expect(headers.get("from")).toBe("Skyferry <station@inst.example>");
    expect(headers.get("to")).toBe("ann@inst.example, bo@inst.example");
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(headers.get("auto-submitted")).toBe("auto-generated");
    expect(headers.get("importance")).toBe("high");
    expect(text).toContain("=C3=BC");
    expect(text).toContain("*b* <i>");
    expect(text).toContain("Sent by Skyferry at hyytiala.");
  });

  it("has no header that a name brings along", async () => {
    const hostile = "Lidar\r\nBcc: eve@evil.example\r\n\r\n.\r\nMAIL FROM:<eve@evil.example>";
    await channels.send(mailAt(address), { ...message, title: hostile, station: hostile, lines: [hostile] });
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.to).toEqual(["ann@inst.example", "bo@inst.example"]);
    const { text = "" } = server.mails[0] ?? {};
    const headers = headersOf(text);
    expect(headers.has("bcc")).toBe(false);
    expect(headers.get("subject")).toContain("Bcc: eve");
    expect(text.slice(text.indexOf("\r\n\r\n"))).not.toMatch(/^(Bcc|MAIL)/m);
  });

  it("of one cause is in one thread with the others, and each has a name of its own", async () => {
    for (const one of [message, { ...message, isRepeat: true }, { ...message, kind: "resolved" } as const])
      await channels.send(mailAt(address), one);
    await channels.send(mailAt(address), { ...message, id: "b-2" });
    const all = server.mails.map(({ text }) => headersOf(text));
    const threads = all.map((headers) => headers.get("references"));
    expect(new Set(threads.slice(0, 3)).size).toBe(1);
    expect(threads[0]).toMatch(/^<skyferry-[0-9a-f]{24}@inst\.example>$/);
    expect(threads[3]).not.toBe(threads[0]);
    expect(all.map((headers) => headers.get("in-reply-to"))).toEqual(threads);
    expect(new Set(all.map((headers) => headers.get("message-id"))).size).toBe(4);
  });
});

describe("a mail server", () => {
  it.each<[string, string, Partial<MailServer>, Partial<MailChannel>?]>([
    [
      "refuses everybody",
      "refused every recipient: 550 5.1.1 <***>: User unknown",
      { recipient: (to) => `550 5.1.1 <${to}>: User unknown` },
    ],
    [
      "refuses one of two",
      "accepted the message, but refused recipient 2 of 2: 550 5.1.1 User unknown",
      { recipient: (to) => (to.startsWith("bo") ? "550 5.1.1 User unknown" : "250 Ok") },
    ],
    ["refuses the sender", "refused the sender: 553 5.7.1 Not yours", { sender: "553 5.7.1 Not yours" }],
    [
      "wants an account",
      "wants a user name and password: 530 5.7.0 Must sign in",
      { sender: "530 5.7.0 Must sign in" },
    ],
    [
      "refuses the password",
      "did not accept the user name and password: 535 5.7.8 Bad credentials for ***",
      { auth: "535 5.7.8 Bad credentials for station" },
      { username: "station" },
    ],
    [
      "takes no sign-in now",
      "answered 454 4.7.0 Temporary failure",
      { auth: "454 4.7.0 Temporary failure" },
      { username: "station" },
    ],
    [
      "is too busy",
      "answered 421 4.3.2 Too many connections",
      { greeting: "421 4.3.2 Too many connections" },
    ],
    ["is greylisting", "answered 451 4.7.1 Greylisted", { recipient: () => "451 4.7.1 Greylisted" }],
    ["takes no content", "answered 554 5.7.1 Spam", { taken: () => "554 5.7.1 Spam" }],
    ["closes instead of greeting", "closed the connection", { greeting: "close" }],
    ["closes midway", "closed the connection", { data: "close" }],
    ["closes after the content", "closed the connection", { taken: () => "close" }],
    ["says two lines", "answered 554 no and no", { taken: () => "554-no\r\n554 and no" }],
    ["never says good-bye", "accepted the message", { goodBye: null }],
  ])("that %s is told as such: %s", async (_, said, mood, changes = {}) => {
    server.certificate = changes.username ? good : null;
    Object.assign(server, mood);
    expect(await test(mailAt(address, changes))).toBe(`The mail server ${said}.`);
    expect(logged).toEqual([]);
  });

  it.each<[string, string, Partial<MailServer>]>([
    ["does not greet", "did not answer in 0.3 s", { greeting: null }],
    ["hangs before the content", "did not answer in 0.3 s", { data: null }],
    [
      "hangs after the content",
      "did not confirm the message in 0.3 s; it may have arrived anyway",
      { taken: () => null },
    ],
  ])("that %s is left after its time", async (_, said, mood) => {
    Object.assign(server, mood);
    channels = open(300);
    expect(await test(mailAt(address))).toBe(`The mail server ${said}.`);
  });

  it("that is not there says so", async () => {
    expect(await test(mailAt("127.0.0.1:1"))).toBe("The mail server cannot be reached: ECONNREFUSED.");
  });

  it("is asked three times for a mail that it does not want yet, minutes apart, by the same name", async () => {
    server.taken = (nth) => (nth < 3 ? "451 4.7.1 Greylisted" : "250 Ok");
    const sent = channels.send(mailAt(address), message);
    for (const tries of [1, 2]) {
      await clock.whenAsleep();
      await clock.advance(359_999);
      expect(server.connections).toBe(tries);
      await clock.advance(1);
    }
    expect(await sent).toBe(true);
    expect(server.mails).toHaveLength(1);
  });

  it("that may have taken it gets the same mail again, not another one", async () => {
    server.taken = (nth) => (nth === 1 ? "close" : "250 Ok");
    const sent = channels.send(mailAt(address), message);
    await clock.whenAsleep();
    await clock.advance(5_000);
    expect(await sent).toBe(true);
    const names = server.contents.map((text) => headersOf(text).get("message-id"));
    expect(names[0]).toMatch(/^<[0-9a-f-]{36}@inst\.example>$/);
    expect(names).toEqual([names[0], names[0]]);
  });

  it("that refuses one of two for good has taken it for the other, who gets it once", async () => {
    server.recipient = (to) => (to.startsWith("bo") ? "550 5.1.1 User unknown" : "250 Ok");
    expect(await channels.send(mailAt(address), message)).toBe(true);
    expect(server.mails).toHaveLength(1);
    expect(logged).toEqual([expect.stringContaining("refused recipient 2 of 2: 550 5.1.1 User unknown")]);
  });

  it("that wants one of three later, and one never, is asked again for that one alone", async () => {
    const to = ["ann@inst.example", "bo@inst.example", "cy@inst.example"];
    server.recipient = (one) => {
      if (one.startsWith("cy")) return "550 5.1.1 User unknown";
      return one.startsWith("bo") && server.connections < 2 ? "451 4.7.1 Greylisted" : "250 Ok";
    };
    const sent = channels.send(mailAt(address, { to }), message);
    await clock.whenAsleep();
    await clock.advance(360_000);
    expect(await sent).toBe(true);
    expect(server.mails.map((mail) => mail.to)).toEqual([["ann@inst.example"], ["bo@inst.example"]]);
    expect(logged).toEqual([expect.stringContaining("refused recipient 3 of 3: 550 5.1.1 User unknown")]);
  });

  it("that refuses for good is not asked again; the log holds no address and no password", async () => {
    server.certificate = good;
    server.auth = "535 5.7.8 ann@inst.example is not station";
    expect(await channels.send(mailAt(address, { username: "station" }), message)).toBe(false);
    expect(server.connections).toBe(1);
    expect(logged).toEqual([
      'a notification could not be sent {"channel":"Lab","reason":"it did not accept the user name and password: 535 5.7.8 *** is not ***"}',
    ]);
  });
});

describe("encryption", () => {
  it("is a must beyond this PC, and no password is sent without", async () => {
    await using outside = new MailServer();
    const there = await outside.open("0.0.0.0");
    const channel = mailAt(there, { username: "station" });
    expect(await test(channel)).toBe(
      "The mail server offers no encryption (STARTTLS): 502 5.5.1 Command not implemented.",
    );
    outside.certificate = good;
    outside.startTls = "454 4.7.0 TLS not available";
    expect(await test(channel)).toBe("The mail server answered 454 4.7.0 TLS not available.");
    expect(outside.mails).toEqual([]);
    outside.certificate = null;
    expect(await test({ ...channel, allowInsecure: true })).toBe("The mail server accepted the message.");
    expect(outside.mails).toMatchObject([{ isEncrypted: false }]);
  });

  it.each([
    [
      "another name",
      () => maker.signed("DNS:elsewhere.example"),
      "certificate for another name (ERR_TLS_CERT_ALTNAME_INVALID)",
    ],
    [
      "no authority",
      () => maker.selfSigned("IP:127.0.0.1"),
      "self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)",
    ],
  ])("needs a certificate that is trusted: %s", async (_, make, said) => {
    server.certificate = await make();
    expect(await test(mailAt(address))).toBe(`The mail server shows a ${said}.`);
    expect(server.mails).toEqual([]);
  });

  it("begins at once on port 465, else with STARTTLS", () => {
    const host = "mail.example";
    expect(wayTo({ host, port: 465 }, false)).toEqual({ host, port: 465, secure: true, requireTLS: false });
    expect(wayTo({ host, port: 587 }, false)).toMatchObject({ secure: false, requireTLS: true });
    expect(wayTo({ host, port: 587 }, true)).toMatchObject({ secure: false, requireTLS: false });
  });

  it("from the first byte is what a server for STARTTLS does not speak", () => {
    const error = { code: "ESOCKET", originalCode: "ERR_SSL_WRONG_VERSION_NUMBER" };
    expect(reasonOf(error, mailAt("mail.example:465"))).toMatchObject({
      isTransient: false,
      reason: expect.stringContaining("try port 587"),
    });
  });
});

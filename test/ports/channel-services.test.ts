import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChannels } from "#adapters/notify/channels.ts";
import type { Channel } from "#domain/notification-settings.ts";
import type { ChannelMessage, Channels } from "#engine/ports/channels.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { makeCertificates } from "#test/support/portals/certificates.ts";
import { channelAt, Listening, message } from "./channel-listener.ts";

let listening: Listening;
let address: string;
let open: (tryMs?: number) => Channels;
let channels: Channels;
let logged: string[];
let authorityFile: string | null = null;

beforeEach(async () => {
  listening = new Listening();
  address = await listening.open();
  logged = [];
  const log = { info() {}, error() {}, warn: (text: string) => void logged.push(text) };
  const secretOf = async (channel: Channel) => ({ secret: channel.username === null ? null : "tk_secret" });
  open = (tryMs) =>
    createChannels({
      clock: new FakeClock(),
      log,
      version: "0.1.0",
      proxy: () => null,
      caFile: () => authorityFile,
      secretOf,
      ...(tryMs && { tryMs }),
    });
  channels = open();
});
afterEach(async () => {
  await channels.close();
  await listening.close();
});

/** A hostile name, as a file or an instrument may have it. */
const hostile = "<!channel> @channel @all *b* _i_ `c` [x](http://e) & ~town <@U1>";

describe("each service", () => {
  const told = async (channel: Channel, changes: Partial<ChannelMessage> = {}) => {
    expect(await channels.send(channel, { ...message, ...changes })).toBe(true);
    return JSON.stringify(listening.bodies.at(-1));
  };

  it("Slack gets plain text in which nothing is a mention", async () => {
    await told(channelAt(address, "slack"), { lines: [hostile] });
    expect(listening.bodies).toEqual([
      {
        text:
          "hyytiala: Portal unreachable\n" +
          "&lt;!channel&gt; @channel @all *b* _i_ `c` [x](http://e) &amp; ~town &lt;@U1&gt;",
        mrkdwn: false,
        link_names: false,
        unfurl_links: false,
        unfurl_media: false,
      },
    ]);
  });

  it("Teams gets an adaptive card of text runs, which read no markdown", async () => {
    await told(channelAt(address, "teams"), { lines: [hostile, "b"] });
    const run = (text: string, style = {}) => ({
      type: "RichTextBlock",
      inlines: [{ type: "TextRun", text, ...style }],
    });
    expect(listening.bodies).toEqual([
      {
        type: "message",
        attachments: [
          {
            contentType: "application/vnd.microsoft.card.adaptive",
            contentUrl: null,
            content: {
              $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
              type: "AdaptiveCard",
              version: "1.4",
              body: [
                run("hyytiala: Portal unreachable", { weight: "Bolder", size: "Medium" }),
                run(hostile),
                run("b"),
              ],
            },
          },
        ],
      },
    ]);
  });

  it("Mattermost gets markdown in which nothing is markup or a mention", async () => {
    const said = await told(channelAt(address, "mattermost"), { lines: [hostile] });
    expect(said).not.toMatch(/@(channel|all|U1)|<!|(?<!\\)[*_`~]/);
    expect(said).toContain("hyytiala: Portal unreachable");
  });

  it("ntfy gets JSON at its own address, with the topic inside and a priority", async () => {
    const topic = channelAt(address, "ntfy", { url: address.replace(/[^/]*$/, "below/my-topic") });
    await told(topic, { lines: [hostile] });
    await told(topic, { kind: "needsYou" });
    await told({ ...topic, username: "station" }, { kind: "resolved", lines: ["ö".repeat(5_000)] });
    expect(listening.bodies).toMatchObject([
      {
        topic: "my-topic",
        title: "hyytiala: Portal unreachable",
        message: hostile,
        priority: 3,
        tags: ["warning"],
      },
      { priority: 4 },
      { priority: 2, tags: ["white_check_mark"] },
    ]);
    expect(listening.urls[0]).toBe("/below");
    expect(listening.headers.map(({ authorization }) => authorization)).toEqual([
      undefined,
      undefined,
      "Bearer tk_secret",
    ]);
    const { message: long } = listening.bodies[2] as { message: string };
    expect(long.endsWith("ö…")).toBe(true);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(4_000);
  });
});

describe("a test", () => {
  const test = (channel: Channel) => channels.test(channel, message, null, new AbortController().signal);

  it.each([
    ["slack", 404, "no_service", "Slack answered 404: no_service."],
    ["slack", 400, "invalid_payload", "Slack answered 400: invalid_payload."],
    [
      "mattermost",
      400,
      '{"message":"Invalid webhook.","status_code":400}',
      "Mattermost answered 400: Invalid webhook.",
    ],
    ["ntfy", 403, '{"code":40301,"http":403,"error":"forbidden"}', "ntfy answered 403: forbidden."],
    [
      "teams",
      401,
      '{"error":{"code":"X","message":"The SAS is wrong."}}',
      "Teams answered 401: The SAS is wrong.",
    ],
    [
      "teams",
      200,
      "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429.",
      "Teams answered 200, but did not accept the message: Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429.",
    ],
    [
      "slack",
      200,
      '{"ok":false,"error":"invalid_auth"}',
      "Slack answered 200, but did not accept the message: invalid_auth.",
    ],
    [
      "mattermost",
      200,
      "<!doctype html><title>Mattermost</title>",
      "Mattermost answered 200 with a web page: check the address, or log in to the network.",
    ],
    ["webhook", 302, "", "Webhook answered 302: redirects are not followed."],
    ["webhook", 500, "<html>oh</html>", "Webhook answered 500."],
    ["webhook", 404, "no /secret-token here", "Webhook answered 404: no *** here."],
    ["webhook", 429, "a\nb", "Webhook answered 429: a\\nb."],
  ] as const)("of %s that answers %i %j says so at once", async (type, status, said, sentence) => {
    listening.answer = (response) => response.writeHead(status, { location: "/elsewhere" }).end(said);
    expect(await test(channelAt(type === "ntfy" ? `${address}/topic` : address, type))).toEqual({
      isTaken: false,
      sentence,
    });
    expect(listening.bodies).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  it("that is taken, is not answered, or meets nobody says so", async () => {
    expect(await test(channelAt(address, "slack"))).toEqual({
      isTaken: true,
      sentence: "Slack accepted the message.",
    });
    channels = open(300);
    listening.answer = () => {};
    expect((await test(channelAt(address, "slack"))).sentence).toBe("Slack did not answer in 0.3 s.");
    const nobody = { url: "http://127.0.0.1:1/secret-token" };
    expect((await test(channelAt(address, "slack", nobody))).sentence).toBe(
      "Slack cannot be reached: ECONNREFUSED.",
    );
  });

  it("of a service whose certificate the station's own authority signed is taken; any other says why not", async () => {
    const maker = await makeCertificates();
    const said = async (certificate: Awaited<ReturnType<typeof maker.signed>>, own: string | null) => {
      const server = createServer(certificate, (_, response) => response.end("ok")).listen(0, "127.0.0.1");
      await once(server, "listening");
      authorityFile = own;
      const { port } = server.address() as AddressInfo;
      const { sentence } = await test(channelAt(`https://127.0.0.1:${port}/secret-token`, "mattermost"));
      server.closeAllConnections();
      server.close();
      return sentence;
    };
    try {
      const good = await maker.signed("IP:127.0.0.1");
      expect(await said(good, maker.authorityFile)).toBe("Mattermost accepted the message.");
      expect(await said(good, null)).toMatch(
        /^Mattermost shows a certificate that this PC does not trust \(/,
      );
      expect(await said(await maker.signed("DNS:elsewhere.example"), maker.authorityFile)).toBe(
        "Mattermost shows a certificate for another name (ERR_TLS_CERT_ALTNAME_INVALID).",
      );
      const plain = { url: address.replace("http:", "https:") };
      expect((await test(channelAt(address, "ntfy", plain))).sentence).toBe(
        "ntfy does not speak https there: check the address.",
      );
    } finally {
      authorityFile = null;
      await maker.remove();
    }
  });
});

import { afterEach, beforeEach, expect, it } from "vitest";
import { createChannels } from "#adapters/notify/channels.ts";
import { mailOf } from "#adapters/notify/mail-message.ts";
import type { MailChannel } from "#domain/notification-settings.ts";
import type { Channels } from "#engine/ports/channels.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { channelAt, Listening, message } from "./channel-listener.ts";

const say = (sentence: string) => `«${sentence}»`;
let listening: Listening;
let address: string;
let channels: Channels;

beforeEach(async () => {
  listening = new Listening();
  address = await listening.open();
  channels = createChannels({
    clock: new FakeClock(),
    log: { info() {}, error() {}, warn() {} },
    version: "0.1.0",
    proxy: () => null,
    caFile: () => null,
    secretOf: async () => ({ secret: null }),
    inWords: async () => say,
  });
});
afterEach(async () => {
  await channels.close();
  await listening.close();
});

it("people are told in the station's language, programs in English", async () => {
  await channels.send(channelAt(address, "ntfy"), message);
  expect(listening.bodies.at(-1)).toMatchObject({
    title: `${message.station}: «${message.title}»`,
    message: message.lines.map(say).join("\n"),
  });
  await channels.send(channelAt(address, "webhook"), message);
  expect(listening.bodies.at(-1)).toMatchObject({ title: message.title, sentence: message.lines.join("\n") });
});

it("a mail ends in the station's language, too", async () => {
  const channel = { from: "sky@example.org", to: ["ann@example.org"] } as unknown as MailChannel;
  const footer = async (station: string) => {
    const { raw } = await mailOf(channel, { ...message, station }, "id", (text) => text.toUpperCase());
    return raw.toString("utf8");
  };
  expect(await footer("")).toContain("SENT BY SKYFERRY. TO CHANGE THIS");
  expect(await footer("hyytiala")).toContain("SENT BY SKYFERRY AT HYYTIALA. TO CHANGE THIS");
});

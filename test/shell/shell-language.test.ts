import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TransportEvent } from "#contract/events.ts";
import type { Transport } from "#contract/transport.ts";
import { showNotifications, tell } from "#main/notifications.ts";
import { followLanguage, shown, speakInShell, systemLanguage } from "#main/shell-language.ts";
import { openTray } from "#main/tray/tray.ts";
import { createFakeElectron, type FakeElectron } from "#test/support/fake-electron/fake-electron.ts";

vi.mock(import("#compose/reader-languages.ts"), () => ({
  readerLanguages: () => async (tag: string) => (tag === "en" ? null : (text: string) => `${tag}: ${text}`),
  wordsOfStation: () => async () => (text: string) => text,
}));

let fake: FakeElectron;

beforeEach(() => {
  fake = createFakeElectron({ appData: "/data", home: "/home" });
});
afterEach(() => speakInShell("en"));

test.each([
  [["fi-FI", "en-GB"], "fi"],
  [["sv-SE", "fi-FI"], "en"],
  [[], "en"],
])("a system with %j speaks %s", (languages, tag) => {
  fake.app.systemLanguages = [...languages];
  expect(systemLanguage(fake.parts)).toBe(tag);
});

test("tray, menu and notifications are in the language, what is stored is not", async () => {
  await speakInShell("fi");
  const view = {
    state: "complete",
    tone: "delivered",
    tooltip: "Everything is safe",
    causes: [],
    badge: 0,
    unsentCount: 0,
    pause: null,
  } as const;
  const actions = { open() {}, pause() {}, resume() {}, quit() {} };
  const around = {
    electron: fake.parts,
    platform: "linux",
    desktopName: "",
    iconFolder: "/",
    nowMs: () => 0,
  } as const;
  openTray({ ...around, actions }, view, true);
  const [tray] = fake.trays;
  expect(tray?.tooltip).toBe("Skyferry: fi: Everything is safe");
  const labels = tray?.menu.labels().filter((label) => label !== "---") ?? [];
  expect(labels.length).toBeGreaterThan(4);
  expect(labels.filter((label) => !label.startsWith("fi: "))).toEqual([]);
  tell(fake.parts, { title: "Skyferry keeps failing", body: "It restarts." });
  showNotifications({
    electron: fake.parts,
    platform: "linux",
    open() {},
    log() {},
    status: {
      onNotification(listener) {
        const told = {
          title: "A title",
          sentence: "A sentence.",
          isRepeat: false,
          filter: {},
          count: 0,
        } as const;
        listener({
          ...told,
          id: "a",
          kind: "waiting",
          cause: "clock-off",
          since: "2026-11-21T14:02:00.000Z",
        });
        return () => {};
      },
      onClose: () => () => {},
    },
  });
  expect(fake.notifications.map(({ options }) => [options.title, options.body])).toEqual([
    ["fi: Skyferry keeps failing", "fi: It restarts."],
    ["fi: A title", "fi: A sentence."],
  ]);
});

describe("the language of the settings", () => {
  let language: unknown;
  let nowMs: number;
  let hear: (event: TransportEvent) => void;
  let asked: number;
  const transport = {
    call: async () => {
      asked += 1;
      return { ok: true, value: { document: { language } } };
    },
    subscribe: (_: unknown, onEvent: (event: TransportEvent) => void) => {
      hear = onEvent;
      return () => {};
    },
  } as unknown as Transport;

  test("is followed, at most once a minute; auto is the system's", async () => {
    [language, nowMs, asked] = ["de", 0, 0];
    const changed: string[] = [];
    fake.app.systemLanguages = ["pl"];
    followLanguage(transport, { electron: fake.parts, monotonicMs: () => nowMs }, () =>
      changed.push(shown("x")),
    );
    await vi.waitFor(() => expect(changed).toEqual(["de: x"]));
    language = "auto";
    hear({ type: "status.changed" });
    expect(asked).toBe(1);
    nowMs = 60_000;
    hear({ type: "status.changed" });
    await vi.waitFor(() => expect(changed).toEqual(["de: x", "pl: x"]));
    language = undefined;
    nowMs = 120_000;
    hear({ type: "reset", seq: 1 });
    await vi.waitFor(() => expect(asked).toBe(3));
    expect(changed).toHaveLength(2);
  });
});

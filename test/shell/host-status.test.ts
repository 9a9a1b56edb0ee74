import { beforeEach, expect, test } from "vitest";
import type { TransportEvent } from "#contract/events.ts";
import type { Output } from "#contract/methods.ts";
import type { NotificationMessageShown, TrayShown } from "#contract/notifications.ts";
import type { Transport } from "#contract/transport.ts";
import type { HostStatus } from "#main/host-status.ts";
import { followStatus } from "#main/host-status.ts";

type News = Output<"tray">;

let tell: (event: TransportEvent) => void;
let news: News;
let status: HostStatus & { close(): void };
let views: TrayShown[];
let shown: NotificationMessageShown[];
let closed: string[];
let isFollowed: boolean;
let held: Promise<void>;

const offline: TrayShown = {
  state: "offline",
  tone: "held",
  tooltip: "The portal cannot be reached; 3 files are safe here",
  causes: [{ cause: "unreachable", label: "The portal cannot be reached", filter: { cause: "unreachable" } }],
  badge: 0,
  unsentCount: 3,
  pause: { until: "2026-11-21T12:00:00.000Z" },
};

const down: NotificationMessageShown = {
  id: "1",
  kind: "waiting",
  cause: "unreachable",
  title: "The portal cannot be reached",
  sentence: "3 files are safe here.",
  count: 3,
  since: "2026-11-21T10:00:00.000Z",
  isRepeat: false,
  filter: { cause: "unreachable" },
};

beforeEach(() => {
  news = { tray: offline, since: "2026-11-21T09:00:00.000Z", told: [] };
  views = [];
  shown = [];
  closed = [];
  isFollowed = true;
  held = Promise.resolve();
  const transport: Transport = {
    async call() {
      const value = news as never;
      await held;
      return { ok: true, value };
    },
    subscribe(_, onEvent) {
      tell = onEvent;
      return () => {
        isFollowed = false;
      };
    },
  };
  status = followStatus(transport);
  status.onTray((view) => views.push(view));
  status.onNotification((message) => shown.push(message));
  status.onClose((id) => closed.push(id));
});

/** The host shows this notification, or takes it away. */
function show(id: string, message: NotificationMessageShown | null): void {
  news = { ...news, told: [...news.told, { number: news.told.length + 1, id, shown: message }] };
}

/** Calls from now on are answered, by what there is now, when it is resolved. */
function hold(): { resolve(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  return { resolve };
}

async function hear(event: TransportEvent): Promise<void> {
  tell(event);
  await new Promise(setImmediate);
}

test("the tray shows what the host says, word for word", async () => {
  await hear({ type: "reset", seq: 0 });
  expect(status.tray()).toEqual(offline);
  expect(views).toEqual([offline]);
});

test("of two answers that cross, the one to the later question wins", async () => {
  const late = hold();
  tell({ type: "reset", seq: 0 });
  news = { ...news, tray: { ...offline, state: "complete" } };
  const soon = hold();
  tell({ type: "reset", seq: 0 });
  soon.resolve();
  await new Promise(setImmediate);
  late.resolve();
  await new Promise(setImmediate);
  expect(views.map(({ state }) => state)).toEqual(["complete"]);
});

test("an answer from before a host fell silent does not make it heard again", async () => {
  const late = hold();
  tell({ type: "reset", seq: 0 });
  await hear({ type: "link", isUp: false });
  late.resolve();
  await new Promise(setImmediate);
  expect(status.tray().tooltip).toBe("The station's daemon does not answer");
});

test("a daemon that cannot be heard is said", async () => {
  await hear({ type: "reset", seq: 0 });
  await hear({ type: "link", isUp: false });
  expect(status.tray()).toMatchObject({
    state: "waiting",
    tooltip: "The station's daemon does not answer",
    unsentCount: 3,
  });
});

test("what was told before the window came is not told again; what comes is told once", async () => {
  show("1", down);
  await hear({ type: "reset", seq: 0 });
  expect(shown).toEqual([]);
  show("2", { ...down, id: "2", cause: "tls" });
  await hear({ type: "tray.changed" });
  await hear({ type: "tray.changed" });
  expect(shown).toEqual([{ ...down, id: "2", cause: "tls" }]);
});

test("repeats, ends and what is taken away come as the host decides", async () => {
  await hear({ type: "reset", seq: 0 });
  show("1", down);
  show("1", { ...down, isRepeat: true });
  await hear({ type: "tray.changed" });
  expect(shown.map(({ isRepeat }) => isRepeat)).toEqual([false, true]);
  show("1", null);
  show("1-resolved", { ...down, id: "1-resolved", kind: "resolved" });
  await hear({ type: "tray.changed" });
  expect(closed).toEqual(["1"]);
  expect(shown.at(-1)?.kind).toBe("resolved");
});

test("what was told while the host could not be heard is told when it is heard again", async () => {
  await hear({ type: "reset", seq: 0 });
  await hear({ type: "link", isUp: false });
  show("1", down);
  await hear({ type: "reset", seq: 0 });
  expect(shown).toEqual([down]);
});

test("a host that was restarted counts from the start, and all that it tells is news", async () => {
  show("1", down);
  show("1", null);
  await hear({ type: "reset", seq: 0 });
  await hear({ type: "link", isUp: false });
  news = { ...news, since: "2026-11-21T11:00:00.000Z", told: [] };
  show("2", { ...down, id: "2" });
  await hear({ type: "reset", seq: 0 });
  expect(shown.map(({ id }) => id)).toEqual(["2"]);
});

test("ends when it is closed", () => {
  status.close();
  expect(isFollowed).toBe(false);
});

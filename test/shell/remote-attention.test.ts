import { beforeEach, expect, test } from "vitest";
import type { TransportEvent } from "#contract/events.ts";
import type { MethodName, Output } from "#contract/methods.ts";
import type { Transport } from "#contract/transport.ts";
import type { Attention, Notice, TrayView } from "#main/attention.ts";
import { remoteAttention } from "#main/host-status.ts";

type Told = Output<"notices">["notices"][number];

let tell: (event: TransportEvent) => void;
let notices: Told[];
let status: unknown;
let attention: Attention & { close(): void };
let views: TrayView[];
let shown: Notice[];
let closed: string[];
let isFollowed: boolean;
let held: Promise<void>;

const down: Told = {
  id: "1",
  kind: "waiting",
  cause: "unreachable",
  title: "The portal cannot be reached",
  sentence: "3 files are safe here.",
  count: 3,
  since: "2026-11-21T10:00:00.000Z",
  resolvedAt: null,
  filter: { cause: "unreachable" },
};

beforeEach(async () => {
  notices = [];
  views = [];
  shown = [];
  closed = [];
  isFollowed = true;
  held = Promise.resolve();
  status = {
    tray: "offline",
    truth: { tone: "held", sentence: "The portal cannot be reached; 3 files are safe here" },
    totals: { queued: 2, hashing: 0, announcing: 0, sending: 0, waiting: 1, blocked: 0, delivered: 9 },
    causes: [
      {
        cause: "file-locked",
        message: "2 files are in use. Skyferry tries again.",
        needsYou: false,
      },
      { cause: "refused", message: "The portal refused it.", needsYou: true },
    ],
    holds: [
      { lane: "pause", cause: "paused", message: "Paused.", nextTryAt: "2026-11-21T12:00:00.000Z" },
      { lane: "portal", cause: "credentials", message: "The password is not accepted.", needsYou: true },
    ],
    settingsProblems: [
      { key: "instruments[1].pattern", message: "Instrument 2: no day.", instrument: "Lidar" },
      { key: "portal.caFile", message: "The file is not there.", instrument: null },
    ],
  };
  const transport: Transport = {
    call: async (method: MethodName) => {
      const value = (method === "status" ? status : { notices }) as never;
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
  attention = remoteAttention(transport);
  attention.onTray((view) => views.push(view));
  attention.onNotice((notice) => shown.push(notice));
  attention.onClose((id) => closed.push(id));
});

/** Calls from now on are answered, by what stands now, when it is resolved. */
function hold(): { resolve(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  return { resolve };
}

async function hear(event: TransportEvent): Promise<void> {
  tell(event);
  await new Promise(setImmediate);
}

test("the tray shows what the daemon says of itself", async () => {
  await hear({ type: "reset", seq: 0 });
  expect(attention.tray()).toEqual({
    state: "offline",
    tone: "held",
    tooltip: "The portal cannot be reached; 3 files are safe here",
    causes: [
      {
        cause: "credentials",
        label: "The password is not accepted",
        filter: { states: ["queued", "hashing", "announcing", "sending", "waiting", "blocked"] },
      },
      { cause: "settings", label: "Instrument 2", filter: { instrument: "Lidar" } },
      { cause: "file-locked", label: "2 files are in use", filter: { cause: "file-locked" } },
    ],
    badge: 3,
    unsentCount: 3,
    pause: { untilMs: Date.UTC(2026, 10, 21, 12) },
  });
  expect(views).toHaveLength(1);
});

test("of two answers that cross, the one to the later question stands", async () => {
  const late = hold();
  tell({ type: "reset", seq: 0 });
  status = { ...(status as object), tray: "idle" };
  notices = [{ ...down, resolvedAt: "2026-11-21T10:30:00.000Z" }];
  const soon = hold();
  tell({ type: "reset", seq: 0 });
  soon.resolve();
  await new Promise(setImmediate);
  late.resolve();
  await new Promise(setImmediate);
  expect(views.map(({ state }) => state)).toEqual(["idle"]);
  notices = [down];
  await hear({ type: "notice.changed" });
  expect(shown.map(({ id }) => id)).toEqual(["1"]);
});

test("an answer from before a daemon fell silent does not make it heard again", async () => {
  const late = hold();
  tell({ type: "reset", seq: 0 });
  await hear({ type: "link", isUp: false });
  late.resolve();
  await new Promise(setImmediate);
  expect(attention.tray().tooltip).toBe("The station's daemon does not answer");
});

test("a daemon that cannot be heard is said", async () => {
  await hear({ type: "reset", seq: 0 });
  await hear({ type: "link", isUp: false });
  expect(attention.tray()).toMatchObject({
    state: "waiting",
    tooltip: "The station's daemon does not answer",
  });
});

test("what stood before the window came is not told again; what comes is told once", async () => {
  notices = [down];
  await hear({ type: "reset", seq: 0 });
  expect(shown).toEqual([]);
  notices = [{ ...down, id: "2", cause: "tls" }, down];
  await hear({ type: "notice.changed" });
  await hear({ type: "notice.changed" });
  expect(shown).toMatchObject([{ id: "2", isRepeat: false, sinceMs: Date.UTC(2026, 10, 21, 10) }]);
});

test("a repeat is one, and what is over is taken back", async () => {
  await hear({ type: "reset", seq: 0 });
  notices = [down];
  await hear({ type: "notice.changed" });
  notices = [{ ...down, sentence: "94 files are safe here." }];
  await hear({ type: "notice.changed" });
  expect(shown.map(({ isRepeat }) => isRepeat)).toEqual([false, true]);
  notices = [{ ...down, resolvedAt: "2026-11-21T11:00:00.000Z" }];
  await hear({ type: "notice.changed" });
  await hear({ type: "notice.changed" });
  expect(closed).toEqual(["1"]);
});

test("ends when it is closed", () => {
  attention.close();
  expect(isFollowed).toBe(false);
});

import { beforeEach, describe, expect, test } from "vitest";
import type { NotificationMessageShown } from "#contract/notifications.ts";
import { showNotifications } from "#main/notifications.ts";
import { createFakeElectron, type FakeElectron } from "#test/support/fake-electron/fake-electron.ts";
import { FakeNotification } from "#test/support/fake-electron/fake-system.ts";

const down: NotificationMessageShown = {
  id: "portal-1",
  kind: "waiting",
  cause: "unreachable",
  title: "The portal cannot be reached",
  sentence: "37 files are safe here. The next try is at 14:07 UTC.",
  count: 37,
  since: "2026-11-21T14:02:00.000Z",
  isRepeat: false,
  filter: { cause: "unreachable" },
};

let fake: FakeElectron;
let tell: (message: NotificationMessageShown) => void;
let close: (id: string) => void;
let opened: string[];
let end: () => void;

let logged: unknown[];

beforeEach(() => {
  fake = createFakeElectron({ appData: "/data", home: "/home" });
  follow("linux");
});

function follow(platform: NodeJS.Platform): void {
  opened = [];
  logged = [];
  end = showNotifications({
    electron: fake.parts,
    platform,
    log: (message, facts) => logged.push([message, facts]),
    status: {
      onNotification: (listener) => {
        tell = listener;
        return () => {};
      },
      onClose: (listener) => {
        close = listener;
        return () => {};
      },
    },
    open: (route) => opened.push(route),
  });
}

const shown = () => fake.notifications.filter(({ isShown }) => isShown);

test("a notification is shown with what happened and what is safe", () => {
  tell(down);
  expect(shown().map(({ options }) => options)).toEqual([
    {
      title: "The portal cannot be reached",
      body: "37 files are safe here. The next try is at 14:07 UTC.",
      id: "portal-1",
      silent: false,
      timeoutType: "default",
      urgency: "normal",
    },
  ]);
});

test("what needs a person stays until somebody comes", () => {
  tell({ ...down, kind: "needsYou" });
  expect(shown()[0]?.options.timeoutType).toBe("never");
});

test("one that could not be shown is noted", () => {
  tell(down);
  shown()[0]?.emit("failed", {}, "ERROR -2143420140");
  expect(logged).toEqual([["a notification could not be shown", { error: "ERROR -2143420140" }]]);
});

describe("one that an earlier process has shown", () => {
  /** Windows tells the notification and the program, in either order. */
  const click = async (tellFirst: boolean) => {
    const tellProgram = () => fake.activation.hear?.({ type: "click", arguments: "type=click&tag=4711" });
    if (tellFirst) tellProgram();
    shown()[0]?.emit("click");
    if (!tellFirst) tellProgram();
    await new Promise(setImmediate);
  };

  test("leads to the queue on Windows, and one of this process to its own page, once", async () => {
    follow("win32");
    await click(true);
    expect(opened).toEqual(["/files"]);
    for (const tellFirst of [true, false]) {
      opened = [];
      tell(down);
      await click(tellFirst);
      expect(opened).toEqual(["/files?cause=unreachable"]);
    }
    close("portal-1");
    opened = [];
    await click(false);
    expect(opened).toEqual(["/files"]);
  });

  test("leads to the queue on macOS, and is taken back when it is over", async () => {
    const old = new FakeNotification({ id: "portal-1", title: "The portal cannot be reached" });
    old.show();
    fake.left.push(old);
    follow("darwin");
    await new Promise(setImmediate);
    old.emit("click");
    expect(opened).toEqual(["/files"]);
    close("portal-1");
    expect(old.isShown).toBe(false);
  });
});

test("what needs a person is urgent; what is over is told without a sound", () => {
  tell({ ...down, kind: "needsYou" });
  tell({ ...down, id: "2", kind: "resolved" });
  expect(shown().map(({ options }) => [options.urgency, options.silent])).toEqual([
    ["critical", false],
    ["normal", true],
  ]);
});

test("a repeat takes the place of the first one, without a sound", () => {
  tell(down);
  tell({ ...down, isRepeat: true, sentence: "94 files are safe here." });
  expect(shown().map(({ options }) => [options.body, options.silent])).toEqual([
    ["94 files are safe here.", true],
  ]);
});

test("what is over is taken back", () => {
  tell(down);
  tell({ ...down, id: "other" });
  close("portal-1");
  close("never shown");
  expect(shown()).toHaveLength(1);
});

test("a click opens the queue of the cause, also of the repeat", () => {
  tell(down);
  tell({ ...down, isRepeat: true, filter: { cause: "unreachable", states: ["waiting", "queued"] } });
  shown()[0]?.emit("click");
  expect(opened).toEqual(["/files?state=waiting%2Cqueued&cause=unreachable"]);
});

test.each([
  ["credentials", {}, "/settings/portal"],
  ["settings", { instrument: "Radar" }, "/settings/instruments"],
  ["settings", { states: ["queued"] }, "/settings/portal"],
  [
    "folder-unreachable",
    { instrument: "Radar" },
    "/settings/instruments?name=Radar&field=instruments.folder",
  ],
  ["refused", { cause: "refused" }, "/files?cause=refused"],
] as const)("a click on %s %o leads to where it can be fixed: %s", (cause, filter, route) => {
  tell({ ...down, kind: "needsYou", cause, filter });
  shown()[0]?.emit("click");
  expect(opened).toEqual([route]);
});

test("a click on what is over does not lead to the settings", () => {
  tell({ ...down, kind: "resolved", cause: "credentials", filter: { states: ["queued"] } });
  shown()[0]?.emit("click");
  expect(opened).toEqual(["/files?state=queued"]);
});

test("nothing stays behind when the shell ends", () => {
  tell(down);
  end();
  expect(shown()).toEqual([]);
});

test("an outage of three days is one notification when it comes and one when it is over", () => {
  tell(down);
  for (let day = 0; day < 3; day += 1) tell({ ...down, isRepeat: true });
  expect(shown()).toHaveLength(1);
  close("portal-1");
  tell({ ...down, id: "portal-1-over", kind: "resolved", title: "The portal is back" });
  expect(shown().map(({ options }) => options.title)).toEqual(["The portal is back"]);
  expect(fake.notifications.filter(({ options }) => options.silent !== true)).toHaveLength(1);
});

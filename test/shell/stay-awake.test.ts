import { beforeEach, expect, test } from "vitest";
import type { TrayShown } from "#contract/notifications.ts";
import { stayAwake } from "#main/stay-awake.ts";
import { createFakeElectron, type FakeElectron } from "#test/support/fake-electron/fake-electron.ts";

let fake: FakeElectron;
let view: TrayShown;
let tell: (view: TrayShown) => void;
let end: () => void;

beforeEach(() => {
  fake = createFakeElectron({ appData: "/data", home: "/home" });
  view = {
    state: "complete",
    tone: "delivered",
    tooltip: "",
    causes: [],
    badge: 0,
    unsentCount: 0,
    pause: null,
  };
  end = stayAwake({
    electron: fake.parts,
    status: {
      tray: () => view,
      onTray: (listener) => {
        tell = listener;
        return () => {};
      },
    },
  });
});

function become(state: TrayShown["state"]): readonly string[] {
  view = { ...view, state };
  tell(view);
  return [...fake.powerSaveBlocker.started.values()];
}

test("the PC stays awake while files are being sent, and no longer; its screen may go dark", () => {
  expect(become("waiting")).toEqual([]);
  expect(become("sending")).toEqual(["prevent-app-suspension"]);
  expect(become("sending")).toHaveLength(1);
  for (const state of ["complete", "offline", "paused", "needs-you"] as const) {
    expect(become(state)).toEqual([]);
    become("sending");
  }
  end();
  expect(fake.powerSaveBlocker.started.size).toBe(0);
});

test("it may sleep on its battery", () => {
  become("sending");
  fake.power.turn(true);
  expect(become("sending")).toEqual([]);
  fake.power.turn(false);
  expect(fake.powerSaveBlocker.started.size).toBe(1);
});

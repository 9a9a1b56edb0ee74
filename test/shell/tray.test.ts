import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import type { TrayShown } from "#contract/notifications.ts";
import { trayStates } from "#domain/headline.ts";
import { openTray, type ShellTray } from "#main/tray/tray.ts";
import { awaitTrayArea, hasTrayArea } from "#main/tray/tray-area.ts";
import { createFakeElectron, type FakeElectron } from "#test/support/fake-electron/fake-electron.ts";

const icons = fileURLToPath(new URL("../../build/icons/tray/", import.meta.url));
const quiet: TrayShown = {
  state: "complete",
  tone: "delivered",
  tooltip: "Everything is safe",
  causes: [],
  badge: 0,
  unsentCount: 0,
  pause: null,
};
/** 2026-11-21 15:30 of this PC's own clock. */
const nowMs = new Date(2026, 10, 21, 15, 30).getTime();

let fake: FakeElectron;
let done: unknown[];

beforeEach(() => {
  fake = createFakeElectron({ appData: "/data", home: "/home" });
  done = [];
});

function open(
  view = quiet,
  platform: NodeJS.Platform = "linux",
  { hasArea = true, desktopName = "" } = {},
): ShellTray {
  const parts = {
    electron: fake.parts,
    platform,
    desktopName,
    iconFolder: icons,
    nowMs: () => nowMs,
    actions: {
      open: (route?: string) => done.push(["open", route]),
      pause: (untilMs: number) => done.push(["pause", untilMs]),
      resume: () => done.push(["resume"]),
      quit: () => done.push(["quit"]),
    },
  };
  return openTray(parts, view, hasArea);
}

const image = () => fake.trays[0]?.image.path.replace(icons, "");
const menu = () => {
  const [tray] = fake.trays;
  if (tray === undefined) throw new Error("there is no tray");
  return tray.menu;
};

describe("the icon", () => {
  const cases = trayStates.flatMap((state) => [
    [state, "linux", false, `${state}-light.png`] as const,
    [state, "win32", true, `${state}-dark.ico`] as const,
    [state, "darwin", true, `${state}Template.png`] as const,
  ]);
  test.each(cases)("of %s on %s (dark: %s) is %s, and is drawn", (state, platform, isDark, name) => {
    fake.theme.turn(isDark);
    open({ ...quiet, state }, platform);
    expect(image()).toBe(name);
    expect(existsSync(`${icons}${name}`)).toBe(true);
  });

  test("follows the state and the theme", () => {
    const tray = open();
    tray.show({ ...quiet, state: "needs-you" });
    expect(image()).toBe("needs-you-light.png");
    fake.theme.turn(true);
    expect(image()).toBe("needs-you-dark.png");
  });

  test("says the headline, no longer than Windows shows it", () => {
    const tray = open();
    expect(fake.trays[0]?.tooltip).toBe("Skyferry: Everything is safe");
    tray.show({ ...quiet, tooltip: "x".repeat(300) });
    expect(fake.trays[0]?.tooltip).toHaveLength(127);
  });

  test("opens the window at a click, but not on macOS, where it opens the menu", () => {
    open();
    fake.trays[0]?.emit("click");
    expect(done).toEqual([["open", undefined]]);
    open(quiet, "darwin");
    fake.trays[1]?.emit("click");
    expect(done).toHaveLength(1);
  });

  test("carries the count of what needs a person as a badge", () => {
    const tray = open({ ...quiet, badge: 3 });
    expect(fake.app.badge).toBe(3);
    tray.show(quiet);
    expect(fake.app.badge).toBe(0);
  });
});

describe("the menu", () => {
  test("of a station that needs nothing", () => {
    open();
    expect(menu().labels()).toEqual([
      "Everything is safe",
      "---",
      "Open Skyferry",
      "---",
      "Pause for 1 hour",
      "Pause until tomorrow",
      "---",
      "Quit Skyferry",
    ]);
  });

  test("leads to where each cause can be fixed", () => {
    const causes = [
      { cause: "tls", label: "The portal's certificate is not right", filter: { cause: "tls" } },
      { cause: "refused", label: "2 files were refused", filter: { cause: "refused" } },
      { cause: "silent-instrument", label: "Radar & lidar: no files", filter: { instrument: "Radar" } },
    ] as const;
    open({ ...quiet, state: "needs-you", causes });
    expect(menu().labels().slice(3, 8)).toEqual([
      "---",
      "The portal's certificate is not right",
      "2 files were refused",
      "Radar && lidar: no files",
      "---",
    ]);
    menu().choose("The portal's certificate is not right");
    menu().choose("2 files were refused");
    menu().choose("Radar && lidar: no files");
    expect(done).toEqual([
      ["open", "/settings/portal"],
      ["open", "/files?cause=refused"],
      ["open", "/instruments?name=Radar"],
    ]);
  });

  test("pauses for an hour or to the next midnight of this PC, and quits", () => {
    open();
    menu().choose("Pause for 1 hour");
    menu().choose("Pause until tomorrow");
    menu().choose("Quit Skyferry");
    expect(done).toEqual([
      ["pause", nowMs + 3_600_000],
      ["pause", new Date(2026, 10, 22).getTime()],
      ["quit"],
    ]);
  });

  test("resumes while it is paused", () => {
    const tray = open();
    tray.show({ ...quiet, state: "paused", pause: { until: null } });
    expect(menu().labels()).toContain("Resume sending");
    expect(menu().labels()).not.toContain("Pause for 1 hour");
    menu().choose("Resume sending");
    expect(done).toEqual([["resume"]]);
  });

  test("is not replaced while it says the same, for an open one would close", () => {
    const tray = open();
    const before = menu();
    tray.show({ ...quiet, badge: 1, state: "sending" });
    expect(menu()).toBe(before);
    tray.show({ ...quiet, tooltip: "Sending files" });
    expect(menu()).not.toBe(before);
  });

  test("leads where the cause of the moment leads, though it is called the same", () => {
    const one = { cause: "refused", label: "Trouble", filter: { cause: "refused" } } as const;
    const tray = open({ ...quiet, causes: [one] });
    tray.show({ ...quiet, causes: [{ ...one, filter: { cause: "refused", instrument: "Radar" } }] });
    menu().choose("Trouble");
    expect(done).toEqual([["open", "/files?cause=refused&instrument=Radar"]]);
  });
});

describe("the tray area", () => {
  test("where there is none, no icon is made and the badge is kept", () => {
    open({ ...quiet, badge: 2 }, "linux", { hasArea: false });
    expect(fake.trays).toEqual([]);
    expect(fake.app.badge).toBe(2);
  });

  test("that comes later gets the icon of the moment, once", () => {
    const tray = open(quiet, "linux", { hasArea: false });
    tray.show({ ...quiet, state: "paused", tooltip: "Paused" });
    tray.appear();
    tray.appear();
    expect(fake.trays.map(({ tooltip }) => tooltip)).toEqual(["Skyferry: Paused"]);
    expect([image(), menu().labels()[0]]).toEqual(["paused-light.png", "Paused"]);
    tray.close();
    fake.theme.turn(true);
    tray.show(quiet);
  });

  /** The desktop is asked: what it says each time, when it was asked, and whether it was found. */
  async function awaited(answers: readonly boolean[], endAfter = Number.POSITIVE_INFINITY) {
    const askedAtMs: number[] = [];
    let nowMs = 0;
    let found = 0;
    const end = awaitTrayArea({
      ask: async () => {
        askedAtMs.push(nowMs);
        return answers[askedAtMs.length - 1] ?? false;
      },
      sleep: async (ms) => {
        nowMs += ms;
        if (askedAtMs.length >= endAfter) end();
      },
      onFound: () => {
        found += 1;
      },
    });
    await new Promise(setImmediate);
    return { askedAtMs, found };
  }

  test("is asked for again after 5, 15 and 60 seconds, for a desktop's bar may come late", async () => {
    expect(await awaited([false, false, true])).toEqual({ askedAtMs: [5_000, 15_000, 60_000], found: 1 });
    expect(await awaited([true])).toEqual({ askedAtMs: [5_000], found: 1 });
    expect(await awaited([])).toEqual({ askedAtMs: [5_000, 15_000, 60_000], found: 0 });
    expect(await awaited([false, true], 1)).toEqual({ askedAtMs: [5_000], found: 0 });
  });

  const yes = async () => "   boolean true\n";
  const no = async () => "b false\n";
  const missing = async () => {
    throw new Error("ENOENT");
  };
  test.each([
    ["win32", missing, true],
    ["darwin", missing, true],
    ["linux", yes, true],
    ["linux", no, false],
    ["linux", missing, false],
  ] as const)("%s, asked by %o: %s", async (platform, run, isThere) => {
    expect(await hasTrayArea(platform, run)).toBe(isThere);
  });

  test("the next program is asked where one is missing", async () => {
    const asked: string[] = [];
    const run = async (program: string) => {
      asked.push(program);
      if (program !== "gdbus") throw new Error("ENOENT");
      return "(true,)";
    };
    expect(await hasTrayArea("linux", run)).toBe(true);
    expect(asked).toEqual(["busctl", "dbus-send", "gdbus"]);
  });
});

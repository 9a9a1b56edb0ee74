import { describe, expect, it } from "vitest";
import type { Status } from "../../../electron/contract/status.ts";
import { absolutePath, fileName } from "../../../renderer/screens/queue/file-path.ts";
import {
  cardStanding,
  hourlyText,
  type InstrumentActivity,
  type InstrumentStatus,
  noticeShape,
  todayText,
} from "../../../renderer/screens/station/card-words.ts";
import { firstFault, type PathNode, shownPath } from "../../../renderer/screens/station/path-words.ts";

const instrument: InstrumentStatus = {
  name: "Radar",
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  folder: "/data",
  lastFileAt: "2026-11-21T10:00:00.000Z",
  deliveredToday: 3,
  growing: 0,
  folderTrouble: null,
  lastSweepAt: null,
};

const today = { found: 23, delivered: 23, unsent: 0, expected: null, needsYou: 0 };

const activity: InstrumentActivity = {
  name: "Radar",
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  pid: "p",
  hourly: [1, 2, 0],
  deliveredHourly: [1, 2, 0],
  today,
  lastFileAt: "2026-11-21T10:00:00.000Z",
  usualMinutes: null,
  isQuiet: false,
  quietMessage: null,
};

describe("an instrument's card", () => {
  it("shows the worst that is true", () => {
    expect(cardStanding(instrument, activity).shape).toBe("done");
    expect(cardStanding({ ...instrument, growing: 1 }, activity).shape).toBe("growing");
    const quiet = { ...activity, isQuiet: true };
    expect(cardStanding({ ...instrument, growing: 1 }, quiet).shape).toBe("retry");
    const silent = { ...quiet, today: { ...today, expected: 24 } };
    expect(cardStanding(instrument, silent)).toEqual({ shape: "trouble", words: "Silent" });
    const asking = { ...quiet, today: { ...today, needsYou: 2 } };
    expect(cardStanding(instrument, asking).words).toBe("Needs you");
    const folderTrouble = { message: "gone", since: "2026-11-21T10:00:00.000Z" };
    expect(cardStanding({ ...instrument, folderTrouble }, asking).words).toBe("Its folder cannot be read");
  });

  it("calls nothing delivered that is not", () => {
    expect(cardStanding(instrument, { ...activity, today: { ...today, unsent: 1 } }).shape).toBe("idle");
    expect(cardStanding(instrument, { ...activity, lastFileAt: null }).words).toBe("No file yet");
    expect(cardStanding(instrument, undefined).shape).toBe("idle");
  });

  it("says its figures in words", () => {
    expect(todayText({ ...today, expected: 24 })).toBe("23 of about 24");
    expect(todayText(today)).toBe("23");
    expect(hourlyText([1, 2, 0])).toBe("3 files in the last 3 hours, at most 2 in one, none in the last 1");
    expect(hourlyText([0, 0])).toBe("No file in the last 2 hours");
  });
});

describe("the way of the files", () => {
  const path = (...states: readonly PathNode["state"][]): readonly PathNode[] =>
    (["instrument", "folder", "pc", "network", "portal"] as const).map((node, index) => ({
      node,
      state: states[index] ?? "ok",
      message: null,
    }));

  it("names the first trouble, and what waits only where there is none", () => {
    expect(firstFault(path())).toBeNull();
    expect(firstFault(path("waiting", "ok", "ok", "trouble", "unknown"))?.node).toBe("network");
    expect(firstFault(path("ok", "waiting", "waiting"))?.node).toBe("folder");
    expect(firstFault(path("unknown"))).toBeNull();
  });

  it("shows a portal that comes back by itself as waiting, and one that needs somebody as trouble", () => {
    const hold = { lane: "portal", needsYou: false } as Status["holds"][number];
    const away = path("ok", "trouble", "ok", "ok", "trouble");
    const states = (holds: Status["holds"]) => shownPath({ path: away, holds }).map(({ state }) => state);
    expect(states([hold])).toEqual(["ok", "trouble", "ok", "ok", "waiting"]);
    expect(states([{ ...hold, needsYou: true }])).toEqual(["ok", "trouble", "ok", "ok", "trouble"]);
    expect(states([])).toEqual(["ok", "trouble", "ok", "ok", "trouble"]);
  });
});

describe("the path of a file", () => {
  it("is written as the host's system writes it", () => {
    expect(absolutePath("D:\\Data\\Radar", "2026/a.LV1", "win32")).toBe("D:\\Data\\Radar\\2026\\a.LV1");
    expect(absolutePath("D:\\", "a.LV1", "win32")).toBe("D:\\a.LV1");
    expect(absolutePath("/data/radar", "2026/a\\b.LV1", "linux")).toBe("/data/radar/2026/a\\b.LV1");
    expect(fileName("2026/11/a.LV1")).toBe("a.LV1");
    expect(fileName("a.LV1")).toBe("a.LV1");
  });
});

it.each([
  ["needsYou", "trouble"],
  ["silentInstrument", "trouble"],
  ["waiting", "held"],
] as const)("shows what was told of %s as it looks elsewhere, until it is over", (kind, shape) => {
  expect(noticeShape({ kind, resolvedAt: null })).toBe(shape);
  expect(noticeShape({ kind, resolvedAt: "2026-11-21T10:00:00.000Z" })).toBe("done");
});

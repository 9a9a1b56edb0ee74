import { describe, expect, it } from "vitest";
import type { Status } from "#contract/status.ts";
import { headlineShape } from "#renderer/frame/headline-bar.tsx";
import { queueBadge } from "#renderer/frame/queue-badge.ts";
import { absolutePath, fileName } from "#renderer/screens/queue/file-path.ts";
import {
  backlogOf,
  cardStatus,
  hourlyText,
  type InstrumentActivity,
  type InstrumentStatus,
  notificationShape,
  todayText,
} from "#renderer/screens/station/card-words.ts";
import { firstFault, nodeStatus, type PathNode, shownPath } from "#renderer/screens/station/path-words.ts";
import { stateWords } from "#renderer/text/states.ts";

const instrument: InstrumentStatus = {
  name: "Radar",
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  folder: "/data",
  lastFileAt: "2026-11-21T10:00:00.000Z",
  kind: "instrument",
  silence: null,
  offUntil: null,
  deliveredToday: 3,
  growing: 0,
  folderTrouble: null,
  verdicts: null,
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
  isSilent: false,
  quietMessage: null,
  queue: { unsent: 0, waiting: 0 },
};

describe("an instrument's card", () => {
  it("shows the worst that is true", () => {
    expect(cardStatus(instrument, activity).shape).toBe("done");
    expect(cardStatus({ ...instrument, growing: 1 }, activity).shape).toBe("growing");
    const quiet = { ...activity, isQuiet: true };
    expect(cardStatus({ ...instrument, growing: 1 }, quiet).shape).toBe("retry");
    const silent = { ...quiet, isSilent: true };
    expect(cardStatus(instrument, silent)).toEqual({ shape: "problem", words: "Silent" });
    const asking = { ...quiet, today: { ...today, needsYou: 2 } };
    expect(cardStatus(instrument, asking).words).toBe("Needs you");
    const folderTrouble = { message: "gone", since: "2026-11-21T10:00:00.000Z" };
    expect(cardStatus({ ...instrument, folderTrouble }, asking).words).toBe("Its folder cannot be read");
  });

  it("calls nothing delivered that is not, of whatever day it is", () => {
    const queue = (unsent: number, waiting = 0) => ({ ...activity, queue: { unsent, waiting } });
    expect(cardStatus(instrument, queue(1)).shape).toBe("idle");
    expect(cardStatus(instrument, queue(3, 1))).toEqual({ shape: "retry", words: "Retrying" });
    expect(cardStatus(instrument, { ...activity, lastFileAt: null }).words).toBe("No file yet");
    expect(cardStatus(instrument, undefined).shape).toBe("idle");
  });

  it("shows a backlog with its share, its rest and the time that is left", () => {
    const behind = {
      ...activity,
      deliveredHourly: [...Array.from({ length: 46 }, () => 0), 3_599, 800],
      queue: { unsent: 1_601, waiting: 0 },
    };
    const atHalfPast = Date.parse("2026-11-21T10:30:00.000Z");
    const backlog = backlogOf(behind, "2026-11-21T10:00:00.000Z", atHalfPast);
    expect(backlog).toEqual({ share: 4_399 / 6_000, words: "73 % sent, 1,601 left, about 33 min" });
    expect(cardStatus(instrument, behind)).toEqual({ shape: "busy", words: "Catching up" });
    const stopped = { ...behind, deliveredHourly: Array.from({ length: 48 }, () => 0) };
    expect(backlogOf(stopped, "2026-11-21T10:00:00.000Z", atHalfPast)?.words).toBe("0 % sent, 1,601 left");
    expect(backlogOf(activity, "2026-11-21T10:00:00.000Z", atHalfPast)).toBeNull();
  });

  it("says its figures in words", () => {
    expect(todayText({ ...today, expected: 24 })).toBe("23 of about 24");
    expect(todayText(today)).toBe("23");
    expect(hourlyText([1, 2, 0])).toBe("3 files in the last 3 hours, up to 2 in one, none in the last 1");
    expect(hourlyText([0, 0])).toBe("No file in the last 2 hours");
  });
});

describe("the path of the files", () => {
  const path = (...states: readonly PathNode["state"][]): readonly PathNode[] =>
    (["instrument", "folder", "pc", "network", "portal"] as const).map((node, index) => ({
      node,
      state: states[index] ?? "ok",
      message: null,
    }));

  it("names the first problem, and what waits only where there is none", () => {
    expect(firstFault(path())).toBeNull();
    expect(firstFault(path("waiting", "ok", "ok", "trouble", "unknown"))?.node).toBe("network");
    expect(firstFault(path("ok", "waiting", "waiting"))?.node).toBe("folder");
    expect(firstFault(path("unknown"))).toBeNull();
    expect(firstFault(path("ok", "ok", "busy", "waiting"))?.node).toBe("network");
    expect(firstFault(path("ok", "ok", "busy"))?.node).toBe("pc");
  });

  it("shows a portal that comes back by itself as waiting, and one that needs somebody as problem", () => {
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
    expect(absolutePath("d:/Data", "2026/a.LV1", "win32")).toBe("d:\\Data\\2026\\a.LV1");
    expect(absolutePath("/data/radar", "2026/a\\b.LV1", "linux")).toBe("/data/radar/2026/a\\b.LV1");
    expect(fileName("2026/11/a.LV1")).toBe("a.LV1");
    expect(fileName("a.LV1")).toBe("a.LV1");
  });
});

it.each([
  ["needsYou", "problem"],
  ["silentInstrument", "problem"],
  ["waiting", "held"],
] as const)("shows what was told of %s as it looks elsewhere, until it is over", (kind, shape) => {
  expect(notificationShape({ kind, resolvedAt: null, filter: {} })).toBe(shape);
  expect(notificationShape({ kind, resolvedAt: "2026-11-21T10:00:00.000Z", filter: {} })).toBe("done");
});

it("shows files that are tried again as the queue does, wherever they are told of", () => {
  const filter = { cause: "portal-error" } as const;
  expect(notificationShape({ kind: "waiting", resolvedAt: null, filter })).toBe(stateWords("waiting").shape);
  const portal = { node: "portal", state: "waiting", message: null } as const;
  expect(nodeStatus(portal, false).shape).toBe(stateWords("waiting").shape);
  expect(nodeStatus(portal, true).shape).toBe("held");
  const totals = { blocked: 0, waiting: 3 } as Status["totals"];
  expect(headlineShape({ tray: "waiting", totals })).toBe(stateWords("waiting").shape);
  expect(headlineShape({ tray: "waiting", totals: { ...totals, waiting: 0 } })).toBe("idle");
});

it("counts beside the queue what needs a person, and under that shape nothing else", () => {
  const none = { queued: 0, hashing: 0, announcing: 0, sending: 0, waiting: 0, blocked: 0 };
  const badge = (totals: Partial<Status["totals"]>) => queueBadge({ ...none, ...totals } as Status["totals"]);
  expect(badge({})).toBeNull();
  expect(badge({ queued: 1_600, waiting: 1 })).toEqual({
    count: 1_601,
    isProblem: false,
    words: "1,601 not delivered yet",
  });
  expect(badge({ queued: 1_600, blocked: 5 })).toEqual({
    count: 5,
    isProblem: true,
    words: "5 need you, 1,600 not delivered yet",
  });
  expect(badge({ blocked: 1 })?.words).toBe("1 needs you");
});

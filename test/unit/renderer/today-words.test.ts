import { describe, expect, it } from "vitest";
import type { StatusShown } from "#contract/status.ts";
import { filesBadge } from "#renderer/frame/files-badge.ts";
import { headlineShape } from "#renderer/frame/headline-bar.tsx";
import {
  backlogOf,
  byTrouble,
  hourBefore,
  hourlyText,
  type InstrumentActivityShown,
  type InstrumentStatusShown,
  instrumentState,
  inTwoHours,
  queueOf,
  summedHours,
  todayCount,
  wholeBacklogOf,
} from "#renderer/model/instrument-words.ts";
import {
  breaksOf,
  brokenWord,
  calmPath,
  foundSigns,
  hasGrown,
  nodeStatus,
  type PathNodeShown,
  worse,
} from "#renderer/model/path-words.ts";
import { stateWords } from "#renderer/text/states.ts";
import { fileName, writtenPath } from "#renderer/uploads/file-path.ts";

const instrument: InstrumentStatusShown = {
  name: "Radar",
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  folder: "/data",
  lastFileAt: "2026-11-21T10:00:00.000Z",
  kind: "instrument",
  silence: null,
  offUntil: null,
  today: { found: 23, delivered: 23, unsent: 0 },
  queue: { unsent: 0, waiting: 0, needsYou: 0 },
  growing: 0,
  folderTrouble: null,
  verdicts: null,
  lastSweepAt: null,
};

const now = "2026-11-21T12:00:00.000Z";
const today = { found: 23, delivered: 23, unsent: 0 };
const asking = { queue: { unsent: 0, waiting: 0, needsYou: 2 } };

const activity: InstrumentActivityShown = {
  name: "Radar",
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  pid: "p",
  hourly: [1, 2, 0],
  confirmedHourly: [1, 2, 0],
  deliveredHourly: [1, 2, 0],
  expected: null,
  lastFileAt: "2026-11-21T10:00:00.000Z",
  nextFileAt: null,
  usualMinutes: null,
  isQuiet: false,
  isSilent: false,
  silentAt: null,
  quietMessage: null,
};

describe("an instrument's row", () => {
  const issue = {
    kind: "needsYou",
    instrument: "Radar",
    key: "silent:Radar",
  } as StatusShown["issues"][number];
  const state = (
    change: Partial<InstrumentStatusShown>,
    own: InstrumentActivityShown | undefined,
    isPrompt = false,
  ) =>
    instrumentState({ ...instrument, ...change }, own, {
      tray: isPrompt ? "complete" : "sending",
      issues: [],
      now,
    });

  it("shows the worst that is true, and nothing of files that are being written", () => {
    expect(state({}, activity)).toEqual({ shape: "done", words: "Fine" });
    expect(state({ growing: 9 }, activity).shape).toBe("done");
    const quiet = { ...activity, isQuiet: true };
    expect(state({ growing: 1 }, quiet).shape).toBe("notice");
    const silent = { ...quiet, isSilent: true };
    expect(state({}, silent)).toEqual({ shape: "silent", words: "Silent" });
    expect(state(asking, silent).words).toBe("Needs you");
    const folderTrouble = { message: "gone", since: "2026-11-21T10:00:00.000Z" };
    expect(state({ ...asking, folderTrouble }, silent).words).toBe("Cannot open folder");
    const off = { shape: "idle", words: "Off until Tue 1 Dec" };
    expect(state({ offUntil: "2026-12-01" }, activity)).toEqual(off);
    expect(state({ offUntil: "2027-01-01" }, activity).words).toBe("Off until Fri 1 Jan 2027");
  });

  it("is not fine while something of it needs a person, whatever its files of today are", () => {
    const withIssue = (change: Partial<typeof issue>) =>
      instrumentState(instrument, activity, { tray: "needs-you", issues: [{ ...issue, ...change }], now })
        .words;
    expect(withIssue({})).toBe("Needs you");
    expect(withIssue({ instrument: "Lidar" })).toBe("Fine");
    expect(withIssue({ kind: "waiting" })).toBe("Fine");
    expect(withIssue({ kind: "silentInstrument", key: "damaged:Radar" })).toBe("Needs you");
  });

  it("is quiet while all that it needs somebody for is snoozed", () => {
    const snoozed = { ...issue, snoozed: { until: null } };
    const among = (issues: StatusShown["issues"], change: Partial<InstrumentStatusShown> = {}) =>
      instrumentState({ ...instrument, ...change }, activity, { tray: "needs-you", issues, now });
    expect(among([snoozed])).toEqual({ shape: "over", words: "Snoozed" });
    expect(among([snoozed, issue])).toEqual({ shape: "problem", words: "Needs you" });
    const ofSeveral = { ...issue, instrument: null, key: "files:refused" };
    expect(among([snoozed, ofSeveral]).words).toBe("Snoozed");
    expect(among([snoozed, ofSeveral], asking).words).toBe("Needs you");
    expect(among([{ ...ofSeveral, snoozed: { until: null } }], asking).words).toBe("Snoozed");
  });

  it("calls nothing fine that is late, and what goes at once is not late", () => {
    const queue = (unsent: number, waiting = 0) => ({ queue: { unsent, waiting, needsYou: 0 } });
    expect(state(queue(1), activity).shape).toBe("idle");
    expect(state(queue(3, 1), activity)).toEqual({ shape: "retry", words: "Retrying" });
    expect(state(queue(3, 1), activity, true).shape).toBe("done");
    expect(state(queue(20), activity, true).shape).toBe("busy");
    expect(state({}, { ...activity, lastFileAt: null }).words).toBe("No file yet");
    expect(state({}, undefined).shape).toBe("idle");
  });

  it("comes the earlier the more it is troubled", () => {
    const shapes = ["done", "idle", "busy", "retry", "notice", "problem"] as const;
    const sorted = shapes.map((shape) => ({ shape, words: "" })).toSorted(byTrouble);
    expect(sorted.map(({ shape }) => shape)).toEqual(shapes.toReversed());
  });

  it("counts what two hours brought, and estimates nothing of it", () => {
    expect(inTwoHours([9, 8, 3])).toBe(11);
    expect(inTwoHours([])).toBe(0);
    expect(hourBefore("2026-11-21T00:00:00.000Z")).toBe("2026-11-20T23:00:00.000Z");
    expect(
      summedHours([
        [1, 2],
        [3, 4],
      ]),
    ).toEqual([4, 6]);
    expect(summedHours([])).toEqual([]);
  });

  it("shows a backlog with its share and its rest", () => {
    const hourly = [...Array.from({ length: 46 }, () => 0), 3_599, 800];
    expect(backlogOf(hourly, { unsent: 1_601 })).toEqual({
      share: 4_399 / 6_000,
      words: "73 % sent, 1,601 left",
    });
    expect(backlogOf([0, 0], { unsent: 1_601 })?.words).toBe("0 % sent, 1,601 left");
    expect(backlogOf(hourly, { unsent: 19 })).toBeNull();
    expect(queueOf({}).unsent).toBe(0);
  });

  it("shows that of all instruments by bytes, in the words of the command line", () => {
    const timeLeft = { fromMs: 30 * 60_000, toMs: 37 * 60_000 };
    const sent = { bytes: 3e6, ofBytes: 12e6, files: 41, ofFiles: 2_000, bytesPerSecond: 5_000, timeLeft };
    expect(wholeBacklogOf(sent)).toEqual({
      share: 0.25,
      clauses: ["3.0 of 12.0 MB", "41 of 2,000 files", "5.0 kB/s", "30–37 min left"],
    });
    const unknown = { ...sent, bytesPerSecond: null, timeLeft: null };
    expect(wholeBacklogOf(unknown)?.clauses).toHaveLength(2);
    expect(wholeBacklogOf({ ...sent, files: 1_981 })).toBeNull();
    expect([wholeBacklogOf(null), wholeBacklogOf(undefined)]).toEqual([null, null]);
  });

  it("says its figures in words", () => {
    expect(todayCount({ ...today, delivered: 20 })).toBe("20 of 23");
    expect(todayCount({ ...today, found: 0, delivered: 0 })).toBe("none today");
    expect(hourlyText([1, 2, 0])).toBe("3 files in the last 3 hours, up to 2 in one, none in the last 1");
    expect(hourlyText([0, 0])).toBe("No file in the last 2 hours");
  });
});

describe("the path of the files", () => {
  const path = (...states: readonly PathNodeShown["state"][]): readonly PathNodeShown[] =>
    (["instrument", "folder", "pc", "network", "portal"] as const).map((node, index) => ({
      node,
      state: states[index] ?? "ok",
      message: null,
    }));

  it("draws two places as the worse of them, and as the first where they are alike", () => {
    const [one, other] = path("ok", "trouble");
    if (one === undefined || other === undefined) throw new Error("there are two");
    expect([worse(one, other).node, worse(other, one).node]).toEqual(["folder", "folder"]);
    expect(worse(one, { ...other, state: "ok" }).node).toBe("instrument");
    expect(worse({ ...one, state: "waiting" }, { ...other, state: "unknown" }).node).toBe("instrument");
  });

  it("is quiet where all trouble of a place is snoozed, and shows what still waits instead", () => {
    const [one, other] = path("trouble", "waiting");
    if (one === undefined || other === undefined) throw new Error("there are two");
    const snoozed = { ...one, isSnoozed: true } as const;
    expect(nodeStatus(snoozed, false)).toEqual({ shape: "over", word: "Snoozed" });
    expect(worse(snoozed, other).node).toBe("folder");
    expect(worse(snoozed, { ...other, state: "ok" }).node).toBe("instrument");
    expect(worse(snoozed, { ...other, state: "trouble" }).node).toBe("folder");
  });

  it("shows a portal that comes back by itself as waiting, and one that needs somebody as problem", () => {
    const hold = { lane: "portal", needsYou: false } as StatusShown["holds"][number];
    const away = path("ok", "trouble", "ok", "ok", "trouble");
    const states = (holds: StatusShown["holds"]) => calmPath({ path: away, holds }).map(({ state }) => state);
    expect(states([hold])).toEqual(["ok", "trouble", "ok", "ok", "waiting"]);
    expect(states([{ ...hold, needsYou: true }])).toEqual(["ok", "trouble", "ok", "ok", "trouble"]);
    expect(states([])).toEqual(["ok", "trouble", "ok", "ok", "trouble"]);
  });
});

describe("a leg of the path", () => {
  const ok = (["instrument", "folder", "pc", "network", "portal"] as const).map(
    (node): PathNodeShown => ({ node, state: "ok", message: null }),
  );
  const withState = (name: PathNodeShown["node"], state: PathNodeShown["state"]) =>
    ok.map((node) => (node.node === name ? { ...node, state } : node));
  const hold = { lane: "portal", needsYou: false } as StatusShown["holds"][number];
  const folderTrouble = { message: "gone", since: now };
  const breaks = (more: Partial<StatusShown>) =>
    breaksOf({ path: ok, holds: [], running: true, instruments: [instrument], ...more });

  it("is broken where nothing can go along it, with the shape of why", () => {
    expect(breaks({})).toEqual({ toPc: null, toPortal: null });
    const away = { instruments: [{ ...instrument, folderTrouble }], path: withState("folder", "trouble") };
    expect(breaks(away)).toEqual({ toPc: "problem", toPortal: null });
    const silent = {
      instruments: [{ ...instrument, silence: "No file" }],
      path: withState("instrument", "trouble"),
    };
    expect(breaks(silent).toPc).toBe("problem");
    const outage = { holds: [hold], path: withState("network", "trouble") };
    expect(breaks(outage)).toEqual({ toPc: null, toPortal: "away" });
    const refused = { holds: [{ ...hold, needsYou: true }], path: withState("portal", "trouble") };
    expect(breaks(refused).toPortal).toBe("problem");
    const paused = { holds: [{ ...hold, lane: "pause" as const }], path: withState("pc", "waiting") };
    expect(breaks(paused).toPortal).toBe("held");
    expect(breaks({ running: false, path: withState("pc", "trouble") })).toEqual({
      toPc: "problem",
      toPortal: "problem",
    });
  });

  it("is whole while something can pass, whatever single files and instruments do", () => {
    const one = { ...instrument, folderTrouble };
    expect(breaks({ instruments: [one, instrument], path: withState("folder", "trouble") }).toPc).toBeNull();
    expect(breaks({ path: withState("portal", "trouble") }).toPortal).toBeNull();
    const off = { ...instrument, offUntil: "2026-12-01" };
    expect(breaks({ instruments: [off] }).toPc).toBeNull();
    expect(breaks({ instruments: [off, one], path: withState("folder", "trouble") }).toPc).toBe("problem");
  });

  it("has had something go along it when a file is newer, or one more is known", () => {
    const totals = { queued: 1, delivered: 4 } as StatusShown["totals"];
    const before = foundSigns({ instruments: [instrument], totals });
    const newer = { ...instrument, lastFileAt: "2026-11-21T10:01:00.000Z" };
    expect(hasGrown(before, foundSigns({ instruments: [instrument, newer], totals }))).toBe(true);
    expect(
      hasGrown(before, foundSigns({ instruments: [instrument], totals: { ...totals, queued: 2 } })),
    ).toBe(true);
    const sent = { ...totals, queued: 0, delivered: 5 };
    expect(hasGrown(before, foundSigns({ instruments: [instrument], totals: sent }))).toBe(false);
    expect(hasGrown(before, foundSigns({ instruments: [], totals }))).toBe(false);
    expect(hasGrown([], [3])).toBe(false);
  });
});

describe("the word for a place where files stop", () => {
  const around = (more: object) => ({ holds: [], issues: [], instruments: [], ...more }) as never;
  const at = (node: PathNodeShown["node"], state: PathNodeShown["state"]): PathNodeShown => ({
    node,
    state,
    message: null,
  });

  it.each([
    ["pc", "waiting", { holds: [{ lane: "pause" }] }, "Paused"],
    ["pc", "waiting", { holds: [{ lane: "quiet-hours" }] }, "Paused"],
    ["pc", "waiting", {}, null],
    ["instrument", "trouble", { issues: [{ key: "silent:Radar", kind: "silentInstrument" }] }, "Silent"],
    // Told to the same people, but it does write.
    ["instrument", "trouble", { issues: [{ key: "damaged:Radar", kind: "silentInstrument" }] }, null],
    ["folder", "trouble", { instruments: [{ folderTrouble: { message: "" } }] }, "Cannot open folder"],
    // A single folder in it, or single files.
    ["folder", "trouble", { instruments: [{ folderTrouble: null }] }, null],
    ["portal", "trouble", {}, null],
  ] as const)("%s %s, %j: %s", (node, state, more, word) => {
    expect(brokenWord(at(node, state), around(more))).toBe(word);
    expect(brokenWord({ ...at(node, state), isSnoozed: true }, around(more))).toBeNull();
  });

  it("is no problem of the portal where it refused a file: it needs you", () => {
    expect(nodeStatus(at("portal", "trouble"), false)).toEqual({ shape: "problem", word: "Needs you" });
  });
});

describe("the path of a file", () => {
  it("is written as the host's system writes it", () => {
    expect(writtenPath("D:\\Data\\Radar", "2026/a.LV1", "win32")).toBe("D:\\Data\\Radar\\2026\\a.LV1");
    expect(writtenPath("D:\\", "a.LV1", "win32")).toBe("D:\\a.LV1");
    expect(writtenPath("d:/Data", "2026/a.LV1", "win32")).toBe("d:\\Data\\2026\\a.LV1");
    expect(writtenPath("/data/radar", "2026/a\\b.LV1", "linux")).toBe("/data/radar/2026/a\\b.LV1");
    expect(fileName("2026/11/a.LV1")).toBe("a.LV1");
    expect(fileName("a.LV1")).toBe("a.LV1");
  });
});

it("shows files that are tried again as the queue does, wherever they are told of", () => {
  const portal = { node: "portal", state: "waiting", message: null } as const;
  expect(nodeStatus(portal, false).shape).toBe(stateWords("waiting").shape);
  expect(nodeStatus(portal, true).shape).toBe("away");
  const totals = { blocked: 0, waiting: 3 } as StatusShown["totals"];
  expect(headlineShape({ tray: "waiting", totals })).toBe(stateWords("waiting").shape);
  expect(headlineShape({ tray: "waiting", totals: { ...totals, waiting: 0 } })).toBe("idle");
});

it("counts beside the queue what needs a person, and under that shape nothing else", () => {
  const none = { queued: 0, hashing: 0, announcing: 0, sending: 0, waiting: 0, blocked: 0 };
  const badge = (totals: Partial<StatusShown["totals"]>) =>
    filesBadge({ ...none, ...totals } as StatusShown["totals"]);
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

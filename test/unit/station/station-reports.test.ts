import { afterEach, beforeEach, expect, it } from "vitest";
import type { SignedReport } from "#domain/reported-station.ts";
import type { StationReportSettings } from "#domain/settings.ts";
import type { HeartbeatAnswer } from "#engine/ports/channels.ts";
import { createStationReports, type StationReports } from "#station/heartbeat/station-reports.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const { signal } = new AbortController();

let clock: FakeClock;
let reports: StationReports;
let settings: StationReportSettings | null;
let sentAt: number[];
let running: boolean[];
let warnings: string[];
let isUnconfirmed: boolean;
let make: () => Promise<SignedReport | { readonly message: string }>;
let answer: (signal: AbortSignal) => HeartbeatAnswer | Promise<HeartbeatAnswer>;

const toFolder = { url: null, folder: "/mnt/reports", everyMinutes: 15, withNames: false };
const signed = { report: { id: "abc" }, publicKey: "", signature: "" } as SignedReport;

beforeEach(() => {
  clock = new FakeClock();
  settings = toFolder;
  sentAt = [];
  running = [];
  warnings = [];
  isUnconfirmed = false;
  make = async () => signed;
  answer = () => ({ isTaken: true });
  const log = {
    info: () => {},
    error: () => {},
    warn: (message: string, facts?: object) => warnings.push(`${message} ${JSON.stringify(facts)}`),
  };
  reports = createStationReports({
    clock,
    log,
    settings: () => settings,
    make(isRunning) {
      running.push(isRunning);
      return make();
    },
    isUnconfirmed: async () => isUnconfirmed,
    async send(to, { id, text }, signal) {
      expect([to, id, JSON.parse(text)]).toEqual([settings, "abc", signed]);
      sentAt.push(clock.monotonicMs() / minuteMs);
      return await answer(signal);
    },
  });
});

afterEach(() => reports.stop());

it("sends one at once and one in each period, and none where the settings name no place", async () => {
  reports.start();
  await clock.advance(31 * minuteMs);
  expect(sentAt).toEqual([0, 15, 30]);
  expect(new Set(running)).toEqual(new Set([true]));
  settings = null;
  reports.settingsTaken();
  await clock.advance(60 * minuteMs);
  expect(sentAt).toHaveLength(3);
  expect(reports.state()).toBeNull();
});

it("sends none while the engine does not answer, and tries again", async () => {
  make = () => new Promise(() => {});
  reports.start();
  await clock.advance(3 * minuteMs);
  expect(sentAt).toEqual([]);
  expect(warnings).toEqual([
    'a station report could not be sent {"reason":"the folder was not asked: the engine does not answer"}',
  ]);
});

it("sends none of a restored station before somebody has confirmed that the old one is off", async () => {
  isUnconfirmed = true;
  reports.start();
  await clock.advance(minuteMs);
  expect(sentAt).toEqual([]);
  expect(reports.state()?.message).toContain("this station was restored");
  isUnconfirmed = false;
  await clock.advance(15 * minuteMs);
  expect(sentAt).toEqual([15]);
});

it("says why a report cannot be signed, and sends none", async () => {
  make = async () => ({ message: "report-key.pem cannot be used: the disk is full." });
  reports.start();
  await clock.advance(minuteMs);
  expect(sentAt).toEqual([]);
  expect(reports.state()?.message).toBe(
    "The folder was not asked: report-key.pem cannot be used: the disk is full.",
  );
});

it("knows when the last one was accepted, and why the newest was not", async () => {
  expect(reports.state()).toBeNull();
  reports.start();
  await clock.advance(minuteMs);
  const firstMs = clock.nowMs() - minuteMs;
  // Its age is by the clock that never jumps.
  clock.setWall(clock.nowMs() + 60 * minuteMs);
  expect(reports.state()).toEqual({ lastSentAtMs: firstMs, message: null, ageMs: minuteMs });
  answer = () => ({ isTaken: false, isTransient: false, reason: "cannot be written: the disk is full" });
  await clock.advance(15 * minuteMs);
  expect(reports.state()).toEqual({
    lastSentAtMs: firstMs,
    message: "The folder cannot be written: the disk is full.",
    ageMs: 16 * minuteMs,
  });
  answer = () => ({ isTaken: true });
  await clock.advance(15 * minuteMs);
  expect(reports.state()).toMatchObject({ message: null, ageMs: minuteMs });
});

it("is never late in 400 days, whatever the wall clock and the place do", async () => {
  settings = { ...toFolder, everyMinutes: 240 };
  let turn = 0;
  answer = async (signal) => {
    turn += 1;
    if (turn % 7 === 0) clock.setWall(clock.nowMs() + (turn % 2 === 0 ? 3_600_000 : -3_600_000));
    if (turn % 3 !== 0) return { isTaken: true };
    await clock.sleep(10_000, signal);
    return { isTaken: false, isTransient: true, reason: "did not answer in 10 s" };
  };
  reports.start();
  await clock.advance(400 * dayMs);
  expect(sentAt.filter((minute) => minute % 240 === 0)).toHaveLength(400 * 6 + 1);
});

it("sends one now when asked, and tells of a station that does not run", async () => {
  expect(await reports.test(signal)).toEqual({
    name: "report",
    type: "report",
    isTaken: true,
    sentence: "The folder accepted the station report.",
  });
  expect(running).toEqual([false]);
  settings = null;
  expect(await reports.test(signal)).toBeNull();
});

import { afterEach, beforeEach, expect, it } from "vitest";
import type { HeartbeatSettings } from "#domain/notification-settings.ts";
import type { HeartbeatAnswer } from "#engine/ports/channels.ts";
import { createHeartbeat, type Heartbeat } from "#station/heartbeat/heartbeat.ts";
import type { Status } from "#station/status/reports.ts";
import { causeOf, holdOf, statusWith } from "#test/support/builders/status-shapes.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

interface Sent {
  readonly atMs: number;
  readonly failure: string | null;
}

let clock: FakeClock;
let heartbeat: Heartbeat;
let settings: HeartbeatSettings | null;
let sent: Sent[];
let warnings: string[];
let answer: (signal: AbortSignal) => HeartbeatAnswer | Promise<HeartbeatAnswer>;
let status: () => Promise<Status>;

const healthy = async () => statusWith({ delivered: 12 });
const url = "https://hc.example/abc";

beforeEach(() => {
  clock = new FakeClock();
  settings = { url, everyMinutes: 5, fail: "needsYou" };
  sent = [];
  warnings = [];
  answer = () => ({ isTaken: true });
  status = healthy;
  const log = {
    info: () => {},
    error: () => {},
    warn: (_: string, facts?: object) => warnings.push(JSON.stringify(facts)),
  };
  heartbeat = createHeartbeat({
    clock,
    log,
    settings: () => settings,
    status: () => status(),
    async send(_, failure, signal) {
      sent.push({ atMs: clock.monotonicMs(), failure });
      return await answer(signal);
    },
  });
});

afterEach(() => heartbeat.stop());

const minutes = () => sent.map(({ atMs }) => atMs / minuteMs);

it("sends one at once and one in each period", async () => {
  heartbeat.start();
  await clock.advance(16 * minuteMs);
  expect(minutes()).toEqual([0, 5, 10, 15]);
  expect(sent.every(({ failure }) => failure === null)).toBe(true);
});

it("sends none while the engine does not answer, and goes on when it does", async () => {
  heartbeat.start();
  await clock.advance(minuteMs);
  status = () => new Promise(() => {});
  await clock.advance(20 * minuteMs);
  expect(minutes()).toEqual([0]);
  expect(warnings).toEqual(['{"reason":"the service was not asked: the engine does not answer"}']);
  status = healthy;
  await clock.advance(2 * minuteMs);
  expect(sent).toHaveLength(2);
});

it("sends none while the status cannot be read", async () => {
  status = () => Promise.reject(new Error("disk I/O error"));
  heartbeat.start();
  await clock.advance(11 * minuteMs);
  expect(sent).toEqual([]);
});

it("tells of what needs a person, in the words of the headline, and no more when that is over", async () => {
  status = async () => statusWith({ blocked: 3 }, { causes: [causeOf("refused", 3)] });
  heartbeat.start();
  await clock.advance(6 * minuteMs);
  status = healthy;
  await clock.advance(5 * minuteMs);
  expect(sent.map(({ failure }) => failure?.split(" · ")[0] ?? null)).toEqual([
    "1 thing needs you",
    "1 thing needs you",
    null,
  ]);
});

it("tells of a portal that has been away for longer than a moment", async () => {
  const sinceMs = clock.nowMs() - 10_000;
  status = async () => statusWith({ waiting: 3 }, { holds: [holdOf("unreachable", { sinceMs })] });
  heartbeat.start();
  await clock.advance(6 * minuteMs);
  expect(sent.map(({ failure }) => failure?.split(" · ")[0] ?? null)).toEqual([
    null,
    "Waiting for the portal",
  ]);
});

it("tells of files that are tried again and again, and not of one that another one overtakes", async () => {
  let delivered = 5;
  status = async () => statusWith({ waiting: 1, delivered }, { pace: "retrying" });
  heartbeat.start();
  await clock.advance(11 * minuteMs);
  delivered = 6;
  await clock.advance(5 * minuteMs);
  status = async () => statusWith({ waiting: 1, sending: 1, delivered }, { pace: "retrying" });
  await clock.advance(15 * minuteMs);
  expect(sent.map(({ failure }) => failure?.split(" · ").at(-1) ?? null)).toEqual([
    null,
    "no file has reached the portal for 5 min",
    "no file has reached the portal for 10 min",
    null,
    null,
    null,
    null,
  ]);
});

it("tells of no files while a person or the timetable lets them wait", async () => {
  const cause = "paused";
  status = async () => statusWith({ waiting: 3 }, { holds: [holdOf(cause, { lane: "pause" })] });
  heartbeat.start();
  await clock.advance(11 * minuteMs);
  status = async () => statusWith({ waiting: 3 }, { pace: "retrying", isBacklogStopped: true });
  await clock.advance(11 * minuteMs);
  expect(sent.map(({ failure }) => failure)).toEqual([null, null, null, null, null]);
});

it("tells nothing of it where the settings say never", async () => {
  settings = { url, everyMinutes: 5, fail: "never" };
  status = async () => statusWith({ blocked: 3 }, { causes: [causeOf("refused", 3)] });
  heartbeat.start();
  await clock.advance(minuteMs);
  expect(sent).toEqual([{ atMs: 0, failure: null }]);
});

it("tries again within the period where the service does not answer, and is no later for it", async () => {
  answer = async (signal) => {
    await clock.sleep(10_000, signal);
    return { isTaken: false, isTransient: true, reason: "did not answer in 10 s" };
  };
  heartbeat.start();
  await clock.advance(5 * minuteMs);
  expect(minutes()).toEqual([0, 25 / 60, 50 / 60, 5]);
  expect(warnings).toEqual(['{"reason":"the service did not answer in 10 s"}']);
});

it("does not try again what another try does not change, and logs it once an hour", async () => {
  answer = () => ({ isTaken: false, isTransient: false, reason: "answered 404" });
  heartbeat.start();
  await clock.advance(59 * minuteMs);
  expect(sent).toHaveLength(12);
  expect(warnings).toHaveLength(1);
  await clock.advance(2 * minuteMs);
  expect(warnings).toHaveLength(2);
});

it("follows the settings at once, and only where they changed", async () => {
  settings = null;
  heartbeat.start();
  await clock.advance(20 * minuteMs);
  expect(sent).toEqual([]);
  settings = { url, everyMinutes: 1, fail: "needsYou" };
  heartbeat.settingsTaken();
  await clock.advance(90_000);
  heartbeat.settingsTaken();
  await clock.advance(20_000);
  expect(minutes()).toEqual([20, 21]);
  settings = null;
  heartbeat.settingsTaken();
  await clock.advance(20 * minuteMs);
  expect(sent).toHaveLength(2);
});

it("is never late in 400 days, whatever the wall clock and the service do", async () => {
  settings = { url, everyMinutes: 30, fail: "needsYou" };
  let turn = 0;
  answer = async (signal) => {
    turn += 1;
    if (turn % 7 === 0) clock.setWall(clock.nowMs() + (turn % 2 === 0 ? 3_600_000 : -3_600_000));
    if (turn % 3 !== 0) return { isTaken: true };
    await clock.sleep(10_000, signal);
    return { isTaken: false, isTransient: true, reason: "did not answer in 10 s" };
  };
  heartbeat.start();
  await clock.advance(400 * dayMs);
  const starts = sent.map(({ atMs }) => atMs).filter((atMs) => atMs % (30 * minuteMs) === 0);
  expect(starts).toHaveLength(400 * 48 + 1);
});

it("sends one now when asked, and says what came of it", async () => {
  answer = () => ({ isTaken: false, isTransient: false, reason: "answered 404: not found" });
  const { signal } = new AbortController();
  expect(await heartbeat.test(signal)).toEqual({
    name: "heartbeat",
    type: "heartbeat",
    isTaken: false,
    sentence: "The service answered 404: not found.",
  });
  settings = null;
  expect(await heartbeat.test(signal)).toBeNull();
});

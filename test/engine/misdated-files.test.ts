import { beforeEach, describe, expect, test } from "vitest";
import { todayUtc } from "#base/dates.ts";
import { headlineOf } from "#station/notifications/tray-view.ts";
import type { Station } from "#station/station-api.ts";
import { issuesOf } from "#station/status/issues.ts";
import { EngineFixture, folder } from "#test/support/builders/engine-fixture.ts";

/** Files whose names have dates that are too far ahead. */

const minuteMs = 60_000;
const because = { note: "the logger has the year 2062", by: "Aino" };
let fixture: EngineFixture;
let engine: Station;

const nameOf = (n: number) => `20620101_${n}.dat`;
const put = (n: number, content = "misdated") =>
  fixture.files.put(folder, nameOf(n), content, fixture.clock.nowMs() * 1000);
const told = async () => {
  const status = await engine.status();
  const nowMs = fixture.clock.nowMs();
  const { needsAttention } = await engine.metrics();
  expect(needsAttention).toBe(status.needsAttention);
  const { sentence, detail } = headlineOf({ status, nowMs, isRunning: true, today: null });
  return {
    issue: issuesOf(status, nowMs).find(({ key }) => key === "date:Radar")?.label,
    isInCauses: status.causes.some(({ cause }) => cause === "future-date"),
    isInHeadline: [sentence, ...detail].some((words) => words.includes("held")),
    needsAttention,
  };
};
const nothing = { issue: undefined, isInCauses: false, isInHeadline: false, needsAttention: false };
const one = {
  issue: "1 file of Radar is held, its date is in the future",
  isInCauses: true,
  isInHeadline: true,
  needsAttention: false,
};

beforeEach(async () => {
  fixture = new EngineFixture();
  fixture.write(`${todayUtc(fixture.clock.nowMs()).replaceAll("-", "")}_1.dat`, "today's");
  put(1);
  engine = await fixture.runFor(10 * minuteMs);
});

describe("a misdated file that a person marks as known", () => {
  test("is told nowhere any more, until the mark is taken back", async () => {
    expect(await told()).toEqual(one);
    expect(await engine.markKnown("date:Radar", because)).toMatchObject({ cause: "future-date" });
    expect(await told()).toEqual(nothing);
    expect((await engine.explain(nameOf(1))).verdict).toContain("Aino marked this as known");
    await engine.rescan();
    await fixture.clock.advance(2 * 60 * minuteMs);
    expect(await told()).toEqual(nothing);
    await engine.endKnown(1);
    expect(await told()).toEqual(one);
  });

  test("is told again when it is another version, and so is every other file", async () => {
    await engine.markKnown("date:Radar", because);
    put(2);
    await engine.rescan();
    expect(await told()).toEqual(one);
    await engine.markKnown("date:Radar", because);
    put(1, "misdated again");
    await engine.rescan();
    expect(await told()).toEqual(one);
  });

  test("does not make all new files of its instrument held ones", async () => {
    await engine.markKnown("date:Radar", because);
    await fixture.clock.advance(10 * minuteMs);
    put(2);
    await engine.rescan();
    expect(await told()).toEqual(one);
    put(3);
    await engine.rescan();
    expect(await told()).toMatchObject({ needsAttention: true });
    await engine.markKnown("date:Radar", because);
    expect(await told()).toEqual(nothing);
  });

  test("is not offered while the clock of this PC explains it", async () => {
    fixture.portal.aheadMs = 10 * 24 * 60 * minuteMs;
    expect(await engine.markKnown("date:Radar", because)).toBeNull();
  });
});

test("runs and later starts know of it, too", async () => {
  await engine.stop();
  const later = new EngineFixture(fixture);
  put(2);
  put(3);
  expect(await later.pass()).toMatchObject({ heldInstruments: ["Radar"], held: [{}, {}, {}] });
  engine = await later.runFor(minuteMs);
  expect(await told()).toMatchObject({ needsAttention: true });
  await engine.markKnown("date:Radar", because);
  await engine.stop();
  expect(await later.pass()).toMatchObject({ heldInstruments: [], held: [{}, {}, {}] });
  engine = await later.runFor(minuteMs);
  expect(await told()).toEqual(nothing);
});

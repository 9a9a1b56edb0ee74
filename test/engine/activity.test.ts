import { beforeEach, describe, expect, it } from "vitest";
import { minuteText } from "#base/text.ts";
import { headlineOf } from "#station/notifications/tray-view.ts";
import { issuesOf } from "#station/status/issues.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";

let fixture: EngineFixture;
const minuteMs = 60_000;
const hourMs = 3_600_000;

beforeEach(() => {
  fixture = new EngineFixture();
});

/** A file of the radar that was last changed so long ago. */
function put(name: string, ageMs: number, where = folder): void {
  fixture.files.put(where, `20240601_${name}.dat`, name, (fixture.clock.nowMs() - ageMs) * 1000);
}

describe("activity", () => {
  it("spreads files over hours, the running one last, and counts today", async () => {
    const sinceMidnight = fixture.clock.nowMs() % (24 * hourMs);
    put("a", 0.5 * hourMs);
    put("b", 5 * hourMs);
    put("c", 5 * hourMs);
    put("old", 47 * hourMs);
    put("older", 49 * hourMs);
    const engine = await fixture.runFor(
      2 * minuteMs,
      configuration([instrument({ expectEveryMinutes: 120 })]),
    );
    const { instruments, throughput, hourStartMs, nowMs } = await engine.activity();
    const [radar] = instruments;
    expect(hourStartMs).toBe(Math.floor(nowMs / hourMs) * hourMs);
    expect(radar?.hourly).toHaveLength(48);
    const hoursAgo = (ageMs: number) =>
      47 - (hourStartMs / hourMs - Math.floor((nowMs - 2 * minuteMs - ageMs) / hourMs));
    expect(radar?.hourly[hoursAgo(5 * hourMs)]).toBe(2);
    expect(radar?.hourly[hoursAgo(0.5 * hourMs)]).toBe(1);
    expect(radar?.confirmedHourly).toEqual(radar?.hourly);
    expect(radar?.hourly.reduce((sum, count) => sum + count, 0)).toBe(4);
    expect(radar?.deliveredHourly.at(-1)).toBe(5);
    expect(throughput).toEqual({
      files: [...Array.from({ length: 23 }, () => 0), 5],
      bytes: [...Array.from({ length: 23 }, () => 0), "abcoldolder".length],
    });
    const found = [0.5, 5, 5, 47, 49].filter((hours) => hours * hourMs <= sinceMidnight).length;
    expect(radar?.expected).toBe(12);
    const { instruments: states } = await engine.status();
    expect(states[0]?.today).toEqual({ found, delivered: found, unsent: 0 });
    expect(states[0]?.queue).toEqual({ unsent: 0, waiting: 0, needsYou: 0 });
    expect(radar).toMatchObject({ lastFileAtMs: nowMs - 2 * minuteMs - 0.5 * hourMs, isQuiet: false });
  });

  it("counts what is unsent today and what needs a person, each for its own instrument", async () => {
    const other = instrument({ name: "Other", folder: "/data/other", tags: ["co"], site: "elsewhere" });
    fixture.portal.isPasswordRight = false;
    put("a", 0);
    put("b", 0, "/data/other");
    const engine = await fixture.runFor(2 * minuteMs, configuration([instrument(), other]));
    const { instruments } = await engine.status();
    expect(instruments.map(({ today }) => [today.found, today.delivered, today.unsent])).toEqual([
      [1, 0, 1],
      [1, 0, 1],
    ]);
    const [upload] = await fixture.ledger.versions("Other", "20240601_b.dat");
    await engine.cancel({ ids: [upload?.id ?? ""] });
    expect((await engine.status()).instruments.map(({ today }) => today.unsent)).toEqual([1, 0]);
  });

  it("calls an instrument quiet that stopped, by what it usually did", async () => {
    for (const hours of [6, 7, 8, 9, 10]) put(`${hours}`, hours * hourMs);
    const engine = await fixture.runFor(minuteMs);
    const [radar] = (await engine.activity()).instruments;
    const startMs = fixture.clock.nowMs() - minuteMs;
    expect(radar).toMatchObject({ usualMinutes: 60, isQuiet: true, lastFileAtMs: startMs - 6 * hourMs });
    const { path } = await engine.stationNow(await engine.status(), true);
    expect(path[0]).toEqual({
      node: "instrument",
      state: "waiting",
      message: `Radar is quiet: no file since ${minuteText(startMs - 6 * hourMs, fixture.clock.nowMs())} (usually one file an hour).`,
    });
  });

  it("calls one silent that should have written: a trouble in the way of a file and what needs a person", async () => {
    put("5", 5 * hourMs);
    const engine = await fixture.runFor(minuteMs, configuration([instrument({ expectEveryMinutes: 60 })]));
    const status = await engine.status();
    const { path } = await engine.stationNow(status, true);
    const nowMs = fixture.clock.nowMs();
    const words = `Radar stopped writing at ${minuteText(nowMs - minuteMs - 5 * hourMs, nowMs)} (usually one file an hour)`;
    expect(path[0]).toEqual({ node: "instrument", state: "trouble", message: `${words}.` });
    expect(headlineOf({ status, nowMs, isRunning: true, today: null })).toMatchObject({
      tone: "needs-you",
      sentence: "Radar has stopped writing",
    });
    expect(issuesOf(status, nowMs).map(({ label }) => label)).toEqual([words]);
  });
});

describe("the station now", () => {
  const now = async (engine: Awaited<ReturnType<EngineFixture["started"]>>) =>
    await engine.stationNow(await engine.status(), true);

  it("counts the files of today and says that all is well", async () => {
    put("a", minuteMs);
    put("old", 30 * hourMs);
    const engine = await fixture.runFor(2 * minuteMs);
    const { today, sending, path, nowMs } = await now(engine);
    expect(today).toEqual({ found: 1, delivered: 1 });
    expect(sending.count).toBe(0);
    expect(path.map(({ state }) => state)).toEqual(["ok", "ok", "ok", "ok", "ok"]);
    expect(nowMs).toBe(fixture.clock.nowMs());
  });

  it("names the portal that refuses the password, and the pause", async () => {
    fixture.portal.isPasswordRight = false;
    put("a", minuteMs);
    const engine = await fixture.runFor(2 * minuteMs);
    engine.pause(null);
    const { path } = await now(engine);
    expect(path.find(({ state }) => state === "trouble")?.node).toBe("portal");
    expect(path.find(({ node }) => node === "pc")).toMatchObject({
      state: "waiting",
      message: expect.stringContaining("Paused"),
    });
  });

  it("names the folder that cannot be read", async () => {
    const engine = await fixture.runFor(minuteMs, configuration([instrument({ folder: "/nowhere" })]));
    const { path } = await now(engine);
    expect(path.map(({ state }) => state)).toEqual(["unknown", "trouble", "ok", "ok", "ok"]);
    expect(path[1]?.message).toContain("/nowhere");
  });

  it("tells the story of an upload, and nothing of one that it does not know", async () => {
    put("a", minuteMs);
    const engine = await fixture.runFor(2 * minuteMs);
    const { id } = await fixture.latest("20240601_a.dat");
    const told = await engine.history(id);
    expect(told?.at(0)?.sentence).toMatch(/^Found at .*: 1 byte, last changed at /);
    expect(told?.at(-1)?.sentence).toMatch(/^The portal stored it at .*: 1 byte, MD5 [0-9a-f]{32}\.$/);
    expect(await engine.history("nobody")).toBeNull();
  });
});

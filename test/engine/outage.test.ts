import { describe, expect, it } from "vitest";
import { addDays, todayUtc } from "#base/dates.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { holdFor, retryFor } from "#test/support/builders/outcomes.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;

describe("a portal that comes and goes", () => {
  it("three seconds there, seven away, for ten minutes: all is delivered, with little sent twice", async () => {
    const fixture = new EngineFixture();
    fixture.portal.latencyMs = 300;
    const content = (i: number) => `${i}`.padEnd(1000, "x");
    for (let i = 0; i < 200; i++) fixture.files.put(folder, `20240601_${i}.dat`, content(i));
    const startMs = fixture.clock.monotonicMs();
    const isAway = () => {
      const ms = fixture.clock.monotonicMs() - startMs;
      return ms < 10 * minuteMs && ms % 10_000 >= 3_000;
    };
    fixture.portal.script = () => (isAway() ? holdFor("unreachable") : undefined);
    await fixture.runFor(hourMs);
    expect((await fixture.ledger.totals()).delivered).toBe(200);
    expect(fixture.portal.requests().sentBytes).toBeLessThanOrEqual(2 * 200 * 1000);
    expect(fixture.portal.overlaps).toEqual([]);
  });

  it("is left alone with one file for as long as it asks", async () => {
    const fixture = new EngineFixture();
    fixture.files.put(folder, "20240601_locked.dat", "locked");
    fixture.portal.script = ({ kind }) =>
      kind === "announce" ? retryFor("record-in-use", 50 * minuteMs) : undefined;
    await fixture.runFor(49 * minuteMs);
    expect(fixture.portal.requests().post).toBe(1);
    // Stations that were asked to wait come back one after another, within two minutes.
    await fixture.clock.advance(4 * minuteMs);
    expect(fixture.portal.requests().post).toBe(2);
  });

  it("is not called well because of files that it had refused before", async () => {
    const fixture = new EngineFixture();
    fixture.portal.forbiddenSites.add("kumpula");
    const pid = "https://hdl.handle.net/21.12132/3.ffffffffffffffff";
    const forbidden = instrument({ name: "Other", site: "kumpula", folder: "/data/other", pid });
    fixture.files.put(forbidden.folder, "20240601_first.dat", "of a forbidden site");
    const engine = await fixture.runFor(minuteMs, configuration([instrument(), forbidden]));
    expect(await fixture.states("20240601_first.dat", "Other")).toEqual(["blocked"]);
    fixture.portal.script = () => holdFor("unreachable");
    fixture.files.put(folder, "20240601_waits.dat", "waits");
    await engine.rescan();
    await fixture.clock.advance(minuteMs);
    const { holds } = await engine.status();
    expect(holds).toMatchObject([{ cause: "unreachable" }]);
    fixture.files.put(forbidden.folder, "20240602_next.dat", "of the forbidden site, too");
    await engine.rescan();
    await fixture.clock.advance(hourMs);
    expect((await engine.status()).holds).toMatchObject([{ sinceMs: holds[0]?.sinceMs }]);
    expect(await fixture.states("20240602_next.dat", "Other")).toEqual(["queued"]);
    fixture.portal.script = () => undefined;
    await fixture.clock.advance(hourMs);
    expect(await fixture.states("20240601_waits.dat")).toEqual(["delivered"]);
    expect(await fixture.states("20240602_next.dat", "Other")).toEqual(["blocked"]);
    expect((await engine.status()).holds).toEqual([]);
  });

  it("sends the files of today before those that were missed on older days", async () => {
    const fixture = new EngineFixture();
    const today = todayUtc(fixture.clock.nowMs());
    const days = Array.from({ length: 30 }, (_, back) => addDays(today, -back).replaceAll("-", ""));
    for (const day of days.toReversed())
      for (let i = 0; i < 5; i++) fixture.files.put(folder, `${day}_${i}.dat`, `${day} ${i}`);
    await fixture.runFor(minuteMs);
    const announced = fixture.portal.announced().map((name) => name.slice(0, 8));
    expect(announced).toHaveLength(150);
    expect(announced.slice(0, 5)).toEqual(Array(5).fill(days[0]));
    expect(announced.at(-1)).toBe(days.at(-1));
  });
});

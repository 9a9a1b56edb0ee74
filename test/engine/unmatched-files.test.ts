import { beforeEach, describe, expect, test } from "vitest";
import type { Station } from "#station/station-api.ts";
import { issuesOf } from "#station/status/issues.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";

let fixture: EngineFixture;
let engine: Station;

beforeEach(() => {
  fixture = new EngineFixture();
});

const put = (...names: readonly string[]) => {
  for (const name of names) fixture.files.put(folder, name, name, fixture.clock.nowMs() * 1000);
};
/** Looks through the folder once more. */
const told = async (at: Station = engine) => {
  await at.rescan();
  const issues = issuesOf(await at.status(), fixture.clock.nowMs());
  return issues.filter(({ cause }) => cause === "unmatched-file");
};
const labels = async (at?: Station) => (await told(at)).map(({ label }) => label);
const pollyNames = (...days: readonly string[]) => days.map((day) => `2026_11_2${day}_ARI.nc`);
const weekdays = ["3_Mon", "4_Tue", "5_Wed"];

describe("new files that no pattern takes", () => {
  test("are told from three of one shape on, once for all weekdays", async () => {
    put("readme.txt", "1.log", "12.log", "123.log");
    engine = await fixture.started();
    put(...pollyNames(...weekdays.slice(0, 2)), "4.log", "5.log");
    expect(await labels()).toEqual([]);
    put(...pollyNames(...weekdays.slice(2)));
    expect(await labels()).toEqual([
      `3 new files in ${folder} match no pattern, for example 2026_11_25_Wed_ARI.nc`,
    ]);
    const [issue] = await told();
    expect(issue).toMatchObject({
      key: "unmatched:Radar",
      action: "check-pattern",
      instrument: "Radar",
      count: 3,
    });
    expect((await engine.status()).needsAttention).toBe(true);
  });

  test("are told across a restart, also those that came meanwhile, and no longer when they are gone", async () => {
    put("1.log", "2.log", "3.log");
    engine = await fixture.started();
    await engine.status();
    await engine.stop();
    put(...pollyNames(...weekdays));
    const next = await new EngineFixture(fixture).started();
    expect(await labels(next)).toHaveLength(1);
    for (const name of pollyNames(...weekdays)) fixture.files.remove(folder, name);
    expect(await labels(next)).toEqual([]);
    await next.stop();
  });

  test("are known when a person says so, by their shape, and told again when another one comes", async () => {
    engine = await fixture.started();
    put(...pollyNames(...weekdays));
    await told();
    await engine.markKnown("unmatched:Radar", { note: "a copy for us", by: "Aino" });
    put(...pollyNames("6_Thu"));
    expect(await labels()).toEqual([]);
    put("a.csv", "b.csv", "c.csv", "x1.png", "x2.png", "x3.png");
    expect(await labels()).toEqual([`3 new files in ${folder} match no pattern, for example x3.png`]);
  });

  test("are none that are temporary, hidden, of the system, or of another instrument of the folder", async () => {
    const both = configuration([instrument(), instrument({ name: "Log", pattern: "log_%Y%m%d_*.txt" })]);
    engine = await fixture.started(both);
    for (const n of [1, 2, 3])
      put(`log_20261123_${n}.txt`, `.hidden${n}`, `x${n}.tmp`, `$RECYCLE.BIN/x${n}.nc`);
    expect(await labels()).toEqual([]);
    put("y1.nc", "y2.nc", "y3.nc");
    // Told of the folder, not of each instrument in it.
    expect(await labels()).toHaveLength(1);
  });

  test("begin again where the pattern is another one", async () => {
    engine = await fixture.started();
    put(...pollyNames(...weekdays));
    expect(await labels()).toHaveLength(1);
    const other = fixture.engine(configuration([instrument({ pattern: "%Y_%m_%d_*_ARI.nc" })]));
    await other.start();
    await fixture.clock.advance(0);
    expect(await labels(other)).toEqual([]);
    await other.stop();
  });

  test("are no news in a folder whose names have no shape", async () => {
    engine = await fixture.started();
    const letters = "abcdefghijklmnopqrstuvwxyz";
    for (const a of letters) put(...[...letters].slice(0, 9).map((b) => `${a}${b}.bin`));
    put("q1.nc", "q2.nc", "q3.nc");
    expect(await labels()).toEqual([]);
  });
});

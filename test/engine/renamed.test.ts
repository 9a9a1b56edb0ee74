import { beforeEach, describe, expect, it } from "vitest";
import { usualNotifications } from "#domain/notification-settings.ts";
import type { Renamed } from "#domain/renamed.ts";
import { issuesOf } from "#station/status/issues.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { monitored } from "#test/support/builders/notification-fixture.ts";
import { MemoryStateStore } from "#test/support/fakes/memory-state-store.ts";

/** Everything that is kept by the name of an instrument beside its uploads. */

const minuteMs = 60_000;
const drive = { device: "39", root: folder, bytes: 1e12, freeBytes: 5e11 };
const renamed = configuration([instrument({ name: "Cloud radar" })]);
/** A NetCDF file without the end of its header. */
const cutOff = Buffer.concat([Buffer.from("CDF\x01"), Buffer.alloc(4)]);
const because = { note: "The disk was full", by: "operator" };

let fixture: EngineFixture & { entriesStore?: MemoryStateStore; snoozeStore?: MemoryStateStore };

beforeEach(() => {
  fixture = new EngineFixture();
  fixture.entriesStore = new MemoryStateStore();
  fixture.snoozeStore = new MemoryStateStore();
  const day = new Date(fixture.clock.nowMs()).toISOString().slice(0, 10).replaceAll("-", "");
  fixture.files.put(folder, `${day}_0.dat`, cutOff, (fixture.clock.nowMs() - 10 * minuteMs) * 1000);
});

type Running = Awaited<ReturnType<typeof fixture.started>>;
const issues = async (engine: Running) => issuesOf(await engine.status(), fixture.clock.nowMs());
/** `how` the name changes: under the running engine, or between two runs. */
const rename = async (engine: Running, how: string): Promise<Running> => {
  if (how === "while it runs") {
    await engine.configure(renamed);
    await fixture.clock.advance(2 * minuteMs);
    return engine;
  }
  await engine.stop();
  if (how === "before a run of submit") await fixture.pass(renamed);
  return await fixture.runFor(2 * minuteMs, renamed);
};

const unrepeated = (said: readonly string[]) => said.filter((one) => !one.startsWith("repeat"));

describe.each(["while it runs", "while nothing runs", "before a run of submit"])(
  "an instrument that gets another name %s",
  (how) => {
    it("keeps what is known of its files", async () => {
      fixture.files.put(folder, "20620101_0.dat", "misdated");
      const first = await fixture.runFor(10 * minuteMs);
      expect((await issues(first)).map(({ key }) => key)).toEqual(["damaged:Radar", "date:Radar"]);
      for (const key of ["damaged:Radar", "date:Radar"]) await first.markKnown(key, because);
      const engine = await rename(first, how);
      expect(
        await fixture.states([...fixture.files.contents(folder).keys()][0] ?? "", "Cloud radar"),
      ).toEqual(["delivered"]);
      expect(await issues(engine)).toEqual([]);
      await engine.endKnown(2);
      expect((await issues(engine)).map(({ key }) => key)).toEqual(["date:Cloud radar"]);
      await engine.stop();
    });

    it("keeps on which drive its files were seen: an empty mount point is told", async () => {
      fixture.files.mountOn(folder, drive);
      const first = await fixture.runFor(10 * minuteMs);
      fixture.files.removeFolder(folder);
      fixture.files.makeFolder(folder);
      fixture.files.mountOn(folder, { ...drive, device: "1", root: "/", bytes: 1e11 });
      const engine = await rename(first, how);
      await engine.rescan();
      expect((await engine.status()).instruments[0]?.folderTrouble?.message).toContain(
        "is empty and is on another drive than before",
      );
      await engine.stop();
    });

    it("stays snoozed", async () => {
      const first = await fixture.runFor(10 * minuteMs);
      await first.snooze("damaged:Radar", null);
      const engine = await rename(first, how);
      expect(await issues(engine)).toMatchObject([
        { key: "damaged:Cloud radar", snoozed: { untilMs: null } },
      ]);
      await engine.stop();
    });
  },
);

it.each(["while nothing runs", "before a run of submit", "before the second of two runs of submit"])(
  "an instrument that gets another name %s is not told by the next station, nor told to be well",
  async (how) => {
    const store = new MemoryStateStore();
    const first = await fixture.started();
    const before = await monitored(fixture, first, store);
    await fixture.clock.advance(20 * minuteMs);
    expect(unrepeated(before.said)).toHaveLength(1);
    await before.watch.stop();
    await first.stop();
    if (how.startsWith("before the second")) await fixture.pass(configuration([instrument({ name: "R" })]));
    if (how.startsWith("before")) await fixture.pass(renamed);
    const second = fixture.engine(renamed);
    const renames: Renamed[] = [];
    second.onRenamed((one) => void renames.push(one));
    await second.start();
    const after = await monitored(fixture, second, store, usualNotifications, renames);
    await fixture.clock.advance(40 * minuteMs);
    expect(unrepeated(after.said)).toEqual([]);
    expect(after.watch.records()).toMatchObject([
      { key: "damaged:Cloud radar", filter: { instrument: "Cloud radar" }, resolvedAtMs: null },
    ]);
    await after.watch.stop();
    await second.stop();
    // Told once: another instrument that gets the former name later keeps what is its own.
    const again: Renamed[] = [];
    const third = fixture.engine(renamed);
    third.onRenamed((one) => void again.push(one));
    await third.start();
    await third.stop();
    expect(again).toEqual([]);
  },
);

it("an instrument that gets another name while it runs is not told once more, nor told to be well", async () => {
  const engine = await fixture.started();
  const { watch, said } = await monitored(fixture, engine);
  engine.onRenamed(watch.renamed);
  await fixture.clock.advance(20 * minuteMs);
  const once = () => unrepeated(said);
  expect(once()).toHaveLength(1);
  expect(watch.records()).toMatchObject([
    { key: "damaged:Radar", filter: { instrument: "Radar" }, resolvedAtMs: null },
  ]);
  await engine.configure(renamed);
  await fixture.clock.advance(40 * minuteMs);
  expect(once()).toHaveLength(1);
  expect(watch.records()).toMatchObject([
    { key: "damaged:Cloud radar", filter: { instrument: "Cloud radar" }, resolvedAtMs: null },
  ]);
  await watch.stop();
  await engine.stop();
});

import { beforeEach, describe, expect, it } from "vitest";
import {
  configuration,
  EngineFixture,
  folder,
  instrument,
  md5,
} from "#test/support/builders/engine-fixture.ts";

let fixture: EngineFixture;
const minuteMs = 60_000;
const system = { device: "1", root: "/", bytes: 1e11, freeBytes: 5e10 };
const drive = { device: "39", root: folder, bytes: 1e12, freeBytes: 5e11 };

beforeEach(() => {
  fixture = new EngineFixture();
  fixture.files.mountOn(folder, drive);
});

/** The drive is taken away: its mount point is there with nothing in it. */
function unmount(): void {
  fixture.files.removeFolder(folder);
  fixture.files.makeFolder(folder);
  fixture.files.mountOn(folder, system);
}

const toldOf = async (engine: Awaited<ReturnType<EngineFixture["started"]>>) =>
  (await engine.status()).instruments[0]?.folderTrouble?.message ?? null;

describe("an empty folder", () => {
  it("on another drive than before is told and costs no file anything; it is over with the drive", async () => {
    fixture.portal.isPasswordRight = false;
    fixture.putMany(5);
    const engine = await fixture.runFor(1000);
    const contents = fixture.files.contents(folder);
    const times = await fixture.uploads();
    unmount();
    fixture.portal.isPasswordRight = true;
    engine.tryNow();
    await fixture.clock.advance(10 * minuteMs);
    expect(await toldOf(engine)).toMatch(
      `The folder "${folder}" is empty and is on another drive than before: is the drive mounted?`,
    );
    const { causes, needsAttention } = await engine.status();
    expect(causes).toMatchObject([{ cause: "folder-unreachable" }]);
    expect(needsAttention).toBe(true);
    for (const { state, attempts } of await fixture.uploads())
      expect({ state, attempts }).toEqual({ state: "queued", attempts: 0 });

    fixture.files.mountOn(folder, drive);
    for (const { relPath, mtimeUs } of times)
      fixture.files.put(folder, relPath, contents.get(relPath) ?? "", mtimeUs);
    fixture.watch.back(folder);
    await fixture.clock.advance(1000);
    expect(await toldOf(engine)).toBeNull();
    expect(await fixture.delivered()).toBe(5);
  });

  it("is told by the first upload that misses its file, before any rescan", async () => {
    fixture.portal.isPasswordRight = false;
    fixture.putMany(1);
    const engine = await fixture.runFor(1000);
    unmount();
    fixture.portal.isPasswordRight = true;
    engine.tryNow();
    await fixture.clock.advance(1000);
    expect(await toldOf(engine)).toMatch("on another drive than before");
    expect((await fixture.uploads())[0]).toMatchObject({ state: "queued", attempts: 0 });
  });

  it("is told, too, where no rescan has met the files yet", async () => {
    fixture.portal.isPasswordRight = false;
    const engine = await fixture.started();
    fixture.putMany(1);
    for (const relPath of fixture.files.contents(folder).keys()) fixture.watch.hint(folder, relPath);
    await fixture.clock.advance(1000);
    expect(await fixture.uploads()).toHaveLength(1);
    unmount();
    fixture.portal.isPasswordRight = true;
    engine.tryNow();
    await fixture.clock.advance(1000);
    expect(await toldOf(engine)).toMatch("on another drive than before");
    expect((await fixture.uploads())[0]).toMatchObject({ state: "queued", attempts: 0 });
  });

  it("behind which no drive can be told stays told, and what was told is not taken back", async () => {
    fixture.putMany(1);
    const engine = await fixture.runFor(1000);
    unmount();
    await fixture.clock.advance(10 * minuteMs);
    const message = `The folder "${folder}" does not answer.`;
    fixture.files.mountOn(folder, { error: "no-answer", message });
    await fixture.clock.advance(10 * minuteMs);
    expect(await toldOf(engine)).toBe(message);
    expect((await engine.status()).needsAttention).toBe(true);
  });

  it("is told after a restart, too", async () => {
    fixture.putMany(2);
    const before = await fixture.runFor(1000);
    await before.stop();
    unmount();
    const { ledger, clock, files, portal, drivesStore } = fixture;
    fixture = new EngineFixture({ ledger, clock, files, portal, drivesStore });
    expect(await toldOf(await fixture.started())).toMatch("on another drive than before");
  });

  it.each([
    ["after its program cleaned up", drive],
    ["when the computer numbers its drives again", { ...drive, device: "40" }],
    ["when its pool of disks was enlarged", { ...drive, bytes: 2e12 }],
  ])("on the same drive is fine: %s", async (_, now) => {
    fixture.putMany(2);
    const engine = await fixture.runFor(1000);
    for (const relPath of [...fixture.files.contents(folder).keys()]) fixture.files.remove(folder, relPath);
    fixture.files.mountOn(folder, now);
    await fixture.clock.advance(10 * minuteMs);
    expect(await toldOf(engine)).toBeNull();
    expect((await engine.status()).needsAttention).toBe(false);
  });

  it("where none of its files was ever seen is fine", async () => {
    const engine = await fixture.started();
    unmount();
    await fixture.clock.advance(10 * minuteMs);
    expect(await toldOf(engine)).toBeNull();
  });

  it("of another path than before is fine", async () => {
    fixture.putMany(2);
    const engine = await fixture.runFor(1000);
    const { instruments } = configuration().settings;
    fixture.files.makeFolder("/data/new");
    const configured = engine.configure(
      configuration(instruments.map((one) => ({ ...one, folder: "/data/new" }))),
    );
    await fixture.clock.advance(10 * minuteMs);
    await configured;
    expect(await toldOf(engine)).toBeNull();
  });
});

describe("files of a drive that is not mounted", () => {
  const name = "20240601_a.dat";

  it("keep their record: another instrument's file of the same name does not replace it", async () => {
    const cross = instrument({ name: "Cross", folder: "/data/cross" });
    fixture.files.makeFolder(cross.folder);
    fixture.write(name, "of the first");
    await fixture.runFor(5 * minuteMs, configuration([instrument(), cross]));
    expect(await fixture.delivered()).toBe(1);
    unmount();
    fixture.write(name, "of the other", cross.folder);
    await fixture.clock.advance(10 * minuteMs);
    expect(fixture.portal.received(name)).toBe(md5("of the first"));
    expect(await fixture.delivered()).toBe(1);
  });

  it("are sent again when it is back, where the portal lost them meanwhile", async () => {
    fixture.verifyStore.page = null;
    fixture.write(name, "content");
    await fixture.runFor(5 * minuteMs);
    const { mtimeUs } = await fixture.latest(name);
    unmount();
    fixture.portal.records.forget(md5("content"));
    await fixture.clock.advance(3 * 60 * minuteMs);
    expect(await fixture.latest(name)).toMatchObject({ state: "queued" });
    fixture.files.mountOn(folder, drive);
    fixture.files.put(folder, name, "content", mtimeUs);
    await fixture.clock.advance(60 * minuteMs);
    expect(await fixture.states(name)).toEqual(["delivered"]);
    expect(fixture.portal.announced()).toEqual([name, name]);
  });
});

it("files on another drive are taken, and that drive is the usual one from then on", async () => {
  fixture.putMany(1);
  const engine = await fixture.runFor(1000);
  unmount();
  fixture.files.put(folder, "20240602_a.dat", "on the other drive");
  await fixture.clock.advance(10 * minuteMs);
  expect(await fixture.delivered()).toBe(2);
  fixture.files.remove(folder, "20240602_a.dat");
  await fixture.clock.advance(10 * minuteMs);
  expect(await toldOf(engine)).toBeNull();
});

it("what was remembered is written when it changes, and a damaged note is like none", async () => {
  fixture.drivesStore.page = '{"instruments":{"Radar":{"folder":7}}}';
  fixture.putMany(1);
  const engine = await fixture.runFor(30 * minuteMs);
  expect(fixture.drivesStore.writes).toBe(1);
  unmount();
  await fixture.clock.advance(10 * minuteMs);
  expect(await toldOf(engine)).toMatch("on another drive than before");
});

describe("a folder that is back", () => {
  it("is looked through at once when its watch says so", async () => {
    await fixture.runFor(minuteMs);
    fixture.putMany(3);
    fixture.watch.back(folder);
    await fixture.clock.advance(1000);
    expect(await fixture.delivered()).toBe(3);
  });

  it("is watched again when a rescan finds it back", async () => {
    await fixture.started();
    fixture.files.troubleFolder(folder, "vanished");
    await fixture.clock.advance(2 * minuteMs);
    expect(fixture.watch.renewed).toEqual([]);
    fixture.files.troubleFolder(folder, null);
    await fixture.clock.advance(2 * minuteMs);
    expect(fixture.watch.renewed).toEqual([folder]);
  });
});

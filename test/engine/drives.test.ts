import { beforeEach, describe, expect, it } from "vitest";
import { configuration, EngineWorld, folder } from "#test/support/builders/engine-world.ts";

let world: EngineWorld;
const minuteMs = 60_000;
const system = { device: "1", root: "/", bytes: 1e11 };
const drive = { device: "39", root: folder, bytes: 1e12 };

beforeEach(() => {
  world = new EngineWorld();
  world.files.mountOn(folder, drive);
});

/** The drive is taken away: its mount point is there with nothing in it. */
function unmount(): void {
  world.files.removeFolder(folder);
  world.files.makeFolder(folder);
  world.files.mountOn(folder, system);
}

const toldOf = async (engine: Awaited<ReturnType<EngineWorld["started"]>>) =>
  (await engine.status()).instruments[0]?.folderTrouble?.message ?? null;

describe("an empty folder", () => {
  it("on another drive than before is told and costs no file anything; it is over with the drive", async () => {
    world.portal.isPasswordRight = false;
    world.putMany(5);
    const engine = await world.started();
    await world.clock.advance(1000);
    const contents = world.files.contents(folder);
    const times = await world.uploads();
    unmount();
    world.portal.isPasswordRight = true;
    engine.tryNow();
    await world.clock.advance(10 * minuteMs);
    expect(await toldOf(engine)).toMatch(
      `The folder "${folder}" is empty and is on another drive than before: is the drive mounted?`,
    );
    const { causes, needsAttention } = await engine.status();
    expect(causes).toMatchObject([{ cause: "folder-unreachable" }]);
    expect(needsAttention).toBe(true);
    for (const { state, attempts } of await world.uploads())
      expect({ state, attempts }).toEqual({ state: "queued", attempts: 0 });

    world.files.mountOn(folder, drive);
    for (const { relPath, mtimeUs } of times)
      world.files.put(folder, relPath, contents.get(relPath) ?? "", mtimeUs);
    world.watch.back(folder);
    await world.clock.advance(1000);
    expect(await toldOf(engine)).toBeNull();
    expect(await world.delivered()).toBe(5);
  });

  it("is told by the first upload that misses its file, before any rescan", async () => {
    world.portal.isPasswordRight = false;
    world.putMany(1);
    const engine = await world.started();
    await world.clock.advance(1000);
    unmount();
    world.portal.isPasswordRight = true;
    engine.tryNow();
    await world.clock.advance(1000);
    expect(await toldOf(engine)).toMatch("on another drive than before");
    expect((await world.uploads())[0]).toMatchObject({ state: "queued", attempts: 0 });
  });

  it("behind which no drive can be told stays told, and what was told is not taken back", async () => {
    world.putMany(1);
    const engine = await world.started();
    await world.clock.advance(1000);
    unmount();
    await world.clock.advance(10 * minuteMs);
    const message = `The folder "${folder}" does not answer.`;
    world.files.mountOn(folder, { error: "no-answer", message });
    await world.clock.advance(10 * minuteMs);
    expect(await toldOf(engine)).toBe(message);
    expect((await engine.status()).needsAttention).toBe(true);
  });

  it("is told after a restart, too", async () => {
    world.putMany(2);
    const before = await world.started();
    await world.clock.advance(1000);
    await before.stop();
    unmount();
    const { ledger, clock, files, portal, drivesStore } = world;
    world = new EngineWorld({ ledger, clock, files, portal, drivesStore });
    expect(await toldOf(await world.started())).toMatch("on another drive than before");
  });

  it.each([
    ["after its program cleaned up", drive],
    ["when the computer numbers its drives again", { ...drive, device: "40" }],
    ["when its pool of disks was enlarged", { ...drive, bytes: 2e12 }],
  ])("on the same drive is fine: %s", async (_, now) => {
    world.putMany(2);
    const engine = await world.started();
    await world.clock.advance(1000);
    for (const relPath of [...world.files.contents(folder).keys()]) world.files.remove(folder, relPath);
    world.files.mountOn(folder, now);
    await world.clock.advance(10 * minuteMs);
    expect(await toldOf(engine)).toBeNull();
    expect((await engine.status()).needsAttention).toBe(false);
  });

  it("where none of its files was ever seen is fine", async () => {
    const engine = await world.started();
    unmount();
    await world.clock.advance(10 * minuteMs);
    expect(await toldOf(engine)).toBeNull();
  });

  it("of another path than before is fine", async () => {
    world.putMany(2);
    const engine = await world.started();
    await world.clock.advance(1000);
    const { instruments } = configuration().settings;
    world.files.makeFolder("/data/new");
    const configured = engine.configure(
      configuration(instruments.map((one) => ({ ...one, folder: "/data/new" }))),
    );
    await world.clock.advance(10 * minuteMs);
    await configured;
    expect(await toldOf(engine)).toBeNull();
  });
});

it("files on another drive are taken, and that drive is the usual one from then on", async () => {
  world.putMany(1);
  const engine = await world.started();
  await world.clock.advance(1000);
  unmount();
  world.files.put(folder, "20240602_a.dat", "on the other drive");
  await world.clock.advance(10 * minuteMs);
  expect(await world.delivered()).toBe(2);
  world.files.remove(folder, "20240602_a.dat");
  await world.clock.advance(10 * minuteMs);
  expect(await toldOf(engine)).toBeNull();
});

it("what was remembered is written when it changes, and a damaged note is like none", async () => {
  world.drivesStore.page = '{"instruments":{"Radar":{"folder":7}}}';
  world.putMany(1);
  const engine = await world.started();
  await world.clock.advance(30 * minuteMs);
  expect(world.drivesStore.writes).toBe(1);
  unmount();
  await world.clock.advance(10 * minuteMs);
  expect(await toldOf(engine)).toMatch("on another drive than before");
});

describe("a folder that is back", () => {
  it("is looked through at once when its watch says so", async () => {
    await world.started();
    await world.clock.advance(minuteMs);
    world.putMany(3);
    world.watch.back(folder);
    await world.clock.advance(1000);
    expect(await world.delivered()).toBe(3);
  });

  it("is watched again when a rescan finds it back", async () => {
    await world.started();
    world.files.troubleFolder(folder, "vanished");
    await world.clock.advance(2 * minuteMs);
    expect(world.watch.renewed).toEqual([]);
    world.files.troubleFolder(folder, null);
    await world.clock.advance(2 * minuteMs);
    expect(world.watch.renewed).toEqual([folder]);
  });
});

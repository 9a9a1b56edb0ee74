import { beforeEach, describe, expect, it } from "vitest";
import { configuration, EngineWorld, folder, instrument, md5 } from "#test/support/builders/engine-world.ts";
import { blockFor } from "#test/support/builders/outcomes.ts";

const file = "20240601_1.dat";
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let world: EngineWorld;
beforeEach(() => {
  world = new EngineWorld();
});

async function mtimeUs(relPath = file): Promise<number> {
  const stat = await world.files.stat(folder, relPath);
  if ("error" in stat) throw new Error(stat.message);
  return stat.mtimeUs;
}

/** A running engine that has delivered `count` files, each with a mark. */
async function delivering(count: number) {
  world.putMany(count);
  const engine = await world.started();
  await world.clock.advance(10 * minuteMs);
  expect(await world.delivered()).toBe(count);
  return engine;
}

/** As an upgrade leaves them: delivered, and of their marks nothing is known. */
async function withoutMarks(count: number): Promise<void> {
  world.putMany(count);
  const engine = await world.started();
  await world.clock.advance(10 * minuteMs);
  await engine.stop();
  world.ledger.forgetMarks();
  world = new EngineWorld(world);
}

const requests = () => world.portal.log.length;

describe("a delivered file whose size and time stay", () => {
  it.each([
    ["is rewritten in place", (content: string, at: number) => world.files.put(folder, file, content, at)],
    ["is replaced", (content: string, at: number) => world.files.replace(folder, file, content, at)],
  ])("%s: the rescan finds it, and it is sent as a new version", async (_, change) => {
    world.files.put(folder, file, "content 1");
    await world.started();
    await world.clock.advance(10 * minuteMs);
    change("content 2", await mtimeUs());
    await world.clock.advance(10 * minuteMs);
    expect(await world.states(file)).toEqual(["delivered", "delivered"]);
    expect((await world.latest(file)).receipt).toMatchObject({
      checksum: md5("content 2"),
      kind: "replaced",
    });
    expect(world.portal.records.byChecksum(md5("content 2"))?.metadata.filename).toBe(file);
  });

  it("is sent as well where its time says nothing: on a network drive, or when it lies in the future", async () => {
    world.files.put(folder, file, "content 1");
    world.files.put(folder, "20240601_2.dat", "content 1", world.clock.nowMs() * 1000 + 1e15);
    await world.started(configuration([instrument({ network: true })]));
    await world.clock.advance(10 * minuteMs);
    for (const one of [file, "20240601_2.dat"]) {
      world.files.put(folder, one, `${one}.`.slice(-9), await mtimeUs(one));
      await world.clock.advance(10 * minuteMs);
      expect((await world.latest(one)).receipt?.checksum).toBe(md5(`${one}.`.slice(-9)));
    }
  });

  it("is sent at once after a hint", async () => {
    world.files.put(folder, file, "content 1");
    await world.started();
    await world.clock.advance(10 * minuteMs);
    world.files.put(folder, file, "content 2", await mtimeUs());
    world.watch.hint(folder, file);
    await world.clock.advance(5_000);
    expect((await world.latest(file)).receipt?.checksum).toBe(md5("content 2"));
  });

  it("is sent by a pass too, which may have been told of it in a dry run", async () => {
    world.files.put(folder, file, "content 1");
    await world.pass();
    world.files.put(folder, file, "content 2", await mtimeUs());
    const planned = await world.pass(undefined, { isDryRun: true });
    expect(planned.planned).toEqual([{ path: `${folder}/${file}`, measurementDate: "2024-06-01" }]);
    expect(await world.states(file)).toEqual(["delivered"]);
    expect(await world.pass()).toMatchObject({ delivered: 1 });
  });

  it("is sent by a pass from a share, which waits for the settle time", async () => {
    const config = configuration([instrument({ network: true })]);
    world.files.put(folder, file, "content 1");
    expect(await world.pass(config)).toMatchObject({ delivered: 1 });
    world.files.put(folder, file, "content 2", await mtimeUs());
    expect(await world.pass(config)).toMatchObject({ delivered: 1 });
  });

  it("is as it was before its other content had settled: nobody waits for it any more", async () => {
    world.files.put(folder, file, "content 1");
    const engine = await world.started(configuration([instrument({ network: true })]));
    await world.clock.advance(10 * minuteMs);
    world.files.put(folder, file, "content 2", await mtimeUs());
    world.watch.hint(folder, file);
    await world.clock.advance(5_000);
    expect(engine.unsent()).toHaveLength(1);
    world.files.put(folder, file, "content 1", await mtimeUs());
    await world.clock.advance(10 * minuteMs);
    expect(engine.unsent()).toEqual([]);
    expect(await world.states(file)).toEqual(["delivered"]);
  });

  it("is explained as touched until it was read again", async () => {
    world.files.put(folder, file, "content 1");
    const engine = await world.started();
    await world.clock.advance(10 * minuteMs);
    world.files.put(folder, file, "content 2", await mtimeUs());
    const { verdict, next } = await engine.explain(`${folder}/${file}`);
    expect(verdict).toContain("The file was modified after it was read, so its content may have changed.");
    expect(next?.what).toBe("It is read again, and sent if its content has changed");
    await world.clock.advance(10 * minuteMs);
    expect((await engine.explain(`${folder}/${file}`)).verdict).not.toContain("touched");
  });

  it("goes back to what it was: it is sent once more", async () => {
    world.files.put(folder, file, "content 1");
    await world.started();
    await world.clock.advance(10 * minuteMs);
    for (const content of ["content 2", "content 1"]) {
      world.files.put(folder, file, content, await mtimeUs());
      await world.clock.advance(10 * minuteMs);
      expect((await world.latest(file)).receipt?.checksum).toBe(md5(content));
    }
  });

  it("waits for a person: with other content it is tried again by itself", async () => {
    world.portal.script = () => blockFor("refused");
    world.files.put(folder, file, "content 1");
    await world.started();
    await world.clock.advance(10 * minuteMs);
    expect(await world.states(file)).toEqual(["blocked"]);
    world.portal.script = () => undefined;
    world.files.put(folder, file, "content 2", await mtimeUs());
    await world.clock.advance(10 * minuteMs);
    expect(await world.states(file)).toEqual(["delivered", "superseded"]);
  });

  it("is only touched: it is read once, marked, and nothing is asked or sent", async () => {
    await delivering(3);
    const before = { opened: world.files.opened, requests: requests(), lines: await world.ledger.lastSeq() };
    world.files.touch(folder, "20240601_1.dat");
    await world.clock.advance(hourMs);
    expect(world.files.opened).toBe(before.opened + 1);
    expect(requests()).toBe(before.requests);
    expect(await world.ledger.lastSeq()).toBe(before.lines);
  });

  it("stays as it is: it is never read again", async () => {
    await delivering(3);
    const { opened } = world.files;
    await world.clock.advance(24 * hourMs);
    expect(world.files.opened).toBe(opened);
  });

  it("cannot be read: it is read again later", async () => {
    world.files.put(folder, file, "content 1");
    await world.started();
    await world.clock.advance(10 * minuteMs);
    world.files.errorFile(folder, file, "locked");
    world.files.put(folder, file, "content 2", await mtimeUs());
    await world.clock.advance(10 * minuteMs);
    expect(await world.states(file)).toEqual(["delivered"]);
    world.files.errorFile(folder, file, null);
    await world.clock.advance(15 * minuteMs);
    expect((await world.latest(file)).receipt?.checksum).toBe(md5("content 2"));
  });
});

describe("files that were delivered before marks were kept", () => {
  it("are read once, a few at a time, the newest first; nothing is asked or sent", async () => {
    await withoutMarks(60);
    const { opened } = world.files;
    const before = requests();
    await world.started();
    await world.clock.advance(2_000);
    const soon = world.files.opened - opened;
    expect(soon).toBeGreaterThan(5);
    expect(soon).toBeLessThanOrEqual(21);
    const marked = (await world.uploads()).filter(({ fileId }) => fileId !== null);
    const newest = (await world.uploads()).toSorted((a, b) => b.mtimeUs - a.mtimeUs).slice(0, marked.length);
    expect(new Set(marked.map(({ relPath }) => relPath))).toEqual(
      new Set(newest.map(({ relPath }) => relPath)),
    );
    await world.clock.advance(24 * hourMs);
    expect(world.files.opened - opened).toBe(60);
    expect((await world.uploads()).every(({ fileId }) => fileId !== null)).toBe(true);
    expect(requests()).toBe(before);
  });

  it("go on after a restart with those that are left", async () => {
    await withoutMarks(60);
    const { opened } = world.files;
    const engine = await world.started();
    await world.clock.advance(2_000);
    await engine.stop();
    world = new EngineWorld(world);
    await world.started();
    await world.clock.advance(hourMs);
    expect(world.files.opened - opened).toBe(60);
  });

  it("and were changed since are sent", async () => {
    await withoutMarks(3);
    const name = "20240601_1.dat";
    const content = "content /data/radar 7";
    world.files.put(folder, name, content, await mtimeUs(name));
    await world.started();
    await world.clock.advance(10 * minuteMs);
    expect((await world.latest(name)).receipt?.checksum).toBe(md5(content));
  });
});

describe("a file system whose ids are of no account", () => {
  const rescans = 5;

  async function afterNewIds(times: number): Promise<number> {
    // Without a change time of its own, as FAT shows files: else nobody would look at the ids.
    world.files.hasChangeTimes = false;
    await delivering(20);
    const { opened } = world.files;
    for (let n = 0; n < times; n++) {
      world.files.newIds();
      await world.clock.advance(10 * minuteMs);
    }
    return world.files.opened - opened;
  }

  it("gives new ones with a mount: each file is read once, and nothing is asked or sent", async () => {
    expect(await afterNewIds(1)).toBe(20);
    const before = requests();
    await world.clock.advance(hourMs);
    expect(requests()).toBe(before);
  });

  it("gives new ones all the time: files are not read again and again", async () => {
    expect(await afterNewIds(rescans)).toBe(20);
  });

  it("that has change times gives new ones: no file is read", async () => {
    await delivering(20);
    for (let n = 0; n < 20; n++) world.files.touch(folder, `20240601_${n}.dat`);
    await world.clock.advance(10 * minuteMs);
    const { opened } = world.files;
    world.files.newIds();
    await world.clock.advance(hourMs);
    expect(world.files.opened).toBe(opened);
  });

  it("replaced a file by another of the same size and time: it is sent", async () => {
    world.files.hasChangeTimes = false;
    world.files.put(folder, file, "content 1");
    await world.started();
    await world.clock.advance(10 * minuteMs);
    world.files.replace(folder, file, "content 2", await mtimeUs());
    await world.clock.advance(10 * minuteMs);
    expect((await world.latest(file)).receipt?.checksum).toBe(md5("content 2"));
  });
});

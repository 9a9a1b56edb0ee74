import { beforeEach, describe, expect, it } from "vitest";
import type { WalkRequest } from "#engine/ports/host.ts";
import { configuration, EngineWorld, folder, instrument, md5 } from "#test/support/builders/engine-world.ts";

let world: EngineWorld;
let walks: string[];
/** How long a walk lasts. */
let walkMs: number;
const minuteMs = 60_000;
const hourMs = 3_600_000;

beforeEach(() => {
  world = new EngineWorld();
  walks = [];
  walkMs = 0;
  const walk = world.files.walk.bind(world.files);
  world.files.walk = async function* (request: WalkRequest, signal: AbortSignal) {
    walks.push(request.folder);
    if (walkMs > 0) await world.clock.sleep(walkMs, signal);
    yield* walk(request, signal);
  };
});

describe("rescans", () => {
  it("find at the start what appeared while nobody looked, and ask the portal before they send it", async () => {
    world.putMany(300);
    await world.started();
    await world.clock.advance(1000);
    expect(await world.delivered()).toBe(300);
    expect(world.portal.log[0]?.kind).toBe("list");
    expect(world.portal.requests()).toMatchObject({ post: 300, put: 300, get: 1 });
  });

  it("send nothing that the portal has, when the ledger is new", async () => {
    world.putMany(300);
    const first = await world.started();
    await world.clock.advance(1000);
    await first.stop();
    const again = new EngineWorld({ clock: world.clock, files: world.files, portal: world.portal });
    const before = world.portal.requests();
    await again.started();
    await world.clock.advance(1000);
    const after = world.portal.requests();
    expect([after.post - before.post, after.put - before.put]).toEqual([0, 0]);
    // A list is the portal's word for those files only that were hashed before it was asked for.
    expect(after.get - before.get).toBeLessThanOrEqual(12);
    expect((await again.ledger.totals()).delivered).toBe(300);
  });

  it("find everything within one rescan when every hint is lost", async () => {
    await world.started();
    await world.clock.advance(10 * minuteMs);
    world.putMany(2000);
    await world.clock.advance(61_000);
    expect(await world.delivered()).toBe(2000);
  });

  it("are not put off by the first one, which also starts threads and records what is new", async () => {
    walkMs = 2000;
    await world.started();
    await world.clock.advance(walkMs);
    walkMs = 0;
    walks.length = 0;
    await world.clock.advance(61_000);
    expect(walks).toHaveLength(1);
  });

  it("come every minute, and more seldom the longer they take, but within ten minutes", async () => {
    await world.started();
    await world.clock.advance(hourMs);
    const quick = walks.length;
    expect(quick).toBeGreaterThanOrEqual(59);
    expect(quick).toBeLessThanOrEqual(61);
    walkMs = 1000;
    await world.clock.advance(10 * minuteMs);
    walks.length = 0;
    await world.clock.advance(hourMs);
    expect(walks.length).toBeLessThanOrEqual(10);
    expect(walks.length).toBeGreaterThanOrEqual(8);
    walkMs = 60_000;
    await world.clock.advance(20 * minuteMs);
    walks.length = 0;
    await world.clock.advance(2 * hourMs);
    expect(walks.length).toBeLessThanOrEqual(12);
    expect(walks.length).toBeGreaterThanOrEqual(9);
  });

  it("come twice as often on a network drive, where no hint arrives, but never back to back", async () => {
    await world.started(configuration([instrument({ network: true })]));
    await world.clock.advance(hourMs);
    expect(walks.length).toBeGreaterThanOrEqual(79);
    walkMs = 60_000;
    await world.clock.advance(20 * minuteMs);
    walks.length = 0;
    await world.clock.advance(2 * hourMs);
    expect(walks.length).toBeLessThanOrEqual(12);
  });

  it("stop with the engine", async () => {
    const engine = await world.started();
    await engine.stop();
    walks.length = 0;
    await world.clock.advance(hourMs);
    expect(walks).toEqual([]);
    expect(world.watch.isRunning).toBe(false);
  });

  it("stop in the middle of a long walk", async () => {
    walkMs = hourMs;
    world.putMany(10);
    const engine = await world.started();
    let isStopped = false;
    void engine.stop().then(() => {
      isStopped = true;
    });
    await world.clock.advance(0);
    expect(isStopped).toBe(true);
    expect(await world.uploads()).toEqual([]);
  });
});

describe("hints", () => {
  it("make a finished file known at once", async () => {
    await world.started();
    await world.clock.advance(10_000);
    world.files.put(folder, "20240601_a.dat", "content");
    world.watch.hint(folder, "20240601_a.dat");
    await world.clock.advance(50);
    expect(await world.states("20240601_a.dat")).toEqual(["delivered"]);
  });

  it("are one upload for each file, however many come of it and of others", async () => {
    await world.started();
    world.putMany(500);
    world.files.put(folder, "notes.txt", "x");
    for (let i = 0; i < 20_000; i++) world.watch.hint(folder, `20240601_${i % 700}.dat`);
    world.watch.hint(folder, "notes.txt");
    world.watch.hint("/elsewhere", "20240601_1.dat");
    world.watch.hint(folder, "");
    await world.clock.advance(1000);
    expect(await world.delivered()).toBe(500);
    expect((await world.uploads()).length).toBe(500);
  });

  it("of a folder that holds another instrument's folder reach that one, too", async () => {
    const inner = instrument({ name: "Inner", folder: `${folder}/inner`, pattern: "%Y%m%d_inner.dat" });
    world.files.makeFolder(inner.folder);
    await world.started(configuration([instrument(), inner]));
    world.files.put(inner.folder, "20240601_inner.dat", "content");
    world.watch.hint(folder, "inner/20240601_inner.dat");
    await world.clock.advance(50);
    expect(await world.states("20240601_inner.dat", "Inner")).toEqual(["delivered"]);
  });

  it("are not needed: a watch that fails is said and the rescan goes on", async () => {
    await world.started();
    world.watch.error(folder, "too many watches");
    world.files.put(folder, "20240601_a.dat", "content");
    await world.clock.advance(61_000);
    expect(await world.delivered()).toBe(1);
    expect(world.log.lines.join()).toContain("too many watches");
  });

  it("are not waited for: the rescan begins although the watch does not come up", async () => {
    world.putMany(3);
    world.watch.start = () => new Promise(() => {});
    const engine = world.engine();
    void engine.start();
    await world.clock.advance(6000);
    expect(await world.delivered()).toBe(3);
  });
});

describe("files that are not finished", () => {
  it("are listed with their reason, and no longer when they are gone", async () => {
    const engine = await world.started();
    world.write("20240601_a.dat", "content");
    world.watch.hint(folder, "20240601_a.dat");
    await world.clock.advance(100);
    expect(engine.unsent()).toHaveLength(1);
    expect((await engine.status()).instruments[0]?.growing).toBe(1);
    world.files.remove(folder, "20240601_a.dat");
    await world.clock.advance(2 * minuteMs);
    expect(engine.unsent()).toEqual([]);
  });

  it("are looked at when their time has come, also when they changed while they were sent", async () => {
    await world.started();
    world.files.put(folder, "20240601_a.dat", "content");
    let isWritten = false;
    world.portal.whileSending = () => {
      if (!isWritten) world.write("20240601_a.dat", "longer content");
      isWritten = true;
    };
    walkMs = 10_000;
    world.watch.hint(folder, "20240601_a.dat");
    await world.clock.advance(10_000);
    expect(await world.states("20240601_a.dat")).toEqual(["superseded"]);
    await world.clock.advance(51_000);
    expect(await world.states("20240601_a.dat")).toEqual(["delivered", "superseded"]);
    expect(world.portal.received("20240601_a.dat")).toBe(md5("longer content"));
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import type { WalkRequest } from "#engine/ports/host.ts";
import {
  configuration,
  EngineFixture,
  folder,
  instrument,
  md5,
} from "#test/support/builders/engine-fixture.ts";

let fixture: EngineFixture;
let walks: string[];
/** How long a walk lasts, and one of the folder `slow`. */
let walkMs: number;
let slowMs: number;
const slow = "/mnt/far";
const minuteMs = 60_000;
const hourMs = 3_600_000;

beforeEach(() => {
  fixture = new EngineFixture();
  walks = [];
  walkMs = 0;
  slowMs = 0;
  const walk = fixture.files.walk.bind(fixture.files);
  fixture.files.walk = async function* (request: WalkRequest, signal: AbortSignal) {
    walks.push(request.folder);
    const lastsMs = request.folder === slow ? slowMs : walkMs;
    if (lastsMs > 0) await fixture.clock.sleep(lastsMs, signal);
    yield* walk(request, signal);
  };
});

describe("rescans", () => {
  it("find at the start what appeared while nobody looked, and ask the portal before they send it", async () => {
    fixture.putMany(300);
    await fixture.runFor(1000);
    expect(await fixture.delivered()).toBe(300);
    expect(fixture.portal.log[0]?.kind).toBe("list");
    expect(fixture.portal.requests()).toMatchObject({ post: 300, put: 300, get: 1 });
  });

  it("send nothing that the portal has, when the ledger is new", async () => {
    fixture.putMany(300);
    const first = await fixture.runFor(1000);
    await first.stop();
    const again = new EngineFixture({ clock: fixture.clock, files: fixture.files, portal: fixture.portal });
    const before = fixture.portal.requests();
    await again.started();
    await fixture.clock.advance(1000);
    const after = fixture.portal.requests();
    expect([after.post - before.post, after.put - before.put]).toEqual([0, 0]);
    // A list is the portal's word for those files only that were hashed before it was asked for.
    expect(after.get - before.get).toBeLessThanOrEqual(12);
    expect((await again.ledger.totals()).delivered).toBe(300);
  });

  it("find everything within one rescan when every hint is lost", async () => {
    await fixture.runFor(10 * minuteMs);
    fixture.putMany(2000);
    await fixture.clock.advance(61_000);
    expect(await fixture.delivered()).toBe(2000);
  });

  it("are not put off by the first one, which also starts threads and records what is new", async () => {
    walkMs = 2000;
    await fixture.runFor(walkMs);
    walkMs = 0;
    walks.length = 0;
    await fixture.clock.advance(61_000);
    expect(walks).toHaveLength(1);
  });

  it("come every minute, and more seldom the longer they take, but within ten minutes", async () => {
    await fixture.runFor(hourMs);
    const quick = walks.length;
    expect(quick).toBeGreaterThanOrEqual(59);
    expect(quick).toBeLessThanOrEqual(61);
    walkMs = 500;
    await fixture.clock.advance(10 * minuteMs);
    walks.length = 0;
    await fixture.clock.advance(hourMs);
    expect(walks.length).toBeLessThanOrEqual(12);
    expect(walks.length).toBeGreaterThanOrEqual(11);
    walkMs = 60_000;
    await fixture.clock.advance(20 * minuteMs);
    walks.length = 0;
    await fixture.clock.advance(2 * hourMs);
    expect(walks.length).toBeLessThanOrEqual(12);
    expect(walks.length).toBeGreaterThanOrEqual(9);
  });

  it("come twice as often on a network drive, where no hint arrives, but never back to back", async () => {
    await fixture.runFor(hourMs, configuration([instrument({ network: true })]));
    expect(walks.length).toBeGreaterThanOrEqual(79);
    walkMs = 60_000;
    await fixture.clock.advance(20 * minuteMs);
    walks.length = 0;
    await fixture.clock.advance(2 * hourMs);
    expect(walks.length).toBeLessThanOrEqual(12);
  });

  it.each([
    ["another network drive", true],
    ["a disk of this PC", false],
  ])("of a slow network drive put off none of %s", async (_, network) => {
    const far = instrument({ name: "Far", folder: slow, network: true });
    const near = instrument({ name: "Near", folder: "/data/near", network });
    fixture.files.makeFolder(slow);
    fixture.files.makeFolder("/data/near");
    slowMs = 20 * minuteMs;
    await fixture.runFor(10 * minuteMs, configuration([far, near]));
    fixture.putMany(1, "/data/near");
    await fixture.clock.advance(3 * minuteMs);
    expect(await fixture.delivered()).toBe(1);
    await fixture.clock.advance(2 * hourMs);
    walks.length = 0;
    await fixture.clock.advance(hourMs);
    expect(walks.filter((one) => one !== slow).length).toBeGreaterThanOrEqual(59);
    expect(walks.filter((one) => one === slow).length).toBeLessThanOrEqual(1);
  });

  it("stop with the engine", async () => {
    const engine = await fixture.started();
    await engine.stop();
    walks.length = 0;
    await fixture.clock.advance(hourMs);
    expect(walks).toEqual([]);
    expect(fixture.watch.isRunning).toBe(false);
  });

  it("stop in the middle of a long walk", async () => {
    walkMs = hourMs;
    fixture.putMany(10);
    const engine = await fixture.started();
    let isStopped = false;
    void engine.stop().then(() => {
      isStopped = true;
    });
    await fixture.clock.advance(0);
    expect(isStopped).toBe(true);
    expect(await fixture.uploads()).toEqual([]);
  });
});

describe("hints", () => {
  it("make a finished file known at once", async () => {
    await fixture.runFor(10_000);
    fixture.files.put(folder, "20240601_a.dat", "content");
    fixture.watch.hint(folder, "20240601_a.dat");
    await fixture.clock.advance(50);
    expect(await fixture.states("20240601_a.dat")).toEqual(["delivered"]);
  });

  it("are one upload for each file, however many come of it and of others", async () => {
    await fixture.started();
    fixture.putMany(500);
    fixture.files.put(folder, "notes.txt", "x");
    for (let i = 0; i < 20_000; i++) fixture.watch.hint(folder, `20240601_${i % 700}.dat`);
    fixture.watch.hint(folder, "notes.txt");
    fixture.watch.hint("/elsewhere", "20240601_1.dat");
    fixture.watch.hint(folder, "");
    await fixture.clock.advance(1000);
    expect(await fixture.delivered()).toBe(500);
    expect((await fixture.uploads()).length).toBe(500);
  });

  it("of a folder that holds another instrument's folder reach that one, too", async () => {
    const inner = instrument({ name: "Inner", folder: `${folder}/inner`, pattern: "%Y%m%d_inner.dat" });
    fixture.files.makeFolder(inner.folder);
    await fixture.started(configuration([instrument(), inner]));
    fixture.files.put(inner.folder, "20240601_inner.dat", "content");
    fixture.watch.hint(folder, "inner/20240601_inner.dat");
    await fixture.clock.advance(50);
    expect(await fixture.states("20240601_inner.dat", "Inner")).toEqual(["delivered"]);
  });

  it("are not needed: a watch that fails is said and the rescan goes on", async () => {
    await fixture.started();
    fixture.watch.error(folder, "too many watches");
    fixture.files.put(folder, "20240601_a.dat", "content");
    await fixture.clock.advance(61_000);
    expect(await fixture.delivered()).toBe(1);
    expect(fixture.log.lines.join()).toContain("too many watches");
  });

  it("are not waited for: the rescan begins although the watch does not come up", async () => {
    fixture.putMany(3);
    fixture.watch.start = () => new Promise(() => {});
    const engine = fixture.engine();
    void engine.start();
    await fixture.clock.advance(6000);
    expect(await fixture.delivered()).toBe(3);
  });
});

describe("files that are not finished", () => {
  it("are listed with their reason, and no longer when they are gone", async () => {
    const engine = await fixture.started();
    fixture.write("20240601_a.dat", "content");
    fixture.watch.hint(folder, "20240601_a.dat");
    await fixture.clock.advance(100);
    expect(engine.unsent()).toHaveLength(1);
    expect((await engine.status()).instruments[0]?.unsettled).toBe(1);
    fixture.files.remove(folder, "20240601_a.dat");
    await fixture.clock.advance(2 * minuteMs);
    expect(engine.unsent()).toEqual([]);
  });

  it("are looked at when their time has come, also when they changed while they were sent", async () => {
    await fixture.started();
    fixture.files.put(folder, "20240601_a.dat", "content");
    let isWritten = false;
    fixture.portal.whileSending = () => {
      if (!isWritten) fixture.write("20240601_a.dat", "longer content");
      isWritten = true;
    };
    walkMs = 10_000;
    fixture.watch.hint(folder, "20240601_a.dat");
    await fixture.clock.advance(10_000);
    expect(await fixture.states("20240601_a.dat")).toEqual(["superseded"]);
    await fixture.clock.advance(51_000);
    expect(await fixture.states("20240601_a.dat")).toEqual(["delivered", "superseded"]);
    expect(fixture.portal.received("20240601_a.dat")).toBe(md5("longer content"));
  });
});

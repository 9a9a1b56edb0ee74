import { beforeEach, describe, expect, it } from "vitest";
import { createHangGuard, type HangGuard } from "#adapters/files/hang-guard.ts";
import { createStation } from "#station/station.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { holdFor } from "#test/support/builders/outcomes.ts";
import { HangingFiles } from "#test/support/fakes/hanging-files.ts";

const minuteMs = 60_000;
const other = "/data/lidar";
const lidar = instrument({
  name: "Lidar",
  folder: other,
  instrument: "halo-doppler-lidar",
  pid: "https://hdl.handle.net/21.12132/3.fedcba9876543210",
});
const both = configuration([instrument(), lidar]);
const large = new Uint8Array(9 * 1024 * 1024);

let drives: HangingFiles;
let fixture: EngineFixture;
let files: HangGuard;

/** The radar's drive is about to hang; the lidar's is well. */
beforeEach(() => {
  drives = new HangingFiles();
  fixture = new EngineFixture({ files: drives });
  files = createHangGuard(drives, fixture.clock);
  drives.makeFolder(other);
});

const engineOnDrives = () => createStation({ ...fixture, files }, both);

/** With files of both in the queue, the radar's first. */
async function withQueue() {
  fixture.putMany(20);
  fixture.putMany(20, other);
  const engine = engineOnDrives();
  engine.pause(null);
  await engine.start();
  await fixture.clock.advance(minuteMs);
  return engine;
}

async function statesOf(name: string): Promise<ReadonlySet<string>> {
  const uploads = (await fixture.uploads()).filter((one) => one.instrument === name);
  return new Set(uploads.map(({ state }) => state));
}

describe("a drive that hangs", () => {
  it("keeps no hint and no growing file of another one waiting", async () => {
    const quick = { ...lidar, finish: { policy: "settle", seconds: 5 } } as const;
    const engine = createStation({ ...fixture, files }, configuration([instrument(), quick]));
    await engine.start();
    drives.hang(folder, ["stat"]);
    fixture.write("20240601_a.dat", "of the radar");
    fixture.watch.hint(folder, "20240601_a.dat");
    await fixture.clock.advance(2 * minuteMs);
    await engine.rescan();
    fixture.write("20240601_b.dat", "of the lidar", other);
    fixture.watch.hint(other, "20240601_b.dat");
    await fixture.clock.advance(10_000);
    expect(await fixture.states("20240601_b.dat", "Lidar")).toEqual(["delivered"]);
    drives.answer(folder);
    await engine.stop();
  });

  it.each(["open", "read", "stat"] as const)(
    "in %s costs its own files a while, and no others",
    async (call) => {
      const engine = await withQueue();
      drives.hang(folder, [call]);
      engine.resume();
      await fixture.clock.advance(3 * minuteMs);
      expect(await statesOf("Lidar")).toEqual(new Set(["delivered"]));
      expect(await statesOf("Radar")).toEqual(new Set(["queued"]));
      // None is blamed, and few threads are lost to it.
      expect((await fixture.uploads()).every(({ attempts }) => attempts === 0)).toBe(true);
      expect(drives.hanging).toBeLessThanOrEqual(8);

      drives.answer(folder);
      await fixture.clock.advance(5 * minuteMs);
      expect(await statesOf("Radar")).toEqual(new Set(["delivered"]));
      expect(drives.openNow).toBe(0);
      await engine.stop();
    },
  );

  it("is named as one that does not answer", async () => {
    const engine = await withQueue();
    drives.hang(folder, ["open", "stat"]);
    engine.resume();
    await fixture.clock.advance(3 * minuteMs);
    const { causes } = await engine.status();
    const message = expect.stringMatching(/The folder "\/data\/radar" does not answer/);
    expect(causes).toMatchObject([{ cause: "folder-unreachable", message }]);
    drives.answer(folder);
    await fixture.clock.advance(5 * minuteMs);
    expect((await engine.status()).causes).toEqual([]);
    await engine.stop();
  });

  it("in the middle of a large file ends the sending, which goes on when it answers", async () => {
    drives.put(folder, "20240601_large.dat", large);
    const engine = engineOnDrives();
    engine.pause(null);
    await engine.start();
    await fixture.clock.advance(minuteMs);
    const open = drives.open.bind(drives);
    drives.open = async (where, relPath) => {
      const opened = await open(where, relPath);
      if (!("error" in opened)) {
        const { chunks } = opened;
        opened.chunks = (size) => {
          drives.hang(folder, ["read"]);
          return chunks(size);
        };
      }
      drives.open = open;
      return opened;
    };
    engine.resume();
    await fixture.clock.advance(2 * minuteMs);
    expect(engine.progress().size).toBe(0);
    expect(await fixture.states("20240601_large.dat")).toEqual(["queued"]);
    drives.answer(folder);
    await fixture.clock.advance(5 * minuteMs);
    expect(await fixture.states("20240601_large.dat")).toEqual(["delivered"]);
    await engine.stop();
  });

  it("does not keep the queue from being tried again after an outage", async () => {
    const engine = await withQueue();
    drives.hang(folder, ["read"]);
    fixture.portal.script = () => holdFor("unreachable");
    engine.resume();
    await fixture.clock.advance(3 * minuteMs);
    expect(await statesOf("Lidar")).toEqual(new Set(["queued"]));
    fixture.portal.script = () => undefined;
    await fixture.clock.advance(20 * minuteMs);
    expect(await statesOf("Lidar")).toEqual(new Set(["delivered"]));
    drives.answer(folder);
    await engine.stop();
  });

  it("does not keep the host from ending, and what was in flight is given back", async () => {
    const engine = await withQueue();
    drives.hang(folder, ["open", "stat", "close"]);
    fixture.write("20240601_a.dat", "of the radar");
    fixture.watch.hint(folder, "20240601_a.dat");
    engine.resume();
    await fixture.clock.advance(100);
    let hasEnded = false;
    void files.whileEnding(engine.stop()).then(() => {
      hasEnded = true;
    });
    await fixture.clock.advance(2_000);
    expect(hasEnded).toBe(true);
    expect(await statesOf("Radar")).toEqual(new Set(["queued"]));
  });
});

describe("a watch whose thread hangs", () => {
  it("does not keep the engine from ending", async () => {
    const engine = await fixture.started();
    fixture.watch.stop = () => new Promise(() => {});
    let hasEnded = false;
    void engine.stop().then(() => {
      hasEnded = true;
    });
    await fixture.clock.advance(2_000);
    expect(hasEnded).toBe(true);
  });

  it("does not keep other folders from being watched when the settings change", async () => {
    const engine = await fixture.started();
    const stop = fixture.watch.stop.bind(fixture.watch);
    fixture.watch.stop = () => new Promise(() => {});
    const taken = engine.configure(both);
    await fixture.clock.advance(5_000);
    expect(fixture.watch.folders.map((one) => one.folder)).toEqual([folder, other]);
    await taken;
    fixture.watch.stop = stop;
    await engine.stop();
  });
});

import { describe, expect, it } from "vitest";
import { createStation } from "#station/station.ts";
import { issuesOf } from "#station/status/issues.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { MemoryStateStore } from "#test/support/fakes/memory-state-store.ts";

const dayMs = 86_400_000;
const gb = 1e9;
const dataFolder = "/var/lib/skyferry";

function station(fixture: EngineFixture, store: MemoryStateStore) {
  const other = instrument({ name: "Lidar", folder: "/data/lidar", tags: ["co"] });
  fixture.files.makeFolder(other.folder);
  fixture.files.makeFolder(dataFolder);
  const { clock, files, ledger, log, portal, drivesStore, pathStyle, watch } = fixture;
  const parts = { clock, files, ledger, log, portal, drivesStore, pathStyle, watch } as const;
  return createStation({ ...parts, room: { dataFolder, store } }, configuration([instrument(), other]));
}

describe("room on the disks", () => {
  const disk = (root: string, freeBytes: number) => ({ device: root, root, bytes: 500 * gb, freeBytes });

  it("is foretold for the disk of two instruments, the same everywhere and after a restart", async () => {
    const fixture = new EngineFixture();
    const store = new MemoryStateStore();
    let engine = station(fixture, store);
    await engine.start();
    const issues = async () => issuesOf(await engine.status(), fixture.clock.nowMs());
    for (let day = 0; day < 8; day += 1) {
      for (const one of [folder, "/data/lidar"])
        fixture.files.mountOn(one, disk("D:\\", (140 - 10 * day) * gb));
      if (day < 6) expect(await issues()).toEqual([]);
      await fixture.clock.advance(dayMs);
      if (day === 5) {
        await engine.stop();
        engine = station(fixture, store);
        await engine.start();
      }
    }
    fixture.files.mountOn(folder, disk("D:\\", 61 * gb));
    fixture.files.mountOn("/data/lidar", { error: "no-answer", message: "It hangs." });
    await fixture.clock.advance(600_000);
    const status = await engine.status();
    expect(
      issuesOf(status, fixture.clock.nowMs()).filter(({ key }) => key.startsWith("disk:")),
    ).toMatchObject([
      { key: "disk:D:", kind: "waiting", cause: "disk-filling", label: "D: will be full in about 6 days" },
    ]);
    expect((await engine.stationNow(status, true)).path[2]).toMatchObject({ node: "pc", state: "waiting" });
    expect((await engine.metrics()).disks).toMatchObject([
      { disk: "/", hasRecords: true, isFilling: false },
      { disk: "D:", hasRecords: false, isFilling: true, freeBytes: 61 * gb },
    ]);
    // A look every ten minutes; each disk is kept once an hour.
    expect(store.writes).toBeLessThan(2 * 9 * 24);
    await engine.stop();
  });

  it("needs somebody where the data folder has none left", async () => {
    const fixture = new EngineFixture();
    const engine = station(fixture, new MemoryStateStore());
    fixture.files.mountOn(dataFolder, disk("/", 150e6));
    for (const one of [folder, "/data/lidar"]) fixture.files.mountOn(one, disk("D:\\", 150e6));
    await engine.start();
    await fixture.clock.advance(1_000);
    const status = await engine.status();
    expect(issuesOf(status, fixture.clock.nowMs())[0]).toMatchObject({
      kind: "needsYou",
      cause: "disk-full",
      label: "/, the disk of the data folder, is full: 150 MB are left",
    });
    expect([status.needsAttention, (await engine.metrics()).needsAttention]).toEqual([true, true]);
    fixture.files.mountOn(dataFolder, disk("/", 5 * gb));
    await fixture.clock.advance(11_000);
    expect((await engine.status()).needsAttention).toBe(false);
    await engine.stop();
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { configuration, EngineWorld, folder, instrument } from "#test/support/builders/engine-world.ts";

let world: EngineWorld;
const minuteMs = 60_000;
const hourMs = 3_600_000;

beforeEach(() => {
  world = new EngineWorld();
});

describe("a part of a folder", () => {
  it("that cannot be read is said for as long as it may hide files of the pattern", async () => {
    world.putMany(1);
    world.files.put(folder, "closed/20240601_x.dat", "behind the door");
    world.files.skip(folder, "closed", "unreadable-folder");
    const engine = await world.started(configuration([instrument({ pattern: "**/%Y%m%d_*.dat" })]));
    await world.clock.advance(minuteMs);
    const status = await engine.status();
    const { causes, needsAttention, instruments } = status;
    expect(instruments[0]).toMatchObject({ folderTrouble: null, unreadable: { count: 1 } });
    expect(causes).toMatchObject([
      { cause: "folder-unreachable", samplePath: "closed", message: expect.stringContaining("closed") },
    ]);
    expect(needsAttention).toBe(true);
    expect((await engine.stationNow(status, true)).path).toContainEqual({
      node: "folder",
      state: "trouble",
      message: expect.stringContaining("closed"),
    });
    world.files.skip(folder, "closed", null);
    await world.clock.advance(2 * minuteMs);
    expect(await engine.status()).toMatchObject({ causes: [], needsAttention: false });
    expect(await world.delivered()).toBe(2);
  });

  it.each([
    ["what is older than `since`", "old/20230101", "unreadable-folder"],
    ["where no file of the pattern lies", "elsewhere", "unreadable-folder"],
    ["what is the system's", "any/lost+found", "unreadable-folder"],
    ["what does not fit the pattern", "new/notes.txt", "unreadable-file"],
    ["a link", "new/20240601", "link"],
  ] as const)("is passed over in silence: %s", async (_, relPath, kind) => {
    world.files.makeFolder(folder);
    world.files.skip(folder, relPath, kind);
    const one = instrument({ pattern: "{old/%Y%m%d,new/%Y%m%d,any/*}/%Y%m%d*.dat", since: "2024-01-01" });
    const engine = await world.started(configuration([one]));
    await world.clock.advance(minuteMs);
    expect(await engine.status()).toMatchObject({ causes: [], needsAttention: false });
  });
});

describe("a folder", () => {
  it("that vanishes is said, nothing is marked deleted, and all goes on when it is back", async () => {
    world.putMany(5);
    const engine = await world.started();
    await world.clock.advance(1000);
    const uploads = await world.uploads();
    world.files.troubleFolder(folder, "vanished");
    await world.clock.advance(2 * minuteMs);
    const status = await engine.status();
    expect(status.causes).toMatchObject([
      { cause: "folder-unreachable", message: expect.stringContaining(folder) },
    ]);
    expect(status.instruments[0]?.folderTrouble).not.toBeNull();
    expect(status.needsAttention).toBe(true);
    expect(await world.uploads()).toEqual(uploads);
    world.files.troubleFolder(folder, null);
    world.files.put(folder, "20240601_new.dat", "new");
    await world.clock.advance(2 * minuteMs);
    expect(await world.states("20240601_new.dat")).toEqual(["delivered"]);
    expect((await engine.status()).needsAttention).toBe(false);
    expect(world.portal.requests().put).toBe(6);
  });

  it("that comes back empty, then whole, costs nothing and loses nothing", async () => {
    world.putMany(5);
    await world.started();
    await world.clock.advance(1000);
    world.files.removeFolder(folder);
    await world.clock.advance(2 * minuteMs);
    world.files.makeFolder(folder);
    await world.clock.advance(2 * minuteMs);
    expect(await world.delivered()).toBe(5);
    for (let i = 0; i < 5; i++)
      world.files.put(
        folder,
        `20240601_${i}.dat`,
        `content ${folder} ${i}`,
        (await world.latest(`20240601_${i}.dat`)).mtimeUs,
      );
    await world.clock.advance(10 * minuteMs);
    expect(await world.delivered()).toBe(5);
    expect(world.portal.requests().post).toBe(5);
  });

  it("that vanishes while its files are queued keeps them, and they go when it is back", async () => {
    world.portal.isPasswordRight = false;
    world.putMany(5);
    const engine = await world.started();
    world.files.troubleFolder(folder, "vanished");
    world.portal.isPasswordRight = true;
    engine.tryNow();
    await world.clock.advance(10 * minuteMs);
    expect(await world.delivered()).toBe(0);
    expect((await world.uploads()).map(({ state }) => state)).not.toContain("blocked");
    world.files.troubleFolder(folder, null);
    await world.clock.advance(hourMs);
    expect(await world.delivered()).toBe(5);
  });

  it("of one instrument does not keep the others waiting", async () => {
    const other = instrument({ name: "Other", folder: "/data/other" });
    world.files.troubleFolder(folder, "vanished");
    world.putMany(3, "/data/other");
    await world.started(configuration([instrument(), other]));
    await world.clock.advance(1000);
    expect(await world.delivered()).toBe(3);
  });
});

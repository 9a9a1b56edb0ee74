import { beforeEach, describe, expect, it } from "vitest";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";

let fixture: EngineFixture;
const minuteMs = 60_000;
const hourMs = 3_600_000;

beforeEach(() => {
  fixture = new EngineFixture();
});

describe("a part of a folder", () => {
  it("that cannot be read is said for as long as it may hide files of the pattern", async () => {
    fixture.putMany(1);
    fixture.files.put(folder, "closed/20240601_x.dat", "behind the door");
    fixture.files.skip(folder, "closed", "unreadable-folder");
    const engine = await fixture.runFor(
      minuteMs,
      configuration([instrument({ pattern: "**/%Y%m%d_*.dat" })]),
    );
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
    fixture.files.skip(folder, "closed", null);
    await fixture.clock.advance(2 * minuteMs);
    expect(await engine.status()).toMatchObject({ causes: [], needsAttention: false });
    expect(await fixture.delivered()).toBe(2);
  });

  it.each([
    ["what is older than `since`", "old/20230101", "unreadable-folder"],
    ["where no file of the pattern lies", "elsewhere", "unreadable-folder"],
    ["what is the system's", "any/lost+found", "unreadable-folder"],
    ["what does not fit the pattern", "new/notes.txt", "unreadable-file"],
    ["a link", "new/20240601", "link"],
  ] as const)("is passed over in silence: %s", async (_, relPath, kind) => {
    fixture.files.makeFolder(folder);
    fixture.files.skip(folder, relPath, kind);
    const one = instrument({ pattern: "{old/%Y%m%d,new/%Y%m%d,any/*}/%Y%m%d*.dat", since: "2024-01-01" });
    const engine = await fixture.runFor(minuteMs, configuration([one]));
    expect(await engine.status()).toMatchObject({ causes: [], needsAttention: false });
  });
});

describe("a folder", () => {
  it("that vanishes is said, nothing is marked deleted, and all goes on when it is back", async () => {
    fixture.putMany(5);
    const engine = await fixture.runFor(1000);
    const uploads = await fixture.uploads();
    fixture.files.troubleFolder(folder, "vanished");
    await fixture.clock.advance(2 * minuteMs);
    const status = await engine.status();
    expect(status.causes).toMatchObject([
      { cause: "folder-unreachable", message: expect.stringContaining(folder) },
    ]);
    expect(status.instruments[0]?.folderTrouble).not.toBeNull();
    expect(status.needsAttention).toBe(true);
    expect(await fixture.uploads()).toEqual(uploads);
    fixture.files.troubleFolder(folder, null);
    fixture.files.put(folder, "20240601_new.dat", "new");
    await fixture.clock.advance(2 * minuteMs);
    expect(await fixture.states("20240601_new.dat")).toEqual(["delivered"]);
    expect((await engine.status()).needsAttention).toBe(false);
    expect(fixture.portal.requests().put).toBe(6);
  });

  it("that is removed is told within 15 s, also between two rescans", async () => {
    fixture.putMany(5);
    const engine = await fixture.runFor(2_000);
    fixture.files.removeFolder(folder);
    await fixture.clock.advance(14_000);
    const { causes, needsAttention } = await engine.status();
    expect(causes).toMatchObject([{ cause: "folder-unreachable" }]);
    expect(needsAttention).toBe(true);
    expect(await fixture.delivered()).toBe(5);
  });

  it("that was away for a moment stops its files no longer than that, however long its rescans take", async () => {
    const walk = fixture.files.walk.bind(fixture.files);
    fixture.files.walk = async function* (request, signal) {
      await fixture.clock.sleep(2 * minuteMs, signal);
      yield* walk(request, signal);
    };
    fixture.putMany(1);
    const engine = await fixture.runFor(hourMs, configuration([instrument({ network: true })]));
    fixture.files.troubleFolder(folder, "vanished");
    await fixture.clock.advance(3 * minuteMs);
    expect((await engine.status()).causes).toMatchObject([{ cause: "folder-unreachable" }]);
    fixture.files.troubleFolder(folder, null);
    await fixture.clock.advance(3 * minuteMs);
    expect((await engine.status()).causes).toEqual([]);
  });

  it("that is there and cannot be listed is not walked again and again", async () => {
    fixture.putMany(1);
    const walk = fixture.files.walk.bind(fixture.files);
    let walks = 0;
    fixture.files.walk = async function* () {
      walks += 1;
      yield { error: "unreadable", message: "no permission" } as const;
    };
    await fixture.runFor(10 * minuteMs);
    expect(walks).toBeLessThanOrEqual(12);
    fixture.files.walk = walk;
    await fixture.clock.advance(3 * minuteMs);
    expect(await fixture.delivered()).toBe(1);
  });

  it("that comes back empty, then whole, costs nothing and loses nothing", async () => {
    fixture.putMany(5);
    await fixture.runFor(1000);
    fixture.files.removeFolder(folder);
    await fixture.clock.advance(2 * minuteMs);
    fixture.files.makeFolder(folder);
    await fixture.clock.advance(2 * minuteMs);
    expect(await fixture.delivered()).toBe(5);
    for (let i = 0; i < 5; i++)
      fixture.files.put(
        folder,
        `20240601_${i}.dat`,
        `content ${folder} ${i}`,
        (await fixture.latest(`20240601_${i}.dat`)).mtimeUs,
      );
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.delivered()).toBe(5);
    expect(fixture.portal.requests().post).toBe(5);
  });

  it("that vanishes while its files are queued keeps them, and they go when it is back", async () => {
    fixture.portal.isPasswordRight = false;
    fixture.putMany(5);
    const engine = await fixture.started();
    fixture.files.troubleFolder(folder, "vanished");
    fixture.portal.isPasswordRight = true;
    engine.tryNow();
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.delivered()).toBe(0);
    expect((await fixture.uploads()).map(({ state }) => state)).not.toContain("blocked");
    fixture.files.troubleFolder(folder, null);
    await fixture.clock.advance(hourMs);
    expect(await fixture.delivered()).toBe(5);
  });

  it("of one instrument does not keep the others waiting", async () => {
    const other = instrument({ name: "Other", folder: "/data/other" });
    fixture.files.troubleFolder(folder, "vanished");
    fixture.putMany(3, "/data/other");
    await fixture.runFor(1000, configuration([instrument(), other]));
    expect(await fixture.delivered()).toBe(3);
  });
});

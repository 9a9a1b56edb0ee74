import { beforeEach, describe, expect, it } from "vitest";
import {
  configuration,
  EngineFixture,
  folder,
  instrument,
  md5,
} from "#test/support/builders/engine-fixture.ts";
import { blockFor } from "#test/support/builders/outcomes.ts";

const file = "20240601_1.dat";
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
});

async function mtimeUs(relPath = file): Promise<number> {
  const stat = await fixture.files.stat(folder, relPath);
  if ("error" in stat) throw new Error(stat.message);
  return stat.mtimeUs;
}

/** A running engine that has delivered `count` files, each with a mark. */
async function delivering(count: number) {
  fixture.putMany(count);
  const engine = await fixture.runFor(10 * minuteMs);
  expect(await fixture.delivered()).toBe(count);
  return engine;
}

/** As an upgrade leaves them: delivered, and of their marks nothing is known. */
async function withoutMarks(count: number): Promise<void> {
  fixture.putMany(count);
  const engine = await fixture.runFor(10 * minuteMs);
  await engine.stop();
  fixture.ledger.forgetMarks();
  fixture = new EngineFixture(fixture);
}

const requests = () => fixture.portal.log.length;

describe("a delivered file whose size and time stay", () => {
  it.each([
    ["is rewritten in place", (content: string, at: number) => fixture.files.put(folder, file, content, at)],
    ["is replaced", (content: string, at: number) => fixture.files.replace(folder, file, content, at)],
  ])("%s: the rescan finds it, and it is sent as a new version", async (_, change) => {
    fixture.files.put(folder, file, "content 1");
    await fixture.runFor(10 * minuteMs);
    change("content 2", await mtimeUs());
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.states(file)).toEqual(["delivered", "delivered"]);
    expect((await fixture.latest(file)).receipt).toMatchObject({
      checksum: md5("content 2"),
      kind: "replaced",
    });
    expect(fixture.portal.records.byChecksum(md5("content 2"))?.metadata.filename).toBe(file);
  });

  it("is sent as well where its time says nothing: on a network drive, or when it lies in the future", async () => {
    fixture.files.put(folder, file, "content 1");
    fixture.files.put(folder, "20240601_2.dat", "content 1", fixture.clock.nowMs() * 1000 + 1e15);
    await fixture.runFor(10 * minuteMs, configuration([instrument({ network: true })]));
    for (const one of [file, "20240601_2.dat"]) {
      fixture.files.put(folder, one, `${one}.`.slice(-9), await mtimeUs(one));
      await fixture.clock.advance(10 * minuteMs);
      expect((await fixture.latest(one)).receipt?.checksum).toBe(md5(`${one}.`.slice(-9)));
    }
  });

  it("is sent at once after a hint", async () => {
    fixture.files.put(folder, file, "content 1");
    await fixture.runFor(10 * minuteMs);
    fixture.files.put(folder, file, "content 2", await mtimeUs());
    fixture.watch.hint(folder, file);
    await fixture.clock.advance(5_000);
    expect((await fixture.latest(file)).receipt?.checksum).toBe(md5("content 2"));
  });

  it("is sent by a pass too, which may have been told of it in a dry run", async () => {
    fixture.files.put(folder, file, "content 1");
    await fixture.pass();
    fixture.files.put(folder, file, "content 2", await mtimeUs());
    const planned = await fixture.pass(undefined, { isDryRun: true });
    expect(planned.planned).toEqual([{ path: `${folder}/${file}`, measurementDate: "2024-06-01" }]);
    expect(await fixture.states(file)).toEqual(["delivered"]);
    expect(await fixture.pass()).toMatchObject({ delivered: 1 });
  });

  it("is sent by a pass from a share, which waits for the settle time", async () => {
    const config = configuration([instrument({ network: true })]);
    fixture.files.put(folder, file, "content 1");
    expect(await fixture.pass(config)).toMatchObject({ delivered: 1 });
    fixture.files.put(folder, file, "content 2", await mtimeUs());
    expect(await fixture.pass(config)).toMatchObject({ delivered: 1 });
  });

  it("is as it was before its other content had settled: nobody waits for it any more", async () => {
    fixture.files.put(folder, file, "content 1");
    const engine = await fixture.runFor(10 * minuteMs, configuration([instrument({ network: true })]));
    fixture.files.put(folder, file, "content 2", await mtimeUs());
    fixture.watch.hint(folder, file);
    await fixture.clock.advance(5_000);
    expect(engine.unsent()).toHaveLength(1);
    fixture.files.put(folder, file, "content 1", await mtimeUs());
    await fixture.clock.advance(10 * minuteMs);
    expect(engine.unsent()).toEqual([]);
    expect(await fixture.states(file)).toEqual(["delivered"]);
  });

  it("is explained as touched until it was read again", async () => {
    fixture.files.put(folder, file, "content 1");
    const engine = await fixture.runFor(10 * minuteMs);
    fixture.files.put(folder, file, "content 2", await mtimeUs());
    const { verdict, next } = await engine.explain(`${folder}/${file}`);
    expect(verdict).toContain("The file was modified after it was read, so its content may have changed.");
    expect(next?.what).toBe("It is read again, and sent if its content has changed");
    await fixture.clock.advance(10 * minuteMs);
    expect((await engine.explain(`${folder}/${file}`)).verdict).not.toContain("touched");
  });

  it("goes back to what it was: it is sent once more", async () => {
    fixture.files.put(folder, file, "content 1");
    await fixture.runFor(10 * minuteMs);
    for (const content of ["content 2", "content 1"]) {
      fixture.files.put(folder, file, content, await mtimeUs());
      await fixture.clock.advance(10 * minuteMs);
      expect((await fixture.latest(file)).receipt?.checksum).toBe(md5(content));
    }
  });

  it("waits for a person: with other content it is tried again by itself", async () => {
    fixture.portal.script = () => blockFor("refused");
    fixture.files.put(folder, file, "content 1");
    await fixture.runFor(10 * minuteMs);
    expect(await fixture.states(file)).toEqual(["blocked"]);
    fixture.portal.script = () => undefined;
    fixture.files.put(folder, file, "content 2", await mtimeUs());
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.states(file)).toEqual(["delivered", "superseded"]);
  });

  it("is only touched: it is read once, marked, and nothing is asked or sent", async () => {
    await delivering(3);
    const before = {
      opened: fixture.files.opened,
      requests: requests(),
      lines: await fixture.ledger.lastSeq(),
    };
    fixture.files.touch(folder, "20240601_1.dat");
    await fixture.clock.advance(hourMs);
    expect(fixture.files.opened).toBe(before.opened + 1);
    expect(requests()).toBe(before.requests);
    expect(await fixture.ledger.lastSeq()).toBe(before.lines);
  });

  it("stays as it is: it is never read again", async () => {
    await delivering(3);
    const { opened } = fixture.files;
    await fixture.clock.advance(24 * hourMs);
    expect(fixture.files.opened).toBe(opened);
  });

  it("cannot be read: it is read again later", async () => {
    fixture.files.put(folder, file, "content 1");
    await fixture.runFor(10 * minuteMs);
    fixture.files.errorFile(folder, file, "locked");
    fixture.files.put(folder, file, "content 2", await mtimeUs());
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.states(file)).toEqual(["delivered"]);
    fixture.files.errorFile(folder, file, null);
    await fixture.clock.advance(15 * minuteMs);
    expect((await fixture.latest(file)).receipt?.checksum).toBe(md5("content 2"));
  });
});

describe("files that were delivered before marks were kept", () => {
  it("are read once, a few at a time, the newest first; nothing is asked or sent", async () => {
    await withoutMarks(60);
    const { opened } = fixture.files;
    const before = requests();
    await fixture.runFor(2_000);
    const soon = fixture.files.opened - opened;
    expect(soon).toBeGreaterThan(5);
    expect(soon).toBeLessThanOrEqual(21);
    const marked = (await fixture.uploads()).filter(({ fileId }) => fileId !== null);
    const newest = (await fixture.uploads())
      .toSorted((a, b) => b.mtimeUs - a.mtimeUs)
      .slice(0, marked.length);
    expect(new Set(marked.map(({ relPath }) => relPath))).toEqual(
      new Set(newest.map(({ relPath }) => relPath)),
    );
    // The receipts are compared with the portal once a day.
    await fixture.clock.advance(20 * hourMs);
    expect(fixture.files.opened - opened).toBe(60);
    expect((await fixture.uploads()).every(({ fileId }) => fileId !== null)).toBe(true);
    expect(requests()).toBe(before);
  });

  it("go on after a restart with those that are left", async () => {
    await withoutMarks(60);
    const { opened } = fixture.files;
    const engine = await fixture.runFor(2_000);
    await engine.stop();
    fixture = new EngineFixture(fixture);
    await fixture.runFor(hourMs);
    expect(fixture.files.opened - opened).toBe(60);
  });

  it("and were changed since are sent", async () => {
    await withoutMarks(3);
    const name = "20240601_1.dat";
    const content = "content /data/radar 7";
    fixture.files.put(folder, name, content, await mtimeUs(name));
    await fixture.runFor(10 * minuteMs);
    expect((await fixture.latest(name)).receipt?.checksum).toBe(md5(content));
  });
});

describe("a file system whose ids are of no account", () => {
  const rescans = 5;

  async function afterNewIds(times: number): Promise<number> {
    // Without a change time of its own, as FAT shows files: else nobody would look at the ids.
    fixture.files.hasChangeTimes = false;
    await delivering(20);
    const { opened } = fixture.files;
    for (let n = 0; n < times; n++) {
      fixture.files.newIds();
      await fixture.clock.advance(10 * minuteMs);
    }
    return fixture.files.opened - opened;
  }

  it("gives new ones with a mount: each file is read once, and nothing is asked or sent", async () => {
    expect(await afterNewIds(1)).toBe(20);
    const before = requests();
    await fixture.clock.advance(hourMs);
    expect(requests()).toBe(before);
  });

  it("gives new ones all the time: files are not read again and again", async () => {
    expect(await afterNewIds(rescans)).toBe(20);
  });

  it("that has change times gives new ones: no file is read", async () => {
    await delivering(20);
    for (let n = 0; n < 20; n++) fixture.files.touch(folder, `20240601_${n}.dat`);
    await fixture.clock.advance(10 * minuteMs);
    const { opened } = fixture.files;
    fixture.files.newIds();
    await fixture.clock.advance(hourMs);
    expect(fixture.files.opened).toBe(opened);
  });

  it("replaced a file by another of the same size and time: it is sent", async () => {
    fixture.files.hasChangeTimes = false;
    fixture.files.put(folder, file, "content 1");
    await fixture.runFor(10 * minuteMs);
    fixture.files.replace(folder, file, "content 2", await mtimeUs());
    await fixture.clock.advance(10 * minuteMs);
    expect((await fixture.latest(file)).receipt?.checksum).toBe(md5("content 2"));
  });
});

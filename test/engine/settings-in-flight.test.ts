import { beforeEach, describe, expect, it } from "vitest";
import type { Portal } from "#engine/ports/portal.ts";
import { createStation } from "#station/station.ts";
import {
  configuration,
  EngineFixture,
  folder,
  instrument,
  md5,
} from "#test/support/builders/engine-fixture.ts";
import { blockFor, holdFor, noMetadata } from "#test/support/builders/outcomes.ts";
import { FakePortal } from "#test/support/fakes/fake-portal.ts";

/** Settings change while the portal of the former ones is being asked. */

let fixture: EngineFixture;
const secondMs = 1_000;

beforeEach(() => {
  fixture = new EngineFixture();
  fixture.portal.latencyMs = 5 * secondMs;
});

describe("another portal", () => {
  it("is never taken to hold what the former one listed", async () => {
    const former = fixture.portal;
    const next = new FakePortal(fixture.clock);
    fixture.putMany(20);
    for (let i = 0; i < 20; i++) {
      const { site, pid, instrument: type, tags } = instrument();
      const checksum = md5(`content /data/radar ${i}`);
      former.records.announce(
        {
          measurementDate: "2024-06-01",
          instrument: type,
          instrumentPid: pid,
          filename: `20240601_${i}.dat`,
          checksum,
          site,
          tags,
        },
        "2024-06-01",
      );
      former.records.take(checksum, { checksum, size: 21 });
    }
    let current: Portal = former;
    const portal = following(() => current);
    const locked = Array.from({ length: 10 }, (_, i) => `20240601_${i}.dat`);
    for (const name of locked) fixture.files.errorFile(folder, name, "locked");
    const engine = createStation({ ...parts(), portal }, configuration());
    await engine.start();
    await fixture.clock.advance(10 * secondMs);
    expect(await fixture.delivered()).toBe(10);
    current = next;
    await engine.configure(configuration([instrument()], { url: "https://other.example" }));
    for (const name of locked) fixture.files.errorFile(folder, name, null);
    await fixture.clock.advance(300 * secondMs);
    expect(await fixture.delivered()).toBe(20);
    expect(next.requests().put).toBe(10);
  });

  it("is never named in the receipt of content that the former one took", async () => {
    const [former, next] = [fixture.portal, new FakePortal(fixture.clock)];
    let current: Portal = former;
    fixture.write("20240601_a.dat", "a");
    const engine = createStation({ ...parts(), portal: following(() => current) }, configuration());
    await engine.start();
    await fixture.clock.advance(67 * secondMs);
    expect(former.log.map(({ kind }) => kind)).toEqual(["announce", "send"]);
    current = next;
    const url = "https://other.example";
    const taken = engine.configure(configuration([instrument()], { url }));
    await fixture.clock.advance(60 * secondMs);
    await taken;
    expect((await fixture.latest("20240601_a.dat")).receipt).toMatchObject({ portal: url });
    expect(next.requests().put).toBe(1);
  });
});

/** Asks the portal of the moment. */
function following(current: () => Portal): Portal {
  return {
    announce: (...asked) => current().announce(...asked),
    send: (...asked) => current().send(...asked),
    rawFiles: (...asked) => current().rawFiles(...asked),
    sites: (...asked) => current().sites(...asked),
    recordOf: (...asked) => current().recordOf(...asked),
    requests: () => current().requests(),
    close: () => current().close(),
  };
}

function parts() {
  const { clock, files, ledger, log, drivesStore, pathStyle, watch } = fixture;
  return { clock, files, ledger, log, drivesStore, pathStyle, watch } as const;
}

describe("an answer to former settings", () => {
  it("about the password does not hold back the corrected one", async () => {
    let isRight = false;
    fixture.portal.script = () => (isRight ? undefined : holdFor("credentials"));
    fixture.write("20240601_a.dat", "a");
    const engine = await fixture.runFor(62 * secondMs);
    expect(fixture.portal.announced()).toHaveLength(1);
    isRight = true;
    const taken = engine.configure(configuration());
    await fixture.clock.advance(120 * secondMs);
    await taken;
    expect(await fixture.delivered()).toBe(1);
    expect((await engine.status()).holds).toEqual([]);
  });

  it("about the site blocks no file under the corrected ones", async () => {
    let isAllowed = false;
    fixture.portal.script = ({ kind }) =>
      isAllowed || kind === "list" ? undefined : blockFor("no-permission", "Missing permission");
    fixture.putMany(10);
    const engine = await fixture.runFor(7 * secondMs);
    expect(fixture.portal.announced()).toHaveLength(1);
    isAllowed = true;
    const taken = engine.configure(configuration());
    await fixture.clock.advance(200 * secondMs);
    await taken;
    expect(await fixture.delivered()).toBe(10);
  });
});

describe("corrected settings", () => {
  it("name the record of every file that is announced from then on", async () => {
    const pid = "https://hdl.handle.net/21.12132/3.fedcba9876543210";
    fixture.putMany(10);
    const engine = await fixture.runFor(7 * secondMs);
    expect(fixture.portal.announced()).toHaveLength(1);
    const taken = engine.configure(configuration([instrument({ pid })]));
    await fixture.clock.advance(200 * secondMs);
    await taken;
    expect(await fixture.delivered()).toBe(10);
    const announcements = fixture.portal.log.filter(({ kind }) => kind === "announce");
    expect(announcements.slice(1).map(({ metadata }) => metadata?.instrumentPid)).toEqual(Array(9).fill(pid));
  });

  it("name the record also of a file that the portal forgot under the former ones", async () => {
    const pid = "https://hdl.handle.net/21.12132/3.fedcba9876543210";
    let isForgotten = true;
    fixture.portal.script = ({ kind }) => {
      if (kind !== "send" || !isForgotten) return undefined;
      isForgotten = false;
      return noMetadata;
    };
    fixture.write("20240601_a.dat", "a");
    const engine = await fixture.runFor(67 * secondMs);
    expect(fixture.portal.log.map(({ kind }) => kind)).toEqual(["announce", "send"]);
    const taken = engine.configure(configuration([instrument({ pid })]));
    await fixture.clock.advance(120 * secondMs);
    await taken;
    expect(await fixture.delivered()).toBe(1);
    const announcements = fixture.portal.log.filter(({ kind }) => kind === "announce");
    expect(announcements.map(({ metadata }) => metadata?.instrumentPid)).toEqual([instrument().pid, pid]);
  });

  it("give what is queued the corrected date, and send nothing that they leave out", async () => {
    fixture.files.put(folder, "Background_141222-0.dat", "early");
    fixture.files.put(folder, "Background_151222-0.dat", "late");
    const yearFirst = configuration([instrument({ pattern: "Background_%y%m%d-*.dat" })]);
    const engine = fixture.engine(yearFirst);
    engine.pause(null);
    await engine.start();
    await fixture.clock.advance(secondMs);
    expect((await fixture.uploads()).map(({ measurementDate }) => measurementDate).sort()).toEqual([
      "2014-12-22",
      "2015-12-22",
    ]);
    const dayFirst = instrument({ pattern: "Background_%d%m%y-*.dat", since: "2022-12-15" });
    const taken = engine.configure(configuration([dayFirst]));
    await fixture.clock.advance(secondMs);
    await taken;
    engine.resume();
    await fixture.clock.advance(60 * secondMs);
    const announced = fixture.portal.log.filter(({ kind }) => kind === "announce");
    expect(announced.map(({ metadata }) => metadata?.measurementDate)).toEqual(["2022-12-15"]);
    expect(await fixture.states("Background_151222-0.dat")).toEqual(["delivered", "superseded"]);
    expect(await fixture.states("Background_141222-0.dat")).toEqual(["superseded"]);

    const back = engine.configure(yearFirst);
    await fixture.clock.advance(60 * secondMs);
    await back;
    expect(await fixture.states("Background_141222-0.dat")).toEqual(["delivered", "superseded"]);
  });

  it("stop a rescan under the former ones: it takes nothing in that was just taken out", async () => {
    fixture.putMany(20);
    slowWalks();
    const engine = await fixture.runFor(5 * secondMs);
    const before = (await fixture.uploads()).length;
    expect(before).toBeGreaterThan(0);
    const taken = engine.configure(configuration([instrument({ since: "2024-06-02" })]));
    await fixture.clock.advance(120 * secondMs);
    await taken;
    expect(await fixture.uploads()).toHaveLength(before);
  });

  it("are those of a rescan that was asked for, also when they change on the way", async () => {
    fixture.putMany(20);
    slowWalks();
    const engine = await fixture.runFor(5 * secondMs);
    let isSwept = false;
    void engine.rescan().then(() => {
      isSwept = true;
    });
    void engine.configure(configuration());
    await fixture.clock.advance(10 * secondMs);
    expect(isSwept).toBe(false);
    await fixture.clock.advance(120 * secondMs);
    expect(isSwept).toBe(true);
    expect(await fixture.uploads()).toHaveLength(20);
  });

  it("are not blamed for a folder that they do not name any more", async () => {
    const gone = "/data/gone";
    const engine = await fixture.started(configuration([instrument({ folder: gone })]));
    expect((await engine.status()).instruments[0]?.folderTrouble).not.toBeNull();
    fixture.putMany(20);
    slowWalks();
    const taken = engine.configure(configuration());
    await fixture.clock.advance(5 * secondMs);
    expect((await engine.status()).instruments[0]?.folderTrouble).toBeNull();
    await fixture.clock.advance(120 * secondMs);
    await taken;
  });
});

/** From now on a walk gives one file a second. */
function slowWalks(): void {
  const { files, clock } = fixture;
  const walk = files.walk.bind(files);
  files.walk = async function* (request, signal) {
    for await (const batch of walk(request, signal)) {
      if ("error" in batch) yield batch;
      else
        for (const file of batch.files) {
          await clock.sleep(secondMs, signal);
          yield { files: [file], skipped: [] };
        }
    }
  };
}

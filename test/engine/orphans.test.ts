import { beforeEach, describe, expect, it } from "vitest";
import { issuesOf } from "#station/status/issues.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { holdFor } from "#test/support/builders/outcomes.ts";
import { MemoryStateStore } from "#test/support/fakes/memory-state-store.ts";

const minuteMs = 60_000;
const lidar = instrument({
  name: "Lidar",
  pid: "https://hdl.handle.net/21.12132/3.f",
  folder: "/data/lidar",
});
const renamed = instrument({ name: "Cloud radar" });

let fixture: EngineFixture & { entriesStore?: MemoryStateStore };

beforeEach(() => {
  fixture = new EngineFixture();
  fixture.entriesStore = new MemoryStateStore();
  fixture.files.makeFolder("/data/lidar");
});

/** A station that is held, with files of the radar in its queue. */
async function held(count: number) {
  fixture.portal.script = () => holdFor("unreachable");
  fixture.putMany(count);
  return await fixture.runFor(minuteMs, configuration([instrument(), lidar]));
}

type Running = Awaited<ReturnType<typeof held>>;

async function told(engine: Pick<Running, "status">) {
  const status = await engine.status();
  const issue = issuesOf(status, fixture.clock.nowMs()).find(({ cause }) => cause === "no-instrument");
  const { queued, waiting, blocked } = status.totals;
  return { label: issue?.label, action: issue?.action, onTheWay: queued + waiting, blocked };
}

const orphaned = (count: number) => ({
  label: `${count} files of an instrument that is not in the settings`,
  action: "add-instrument",
  onTheWay: 0,
  blocked: count,
});
const noOrphans = { label: undefined, action: undefined, onTheWay: 0, blocked: 0 };

describe("files of an instrument that left the settings", () => {
  it("are told, no longer on the way, and sent when it is there again", async () => {
    const engine = await held(24);
    await engine.configure(configuration([lidar]));
    await fixture.clock.advance(minuteMs);
    expect(await told(engine)).toEqual(orphaned(24));
    expect((await engine.status()).needsAttention).toBe(true);
    expect(fixture.log.lines.filter((line) => line.includes("not in the settings"))).toHaveLength(1);
    expect((await fixture.latest("20240601_0.dat")).attempts).toBe(0);

    fixture.portal.script = () => undefined;
    await engine.configure(configuration([instrument(), lidar]));
    await fixture.clock.advance(20 * minuteMs);
    expect(await told(engine)).toEqual(noOrphans);
    expect(await fixture.delivered()).toBe(24);
    expect(fixture.portal.requests().put).toBe(24);
  });

  it("can be given up; the instrument that comes again sends what is new, and a retry the rest", async () => {
    const engine = await held(24);
    fixture.portal.script = () => undefined;
    await engine.configure(configuration([lidar]));
    expect(await engine.cancel({ cause: "no-instrument" })).toBe(24);
    expect(await told(engine)).toEqual(noOrphans);
    await engine.configure(configuration([instrument(), lidar]));
    fixture.files.put(folder, "20240602_new.dat", "new");
    await fixture.clock.advance(20 * minuteMs);
    expect(await fixture.ledger.totals()).toMatchObject({ delivered: 1, cancelled: 24 });
    await engine.retry({ states: ["cancelled"] }, { sendAnyway: false });
    await fixture.clock.advance(20 * minuteMs);
    expect(await fixture.delivered()).toBe(25);
    expect(fixture.portal.requests().put).toBe(25);
  });

  it("are told by who only asks, after the settings were edited while nothing ran", async () => {
    const engine = await held(3);
    await engine.stop();
    const asking = fixture.engine(configuration([lidar]));
    expect(await told(asking)).toEqual(orphaned(3));
    await asking.stop();
    // A run does not try them, and the next settings may have it again.
    await fixture.pass(configuration([lidar]));
    expect((await fixture.ledger.totals()).blocked).toBe(3);
    fixture.portal.script = () => undefined;
    await fixture.pass(configuration([instrument(), lidar]));
    expect(await fixture.delivered()).toBe(3);
  });

  it("are nobody's orphans where the settings cannot be read, or the entry is left out for a problem", async () => {
    const engine = await held(3);
    const problem = { key: "instruments[0].pattern", message: "It is wrong.", instrument: "Radar" };
    await engine.configure({ ...configuration([lidar]), problems: [problem] });
    expect(await told(engine)).toEqual({ ...noOrphans, onTheWay: 3 });
    const unreadable = { key: "", message: "It is no JSON.", instrument: null };
    await engine.configure({ ...configuration([]), problems: [unreadable] });
    expect(await told(engine)).toEqual({ ...noOrphans, onTheWay: 3 });
    const nameless = { key: "instruments[0].name", message: "It has none.", instrument: "instruments[0]" };
    await engine.configure({ ...configuration([lidar]), problems: [nameless] });
    expect(await told(engine)).toEqual({ ...noOrphans, onTheWay: 3 });
  });

  it("are told also where they come back into the queue later: in flight, or sent again", async () => {
    fixture.portal.latencyMs = 10_000;
    fixture.putMany(2);
    const engine = await fixture.runFor(minuteMs, configuration([instrument(), lidar]));
    expect(await fixture.delivered()).toBe(2);
    await engine.configure(configuration([lidar]));
    const upload = await fixture.latest("20240601_0.dat");
    const failure = { cause: "lost-on-portal", message: "It is gone.", portalMessage: null } as const;
    await fixture.ledger.apply(upload.id, { type: "lost", failure, notBeforeMs: 0 }, fixture.clock.nowMs());
    await fixture.clock.advance(minuteMs);
    expect(await told(engine)).toMatchObject({ onTheWay: 0, blocked: 1 });
  });
});

describe("an instrument with another name", () => {
  it("takes its files and receipts along, and nothing is sent twice", async () => {
    fixture.putMany(5);
    const engine = await fixture.runFor(5 * minuteMs, configuration([instrument(), lidar]));
    expect(await fixture.delivered()).toBe(5);
    fixture.portal.script = () => holdFor("unreachable");
    fixture.files.put(folder, "20240602_later.dat", "later");
    await fixture.clock.advance(5 * minuteMs);
    const before = fixture.portal.requests().get;
    fixture.portal.script = () => undefined;
    await engine.configure(configuration([renamed, lidar]));
    await fixture.clock.advance(20 * minuteMs);
    const uploads = await fixture.uploads();
    expect(uploads.map(({ instrument: name, state }) => `${name} ${state}`)).toEqual(
      Array.from({ length: 6 }, () => "Cloud radar delivered"),
    );
    expect(fixture.portal.requests()).toMatchObject({ put: 6 });
    expect(fixture.portal.requests().get - before).toBeLessThan(4);
  });

  it("also where it was renamed while nothing ran, by a host and by a single run", async () => {
    const engine = await held(3);
    await engine.stop();
    const next = await fixture.runFor(minuteMs, configuration([renamed, lidar]));
    expect(await told(next)).toEqual({ ...noOrphans, onTheWay: 3 });
    await next.stop();
    fixture.portal.script = () => undefined;
    await fixture.pass(configuration([instrument({ name: "Radar 2" }), lidar]));
    const uploads = await fixture.uploads();
    expect(uploads.map(({ instrument: name, state }) => `${name} ${state}`)).toEqual(
      Array.from({ length: 3 }, () => "Radar 2 delivered"),
    );
  });

  it("waits for what is in flight under the former one, and later settings win", async () => {
    fixture.portal.latencyMs = 30_000;
    fixture.putMany(5);
    const engine = await fixture.started(configuration([instrument(), lidar]));
    await fixture.clock.advance(5_000);
    const first = engine.configure(configuration([renamed, lidar]));
    const second = engine.configure(configuration([instrument({ name: "Radar 3" }), lidar]));
    await fixture.clock.advance(20 * minuteMs);
    await Promise.all([first, second]);
    const uploads = await fixture.uploads();
    expect(uploads.map(({ instrument: name, state }) => `${name} ${state}`)).toEqual(
      Array.from({ length: 5 }, () => "Radar 3 delivered"),
    );
  });

  it("is another instrument where more than its name differs, or two would be it", async () => {
    const engine = await held(3);
    await engine.configure(
      configuration([instrument({ name: "Cloud radar", pattern: "%Y%m%d_?.dat" }), lidar]),
    );
    expect(await told(engine)).toMatchObject({ blocked: 3 });
    await engine.configure(configuration([instrument(), lidar]));
    await engine.configure(configuration([renamed, instrument({ name: "Twin" }), lidar]));
    expect(await told(engine)).toMatchObject({ blocked: 3 });
  });
});

describe("an entry that left the settings", () => {
  const names = (engine: Pick<Running, "removedInstruments">) =>
    engine.removedInstruments().map(({ name }) => name);

  it("is known as it was until it comes back, also to the next start; a renamed one never left", async () => {
    const sentinel = instrument({
      name: "Lidar",
      folder: "/data/lidar",
      finish: { policy: "sentinel", suffix: ".ok", seconds: 2 },
    });
    const engine = await fixture.started(configuration([instrument(), sentinel]));
    expect(names(engine)).toEqual([]);
    await engine.configure(configuration([instrument()]));
    await engine.configure(configuration([renamed]));
    expect(names(engine)).toEqual(["Lidar"]);
    expect(engine.removedInstruments()).toEqual([sentinel]);
    await engine.stop();

    const next = await fixture.started(configuration([]));
    expect(names(next)).toEqual(["Cloud radar", "Lidar"]);
    expect(next.removedInstruments()[1]).toEqual(sentinel);
    await next.configure(configuration([sentinel]));
    expect(names(next)).toEqual(["Cloud radar"]);
    await next.stop();
  });

  it("of a version that kept its identity alone is not offered, and a damaged list is none", async () => {
    const identity = JSON.stringify(["", folder, "hyytiala", "x", "y", [], "z"]);
    for (const removed of [7, [null, { name: "A" }, { name: "B", identity }]]) {
      fixture.entriesStore?.write({ entries: [], removed });
      const engine = await fixture.started();
      expect(names(engine)).toEqual([]);
      await engine.stop();
    }
  });

  it("is named where one of its files is explained, as is one that is left out", async () => {
    const engine = await fixture.started(configuration([instrument()]));
    const file = `${folder}/20240601_a.dat`;
    const verdict = async () => (await engine.explain(file)).verdict;
    const problem = { key: "instruments[0].pid", message: "The PID is not one.", instrument: "Radar" };
    await engine.configure({ ...configuration([]), problems: [problem] });
    expect(await verdict()).toBe(
      "The file is in the folder of Radar, which is left out until its settings are fixed, so it is not sent. The PID is not one.",
    );
    await engine.configure(configuration([]));
    expect(await verdict()).toBe(
      "The file is in the folder of Radar, which is not in the settings, so it is not sent.",
    );
    expect((await engine.explain("/elsewhere/20240601_a.dat")).verdict).toMatch(
      /not in an instrument's folder/,
    );
    await engine.stop();
    const idle = fixture.engine(configuration([]));
    expect((await idle.explain(file)).verdict).toMatch(/folder of Radar, which is not in the settings/);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import type { EngineEvent } from "#engine/engine-api.ts";
import { configuration, EngineWorld, folder, instrument } from "#test/support/builders/engine-world.ts";
import { blockFor } from "#test/support/builders/outcomes.ts";
import { memoryLedger } from "#test/support/fakes/memory-ledger.ts";

let world: EngineWorld;
const minuteMs = 60_000;
const hourMs = 3_600_000;

beforeEach(() => {
  world = new EngineWorld();
  world.portal.latencyMs = 20;
});

describe("status", () => {
  it("of a quiet station needs nobody", async () => {
    const engine = await world.started();
    expect(await engine.status()).toMatchObject({
      holds: [],
      causes: [],
      oldestUnsentAtMs: null,
      needsAttention: false,
      ledgerMessage: null,
      instruments: [
        { name: "Radar", folder, lastFileAtMs: null, deliveredToday: 0, growing: 0, folderTrouble: null },
      ],
    });
  });

  it("counts what was delivered today, by instrument, and forgets it at midnight", async () => {
    world.putMany(7);
    world.putMany(3, "/data/other");
    const other = instrument({ name: "Other", folder: "/data/other", tags: ["co"] });
    const engine = await world.started(configuration([instrument(), other]));
    await world.clock.advance(minuteMs);
    const { instruments, totals } = await engine.status();
    expect(instruments.map(({ name, deliveredToday }) => [name, deliveredToday])).toEqual([
      ["Radar", 7],
      ["Other", 3],
    ]);
    expect(totals.delivered).toBe(10);
    await world.clock.advance(12 * hourMs);
    expect((await engine.status()).instruments.map(({ deliveredToday }) => deliveredToday)).toEqual([0, 0]);
  });

  it("names the oldest file that is not sent, and the newest that was seen", async () => {
    world.portal.isPasswordRight = false;
    world.files.put(folder, "20240601_a.dat", "a", (world.clock.nowMs() - 5 * hourMs) * 1000);
    world.files.put(folder, "20240601_b.dat", "b", (world.clock.nowMs() - 3 * hourMs) * 1000);
    const engine = await world.started();
    await world.clock.advance(minuteMs);
    const { oldestUnsentAtMs, instruments } = await engine.status();
    expect(oldestUnsentAtMs).toBe(world.clock.nowMs() - minuteMs - 5 * hourMs);
    expect(instruments[0]?.lastFileAtMs).toBe(world.clock.nowMs() - minuteMs - 3 * hourMs);
  });

  it("says when the settings are wrong, and when the ledger was rebuilt", async () => {
    const opening = { kind: "rebuilt", movedTo: "/x", message: "It was damaged." } as const;
    const rebuilt = new EngineWorld({ ledger: memoryLedger(opening) });
    const problem = { key: "instruments[1].pid", message: "it is wrong", instrument: "x" };
    const engine = await rebuilt.started({ ...configuration(), problems: [problem] });
    expect(await engine.status()).toMatchObject({
      settingsProblems: [problem],
      ledgerMessage: "It was damaged.",
      needsAttention: true,
    });
  });

  it("does not call for a person for what passes by itself", async () => {
    world.putMany(1);
    world.files.errorFile(folder, "20240601_0.dat", "locked");
    const engine = await world.started();
    await world.clock.advance(minuteMs);
    const { causes, needsAttention } = await engine.status();
    expect(causes).toMatchObject([{ cause: "file-locked", count: 1, samplePath: "20240601_0.dat" }]);
    expect(needsAttention).toBe(false);
  });
});

describe("what a person may ask", () => {
  it("pause: nothing is sent, collecting goes on, and it ends by itself or by hand", async () => {
    const engine = await world.started();
    engine.pause(world.clock.nowMs() + hourMs);
    world.putMany(5);
    await world.clock.advance(59 * minuteMs);
    expect(world.portal.log).toEqual([]);
    expect((await engine.status()).totals.queued).toBe(5);
    expect((await engine.status()).holds).toMatchObject([{ cause: "paused" }]);
    await world.clock.advance(2 * minuteMs);
    expect((await engine.status()).totals.delivered).toBe(5);
    engine.pause(null);
    world.files.put(folder, "20240601_late.dat", "late");
    await world.clock.advance(24 * hourMs);
    expect((await engine.status()).totals.queued).toBe(1);
    engine.resume();
    await world.clock.advance(1000);
    expect((await engine.status()).totals.delivered).toBe(6);
  });

  it("pause: what is being sent is given back without blame", async () => {
    world.portal.latencyMs = hourMs;
    world.putMany(5);
    const engine = await world.started();
    await world.clock.advance(minuteMs);
    engine.pause(null);
    await world.clock.advance(1000);
    expect((await world.uploads()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array(5).fill(["queued", 0]),
    );
  });

  it("quiet hours: files are collected and sent afterwards", async () => {
    const at = (ms: number) => {
      const local = new Date(ms);
      return `${String(local.getHours()).padStart(2, "0")}:${String(local.getMinutes()).padStart(2, "0")}`;
    };
    const startMs = world.clock.nowMs();
    const quietHours = { from: at(startMs - hourMs), to: at(startMs + 2 * hourMs) };
    world.putMany(3);
    const engine = await world.started(configuration(undefined, { quietHours }));
    await world.clock.advance(119 * minuteMs);
    expect(world.portal.log).toEqual([]);
    expect((await engine.status()).holds).toMatchObject([{ cause: "quiet-hours" }]);
    await world.clock.advance(3 * minuteMs);
    expect((await engine.status()).totals.delivered).toBe(3);
  });

  it("retry: blocked files of one cause go again, and a success takes its fellows along", async () => {
    let isRefusing = true;
    world.portal.script = ({ kind }) =>
      kind === "announce" && isRefusing ? blockFor("refused", "no") : undefined;
    world.putMany(8);
    const engine = await world.started();
    await world.clock.advance(minuteMs);
    expect((await engine.status()).totals.blocked).toBe(8);
    isRefusing = false;
    expect(await engine.retry({ text: "20240601_3" })).toBe(1);
    await world.clock.advance(minuteMs);
    expect((await engine.status()).totals.delivered).toBe(8);
  });

  it("retry: touches nothing that is delivered, queued or in flight", async () => {
    world.putMany(3);
    const engine = await world.started();
    await world.clock.advance(minuteMs);
    expect(await engine.retry({})).toBe(0);
    expect(await engine.retry({ states: ["delivered"] })).toBe(0);
  });

  it("cancel: what is in flight is stopped and stays cancelled, and retry takes it up again", async () => {
    world.portal.latencyMs = minuteMs;
    world.putMany(3);
    const engine = await world.started();
    await world.clock.advance(1000);
    expect(await engine.cancel({})).toBe(3);
    await world.clock.advance(hourMs);
    expect((await engine.status()).totals).toMatchObject({ cancelled: 3, delivered: 0 });
    expect(world.portal.records.accepted).toEqual([]);
    world.portal.latencyMs = 0;
    expect(await engine.retry({ states: ["cancelled"] })).toBe(3);
    await world.clock.advance(1000);
    expect((await engine.status()).totals.delivered).toBe(3);
  });
});

describe("an internal error", () => {
  it("while it looks for files is logged, and the next rescan finds them", async () => {
    const { walk } = world.files;
    world.files.walk = () => {
      throw new Error("a mistake");
    };
    await world.started();
    world.putMany(3);
    await world.clock.advance(minuteMs);
    expect(world.log.lines.join()).toContain("a mistake");
    world.files.walk = walk.bind(world.files);
    await world.clock.advance(2 * minuteMs);
    expect(await world.delivered()).toBe(3);
  });
});

describe("events", () => {
  it("tell of each journal line in order, of progress at most five times a second, and of the status", async () => {
    const events: EngineEvent[] = [];
    const engine = world.engine();
    const end = engine.onEvent((event) => events.push(event));
    world.files.put(folder, "20240601_large.dat", new Uint8Array(40 * 1024 * 1024));
    await engine.start();
    await world.clock.advance(minuteMs);
    const seqs = events.flatMap((event) =>
      event.type === "journal" ? event.entries.map(({ seq }) => seq) : [],
    );
    expect(seqs).toEqual([1, 2, 3, 4, 5]);
    const progress = events.filter(({ type }) => type === "progress");
    expect(progress).toMatchObject([{ size: 40 * 1024 * 1024 }]);
    expect(events.some(({ type }) => type === "status")).toBe(true);
    expect(engine.progress().size).toBe(0);
    end();
    const count = events.length;
    await engine.rescan();
    expect(events).toHaveLength(count);
  });
});

describe("a restart", () => {
  it("goes on where the last run stopped, and sends nothing twice", async () => {
    world.putMany(40);
    const first = await world.started();
    await world.clock.advance(130);
    await first.stop();
    const before = await world.delivered();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(40);
    await world.started();
    await world.clock.advance(minuteMs);
    expect(await world.delivered()).toBe(40);
    expect(world.portal.records.accepted).toHaveLength(40);
  });

  it("is quick: stopping waits for no answer of the portal", async () => {
    world.portal.latencyMs = hourMs;
    world.putMany(40);
    const engine = await world.started();
    await world.clock.advance(1000);
    let isStopped = false;
    void engine.stop().then(() => {
      isStopped = true;
    });
    await world.clock.advance(0);
    expect(isStopped).toBe(true);
    expect((await world.ledger.totals()).queued).toBe(40);
  });
});

describe("a ledger that was rebuilt", () => {
  it("asks the portal about every file, and sends nothing that it has", async () => {
    world.putMany(20);
    const first = await world.started();
    await world.clock.advance(minuteMs);
    await first.stop();
    const ledger = memoryLedger({ kind: "rebuilt", movedTo: "/x", message: "It was damaged." });
    const again = new EngineWorld({ ledger, clock: world.clock, files: world.files, portal: world.portal });
    world.portal.log.length = 0;
    await again.started();
    again.write("20240601_new.dat", "new");
    await world.clock.advance(3 * minuteMs);
    expect((await ledger.totals()).delivered).toBe(21);
    expect(world.portal.requests()).toMatchObject({ post: 1, put: 1 });
    expect((await again.uploads()).every(({ checkFirst }) => checkFirst)).toBe(true);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import type { EngineEvent } from "#station/station-api.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { blockFor } from "#test/support/builders/outcomes.ts";
import { memoryLedger } from "#test/support/fakes/memory-ledger.ts";

let fixture: EngineFixture;
const minuteMs = 60_000;
const hourMs = 3_600_000;

beforeEach(() => {
  fixture = new EngineFixture();
  fixture.portal.latencyMs = 20;
});

describe("status", () => {
  it("of a quiet station needs nobody", async () => {
    const engine = await fixture.started();
    expect(await engine.status()).toMatchObject({
      holds: [],
      causes: [],
      oldestUnsentAtMs: null,
      needsAttention: false,
      ledgerMessage: null,
      instruments: [{ name: "Radar", folder, lastFileAtMs: null, unsettled: 0, folderTrouble: null }],
    });
  });

  it("counts what was finished today and is delivered, by instrument, and forgets it at midnight", async () => {
    const put = (count: number, where: string) => {
      for (let n = 0; n < count; n++)
        fixture.files.put(where, `20240601_${n}.dat`, `${where} ${n}`, fixture.clock.nowMs() * 1000);
    };
    put(7, folder);
    put(3, "/data/other");
    // Delivered today, and finished on another day.
    fixture.files.put(folder, "20240531_old.dat", "old", (fixture.clock.nowMs() - 30 * hourMs) * 1000);
    const other = instrument({ name: "Other", folder: "/data/other", tags: ["co"] });
    const engine = await fixture.runFor(2 * minuteMs, configuration([instrument(), other]));
    const { instruments, totals } = await engine.status();
    expect(instruments.map(({ name, today }) => [name, today.delivered])).toEqual([
      ["Radar", 7],
      ["Other", 3],
    ]);
    expect(totals.delivered).toBe(11);
    await fixture.clock.advance(12 * hourMs);
    expect((await engine.status()).instruments.map(({ today }) => today.found)).toEqual([0, 0]);
  });

  it("counts a file that was sent again once, and as on its way while its newest version is", async () => {
    const put = (content: string) =>
      fixture.files.put(folder, "20240601_a.dat", content, fixture.clock.nowMs() * 1000);
    put("a");
    fixture.files.put(folder, "20240601_b.dat", "b", fixture.clock.nowMs() * 1000);
    const engine = await fixture.runFor(2 * minuteMs);
    put("a, and more");
    await fixture.clock.advance(10 * minuteMs);
    const { today, totals, replaced } = await engine.status();
    expect([today.found, today.delivered, totals.delivered, replaced]).toEqual([2, 2, 3, 1]);
    const { instruments } = await engine.activity();
    const sum = (numbers: readonly number[] = []) => numbers.reduce((all, one) => all + one, 0);
    expect([sum(instruments[0]?.hourly), sum(instruments[0]?.confirmedHourly)]).toEqual([2, 2]);
  });

  it("names the oldest file that is not sent, and the newest that was seen", async () => {
    fixture.portal.isPasswordRight = false;
    fixture.files.put(folder, "20240601_a.dat", "a", (fixture.clock.nowMs() - 5 * hourMs) * 1000);
    fixture.files.put(folder, "20240601_b.dat", "b", (fixture.clock.nowMs() - 3 * hourMs) * 1000);
    const engine = await fixture.runFor(minuteMs);
    const { oldestUnsentAtMs, instruments } = await engine.status();
    expect(oldestUnsentAtMs).toBe(fixture.clock.nowMs() - minuteMs - 5 * hourMs);
    expect(instruments[0]?.lastFileAtMs).toBe(fixture.clock.nowMs() - minuteMs - 3 * hourMs);
  });

  it("says when the settings are wrong, and when the ledger was rebuilt", async () => {
    const opening = { kind: "rebuilt", movedTo: "/x", message: "It was damaged." } as const;
    const rebuilt = new EngineFixture({ ledger: memoryLedger(opening) });
    const problem = { key: "instruments[1].pid", message: "it is wrong", instrument: "x" };
    const engine = await rebuilt.started({ ...configuration(), problems: [problem] });
    expect(await engine.status()).toMatchObject({
      settingsProblems: [problem],
      ledgerMessage: "It was damaged.",
      needsAttention: true,
    });
  });

  it("does not call for a person for what passes by itself", async () => {
    fixture.putMany(1);
    fixture.files.errorFile(folder, "20240601_0.dat", "locked");
    const engine = await fixture.runFor(minuteMs);
    const { causes, needsAttention } = await engine.status();
    expect(causes).toMatchObject([{ cause: "file-locked", count: 1, samplePath: "20240601_0.dat" }]);
    expect(needsAttention).toBe(false);
  });
});

describe("what a person may ask", () => {
  it("pause: nothing is sent, collecting goes on, and it ends by itself or by hand", async () => {
    const engine = await fixture.started();
    engine.pause(fixture.clock.nowMs() + hourMs);
    fixture.putMany(5);
    await fixture.clock.advance(59 * minuteMs);
    expect(fixture.portal.log).toEqual([]);
    expect((await engine.status()).totals.queued).toBe(5);
    expect((await engine.status()).holds).toMatchObject([{ cause: "paused" }]);
    await fixture.clock.advance(2 * minuteMs);
    expect((await engine.status()).totals.delivered).toBe(5);
    engine.pause(null);
    fixture.files.put(folder, "20240601_late.dat", "late");
    await fixture.clock.advance(24 * hourMs);
    expect((await engine.status()).totals.queued).toBe(1);
    engine.resume();
    await fixture.clock.advance(1000);
    expect((await engine.status()).totals.delivered).toBe(6);
  });

  it("pause: what is being sent is given back without blame", async () => {
    fixture.portal.latencyMs = hourMs;
    fixture.putMany(5);
    const engine = await fixture.runFor(minuteMs);
    engine.pause(null);
    await fixture.clock.advance(1000);
    expect((await fixture.uploads()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array(5).fill(["queued", 0]),
    );
  });

  it("quiet hours: files are collected and sent afterwards", async () => {
    const at = (ms: number) => {
      const local = new Date(ms);
      return `${String(local.getHours()).padStart(2, "0")}:${String(local.getMinutes()).padStart(2, "0")}`;
    };
    const startMs = fixture.clock.nowMs();
    const quietHours = { from: at(startMs - hourMs), to: at(startMs + 2 * hourMs) };
    fixture.putMany(3);
    const engine = await fixture.runFor(119 * minuteMs, configuration(undefined, { quietHours }));
    expect(fixture.portal.log).toEqual([]);
    expect((await engine.status()).holds).toMatchObject([{ cause: "quiet-hours" }]);
    await fixture.clock.advance(3 * minuteMs);
    expect((await engine.status()).totals.delivered).toBe(3);
  });

  it("retry: blocked files of one cause go again, and a success takes its fellows along", async () => {
    let isRefusing = true;
    fixture.portal.script = ({ kind }) =>
      kind === "announce" && isRefusing ? blockFor("refused", "no") : undefined;
    fixture.putMany(8);
    const engine = await fixture.runFor(minuteMs);
    expect((await engine.status()).totals.blocked).toBe(8);
    isRefusing = false;
    expect(await engine.retry({ text: "20240601_3" }, { sendAnyway: false })).toBe(1);
    await fixture.clock.advance(minuteMs);
    expect((await engine.status()).totals.delivered).toBe(8);
  });

  it("retry: touches nothing that is delivered, queued or in flight", async () => {
    fixture.putMany(3);
    const engine = await fixture.runFor(minuteMs);
    expect(await engine.retry({}, { sendAnyway: false })).toBe(0);
    expect(await engine.retry({ states: ["delivered"] }, { sendAnyway: false })).toBe(0);
  });

  it("cancel: what is in flight is stopped and stays cancelled, and retry takes it up again", async () => {
    fixture.portal.latencyMs = minuteMs;
    fixture.putMany(3);
    const engine = await fixture.runFor(1000);
    expect(await engine.cancel({})).toBe(3);
    await fixture.clock.advance(hourMs);
    expect((await engine.status()).totals).toMatchObject({ cancelled: 3, delivered: 0 });
    expect(fixture.portal.records.accepted).toEqual([]);
    fixture.portal.latencyMs = 0;
    expect(await engine.retry({ states: ["cancelled"] }, { sendAnyway: false })).toBe(3);
    await fixture.clock.advance(1000);
    expect((await engine.status()).totals.delivered).toBe(3);
  });
});

describe("an internal error", () => {
  it("while it looks for files is logged, and the next rescan finds them", async () => {
    const { walk } = fixture.files;
    fixture.files.walk = () => {
      throw new Error("a mistake");
    };
    await fixture.started();
    fixture.putMany(3);
    await fixture.clock.advance(minuteMs);
    expect(fixture.log.lines.join()).toContain("a mistake");
    fixture.files.walk = walk.bind(fixture.files);
    await fixture.clock.advance(2 * minuteMs);
    expect(await fixture.delivered()).toBe(3);
  });
});

describe("events", () => {
  it("tell of each journal line in order, of progress at most five times a second, and of the status", async () => {
    const events: EngineEvent[] = [];
    const engine = fixture.engine();
    const end = engine.onEvent((event) => events.push(event));
    fixture.files.put(folder, "20240601_large.dat", new Uint8Array(40 * 1024 * 1024));
    await engine.start();
    await fixture.clock.advance(minuteMs);
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
    fixture.putMany(40);
    const first = await fixture.runFor(130);
    await first.stop();
    const before = await fixture.delivered();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(40);
    await fixture.runFor(minuteMs);
    expect(await fixture.delivered()).toBe(40);
    expect(fixture.portal.records.accepted).toHaveLength(40);
  });

  it("is quick: stopping waits for no answer of the portal", async () => {
    fixture.portal.latencyMs = hourMs;
    fixture.putMany(40);
    const engine = await fixture.runFor(1000);
    let isStopped = false;
    void engine.stop().then(() => {
      isStopped = true;
    });
    await fixture.clock.advance(0);
    expect(isStopped).toBe(true);
    expect((await fixture.ledger.totals()).queued).toBe(40);
  });
});

describe("a ledger that was rebuilt", () => {
  it("asks the portal about every file, and sends nothing that it has", async () => {
    fixture.putMany(20);
    const first = await fixture.runFor(minuteMs);
    await first.stop();
    const ledger = memoryLedger({ kind: "rebuilt", movedTo: "/x", message: "It was damaged." });
    const again = new EngineFixture({
      ledger,
      clock: fixture.clock,
      files: fixture.files,
      portal: fixture.portal,
    });
    fixture.portal.log.length = 0;
    await again.started();
    again.write("20240601_new.dat", "new");
    await fixture.clock.advance(3 * minuteMs);
    expect((await ledger.totals()).delivered).toBe(21);
    expect(fixture.portal.requests()).toMatchObject({ post: 1, put: 1 });
    expect((await again.uploads()).every(({ checkFirst }) => checkFirst)).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { usualNotifications } from "#domain/notification-settings.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { monitored } from "#test/support/builders/notification-fixture.ts";
import { holdFor } from "#test/support/builders/outcomes.ts";
import { holdOf, statusWith } from "#test/support/builders/status-shapes.ts";
import { createFakeEngine } from "#test/support/fakes/fake-engine.ts";
import { MemoryStateStore } from "#test/support/fakes/memory-state-store.ts";
import { atMost } from "#test/support/limits.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Writes files that are finished already. */
function writeOld(fixture: EngineFixture, count: number, from = 0): void {
  for (let i = from; i < from + count; i++)
    fixture.files.put(
      folder,
      `20240601_${i}.dat`,
      `content ${i}`,
      (fixture.clock.nowMs() - 10 * minuteMs) * 1000,
    );
}

describe("the tray beside a running engine", () => {
  it("goes from nothing to complete as files come, and stays so while one grows", async () => {
    const fixture = new EngineFixture();
    fixture.portal.latencyMs = 500;
    writeOld(fixture, 3);
    const engine = await fixture.started();
    const { watch, states } = await monitored(fixture, engine);
    expect(watch.tray().state).toBe("sending");
    await fixture.clock.advance(5_000);
    expect(watch.tray()).toMatchObject({
      state: "complete",
      tooltip: "Everything is safe",
      unsentCount: 0,
    });
    fixture.write("20240601_new.dat", "growing");
    fixture.watch.hint(folder, "20240601_new.dat");
    await fixture.clock.advance(5_000);
    expect((await engine.status()).instruments[0]?.unsettled).toBe(1);
    expect(watch.tray().tooltip).toBe("Everything is safe");
    expect(states.slice(-1)).toEqual(["complete"]);
    await watch.stop();
  });

  it("is offline while the portal is away, paused by hand, and needs you after a refusal", async () => {
    const fixture = new EngineFixture();
    fixture.portal.script = () => holdFor("unreachable");
    writeOld(fixture, 2);
    const engine = await fixture.started();
    const { watch } = await monitored(fixture, engine);
    await fixture.clock.advance(5_000);
    expect(watch.tray()).toMatchObject({ state: "offline", unsentCount: 2, badge: 0 });
    engine.pause(fixture.clock.nowMs() + hourMs);
    await fixture.clock.advance(5_000);
    expect(watch.tray()).toMatchObject({
      state: "paused",
      pause: { untilMs: expect.any(Number) },
      tooltip: "Sending is paused",
    });
    const failure = { cause: "refused", message: "No.", portalMessage: null } as const;
    fixture.portal.script = () => ({ kind: "block", failure });
    await fixture.clock.advance(2 * hourMs);
    expect(watch.tray()).toMatchObject({ state: "needs-you", badge: 2 });
    await watch.stop();
    await engine.stop();
  });
});

describe("an outage of 72 hours, while files gather", () => {
  it(
    "is one notification down, in place three times again, and one up",
    async () => {
      const fixture = new EngineFixture();
      const engine = await fixture.started();
      const { watch, said, states } = await monitored(fixture, engine);
      fixture.portal.script = () => holdFor("unreachable");
      writeOld(fixture, 20);
      for (let hours = 0; hours < 72; hours++) {
        fixture.watch.hint(folder, `20240601_${hours % 20}.dat`);
        await fixture.clock.advance(hourMs);
      }
      const again = "repeat Portal unreachable";
      expect(said).toEqual(["down Portal unreachable", again, again, again]);
      expect(new Set(states.slice(-1))).toEqual(new Set(["offline"]));
      fixture.portal.script = () => undefined;
      await fixture.clock.advance(20 * minuteMs);
      expect(said.slice(4)).toEqual(["close", "up Resolved: Portal unreachable"]);
      // A shell that asks hears the same, in the same order.
      const { tray, told } = watch.news();
      expect(tray).toEqual(watch.tray());
      expect(told.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(told.map(({ shown }) => shown?.title ?? "close")).toEqual(
        said.map((line) => line.replace(/^(?:down|repeat|up) /, "")),
      );
      expect(new Set(told.slice(0, 5).map(({ id }) => id)).size).toBe(1);
      expect(watch.records()).toMatchObject([{ cause: "unreachable", resolvedAtMs: expect.any(Number) }]);
      expect((await fixture.ledger.totals()).delivered).toBe(20);
      await watch.stop();
      await engine.stop();
    },
    atMost(60_000),
  );
});

describe("looking", () => {
  it("happens at most once a second, however much happens, and at least once a minute", async () => {
    const fixture = new EngineFixture();
    const engine = createFakeEngine(fixture.clock.nowMs());
    const { watch, looks } = await monitored(fixture, engine);
    for (let i = 0; i < 100; i++) {
      engine.find(`${i}.dat`);
      await fixture.clock.advance(100);
    }
    expect(looks()).toBeLessThanOrEqual(11);
    expect(looks()).toBeGreaterThanOrEqual(9);
    const before = looks();
    await fixture.clock.advance(hourMs);
    expect(looks() - before).toBeLessThanOrEqual(62);
    expect(looks() - before).toBeGreaterThanOrEqual(58);
    await watch.stop();
  });

  it("happens by itself when an instrument becomes silent", async () => {
    const fixture = new EngineFixture();
    const engine = await fixture.started(configuration([instrument({ expectEveryMinutes: 10 })]));
    writeOld(fixture, 1);
    await engine.rescan();
    const { watch, said } = await monitored(fixture, engine);
    await fixture.clock.advance(19 * minuteMs);
    expect(said).toEqual([]);
    await fixture.clock.advance(2 * minuteMs);
    expect(said).toEqual([
      expect.stringMatching(/^down Radar stopped writing at [-\d: ]+ UTC \(usually one file every 10 min\)$/),
    ]);
    await watch.stop();
    await engine.stop();
  });

  it("that fails says that nothing can be written down, and a listener that fails harms nobody", async () => {
    const fixture = new EngineFixture();
    const engine = createFakeEngine(fixture.clock.nowMs());
    const { watch, said } = await monitored(fixture, engine);
    watch.onTray(() => {
      throw new Error("no tray here");
    });
    engine.fault = new LedgerError("the disk is full");
    await fixture.clock.advance(3 * minuteMs);
    expect(watch.tray().state).toBe("needs-you");
    expect(said).toEqual(["down Deliveries cannot be recorded on this PC, so nothing is sent"]);
    engine.fault = null;
    await fixture.clock.advance(3 * minuteMs);
    expect(said).toHaveLength(3);
    expect(fixture.log.lines.filter((line) => line.includes("status cannot be read"))).toHaveLength(1);
    await watch.stop();
  });

  it("goes on after an internal error in one look", async () => {
    const fixture = new EngineFixture();
    const engine = createFakeEngine(fixture.clock.nowMs());
    const { watch } = await monitored(fixture, engine);
    engine.statusParts = { instruments: null as never };
    await fixture.clock.advance(3 * minuteMs);
    expect(fixture.log.lines.filter((line) => line.includes("internal error"))).toHaveLength(1);
    engine.statusParts = { holds: [holdOf("credentials")] };
    await fixture.clock.advance(3 * minuteMs);
    expect(watch.tray().state).toBe("needs-you");
    await watch.stop();
  });

  it("ends with stop", async () => {
    const fixture = new EngineFixture();
    const engine = createFakeEngine(fixture.clock.nowMs());
    const { watch, looks } = await monitored(fixture, engine);
    await watch.stop();
    const before = looks();
    engine.find("a.dat");
    await fixture.clock.advance(hourMs);
    expect([looks(), fixture.clock.asleep]).toEqual([before, 0]);
  });
});

describe("a restart of the program", () => {
  it("tells nothing twice", async () => {
    const fixture = new EngineFixture();
    const engine = createFakeEngine(fixture.clock.nowMs());
    engine.statusParts = statusWith({ blocked: 1 }, { holds: [holdOf("credentials")] });
    const store = new MemoryStateStore();
    for (let i = 0; i < 3; i++) {
      const { watch, said } = await monitored(fixture, engine, store);
      await fixture.clock.advance(2 * minuteMs);
      expect(said.map((line) => line.split(" ")[0])).toEqual(i === 0 ? ["down"] : []);
      await watch.stop();
    }
  });

  it("keeps quiet hours, which end by the clock", async () => {
    const fixture = new EngineFixture();
    const engine = createFakeEngine(fixture.clock.nowMs());
    engine.statusParts = { holds: [holdOf("credentials")] };
    const local = new Date(fixture.clock.nowMs());
    const clockAt = (minutes: number) => {
      const at = new Date(local.getTime() + minutes * minuteMs);
      return `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`;
    };
    const rules = { ...usualNotifications, quietHours: { from: clockAt(-5), to: clockAt(30) } };
    const { watch, said } = await monitored(fixture, engine, new MemoryStateStore(), rules);
    await fixture.clock.advance(29 * minuteMs);
    expect(said).toEqual([]);
    await fixture.clock.advance(2 * minuteMs);
    expect(said).toHaveLength(1);
    await watch.stop();
  });
});

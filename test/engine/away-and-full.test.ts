import { beforeEach, describe, expect, it, vi } from "vitest";
import { LedgerError } from "#engine/ports/ledger.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";

let fixture: EngineFixture;
const minuteMs = 60_000;
const other = "/data/lidar";

beforeEach(() => {
  fixture = new EngineFixture();
  for (let n = 0; n < 100; n++) fixture.files.put(folder, `20240601_${n}.dat`, `content ${n}`);
});

describe("a folder that goes away in mid-queue", () => {
  it("is told for all its files, none of which is blamed or tried again and again", async () => {
    const engine = fixture.engine();
    engine.pause(null);
    await engine.start();
    await fixture.clock.advance(minuteMs);
    expect((await fixture.ledger.totals()).queued).toBe(100);
    fixture.files.troubleFolder(folder, "vanished");
    const open = vi.spyOn(fixture.files, "open");
    engine.resume();
    await fixture.clock.advance(30 * minuteMs);
    const { totals, causes, needsAttention } = await engine.status();
    expect(totals).toMatchObject({ queued: 100, waiting: 0 });
    expect(causes).toMatchObject([{ cause: "folder-unreachable", message: expect.stringContaining(folder) }]);
    expect(needsAttention).toBe(true);
    // Those in flight when it went, and no more.
    expect(open.mock.calls.length).toBeLessThan(100);
    for (const { attempts, failure } of await fixture.uploads())
      expect({ attempts, failure }).toEqual({ attempts: 0, failure: null });

    fixture.files.troubleFolder(folder, null);
    await fixture.clock.advance(2 * minuteMs);
    expect((await engine.status()).totals.delivered).toBe(100);
    await engine.stop();
  });

  it("leaves the other instruments alone", async () => {
    fixture.files.makeFolder(other);
    const lidar = instrument({ name: "Lidar", folder: other, instrument: "halo-doppler-lidar" });
    const engine = fixture.engine(configuration([instrument(), lidar]));
    engine.pause(null);
    await engine.start();
    await fixture.clock.advance(minuteMs);
    fixture.files.troubleFolder(folder, "vanished");
    fixture.files.put(other, "20240601_a.dat", "of the lidar");
    engine.resume();
    await fixture.clock.advance(3 * minuteMs);
    expect(await fixture.states("20240601_a.dat", "Lidar")).toEqual(["delivered"]);
    await engine.stop();
  });
});

describe("a disk that takes one write and refuses the next", () => {
  it("stays held until what was found is recorded", async () => {
    const engine = fixture.engine();
    const enqueue = vi
      .spyOn(fixture.ledger, "enqueue")
      .mockRejectedValue(new LedgerError("The disk is full."));
    await engine.start();
    for (let n = 0; n < 20; n++) {
      await fixture.clock.advance(7_000);
      expect((await engine.status()).holds).toMatchObject([{ cause: "ledger-trouble" }]);
    }
    enqueue.mockRestore();
    await fixture.clock.advance(10_000);
    const { holds, totals } = await engine.status();
    expect({ holds, delivered: totals.delivered }).toEqual({ holds: [], delivered: 100 });
    await engine.stop();
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { reportInWords } from "#cli/submit-report.ts";
import type { ContentCheck } from "#domain/settings.ts";
import { headlineOf } from "#station/notifications/tray-view.ts";
import { issuesOf } from "#station/status/issues.ts";
import { configuration, EngineFixture, instrument } from "#test/support/builders/engine-fixture.ts";

const file = "20240601_1.dat";
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const anyway = { sendAnyway: true };

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
});

/** An HDF5 file that says it has 100,000 bytes. */
function hdf5(size: number): Buffer {
  const bytes = Buffer.alloc(size, 7);
  Buffer.from([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a, 2, 8, 8, 0]).copy(bytes);
  bytes.writeBigUInt64LE(0n, 12);
  bytes.writeBigUInt64LE(100_000n, 28);
  return bytes;
}

const whole = hdf5(100_000);
const cut = hdf5(60_000);
const reason = "is cut off: its header says 100000 bytes, it has 60000";
const withCheck = (check: ContentCheck) => configuration([instrument({ check })]);

type Engine = Awaited<ReturnType<EngineFixture["started"]>>;

/** The headline, and what needs a person. */
async function said(engine: Engine): Promise<readonly string[]> {
  const status = await engine.status();
  const nowMs = fixture.clock.nowMs();
  const { today } = await engine.stationNow(status, true);
  const { sentence } = headlineOf({ status, nowMs, isRunning: true, today });
  return [sentence, ...issuesOf(status, nowMs).map(({ label }) => label)];
}

describe("a file that is cut off", () => {
  it("is named by the run that delivers it, by the status at once, and where it is explained", async () => {
    fixture.write(file, cut);
    fixture.write("20240601_2.dat", whole);
    await fixture.clock.advance(2 * minuteMs);
    const report = await fixture.pass();
    expect(report).toMatchObject({ delivered: 2, questionable: [{ path: `/data/radar/${file}`, reason }] });
    expect(reportInWords(report, false)).toContain(`/data/radar/${file}: ${reason}`);
    const engine = fixture.engine();
    expect((await engine.status()).questionable).toEqual([{ instrument: "Radar", relPath: file, reason }]);
    expect((await engine.explain(file)).verdict).toContain(`found that the file ${reason}.`);
    expect((await fixture.pass()).questionable).toEqual([]);
  });

  it("is sent by default, and told of by instrument, number and time for a day", async () => {
    fixture.write(file, cut);
    fixture.write("20240601_2.dat", whole);
    const engine = await fixture.runFor(10 * minuteMs);
    expect(await fixture.delivered()).toBe(2);
    expect((await fixture.latest(file)).content).toEqual({ kind: "damaged", reason, isAllowed: false });
    expect((await fixture.latest("20240601_2.dat")).content).toBeNull();
    const status = await engine.status();
    expect(status).toMatchObject({
      needsAttention: true,
      causes: [
        {
          cause: "damaged-file",
          count: 1,
          samplePath: file,
          message: `Radar wrote ${file}, which ${reason}. Check the instrument.`,
        },
      ],
    });
    expect(issuesOf(status, fixture.clock.nowMs())).toMatchObject([
      {
        key: "damaged:Radar",
        kind: "silentInstrument",
        label: "Radar has written 1 damaged file since 12:00 UTC",
      },
    ]);
    expect(await said(engine)).toContain("Radar has written 1 damaged file since 12:00 UTC");

    await fixture.clock.advance(25 * hourMs);
    expect(await engine.status()).toMatchObject({ needsAttention: false, causes: [] });
  });

  it("is not told while it goes on being written, nor when the rest has come", async () => {
    fixture.write(file, hdf5(60_000));
    const engine = await fixture.runFor(minuteMs + 10_000);
    expect(await fixture.delivered()).toBe(1);
    expect((await engine.status()).causes).toEqual([]);
    for (let size = 61_000; size < 66_000; size += 1_000) {
      await fixture.clock.advance(50_000);
      fixture.write(file, hdf5(size));
      await engine.rescan();
      expect((await engine.status()).causes).toEqual([]);
    }
    fixture.write(file, whole);
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.states(file)).toEqual(["delivered", "delivered"]);
    expect((await engine.status()).causes).toEqual([]);
  });

  it("is held back where the settings say so, through a retry and a restart, until a person sends it", async () => {
    fixture.write(file, cut);
    fixture.write("20240601_2.dat", whole);
    const engine = await fixture.runFor(10 * minuteMs, withCheck("hold"));
    expect(await fixture.states(file)).toEqual(["blocked"]);
    expect((await fixture.latest(file)).failure).toMatchObject({ cause: "content-check" });
    expect((await fixture.latest(file)).failure?.message).toContain(`${file} ${reason}.`);
    expect(await fixture.delivered()).toBe(1);
    expect(fixture.portal.announced()).toEqual(["20240601_2.dat"]);

    await engine.retry({ states: ["blocked"] }, { sendAnyway: false });
    await fixture.clock.advance(minuteMs);
    expect(await fixture.states(file)).toEqual(["blocked"]);
    await engine.stop();
    const again = new EngineFixture(fixture);
    const next = await again.runFor(minuteMs, withCheck("hold"));
    expect(await again.states(file)).toEqual(["blocked"]);

    await next.retry({ cause: "content-check" }, anyway);
    await again.clock.advance(minuteMs);
    expect(await again.states(file)).toEqual(["delivered"]);
    expect((await again.latest(file)).content).toMatchObject({ isAllowed: true });
    expect((await next.status()).causes).toEqual([]);
  });

  it("is checked again when it is replaced, whatever was allowed before", async () => {
    fixture.write(file, cut);
    const engine = await fixture.runFor(10 * minuteMs, withCheck("hold"));
    await engine.retry({ cause: "content-check" }, anyway);
    await fixture.clock.advance(minuteMs);
    fixture.write(file, hdf5(70_000));
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.states(file)).toEqual(["blocked", "delivered"]);
    fixture.write(file, whole);
    await fixture.clock.advance(10 * minuteMs);
    expect((await fixture.states(file))[0]).toBe("delivered");
    expect((await fixture.latest(file)).content).toBeNull();
  });

  it("stays held in a run of submit", async () => {
    fixture.write(file, cut);
    await fixture.clock.advance(10 * minuteMs);
    const first = await fixture.pass(withCheck("hold"));
    const second = await fixture.pass(withCheck("hold"));
    expect([first.blocked.length, second.blocked.length]).toEqual([1, 1]);
    expect(fixture.portal.announced()).toEqual([]);
  });

  it("is not looked at where the check is off", async () => {
    fixture.write(file, cut);
    const engine = await fixture.runFor(10 * minuteMs, withCheck("off"));
    expect(await fixture.delivered()).toBe(1);
    expect((await fixture.latest(file)).content).toBeNull();
    expect((await engine.status()).causes).toEqual([]);
  });

  it("is judged as well where it is too large for memory", async () => {
    const large = Buffer.concat([cut, Buffer.alloc(9 * 1024 * 1024, 7)]);
    large.writeBigUInt64LE(BigInt(large.length + 1), 28);
    fixture.write(file, large);
    await fixture.runFor(10 * minuteMs);
    expect((await fixture.latest(file)).content).toMatchObject({ kind: "damaged" });
  });

  it("does not release others of its kind when one of them is sent anyway", async () => {
    fixture.write(file, cut);
    fixture.write("20240601_2.dat", hdf5(70_000));
    const engine = await fixture.runFor(10 * minuteMs, withCheck("hold"));
    const { id } = await fixture.latest(file);
    await engine.retry({ ids: [id] }, anyway);
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.states(file)).toEqual(["delivered"]);
    expect(await fixture.states("20240601_2.dat")).toEqual(["blocked"]);
  });
});

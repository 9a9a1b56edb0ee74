import { beforeEach, describe, expect, it } from "vitest";
import { headlineOf } from "#station/notifications/tray-view.ts";
import { issuesOf } from "#station/status/issues.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";

const file = "20240601_1.dat";
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
});

type Engine = Awaited<ReturnType<EngineFixture["started"]>>;

/** The headline, and what needs a person. */
async function said(engine: Engine): Promise<readonly string[]> {
  const status = await engine.status();
  const nowMs = fixture.clock.nowMs();
  const { today } = await engine.stationNow(status, true);
  const { sentence } = headlineOf({ status, nowMs, isRunning: true, today });
  return [sentence, ...issuesOf(status, nowMs).map(({ label }) => label)];
}

const emptyOf = async (engine: Engine) => (await engine.status()).instruments[0]?.emptyFiles;

describe("a finished file without content", () => {
  it("is told by instrument, number and time, and claims of completeness end", async () => {
    for (const n of [1, 2, 3]) {
      fixture.write(`20240601_${n}.dat`, "");
      await fixture.clock.advance(1_000);
    }
    fixture.write("20240601_4.dat", "content");
    const engine = await fixture.runFor(10 * minuteMs);
    expect(await fixture.delivered()).toBe(1);
    expect(await said(engine)).toEqual([
      "Radar: its files are empty",
      "Radar has written 3 empty files since 12:00 UTC",
    ]);
    const { causes, needsAttention } = await engine.status();
    expect(needsAttention).toBe(true);
    expect(causes).toEqual([
      {
        cause: "empty-file",
        count: 3,
        samplePath: file,
        message:
          "Radar wrote 20240601_1.dat and 2 more without content. Check the instrument; empty files are never sent.",
        sinceMs: fixture.clock.nowMs() - 10 * minuteMs - 3_000,
        instrument: "Radar",
        stoppedAtMs: null,
      },
    ]);
  });

  it("of a model is no reason to check an instrument", async () => {
    fixture = new EngineFixture();
    const engine = await fixture.started(configuration([{ ...instrument(), kind: "model" }]));
    fixture.write(file, "");
    await fixture.clock.advance(10 * minuteMs);
    const status = await engine.status();
    const remedy = "heck the program that writes its files; empty files are never sent";
    expect(status.causes).toMatchObject([{ message: expect.stringContaining(`. C${remedy}.`) }]);
    expect(issuesOf(status, fixture.clock.nowMs())).toMatchObject([{ remedy: `c${remedy}` }]);
  });

  it("is not told before it is finished, nor in the name of a mark or an unfinished copy", async () => {
    fixture = new EngineFixture();
    const finish = { policy: "sentinel", suffix: ".done", seconds: 60 } as const;
    const engine = await fixture.started(configuration([instrument({ finish, pattern: "%Y%m%d_*" })]));
    for (const name of ["20240601_1.dat.done", "20240601_2.dat", "20240601_3.dat.tmp"])
      fixture.write(name, "");
    await fixture.clock.advance(20 * minuteMs);
    expect(await emptyOf(engine)).toBeNull();
    fixture.write("20240601_2.dat.done", "");
    await fixture.clock.advance(20 * minuteMs);
    expect(await emptyOf(engine)).toMatchObject({ count: 1, samplePath: "20240601_2.dat" });
  });

  it("is a file like any other once it is filled", async () => {
    fixture.write(file, "");
    const engine = await fixture.runFor(10 * minuteMs);
    expect(await emptyOf(engine)).toMatchObject({ count: 1 });
    fixture.write(file, "content");
    await fixture.clock.advance(20 * minuteMs);
    expect(await fixture.states(file)).toEqual(["delivered"]);
    expect(await emptyOf(engine)).toBeNull();
    expect(await said(engine)).toEqual(["Everything is safe"]);
  });

  it.each([
    ["is removed", () => fixture.files.remove(folder, file), 20 * minuteMs],
    ["is a day old", () => {}, 25 * hourMs],
  ])("is over when it %s", async (_, act, waitMs) => {
    fixture.write(file, "");
    const engine = await fixture.runFor(10 * minuteMs);
    expect(await emptyOf(engine)).not.toBeNull();
    act();
    await fixture.clock.advance(waitMs);
    expect(await emptyOf(engine)).toBeNull();
  });

  it("is no sign of life: a silent instrument is told of as if it were not there", async () => {
    const engine = await fixture.started(configuration([instrument({ expectEveryMinutes: 10 })]));
    fixture.write(file, "content");
    const lastAtMs = fixture.clock.nowMs();
    await fixture.clock.advance(10 * minuteMs);
    for (let n = 2; n < 7; n++) {
      fixture.write(`20240601_${n}.dat`, "");
      await fixture.clock.advance(10 * minuteMs);
    }
    const { instruments } = await engine.status();
    expect(instruments[0]?.lastFileAtMs).toBe(lastAtMs);
    expect(await said(engine)).toContainEqual(expect.stringContaining("Radar stopped writing at 12:00 UTC"));
    expect((await engine.metrics()).instruments[0]).toMatchObject({ isSilent: true, lastFileAtMs: lastAtMs });
  });

  it("is the next file of its pattern: the one before it is finished", async () => {
    const finish = { policy: "next-file", seconds: 60 } as const;
    await fixture.started(configuration([instrument({ finish })]));
    fixture.write(file, "content");
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.uploads()).toEqual([]);
    fixture.write("20240601_2.dat", "");
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.states(file)).toEqual(["delivered"]);
  });

  it("on a share stays told from rescan to rescan", async () => {
    const engine = await fixture.started(configuration([instrument({ network: true })]));
    fixture.write(file, "");
    await fixture.clock.advance(10 * minuteMs);
    for (let n = 0; n < 30; n++) {
      await fixture.clock.advance(11_000);
      expect(await emptyOf(engine)).toMatchObject({ count: 1 });
    }
    expect(engine.unsent()).toEqual([]);
  });
});

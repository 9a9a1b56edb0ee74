import { beforeEach, describe, expect, it } from "vitest";
import type { FinishPolicy } from "#domain/settings.ts";
import {
  configuration,
  EngineFixture,
  folder,
  instrument,
  md5,
} from "#test/support/builders/engine-fixture.ts";

let fixture: EngineFixture;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const path = "20240601_a.dat";

beforeEach(() => {
  fixture = new EngineFixture();
});

function finishing(finish: FinishPolicy) {
  return configuration([instrument({ finish })]);
}

describe("settle", () => {
  it("takes a file when size and time have stood still for the settle time, not before", async () => {
    const engine = await fixture.started();
    fixture.write(path, "content");
    fixture.watch.hint(folder, path);
    await fixture.clock.advance(59_000);
    expect(await fixture.uploads()).toEqual([]);
    expect(engine.unsent()).toMatchObject([
      { relPath: path, reason: expect.stringContaining("finished after 60 s without a change") },
    ]);
    await fixture.clock.advance(1_100);
    expect(await fixture.states(path)).toEqual(["delivered"]);
    expect(engine.unsent()).toEqual([]);
  });

  it("never takes a file that goes on changing, and takes it once when it stops", async () => {
    await fixture.started();
    for (let i = 0; i < 60; i++) {
      fixture.write(path, "line\n".repeat(i + 1));
      fixture.watch.hint(folder, path);
      await fixture.clock.advance(45_000);
    }
    expect(await fixture.uploads()).toEqual([]);
    await fixture.clock.advance(2 * minuteMs);
    expect(await fixture.states(path)).toEqual(["delivered"]);
    expect(fixture.portal.received(path)).toBe(md5("line\n".repeat(60)));
  });

  it("does not trust an old time of a file that is seen changing", async () => {
    await fixture.started();
    fixture.files.put(folder, path, "a", fixture.clock.nowMs() * 1000);
    fixture.watch.hint(folder, path);
    await fixture.clock.advance(30_000);
    fixture.files.put(folder, path, "ab", (fixture.clock.nowMs() - hourMs) * 1000);
    fixture.watch.hint(folder, path);
    await fixture.clock.advance(55_000);
    expect(await fixture.uploads()).toEqual([]);
    await fixture.clock.advance(10_000);
    expect(await fixture.states(path)).toEqual(["delivered"]);
  });

  it("remembers that it saw a file changing when the file cannot be looked at for a moment", async () => {
    await fixture.started();
    fixture.files.put(folder, path, "a", fixture.clock.nowMs() * 1000);
    fixture.watch.hint(folder, path);
    await fixture.clock.advance(30_000);
    fixture.files.put(folder, path, "ab", (fixture.clock.nowMs() - hourMs) * 1000);
    fixture.watch.hint(folder, path);
    await fixture.clock.advance(1_000);
    fixture.files.troubleFolder(folder, "unreadable");
    fixture.watch.hint(folder, path);
    await fixture.clock.advance(1_000);
    fixture.files.troubleFolder(folder, null);
    fixture.watch.hint(folder, path);
    await fixture.clock.advance(50_000);
    expect(await fixture.uploads()).toEqual([]);
    await fixture.clock.advance(20_000);
    expect(await fixture.states(path)).toEqual(["delivered"]);
  });

  it("counts only what it sees itself on a network drive", async () => {
    fixture.files.put(folder, path, "old", (fixture.clock.nowMs() - 24 * hourMs) * 1000);
    const engine = await fixture.runFor(59_000, configuration([instrument({ network: true })]));
    expect(await fixture.uploads()).toEqual([]);
    expect(engine.unsent()).toHaveLength(1);
    await fixture.clock.advance(2_000);
    expect(await fixture.states(path)).toEqual(["delivered"]);
  });

  it("waits while another program holds the file open", async () => {
    fixture.files.put(folder, path, "old");
    fixture.files.holdForWriting(folder, path, true);
    const engine = await fixture.runFor(hourMs);
    expect(engine.unsent()).toMatchObject([{ reason: "another program has it open for writing" }]);
    fixture.files.holdForWriting(folder, path, false);
    await fixture.clock.advance(11_000);
    expect(await fixture.states(path)).toEqual(["delivered"]);
  });

  it("delivers a file again that changes after its delivery", async () => {
    fixture.files.put(folder, path, "old");
    await fixture.started();
    fixture.write(path, "changed");
    await fixture.clock.advance(3 * minuteMs);
    expect(await fixture.states(path)).toEqual(["delivered", "delivered"]);
    expect(fixture.portal.received(path)).toBe(md5("changed"));
    expect((await fixture.latest(path)).receipt?.kind).toBe("replaced");
  });
});

describe("next-file", () => {
  const next = finishing({ policy: "next-file", seconds: 60 });

  it("takes all but the newest, and that one when a newer one is there", async () => {
    for (const [i, name] of ["20240601_02.dat", "20240601_01.dat", "20240601_00.dat"].entries())
      fixture.files.put(folder, name, name, (fixture.clock.nowMs() - (i + 1) * hourMs) * 1000);
    const engine = await fixture.runFor(hourMs, next);
    expect(fixture.portal.announced().toSorted()).toEqual(["20240601_00.dat", "20240601_01.dat"]);
    expect(engine.unsent()).toMatchObject([{ reason: "it waits for the next file of this pattern" }]);
    fixture.write("20240601_03.dat", "next");
    await fixture.clock.advance(3 * minuteMs);
    expect(await fixture.states("20240601_02.dat")).toEqual(["delivered"]);
    expect(await fixture.states("20240601_03.dat")).toEqual([]);
  });
});

describe("next-file in a folder to which old files are copied", () => {
  const next = finishing({ policy: "next-file", seconds: 60 });
  const growing = "20240601_03.dat";

  it("takes no file of an earlier day for the next one", async () => {
    fixture.files.put(folder, growing, "half", (fixture.clock.nowMs() - 5 * minuteMs) * 1000);
    const engine = await fixture.runFor(minuteMs, next);
    fixture.write("20230101_00.dat", "of last year");
    fixture.watch.hint(folder, "20230101_00.dat");
    await fixture.clock.advance(10 * minuteMs);
    expect(fixture.portal.announced()).toEqual([]);
    expect(engine.unsent()).toHaveLength(2);
    fixture.write(growing, "whole");
    await fixture.clock.advance(5 * minuteMs);
    expect(fixture.portal.announced()).toEqual(["20230101_00.dat"]);
    fixture.write("20240602_00.dat", "next");
    await fixture.clock.advance(5 * minuteMs);
    expect(fixture.portal.received(growing)).toBe(md5("whole"));
  });
});

describe("sentinel", () => {
  const sentinel = finishing({ policy: "sentinel", suffix: ".done", seconds: 5 });

  it("takes a file when its mark is there, and never sends the mark", async () => {
    fixture.files.put(folder, path, "content");
    fixture.files.put(folder, "20240601_b.dat", "marked");
    fixture.files.put(folder, "20240601_b.dat.done", "");
    const engine = await fixture.runFor(hourMs, sentinel);
    expect(fixture.portal.announced()).toEqual(["20240601_b.dat"]);
    expect(engine.unsent()).toMatchObject([{ relPath: path, reason: expect.stringContaining('".done"') }]);
    fixture.write(`${path}.done`, "");
    fixture.watch.hint(folder, `${path}.done`);
    await fixture.clock.advance(100);
    expect(await fixture.states(path)).toEqual(["delivered"]);
    expect(engine.unsent()).toEqual([]);
  });
});

describe("day-closed", () => {
  it("takes a file when its UTC day is over, with grace, and not before", async () => {
    fixture.files.put(folder, path, "content");
    const engine = await fixture.runFor(
      12 * hourMs + 29 * minuteMs,
      finishing({ policy: "day-closed", graceMinutes: 30, seconds: 60 }),
    );
    expect(await fixture.uploads()).toEqual([]);
    expect(engine.unsent()).toMatchObject([{ reason: expect.stringContaining("is over, at 00:30 UTC") }]);
    await fixture.clock.advance(2 * minuteMs);
    expect(await fixture.states(path)).toEqual(["delivered"]);
  });
});

describe("append", () => {
  it("sends what is there every few hours and once more when the day is over", async () => {
    await fixture.started(finishing({ policy: "append", everyHours: 4, graceMinutes: 10, seconds: 60 }));
    let content = "";
    for (let minute = 0; minute < 12 * 60; minute += 5) {
      content += `${minute}\n`;
      fixture.write(path, content);
      await fixture.clock.advance(5 * minuteMs);
    }
    const during = await fixture.states(path);
    expect(during.length).toBeGreaterThanOrEqual(2);
    expect(during.length).toBeLessThanOrEqual(4);
    await fixture.clock.advance(2 * hourMs);
    const all = await fixture.states(path);
    expect(new Set(all)).toEqual(new Set(["delivered"]));
    expect(all).toHaveLength(during.length + 1);
    expect(fixture.portal.received(path)).toBe(md5(content));
  });
});

describe("what is held back", () => {
  it("never sends what is empty, temporary, of no pattern, or older than the first day", async () => {
    fixture.files.put(folder, "20240601_empty.dat", "");
    fixture.files.put(folder, "20240601_a.dat.part", "x");
    fixture.files.put(folder, ".20240601_a.dat", "x");
    fixture.files.put(folder, "notes.txt", "x");
    fixture.files.put(folder, "20240531_old.dat", "x");
    await fixture.runFor(hourMs, configuration([instrument({ since: "2024-06-01", pattern: "%Y%m%d_*" })]));
    expect(fixture.portal.log).toEqual([]);
    expect(await fixture.uploads()).toEqual([]);
  });

  it("holds a date too far ahead, tells why, and sends it when its day has come near", async () => {
    fixture.files.put(folder, "20240608_a.dat", "content");
    const engine = await fixture.runFor(hourMs);
    expect(await fixture.uploads()).toEqual([]);
    expect(engine.unsent()).toMatchObject([
      { reason: expect.stringContaining("more than 5 days after today") },
    ]);
    await fixture.clock.advance(48 * hourMs);
    expect(await fixture.states("20240608_a.dat")).toEqual(["delivered"]);
  });

  it("sends nothing that two instruments take, says so, and sends it when one of them lets go", async () => {
    const other = instrument({ name: "Other", folder: "/data", pattern: "radar/%Y%m%d_*.dat" });
    fixture.files.put(folder, path, "content");
    fixture.files.makeFolder("/data");
    fixture.files.put("/data", `radar/${path}`, "content");
    const engine = await fixture.runFor(hourMs, configuration([instrument(), other]));
    expect(fixture.portal.log).toEqual([]);
    const { causes, needsAttention } = await engine.status();
    expect(causes.map(({ cause, count }) => [cause, count])).toEqual([["claimed-twice", 1]]);
    expect(causes[0]?.message).toContain('"Radar" and "Other"');
    expect(needsAttention).toBe(true);
    await engine.configure(configuration([instrument()]));
    await fixture.clock.advance(2 * minuteMs);
    expect(await fixture.states(path)).toEqual(["delivered"]);
    expect((await engine.status()).needsAttention).toBe(false);
  });
});

describe("clocks that are wrong", () => {
  it.each([-24 * hourMs, -hourMs, hourMs, 24 * hourMs, 3650 * 24 * hourMs])(
    "sends nothing twice when the wall clock steps by %d ms",
    async (stepMs) => {
      for (let i = 0; i < 20; i++) fixture.files.put(folder, `20240601_${i}.dat`, `content ${i}`);
      fixture.write(path, "growing");
      await fixture.started();
      fixture.clock.setWall(fixture.clock.nowMs() + stepMs);
      await fixture.clock.advance(2 * hourMs);
      expect(new Set(fixture.portal.announced()).size).toBe(fixture.portal.announced().length);
      expect((await fixture.uploads()).map(({ state }) => state)).toEqual(Array(21).fill("delivered"));
    },
  );

  it("takes a file whose time lies in the future when it has been still", async () => {
    fixture.files.put(folder, path, "content", (fixture.clock.nowMs() + 24 * hourMs) * 1000);
    await fixture.runFor(59_000);
    expect(await fixture.uploads()).toEqual([]);
    await fixture.clock.advance(2_000);
    expect(await fixture.states(path)).toEqual(["delivered"]);
  });
});

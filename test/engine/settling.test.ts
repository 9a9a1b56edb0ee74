import { beforeEach, describe, expect, it } from "vitest";
import type { FinishPolicy } from "#domain/settings.ts";
import { configuration, EngineWorld, folder, instrument, md5 } from "#test/support/builders/engine-world.ts";

let world: EngineWorld;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const path = "20240601_a.dat";

beforeEach(() => {
  world = new EngineWorld();
});

function finishing(finish: FinishPolicy) {
  return configuration([instrument({ finish })]);
}

describe("settle", () => {
  it("takes a file when size and time have stood still for the settle time, not before", async () => {
    const engine = await world.started();
    world.write(path, "content");
    world.watch.hint(folder, path);
    await world.clock.advance(59_000);
    expect(await world.uploads()).toEqual([]);
    expect(engine.unsent()).toMatchObject([
      { relPath: path, reason: expect.stringContaining("finished after 60 s without a change") },
    ]);
    await world.clock.advance(1_100);
    expect(await world.states(path)).toEqual(["delivered"]);
    expect(engine.unsent()).toEqual([]);
  });

  it("never takes a file that goes on changing, and takes it once when it stops", async () => {
    await world.started();
    for (let i = 0; i < 60; i++) {
      world.write(path, "line\n".repeat(i + 1));
      world.watch.hint(folder, path);
      await world.clock.advance(45_000);
    }
    expect(await world.uploads()).toEqual([]);
    await world.clock.advance(2 * minuteMs);
    expect(await world.states(path)).toEqual(["delivered"]);
    expect(world.portal.received(path)).toBe(md5("line\n".repeat(60)));
  });

  it("does not trust an old time of a file that is seen changing", async () => {
    await world.started();
    world.files.put(folder, path, "a", world.clock.nowMs() * 1000);
    world.watch.hint(folder, path);
    await world.clock.advance(30_000);
    world.files.put(folder, path, "ab", (world.clock.nowMs() - hourMs) * 1000);
    world.watch.hint(folder, path);
    await world.clock.advance(55_000);
    expect(await world.uploads()).toEqual([]);
    await world.clock.advance(10_000);
    expect(await world.states(path)).toEqual(["delivered"]);
  });

  it("counts only what it sees itself on a network drive", async () => {
    world.files.put(folder, path, "old", (world.clock.nowMs() - 24 * hourMs) * 1000);
    const engine = await world.started(configuration([instrument({ network: true })]));
    await world.clock.advance(59_000);
    expect(await world.uploads()).toEqual([]);
    expect(engine.unsent()).toHaveLength(1);
    await world.clock.advance(2_000);
    expect(await world.states(path)).toEqual(["delivered"]);
  });

  it("waits while another program holds the file open", async () => {
    world.files.put(folder, path, "old");
    world.files.holdForWriting(folder, path, true);
    const engine = await world.started();
    await world.clock.advance(hourMs);
    expect(engine.unsent()).toMatchObject([{ reason: "another program has it open for writing" }]);
    world.files.holdForWriting(folder, path, false);
    await world.clock.advance(11_000);
    expect(await world.states(path)).toEqual(["delivered"]);
  });

  it("delivers a file again that changes after its delivery", async () => {
    world.files.put(folder, path, "old");
    await world.started();
    world.write(path, "changed");
    await world.clock.advance(3 * minuteMs);
    expect(await world.states(path)).toEqual(["delivered", "delivered"]);
    expect(world.portal.received(path)).toBe(md5("changed"));
    expect((await world.latest(path)).receipt?.kind).toBe("replaced");
  });
});

describe("next-file", () => {
  const next = finishing({ policy: "next-file", seconds: 60 });

  it("takes all but the newest, and that one when a newer one is there", async () => {
    for (const [i, name] of ["20240601_02.dat", "20240601_01.dat", "20240601_00.dat"].entries())
      world.files.put(folder, name, name, (world.clock.nowMs() - (i + 1) * hourMs) * 1000);
    const engine = await world.started(next);
    await world.clock.advance(hourMs);
    expect(world.portal.announced().toSorted()).toEqual(["20240601_00.dat", "20240601_01.dat"]);
    expect(engine.unsent()).toMatchObject([{ reason: "it waits for the next file of this pattern" }]);
    world.write("20240601_03.dat", "next");
    await world.clock.advance(3 * minuteMs);
    expect(await world.states("20240601_02.dat")).toEqual(["delivered"]);
    expect(await world.states("20240601_03.dat")).toEqual([]);
  });
});

describe("sentinel", () => {
  const sentinel = finishing({ policy: "sentinel", suffix: ".done", seconds: 5 });

  it("takes a file when its mark is there, and never sends the mark", async () => {
    world.files.put(folder, path, "content");
    world.files.put(folder, "20240601_b.dat", "marked");
    world.files.put(folder, "20240601_b.dat.done", "");
    const engine = await world.started(sentinel);
    await world.clock.advance(hourMs);
    expect(world.portal.announced()).toEqual(["20240601_b.dat"]);
    expect(engine.unsent()).toMatchObject([{ relPath: path, reason: expect.stringContaining('".done"') }]);
    world.write(`${path}.done`, "");
    world.watch.hint(folder, `${path}.done`);
    await world.clock.advance(100);
    expect(await world.states(path)).toEqual(["delivered"]);
    expect(engine.unsent()).toEqual([]);
  });
});

describe("day-closed", () => {
  it("takes a file when its UTC day is over, with grace, and not before", async () => {
    world.files.put(folder, path, "content");
    const engine = await world.started(finishing({ policy: "day-closed", graceMinutes: 30, seconds: 60 }));
    await world.clock.advance(12 * hourMs + 29 * minuteMs);
    expect(await world.uploads()).toEqual([]);
    expect(engine.unsent()).toMatchObject([{ reason: expect.stringContaining("2024-06-02 00:30 UTC") }]);
    await world.clock.advance(2 * minuteMs);
    expect(await world.states(path)).toEqual(["delivered"]);
  });
});

describe("append", () => {
  it("sends what is there every few hours and once more when the day is over", async () => {
    await world.started(finishing({ policy: "append", everyHours: 4, graceMinutes: 10, seconds: 60 }));
    let content = "";
    for (let minute = 0; minute < 12 * 60; minute += 5) {
      content += `${minute}\n`;
      world.write(path, content);
      await world.clock.advance(5 * minuteMs);
    }
    const during = await world.states(path);
    expect(during.length).toBeGreaterThanOrEqual(2);
    expect(during.length).toBeLessThanOrEqual(4);
    await world.clock.advance(2 * hourMs);
    const all = await world.states(path);
    expect(new Set(all)).toEqual(new Set(["delivered"]));
    expect(all).toHaveLength(during.length + 1);
    expect(world.portal.received(path)).toBe(md5(content));
  });
});

describe("what is held back", () => {
  it("never sends what is empty, temporary, of no pattern, or older than the first day", async () => {
    world.files.put(folder, "20240601_empty.dat", "");
    world.files.put(folder, "20240601_a.dat.part", "x");
    world.files.put(folder, ".20240601_a.dat", "x");
    world.files.put(folder, "notes.txt", "x");
    world.files.put(folder, "20240531_old.dat", "x");
    await world.started(configuration([instrument({ since: "2024-06-01", pattern: "%Y%m%d_*" })]));
    await world.clock.advance(hourMs);
    expect(world.portal.log).toEqual([]);
    expect(await world.uploads()).toEqual([]);
  });

  it("holds a date too far ahead, tells why, and sends it when its day has come near", async () => {
    world.files.put(folder, "20240608_a.dat", "content");
    const engine = await world.started();
    await world.clock.advance(hourMs);
    expect(await world.uploads()).toEqual([]);
    expect(engine.unsent()).toMatchObject([
      { reason: expect.stringContaining("more than 5 days after today") },
    ]);
    await world.clock.advance(48 * hourMs);
    expect(await world.states("20240608_a.dat")).toEqual(["delivered"]);
  });

  it("sends nothing that two instruments take, says so, and sends it when one of them lets go", async () => {
    const other = instrument({ name: "Other", folder: "/data", pattern: "radar/%Y%m%d_*.dat" });
    world.files.put(folder, path, "content");
    world.files.makeFolder("/data");
    world.files.put("/data", `radar/${path}`, "content");
    const engine = await world.started(configuration([instrument(), other]));
    await world.clock.advance(hourMs);
    expect(world.portal.log).toEqual([]);
    const { causes, needsAttention } = await engine.status();
    expect(causes.map(({ cause, count }) => [cause, count])).toEqual([["claimed-twice", 1]]);
    expect(causes[0]?.message).toContain('"Radar" and "Other"');
    expect(needsAttention).toBe(true);
    await engine.configure(configuration([instrument()]));
    await world.clock.advance(2 * minuteMs);
    expect(await world.states(path)).toEqual(["delivered"]);
    expect((await engine.status()).needsAttention).toBe(false);
  });
});

describe("clocks that are wrong", () => {
  it.each([-24 * hourMs, -hourMs, hourMs, 24 * hourMs, 3650 * 24 * hourMs])(
    "sends nothing twice when the wall clock steps by %d ms",
    async (stepMs) => {
      for (let i = 0; i < 20; i++) world.files.put(folder, `20240601_${i}.dat`, `content ${i}`);
      world.write(path, "growing");
      await world.started();
      world.clock.setWall(world.clock.nowMs() + stepMs);
      await world.clock.advance(2 * hourMs);
      expect(new Set(world.portal.announced()).size).toBe(world.portal.announced().length);
      expect((await world.uploads()).map(({ state }) => state)).toEqual(Array(21).fill("delivered"));
    },
  );

  it("takes a file whose time lies in the future when it has been still", async () => {
    world.files.put(folder, path, "content", (world.clock.nowMs() + 24 * hourMs) * 1000);
    await world.started();
    await world.clock.advance(59_000);
    expect(await world.uploads()).toEqual([]);
    await world.clock.advance(2_000);
    expect(await world.states(path)).toEqual(["delivered"]);
  });
});

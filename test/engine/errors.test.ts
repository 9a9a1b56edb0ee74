import { beforeEach, describe, expect, it } from "vitest";
import { modelPid } from "#domain/portal-records.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { blockFor, holdFor, lostAnswer, retryFor } from "#test/support/builders/outcomes.ts";

let fixture: EngineFixture;
const minuteMs = 60_000;
const hourMs = 3_600_000;

beforeEach(() => {
  fixture = new EngineFixture();
  fixture.portal.latencyMs = 20;
  for (let i = 0; i < 60; i++) fixture.files.put(folder, `20240601_${i}.dat`, `content ${i}`);
});

async function totals(): Promise<Readonly<Record<string, number>>> {
  const all = Object.entries(await fixture.ledger.totals());
  return Object.fromEntries(all.filter(([, count]) => count > 0));
}

function count(kind: "announce" | "send"): number {
  return fixture.portal.log.filter((call) => call.kind === kind).length;
}

describe("a wrong password", () => {
  beforeEach(() => {
    fixture.portal.isPasswordRight = false;
  });

  it("costs one request, three within ten minutes, and one more an hour", async () => {
    const engine = await fixture.runFor(14_000);
    expect(count("announce")).toBe(1);
    expect(await totals()).toEqual({ queued: 60 });
    expect((await fixture.uploads()).every(({ attempts }) => attempts === 0)).toBe(true);
    await fixture.clock.advance(10 * minuteMs);
    expect(count("announce")).toBe(3);
    await fixture.clock.advance(13 * minuteMs);
    expect(count("announce")).toBe(4);
    await fixture.clock.advance(56 * minuteMs);
    expect(count("announce")).toBe(4);
    await fixture.clock.advance(10 * minuteMs);
    expect(count("announce")).toBe(5);
    const { holds, needsAttention } = await engine.status();
    expect(holds).toMatchObject([{ cause: "credentials", lane: "portal" }]);
    expect(needsAttention).toBe(true);
  });

  it("is forgotten at once when the settings are corrected", async () => {
    const engine = await fixture.runFor(minuteMs);
    fixture.portal.isPasswordRight = true;
    await engine.configure(configuration());
    await fixture.clock.advance(minuteMs);
    expect(await totals()).toEqual({ delivered: 60 });
    expect((await engine.status()).holds).toEqual([]);
  });

  it("is one more request when somebody says try now", async () => {
    const engine = await fixture.runFor(14_000);
    engine.tryNow();
    await fixture.clock.advance(0);
    expect(count("announce")).toBe(2);
  });

  it("keeps no file from being collected", async () => {
    await fixture.runFor(minuteMs);
    fixture.write("20240601_new.dat", "new");
    await fixture.clock.advance(3 * minuteMs);
    expect(await totals()).toEqual({ queued: 61 });
  });

  it("that is set in mid-queue costs no more requests than there are uploads at the same time", async () => {
    fixture.portal.isPasswordRight = true;
    await fixture.runFor(100);
    fixture.portal.isPasswordRight = false;
    const before = fixture.portal.log.length;
    await fixture.clock.advance(30 * minuteMs);
    expect(fixture.portal.log.length - before).toBeLessThanOrEqual(4);
    expect((await totals()).blocked).toBeUndefined();
  });
});

describe("concurrency", () => {
  it("is one until the portal has judged one announcement, then as many as configured", async () => {
    fixture.portal.latencyMs = 1000;
    await fixture.runFor(1999);
    expect(fixture.portal.mostAtOnce).toBe(1);
    await fixture.clock.advance(minuteMs);
    expect(fixture.portal.mostAtOnce).toBe(4);
    expect(fixture.portal.overlaps).toEqual([]);
  });

  it("grows also where the portal only says that it has the bytes", async () => {
    fixture.portal.script = ({ kind }) => (kind === "announce" ? { kind: "received-before" } : undefined);
    await fixture.runFor(minuteMs);
    expect(fixture.portal.mostAtOnce).toBe(4);
  });

  it("survives a mistake of the portal's client", async () => {
    fixture.portal.script = ({ kind }) => {
      if (kind === "announce") throw new Error("a mistake");
      return undefined;
    };
    await fixture.runFor(minuteMs);
    expect((await totals()).waiting).toBe(60);
    fixture.portal.script = () => undefined;
    await fixture.clock.advance(3 * minuteMs);
    expect(await totals()).toEqual({ delivered: 60 });
  });
});

describe("a site without permission", () => {
  it("is asked for once, blocks its own files only, and is freed by one success", async () => {
    const other = instrument({ name: "Other", site: "juelich", folder: "/data/other" });
    for (let i = 0; i < 10; i++) fixture.files.put("/data/other", `20240601_${i}.dat`, `other ${i}`);
    fixture.portal.forbiddenSites.add("hyytiala");
    const engine = await fixture.runFor(minuteMs, configuration([instrument(), other]));
    expect(await totals()).toEqual({ blocked: 60, delivered: 10 });
    const mine = fixture.portal.log.filter(({ metadata }) => metadata?.site === "hyytiala");
    expect(mine).toHaveLength(1);
    const { causes } = await engine.status();
    expect(causes).toMatchObject([
      { cause: "no-permission", count: 60, message: expect.stringContaining("hyytiala") },
    ]);
    fixture.portal.forbiddenSites.clear();
    expect(await engine.retry({ text: "20240601_7.dat" }, { sendAnyway: false })).toBe(1);
    await fixture.clock.advance(minuteMs);
    expect(await totals()).toEqual({ delivered: 70 });
  });

  it("of a model blocks that model alone, and is freed by a file of that model alone", async () => {
    const model = (name: string) =>
      instrument({ kind: "model", name, instrument: name, pid: modelPid(name), folder: `/data/${name}` });
    for (const name of ["ecmwf", "icon"])
      for (let i = 0; i < 3; i++) fixture.files.put(`/data/${name}`, `20240601_${i}.dat`, `${name} ${i}`);
    fixture.portal.forbiddenModels.add("ecmwf");
    const engine = await fixture.runFor(
      minuteMs,
      configuration([model("ecmwf"), instrument(), model("icon")]),
    );
    expect(await totals()).toEqual({ blocked: 3, delivered: 63 });
    const { causes } = await engine.status();
    expect(causes).toMatchObject([{ count: 3, message: expect.stringContaining('the model "ecmwf"') }]);
    const asked = () => fixture.portal.log.filter(({ metadata }) => metadata?.instrument === "ecmwf").length;
    expect(asked()).toBe(1);

    fixture.portal.forbiddenModels.clear();
    fixture.write("20240601_new.dat", "new");
    await fixture.clock.advance(4 * minuteMs);
    expect(await totals()).toEqual({ blocked: 3, delivered: 64 });
    expect(await engine.retry({ instrument: "ecmwf", text: "_0.dat" }, { sendAnyway: false })).toBe(1);
    await fixture.clock.advance(minuteMs);
    expect(await totals()).toEqual({ delivered: 67 });
  });

  it("of an earlier run is freed by a new file", async () => {
    fixture.portal.forbiddenSites.add("hyytiala");
    const first = await fixture.runFor(minuteMs);
    await first.stop();
    fixture.portal.forbiddenSites.clear();
    await fixture.started();
    fixture.write("20240601_new.dat", "new");
    await fixture.clock.advance(4 * minuteMs);
    expect(await totals()).toEqual({ delivered: 61 });
  });
});

describe("trouble that passes", () => {
  it("is waited out without a person and without an end", async () => {
    let isBroken = true;
    fixture.portal.script = ({ kind }) =>
      kind === "send" && isBroken ? retryFor("portal-error") : undefined;
    await fixture.runFor(48 * hourMs);
    expect((await fixture.uploads()).every(({ state }) => state === "waiting" || state === "queued")).toBe(
      true,
    );
    isBroken = false;
    await fixture.clock.advance(hourMs);
    expect(await totals()).toEqual({ delivered: 60 });
  });

  it("with answers that are lost ends with one delivery of each file", async () => {
    let n = 0;
    fixture.portal.script = ({ kind }) => (kind !== "list" && n++ % 3 === 0 ? "lose-answer" : undefined);
    await fixture.runFor(2 * hourMs);
    expect(await totals()).toEqual({ delivered: 60 });
    expect(fixture.portal.records.accepted).toHaveLength(60);
  });

  it("of the link in every request is one hold, not sixty failures in a row", async () => {
    fixture.portal.script = ({ kind }) => (kind === "list" ? undefined : lostAnswer);
    const engine = await fixture.runFor(minuteMs);
    expect((await engine.status()).holds).toMatchObject([{ cause: "unreachable" }]);
    expect(fixture.portal.log.length).toBeLessThan(30);
  });

  it("leaves what the portal refuses to a person, after one request each", async () => {
    fixture.portal.script = ({ kind }) =>
      kind === "announce" ? blockFor("refused", "date is wrong") : undefined;
    await fixture.runFor(24 * hourMs);
    expect(await totals()).toEqual({ blocked: 60 });
    expect(count("announce")).toBe(60);
  });

  it("respects how long the portal asks to be left alone", async () => {
    fixture.portal.script = ({ kind }) =>
      kind === "announce" && fixture.clock.monotonicMs() < minuteMs
        ? holdFor("throttled", 30 * minuteMs)
        : undefined;
    await fixture.runFor(minuteMs);
    const before = fixture.portal.log.length;
    await fixture.clock.advance(28 * minuteMs);
    expect(fixture.portal.log.length).toBe(before);
    await fixture.clock.advance(5 * minuteMs);
    expect(await totals()).toEqual({ delivered: 60 });
  });
});

describe("a ledger that cannot write", () => {
  it("stops everything, is said, and goes on by itself when it can", async () => {
    const engine = await fixture.runFor(50);
    fixture.ledger.failWith("The disk is full.");
    await fixture.clock.advance(minuteMs);
    const before = fixture.portal.log.length;
    await fixture.clock.advance(hourMs);
    expect(fixture.portal.log.length).toBe(before);
    fixture.ledger.failWith(null);
    const { holds, needsAttention } = await engine.status();
    expect(holds).toMatchObject([
      { lane: "record", cause: "ledger-trouble", message: expect.stringContaining("The disk is full.") },
    ]);
    expect(needsAttention).toBe(true);
    await fixture.clock.advance(minuteMs);
    expect(await totals()).toEqual({ delivered: 60 });
    expect((await engine.status()).holds).toEqual([]);
    expect(fixture.portal.records.accepted).toHaveLength(60);
  });

  it("does not keep the engine from stopping", async () => {
    const engine = await fixture.runFor(30);
    fixture.ledger.failWith("The disk is full.");
    let isStopped = false;
    void engine.stop().then(() => {
      isStopped = true;
    });
    await fixture.clock.advance(100);
    expect(isStopped).toBe(true);
  });
});

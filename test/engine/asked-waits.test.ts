import { beforeEach, describe, expect, it } from "vitest";
import type { Cause } from "#domain/cause.ts";
import { createAskedWaits } from "#engine/delivery/asked-waits.ts";
import { StationModel } from "#test/model/station-model.ts";
import { EngineFixture, folder } from "#test/support/builders/engine-fixture.ts";
import { doubtFor, errorOf } from "#test/support/builders/outcomes.ts";
import type { PortalCall } from "#test/support/fakes/fake-portal.ts";

/** Pauses that the portal asks for (Retry-After), of one upload, of some, and of all. */

const minuteMs = 60_000;
const hourMs = 3_600_000;
const answers: readonly (readonly [said: string, cause: Cause])[] = [
  ["302", "not-the-portal"],
  ["403", "not-the-portal"],
  ["404", "not-the-portal"],
  ["429", "throttled"],
  ["502", "portal-trouble"],
  ["503", "maintenance"],
];
const throttled = doubtFor("throttled", "429", hourMs);

let fixture: EngineFixture;

beforeEach(() => {
  fixture = new EngineFixture();
});

const isPoison = ({ filename }: PortalCall) => filename.includes("poison");
const put = (...names: readonly string[]) => {
  for (const name of names) fixture.files.put(folder, `20240601_${name}.dat`, `content ${name}`);
};
const callsFrom = (since: number, fits: (call: PortalCall) => boolean = () => true) =>
  fixture.portal.log.slice(since).filter(fits).length;

describe.each(answers)("an answer %s that asks for an hour", (said, cause) => {
  const asks = doubtFor(cause, said, hourMs);

  it.each(["announce", "send"])(
    "and that one file alone gets (%s) holds the others for minutes",
    async (kind) => {
      fixture.portal.script = (call) => (call.kind === kind && isPoison(call) ? asks : undefined);
      put("poison");
      await fixture.runFor(1000);
      put("a", "b", "c");
      await fixture.clock.advance(5 * minuteMs);
      expect(await fixture.delivered()).toBe(3);
      expect(callsFrom(0, (call) => call.kind === kind && isPoison(call))).toBe(1);
    },
  );

  it("and that all get is kept to, whatever is in the queue", async () => {
    let isWell = false;
    fixture.portal.script = () => (isWell ? undefined : asks);
    put("a", "b", "c", "d", "e");
    const engine = await fixture.runFor(2 * minuteMs);
    const before = fixture.portal.log.length;
    await fixture.clock.advance(10 * hourMs);
    expect(callsFrom(before)).toBeLessThanOrEqual(2 * 10);
    expect((await fixture.uploads()).map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0, 0]);
    isWell = true;
    await fixture.clock.advance(hourMs + 3 * minuteMs);
    expect(await fixture.delivered()).toBe(5);
    expect((await engine.status()).holds).toEqual([]);
  });
});

describe("a lone upload that is asked to wait for an hour", () => {
  it("keeps to it, and what comes meanwhile is tried at once", async () => {
    fixture.portal.script = (call) => (isPoison(call) ? throttled : undefined);
    put("poison");
    const engine = await fixture.runFor(30 * minuteMs);
    expect(callsFrom(0, isPoison)).toBe(1);
    expect((await engine.status()).holds).toEqual([]);
    put("later");
    await engine.rescan();
    await fixture.clock.advance(1000);
    expect(await fixture.states("20240601_later.dat")).toEqual(["delivered"]);
  });

  it("holds everything so long where plain lists fail, too", async () => {
    let isWell = false;
    fixture.portal.script = () => (isWell ? undefined : throttled);
    put("a");
    await fixture.runFor(2 * minuteMs);
    const before = fixture.portal.log.length;
    await fixture.clock.advance(10 * hourMs);
    expect(callsFrom(before)).toBeLessThanOrEqual(2 * 10);
    isWell = true;
    await fixture.clock.advance(hourMs + 3 * minuteMs);
    expect(await fixture.delivered()).toBe(1);
  });
});

it("some that are asked for an hour hold the others for no longer than two of them ask", async () => {
  fixture.portal.script = (call) => (isPoison(call) ? throttled : undefined);
  put("poison0", "poison1", "poison2", "good");
  await fixture.runFor(10 * minuteMs);
  expect(await fixture.delivered()).toBe(0);
  await fixture.clock.advance(hourMs);
  expect(await fixture.delivered()).toBe(1);
});

it("what one was asked before another was let in is no second word later", () => {
  const waits = createAskedWaits(fixture.clock);
  const asked = (id: string) =>
    ({
      upload: { id },
      request: "announce instrument",
      failure: errorOf("throttled"),
      retryAfterMs: hourMs,
    }) as const;
  expect(waits.onOneWordMs(asked("a"))).toBe(minuteMs);
  expect(waits.isOneWord(asked("a"))).toBe(true);
  expect(waits.isOneWord(asked("b"))).toBe(false);
  waits.letIn("announce instrument");
  expect(waits.isOneWord(asked("b"))).toBe(true);
});

it("three files that are asked for an hour again and again, and one stray 302 (model, seed 277)", async () => {
  const station = new StationModel(false);
  await station.start();
  const bring = async (place: 0 | 1, name: string) => {
    station.places[place].written.renameInto(name, `content of ${place} ${name}`);
    station.hint(place, name);
    await station.fixture.clock.advance(0);
  };
  station.setPoison({ filename: "20240601_a.dat", kind: "announce", answer: "429 for an hour" });
  await bring(0, "20240601_a.dat");
  await bring(0, "20240530_c.dat");
  station.strayAnswer("302");
  await bring(1, "20240601_a.dat");
  await bring(0, "sub/20240601_a.dat");
  await station.leaveAlone();
  const delivered = await station.fixture.ledger.list({ states: ["delivered"] }, 10, null);
  expect(delivered.map(({ relPath }) => relPath)).toEqual(["20240530_c.dat"]);
  await station.stop();
});

import { beforeEach, describe, expect, it } from "vitest";
import { type CoverageReader, createCoverage } from "../../electron/engine/delivery/coverage.ts";
import type { Metadata } from "../../electron/engine/domain/portal-records.ts";
import { md5 } from "../harness/engine-world.ts";
import { FakeClock } from "../harness/fake-clock.ts";
import { FakePortal } from "../harness/fake-portal.ts";
import { blockFor, holdFor } from "../harness/outcomes.ts";

let clock: FakeClock;
let portal: FakePortal;
let coverage: CoverageReader;
const never = new AbortController().signal;

beforeEach(() => {
  clock = new FakeClock();
  portal = new FakePortal(clock);
  coverage = createCoverage(portal, clock);
});

function metadata(filename: string, change: Partial<Metadata> = {}): Metadata {
  return {
    measurementDate: "2024-06-01",
    instrument: "mira-35",
    instrumentPid: "https://hdl.handle.net/21.12132/3.0123456789abcdef",
    filename,
    checksum: md5(filename),
    site: "hyytiala",
    tags: [],
    ...change,
  };
}

/** The portal has received these. */
function received(...all: readonly Metadata[]): void {
  for (const one of all) {
    portal.records.announce(one, "2024-06-01");
    portal.records.take(one.checksum, { checksum: one.checksum, size: 3 });
  }
}

function gets(): number {
  return portal.log.filter(({ kind }) => kind === "list").length;
}

describe("find", () => {
  it("tells known, twin and none apart", async () => {
    received(metadata("a.dat"), metadata("b.dat"));
    expect(await coverage.find(metadata("a.dat"), never)).toMatchObject({ kind: "known" });
    expect(await coverage.find(metadata("other.dat", { checksum: md5("b.dat") }), never)).toMatchObject({
      kind: "twin",
      record: { filename: "b.dat" },
    });
    expect(await coverage.find(metadata("c.dat"), never)).toEqual({ kind: "none" });
  });

  it("takes nothing from a listing that was announced since: the former bytes of that name have left the portal", async () => {
    const [a, b] = [metadata("a.dat"), metadata("b.dat")];
    received(a, b);
    expect(await coverage.find(a, never)).toMatchObject({ kind: "known" });
    coverage.announced(metadata("a.dat", { checksum: md5("newer") }));
    expect(await coverage.find(a, never)).toEqual({ kind: "none" });
    expect(await coverage.find(b, never)).toMatchObject({ kind: "known" });
    expect(gets()).toBe(1);
    expect(await coverage.findNow(a, never)).toMatchObject({ kind: "known" });
  });

  it("asks once for each site, day and instrument, however many files there are", async () => {
    for (let i = 0; i < 50; i++) {
      await coverage.find(metadata(`${i}.dat`), never);
      await coverage.find(metadata(`${i}.dat`, { measurementDate: "2024-05-31" }), never);
      await coverage.find(metadata(`${i}.dat`, { instrument: "chm15k" }), never);
      await coverage.find(metadata(`${i}.dat`, { site: "juelich" }), never);
    }
    expect(gets()).toBe(4);
  });

  it("asks once when many ask at the same time", async () => {
    portal.latencyMs = 1000;
    const all = Promise.all(Array.from({ length: 20 }, (_, i) => coverage.find(metadata(`${i}.dat`), never)));
    await clock.advance(1000);
    await all;
    expect(gets()).toBe(1);
  });

  it("asks again when the listing has become old", async () => {
    await coverage.find(metadata("a.dat"), never);
    await clock.advance(11 * 60_000);
    received(metadata("a.dat"));
    expect(await coverage.find(metadata("a.dat"), never)).toMatchObject({ kind: "known" });
    expect(gets()).toBe(2);
  });

  it("remembers no failure", async () => {
    received(metadata("a.dat"));
    portal.script = () => holdFor("unreachable");
    expect(await coverage.find(metadata("a.dat"), never)).toMatchObject({
      kind: "failed",
      failure: { cause: "unreachable" },
    });
    portal.script = () => undefined;
    expect(await coverage.find(metadata("a.dat"), never)).toMatchObject({ kind: "known" });
  });

  it("remembers no mistake of the portal's client", async () => {
    received(metadata("a.dat"));
    portal.script = () => {
      throw new Error("planted");
    };
    await expect(coverage.find(metadata("a.dat"), never)).rejects.toThrow("planted");
    portal.script = () => undefined;
    expect(await coverage.find(metadata("a.dat"), never)).toMatchObject({ kind: "known" });
  });

  it("quotes the portal where it refuses to list", async () => {
    portal.script = () => blockFor("refused", "Invalid site: hyytiala");
    expect(await coverage.find(metadata("a.dat"), never)).toMatchObject({
      kind: "failed",
      failure: { cause: "portal-error", portalMessage: "Invalid site: hyytiala" },
    });
  });

  it("remembers nothing of a question that was given up", async () => {
    portal.latencyMs = 1000;
    const giveUp = new AbortController();
    const first = coverage.find(metadata("a.dat"), giveUp.signal);
    giveUp.abort();
    await clock.advance(0);
    expect(await first).toEqual({ kind: "abandoned" });
    received(metadata("a.dat"));
    const second = coverage.find(metadata("a.dat"), never);
    await clock.advance(1000);
    expect(await second).toMatchObject({ kind: "known" });
  });
});

describe("what counts", () => {
  it("is never a record that was announced and not received", async () => {
    portal.records.announce(metadata("a.dat"), "2024-06-01");
    expect(await coverage.find(metadata("a.dat"), never)).toEqual({ kind: "none" });
    expect(await coverage.findNow(metadata("a.dat"), never)).toEqual({ kind: "none" });
  });

  it.each([
    ["name", { filename: "b.dat" }],
    ["instrument record", { instrumentPid: "https://hdl.handle.net/21.12132/3.ffffffffffffffff" }],
    ["tags", { tags: ["co"] }],
  ])("is known under the same %s only", async (_, change) => {
    received(metadata("a.dat"));
    expect(await coverage.find(metadata("a.dat", change), never)).toMatchObject({ kind: "twin" });
  });

  it("is known whatever the order of the tags", async () => {
    received(metadata("a.dat", { tags: ["co", "a"] }));
    expect(await coverage.find(metadata("a.dat", { tags: ["a", "co"] }), never)).toMatchObject({
      kind: "known",
    });
  });
});

describe("findNow", () => {
  it("asks again where an older listing does not show the bytes", async () => {
    await coverage.find(metadata("a.dat"), never);
    await clock.advance(1000);
    received(metadata("a.dat"));
    expect(await coverage.find(metadata("a.dat"), never)).toEqual({ kind: "none" });
    expect(await coverage.findNow(metadata("a.dat"), never)).toMatchObject({ kind: "known" });
    expect(gets()).toBe(2);
  });

  it("asks again although the older listing was read in the same millisecond", async () => {
    await coverage.find(metadata("a.dat"), never);
    received(metadata("a.dat"));
    expect(await coverage.findNow(metadata("a.dat"), never)).toMatchObject({ kind: "known" });
    expect(gets()).toBe(2);
  });

  it("asks nothing where an older listing shows them", async () => {
    received(metadata("a.dat"));
    await coverage.find(metadata("a.dat"), never);
    expect(await coverage.findNow(metadata("a.dat"), never)).toMatchObject({ kind: "known" });
    expect(gets()).toBe(1);
  });

  it("finds the bytes under another site or day by their checksum, where the portal offers that", async () => {
    received(metadata("elsewhere.dat", { site: "juelich", checksum: md5("bytes") }));
    const mine = metadata("a.dat", { checksum: md5("bytes") });
    expect(await coverage.findNow(mine, never)).toMatchObject({
      kind: "twin",
      record: { filename: "elsewhere.dat", siteId: "juelich" },
    });
    portal.offersRecordOf = false;
    expect(await coverage.findNow(mine, never)).toEqual({ kind: "none" });
  });
});

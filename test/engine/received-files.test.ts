import { beforeEach, describe, expect, it } from "vitest";
import type { Metadata, RawFile } from "#domain/portal-records.ts";
import { createReceivedFiles, type ReceivedFilesReader } from "#engine/delivery/received-files.ts";
import { ofSite } from "#engine/delivery/record-lists.ts";
import { md5 } from "#test/support/builders/engine-fixture.ts";
import { blockFor, retryFor } from "#test/support/builders/outcomes.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { FakePortal, type Scripted } from "#test/support/fakes/fake-portal.ts";

let clock: FakeClock;
let portal: FakePortal;
let receivedFiles: ReceivedFilesReader;
const never = new AbortController().signal;

beforeEach(() => {
  clock = new FakeClock();
  portal = new FakePortal(clock);
  receivedFiles = createReceivedFiles(portal, clock);
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

/** In an attempt that begins now. */
function held(one: Metadata, signal = never): Promise<RawFile | null | "unknown"> {
  return receivedFiles.heldAlready(one, receivedFiles.mark(), signal);
}

/** The portal has received these. */
function received(...all: readonly Metadata[]): void {
  for (const one of all) {
    portal.records.announce(one, "2024-06-01");
    portal.records.take(one.checksum, { checksum: one.checksum, size: 3 });
  }
}

/** The first list meets this. */
function script(answer: Scripted): void {
  portal.script = ({ kind }) => (kind === "list" && gets() === 1 ? answer : undefined);
}

function gets(): number {
  return portal.log.filter(({ kind }) => kind === "list").length;
}

function known(filename: string): object {
  return { kind: "known", record: { filename } };
}

describe("asking first", () => {
  it("gives the record of this name, and nothing for other names and new bytes", async () => {
    received(metadata("a.dat"), metadata("b.dat"));
    expect(await held(metadata("a.dat"))).toMatchObject({ filename: "a.dat" });
    const twin = metadata("other.dat", { checksum: md5("b.dat") });
    expect(await held(twin)).toBeNull();
    expect(await held(metadata("c.dat"))).toBeNull();
  });

  it("asks once for each site, day and instrument, however many new files there are", async () => {
    for (let i = 0; i < 50; i++) {
      await held(metadata(`${i}.dat`));
      await held(metadata(`${i}.dat`, { measurementDate: "2024-05-31" }));
      await held(metadata(`${i}.dat`, { instrument: "chm15k" }));
      await held(metadata(`${i}.dat`, { site: "juelich" }));
    }
    expect(gets()).toBe(4);
  });

  it("asks once for twenty files that the portal has, when their attempts begin before it is asked", async () => {
    portal.latencyMs = 5000;
    const files = Array.from({ length: 20 }, (_, i) => metadata(`${i}.dat`));
    received(...files);
    const mark = receivedFiles.mark();
    const all = Promise.all(files.map((one) => receivedFiles.heldAlready(one, mark, never)));
    await clock.advance(5000);
    expect(await all).toMatchObject(files.map(({ filename }) => ({ filename })));
    expect(gets()).toBe(1);
  });

  it("asks again for one whose attempt lasts: an answer of a minute ago is not of now", async () => {
    received(metadata("a.dat"), metadata("b.dat"));
    const mark = receivedFiles.mark();
    await receivedFiles.heldAlready(metadata("a.dat"), mark, never);
    await clock.advance(61_000);
    portal.records.forget(md5("b.dat"));
    expect(await receivedFiles.heldAlready(metadata("b.dat"), mark, never)).toBeNull();
  });

  it.each([
    [
      "replaced",
      () => void portal.records.announce(metadata("a.dat", { checksum: md5("other") }), "2024-06-01"),
    ],
    ["removed", () => portal.records.forget(md5("a.dat"))],
  ])("takes no earlier list for the portal's word: another PC has %s the record since", async (_, change) => {
    received(metadata("a.dat"), metadata("b.dat"));
    expect(await held(metadata("b.dat"))).toMatchObject({ filename: "b.dat" });
    change();
    expect(await held(metadata("a.dat"))).toBeNull();
  });

  it("asks again when the list has become old", async () => {
    await held(metadata("a.dat"));
    received(metadata("a.dat"));
    await clock.advance(9 * 60_000);
    expect(await held(metadata("a.dat"))).toBeNull();
    await clock.advance(2 * 60_000);
    expect(await held(metadata("a.dat"))).toMatchObject({ filename: "a.dat" });
    expect(gets()).toBe(2);
  });

  it("waits ten seconds for a list that hangs, and then asks for none for five minutes", async () => {
    received(metadata("a.dat"));
    portal.script = ({ kind }) => (kind === "list" ? "hang" : undefined);
    const days = Array.from({ length: 30 }, (_, day) =>
      metadata("a.dat", { measurementDate: `2024-05-${String(day + 1).padStart(2, "0")}` }),
    );
    let isOver = false;
    const all = Promise.all(days.map((one) => held(one))).finally(() => {
      isOver = true;
    });
    await clock.advance(9_999);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect(isOver).toBe(true);
    expect(new Set(await all)).toEqual(new Set(["unknown"]));
    expect([gets(), portal.mostListsAtOnce]).toEqual([2, 2]);
    portal.script = () => undefined;
    expect(await held(metadata("a.dat"))).toBe("unknown");
    expect(gets()).toBe(2);
    await clock.advance(5 * 60_000);
    expect(await held(metadata("a.dat"))).toMatchObject({ filename: "a.dat" });
  });

  it("asks for no list during five minutes after one that failed", async () => {
    received(metadata("a.dat"));
    script(retryFor("portal-error"));
    const other = metadata("a.dat", { measurementDate: "2024-05-31" });
    for (const one of [metadata("a.dat"), metadata("a.dat"), other]) expect(await held(one)).toBe("unknown");
    expect(gets()).toBe(1);
    await clock.advance(5 * 60_000);
    expect(await held(metadata("a.dat"))).toMatchObject({ filename: "a.dat" });
  });

  it("remembers no mistake of the portal's client", async () => {
    received(metadata("a.dat"));
    portal.script = () => {
      throw new Error("planted");
    };
    await expect(held(metadata("a.dat"))).rejects.toThrow("planted");
    portal.script = () => undefined;
    expect(await held(metadata("a.dat"))).toMatchObject({ filename: "a.dat" });
  });

  it("is given up by one without being given up by the others", async () => {
    received(metadata("a.dat"), metadata("b.dat"));
    portal.latencyMs = 1000;
    const giveUp = new AbortController();
    const first = held(metadata("a.dat"), giveUp.signal);
    const second = held(metadata("b.dat"));
    giveUp.abort();
    await clock.advance(0);
    expect(await first).toBe("unknown");
    await clock.advance(2000);
    expect(await second).toMatchObject({ filename: "b.dat" });
  });
});

describe("what counts", () => {
  it("is never a record that was announced and not received", async () => {
    portal.records.announce(metadata("a.dat"), "2024-06-01");
    expect(await held(metadata("a.dat"))).toBeNull();
    expect(await receivedFiles.lookUp(metadata("a.dat"), never)).toEqual({ kind: "none" });
    portal.offersRecordOf = false;
    expect(await receivedFiles.lookUp(metadata("a.dat"), never)).toEqual({ kind: "none" });
  });

  it("is never a record of another checksum", async () => {
    received(metadata("b.dat"));
    const other = portal.records.rawFileOf(md5("b.dat"));
    portal.recordOf = async () => ({ kind: "found", value: other });
    expect(await receivedFiles.lookUp(metadata("a.dat"), never)).toEqual({ kind: "none" });
  });

  it.each([
    ["name", { filename: "b.dat" }],
    ["instrument record", { instrumentPid: "https://hdl.handle.net/21.12132/3.ffffffffffffffff" }],
    ["tags", { tags: ["co"] }],
  ])("is known under the same %s only", async (_, change) => {
    received(metadata("a.dat"));
    const asked = metadata("a.dat", { checksum: md5("a.dat"), ...change });
    expect(await receivedFiles.lookUp(asked, never)).toMatchObject({
      kind: "twin",
      record: { filename: "a.dat" },
    });
    portal.offersRecordOf = false;
    expect(await receivedFiles.lookUp(asked, never)).toMatchObject({
      kind: "twin",
      record: { filename: "a.dat" },
    });
  });

  it("is known whatever the order of the tags", async () => {
    received(metadata("a.dat", { tags: ["co", "a"] }));
    const asked = metadata("a.dat", { tags: ["a", "co"] });
    expect(await receivedFiles.lookUp(asked, never)).toMatchObject(known("a.dat"));
  });
});

describe("looking up", () => {
  it("asks by checksum, and for no list where that names the record", async () => {
    received(metadata("a.dat"));
    expect(await receivedFiles.lookUp(metadata("a.dat"), never)).toMatchObject(known("a.dat"));
    expect(portal.log.map(({ kind }) => kind)).toEqual(["record"]);
  });

  it("finds the bytes under another site or day by their checksum, where the portal offers that", async () => {
    received(metadata("elsewhere.dat", { site: "juelich", checksum: md5("bytes") }));
    const mine = metadata("a.dat", { checksum: md5("bytes") });
    expect(await receivedFiles.lookUp(mine, never)).toMatchObject({
      kind: "twin",
      record: { filename: "elsewhere.dat", siteId: "juelich" },
    });
    portal.offersRecordOf = false;
    expect(await receivedFiles.lookUp(mine, never)).toEqual({ kind: "none" });
  });

  it("asks for a list of now, although an earlier one showed the bytes", async () => {
    portal.offersRecordOf = false;
    received(metadata("a.dat"));
    await held(metadata("a.dat"));
    expect(await receivedFiles.lookUp(metadata("a.dat"), never)).toMatchObject(known("a.dat"));
    portal.records.forget(md5("a.dat"));
    expect(await receivedFiles.lookUp(metadata("a.dat"), never)).toEqual({ kind: "none" });
  });

  it.each<[string, Scripted]>([
    ["hangs", "hang"],
    ["fails", retryFor("portal-error")],
    ["is refused", blockFor("refused", "Invalid site")],
  ])("needs no list where it %s: the record of the checksum tells", async (_, answer) => {
    received(metadata("a.dat"));
    portal.script = ({ kind }) => (kind === "list" ? answer : undefined);
    expect(await receivedFiles.lookUp(metadata("a.dat"), never)).toMatchObject(known("a.dat"));
  });

  it.each<[string, Scripted]>([
    ["hangs", "hang"],
    ["fails", retryFor("portal-error")],
  ])("needs no record of the checksum where that route %s: the list tells", async (_, answer) => {
    received(metadata("a.dat"));
    portal.script = ({ kind }) => (kind === "record" ? answer : undefined);
    const looked = receivedFiles.lookUp(metadata("a.dat"), never);
    await clock.advance(10_000);
    expect(await looked).toMatchObject(known("a.dat"));
  });

  it("has failed where neither tells", async () => {
    received(metadata("a.dat"));
    portal.script = () => "hang";
    const looked = receivedFiles.lookUp(metadata("a.dat"), never);
    await clock.advance(40_000);
    expect(await looked).toMatchObject({
      kind: "failed",
      failure: {
        cause: "portal-error",
        message: "The portal did not list its raw files of hyytiala on 1 Jun 2024 within 30 s.",
      },
    });
  });

  it("quotes the portal where it refuses to list", async () => {
    portal.script = ({ kind }) =>
      kind === "list" ? blockFor("refused", "Invalid site: hyytiala") : undefined;
    expect(await receivedFiles.lookUp(metadata("a.dat"), never)).toMatchObject({
      kind: "failed",
      failure: { cause: "portal-error", portalMessage: "Invalid site: hyytiala" },
    });
  });

  it("ends at once when it is given up", async () => {
    portal.latencyMs = 1000;
    const giveUp = new AbortController();
    const looked = receivedFiles.lookUp(metadata("a.dat"), giveUp.signal);
    giveUp.abort();
    await clock.advance(0);
    expect(await looked).toEqual({ kind: "abandoned" });
  });

  it.each([
    ["by checksum", true, (one: Metadata) => one],
    ["by list", false, (one: Metadata) => one],
    ["by the list of the site", false, ofSite],
  ])(
    "takes nothing that was announced again meanwhile: the former bytes of that name have left (%s)",
    async (_, offersRecordOf, asked) => {
      portal.offersRecordOf = offersRecordOf;
      portal.latencyMs = 1000;
      received(metadata("a.dat"));
      const looked = receivedFiles.lookUp(asked(metadata("other.dat", { checksum: md5("a.dat") })), never);
      await clock.advance(offersRecordOf ? 500 : 1500);
      receivedFiles.announced(metadata("a.dat", { checksum: md5("newer") }));
      portal.script = ({ kind }) => (kind === "list" ? retryFor("portal-error") : undefined);
      await clock.advance(5000);
      expect((await looked).kind).not.toBe("twin");
    },
  );
});

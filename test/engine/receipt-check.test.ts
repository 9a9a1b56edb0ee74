import { beforeEach, describe, expect, it } from "vitest";
import type { Receipt } from "#domain/upload.ts";
import { EngineFixture, folder, instrument, md5 } from "#test/support/builders/engine-fixture.ts";
import { retryFor } from "#test/support/builders/outcomes.ts";

/** Receipts that an older version gave without a record of the portal. */

const minuteMs = 60_000;
let fixture: EngineFixture;

beforeEach(() => {
  fixture = new EngineFixture();
});

/** Written long ago, and called delivered as a twin without a name. */
async function nameless(
  relPath: string,
  { content = relPath, name = "Radar", recordKey = relPath } = {},
): Promise<void> {
  fixture.files.put(folder, relPath, content);
  const stat = await fixture.files.stat(folder, relPath);
  if ("error" in stat) throw new Error(stat.message);
  const { size, mtimeUs, ctimeUs, fileId } = stat;
  const marks = { ctimeUs, fileId, rewrittenFrom: null };
  const version = { instrument: name, relPath, size, mtimeUs, measurementDate: "2024-06-01", ...marks };
  const [upload] = await fixture.ledger.enqueue([{ ...version, lane: "fresh", checkFirst: false }], 0);
  if (upload === undefined) throw new Error("held");
  const checksum = md5(content);
  const receipt: Receipt = {
    kind: "twin",
    checksum,
    size,
    confirmedAtMs: 0,
    recordFilename: null,
    recordUuid: null,
    portal: null,
  };
  await fixture.ledger.apply(upload.id, { type: "claimed" }, 0);
  const mark = { ctimeUs, fileId };
  await fixture.ledger.apply(upload.id, { type: "hashed", checksum, recordKey, mark }, 0);
  await fixture.ledger.apply(upload.id, { type: "confirmed", receipt }, 0);
}

function received(filename: string, content: string): void {
  const { site, instrument: type, pid, tags } = instrument();
  const of = { instrument: type, instrumentPid: pid, site, tags, measurementDate: "2024-06-01" };
  fixture.portal.records.announce({ ...of, filename, checksum: md5(content) }, "2024-06-01");
  fixture.portal.records.take(md5(content), { checksum: md5(content), size: content.length });
}

function lookUps(): readonly number[] {
  return fixture.portal.log.flatMap(({ kind, atMs }) => (kind === "record" ? atMs : []));
}

describe("a receipt without a record", () => {
  it("is completed once the portal names it, quietly and once", async () => {
    for (let n = 0; n < 20; n++) {
      await nameless(`20240601_${n}.dat`);
      received(`other_${n}.dat`, `20240601_${n}.dat`);
    }
    await fixture.runFor(4 * minuteMs);
    expect(lookUps()).toEqual([]);
    await fixture.clock.advance(10 * minuteMs);
    expect(lookUps()).toHaveLength(20);
    const pauses = lookUps().map((atMs, n) => atMs - (lookUps()[n - 1] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2_000);
    expect(await fixture.latest("20240601_7.dat")).toMatchObject({
      state: "delivered",
      receipt: { kind: "twin", recordFilename: "other_7.dat", recordUuid: "record-8" },
    });
    await fixture.clock.advance(48 * 60 * minuteMs);
    expect(fixture.portal.requests()).toMatchObject({ post: 0, put: 0, get: 20 });
  });

  it("sends its file again where the portal names none", async () => {
    await nameless("20240601_a.dat");
    await fixture.runFor(10 * minuteMs);
    expect(await fixture.states("20240601_a.dat")).toEqual(["delivered", "superseded"]);
    expect(await fixture.latest("20240601_a.dat")).toMatchObject({ receipt: { kind: "stored" } });
    expect(fixture.portal.received("20240601_a.dat")).toBe(md5("20240601_a.dat"));
  });

  it("of a former device is asked for under that device, and its file is not sent under the new one", async () => {
    const former = ["hyytiala", "2024-06-01", "20240601_a.dat", "https://hdl.handle.net/1/former", ""];
    await nameless("20240601_a.dat", { recordKey: former.join("|") });
    await fixture.runFor(10 * minuteMs);
    expect(await fixture.states("20240601_a.dat")).toEqual(["blocked"]);
    expect(await fixture.latest("20240601_a.dat")).toMatchObject({ failure: { cause: "not-kept" } });
    expect(fixture.portal.requests()).toMatchObject({ post: 0, put: 0 });
    await fixture.clock.advance(24 * 60 * minuteMs);
    expect(lookUps()).toHaveLength(1);
  });

  it("waits while uploads are to be sent, and while they cannot be", async () => {
    await nameless("20240601_a.dat");
    received("other.dat", "20240601_a.dat");
    fixture.portal.script = ({ kind }) => (kind === "send" ? "hang" : undefined);
    fixture.write("20240601_b.dat", "b");
    const engine = await fixture.runFor(30 * minuteMs);
    expect(lookUps()).toEqual([]);
    engine.pause(null);
    await fixture.clock.advance(30 * minuteMs);
    expect(lookUps()).toEqual([]);
    fixture.portal.script = () => undefined;
    engine.resume();
    await fixture.clock.advance(minuteMs);
    expect(lookUps()).toHaveLength(1);
  });

  it("stays as it is while the portal cannot be asked, and is asked for again after an hour", async () => {
    await nameless("20240601_a.dat");
    received("other.dat", "20240601_a.dat");
    fixture.portal.script = () => retryFor("portal-error");
    await fixture.runFor(50 * minuteMs);
    expect(lookUps()).toHaveLength(1);
    expect(await fixture.latest("20240601_a.dat")).toMatchObject({ state: "delivered" });
    fixture.portal.script = () => undefined;
    await fixture.clock.advance(30 * minuteMs);
    expect(await fixture.latest("20240601_a.dat")).toMatchObject({
      receipt: { recordFilename: "other.dat" },
    });
  });

  it("is left alone where its instrument is not in the settings any more", async () => {
    await nameless("20240601_a.dat", { content: "a", name: "Former" });
    await fixture.runFor(10 * minuteMs);
    expect(lookUps()).toEqual([]);
    expect(await fixture.latest("20240601_a.dat", "Former")).toMatchObject({ state: "delivered" });
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RawFile } from "#domain/portal-records.ts";
import type { Station } from "#station/station-api.ts";
import {
  configuration,
  EngineFixture,
  folder,
  instrument,
  md5,
} from "#test/support/builders/engine-fixture.ts";
import { blockFor } from "#test/support/builders/outcomes.ts";

/** A list is one witness: what it says against receipts counts once a second look agrees (ADR 32). */

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
let fixture: EngineFixture;
let engine: Station;
const names = Array.from({ length: 12 }, (_, n) => `202405${String(n + 1).padStart(2, "0")}_a.dat`);
const [name = ""] = names;

beforeEach(async () => {
  fixture = new EngineFixture();
  for (const one of names) fixture.write(one, `content of ${one}`);
  engine = await fixture.runFor(15 * minuteMs);
  expect((await engine.status()).totals.delivered).toBe(names.length);
});
afterEach(() => engine.stop());

const records = () => fixture.portal.records;
const announced = () => fixture.portal.announced().length;
const reads = () => fixture.portal.log.filter(({ kind }) => kind === "list" || kind === "record").length;
const delivered = async () => (await engine.status()).totals.delivered;
const empty = () => [];
const stale = (all: readonly RawFile[]) =>
  all.map((one) => ({ ...one, checksum: md5(`old ${one.checksum}`) }));
const onlyCreated = (all: readonly RawFile[]) => all.map((one) => ({ ...one, status: "created" as const }));
const hides = (all: readonly RawFile[]) => all.filter(({ filename }) => filename !== name);

const failure = { cause: "replaced-on-portal", message: "other content", portalMessage: null } as const;

async function withdraw(cause: "replaced-on-portal" | "not-kept") {
  for (const { id } of await fixture.uploads())
    await fixture.ledger.apply(
      id,
      { type: "revoked", failure: { ...failure, cause } },
      fixture.clock.nowMs(),
    );
  expect((await engine.status()).totals.blocked).toBe(names.length);
}

async function verified() {
  expect(engine.verification.begin({ dates: null, disk: false })).toBe(true);
  for (let n = 0; n < 30 && engine.verification.state().isRunning; n++) await fixture.clock.advance(1_000);
  const { found } = engine.verification.state();
  if (found === null) throw new Error("nothing was found");
  return found;
}

it("a file that is lost is sent again 10 to 20 minutes after it was missed, and not before", async () => {
  records().forget(md5(`content of ${name}`));
  const { unconfirmed, lost, lookAgainAtMs } = await verified();
  expect([unconfirmed.map(({ upload }) => upload.relPath), lost]).toEqual([[name], []]);
  expect((lookAgainAtMs ?? 0) - fixture.clock.nowMs()).toBeGreaterThan(9 * minuteMs);
  await fixture.clock.advance(9 * minuteMs);
  expect([await delivered(), announced()]).toEqual([names.length, names.length]);
  await fixture.clock.advance(13 * minuteMs);
  expect(announced()).toBe(names.length + 1);
  expect(records().byChecksum(md5(`content of ${name}`))?.status).toBe("uploaded");
});

it("the first look is kept across a restart", async () => {
  records().forget(md5(`content of ${name}`));
  await verified();
  await engine.stop();
  engine = await fixture.started();
  await fixture.clock.advance(25 * minuteMs);
  expect(announced()).toBe(names.length + 1);
});

it("a look that sees the receipt kept ends the doubt", async () => {
  fixture.portal.offersRecordOf = false;
  fixture.portal.shows = hides;
  expect((await verified()).unconfirmed).toHaveLength(1);
  fixture.portal.shows = (all) => all;
  await fixture.clock.advance(25 * minuteMs);
  fixture.portal.shows = hides;
  expect((await verified()).unconfirmed).toHaveLength(1);
  expect([await delivered(), announced()]).toEqual([names.length, names.length]);
});

it("a look that single records contradict ends the doubt, too", async () => {
  engine.pause(null);
  fixture.portal.shows = stale;
  fixture.portal.offersRecordOf = false;
  expect((await verified()).unconfirmed).toHaveLength(names.length);
  await fixture.clock.advance(11 * minuteMs);
  fixture.portal.offersRecordOf = true;
  expect((await verified()).unconfirmed).toEqual([]);
  fixture.portal.offersRecordOf = false;
  expect(await verified()).toMatchObject({ replaced: [], unconfirmed: { length: names.length } });
});

it("two looks that see different things do not agree", async () => {
  fixture.portal.offersRecordOf = false;
  for (const shows of [hides, onlyCreated, stale, empty]) {
    fixture.portal.shows = shows;
    await verified();
    fixture.portal.shows = (all) => (shows === hides ? onlyCreated(all) : stale(all).slice(1));
    fixture.clock.setWall(fixture.clock.nowMs() + 11 * minuteMs);
  }
  expect(announced()).toBe(names.length);
});

describe("lists that contradict the records", () => {
  it.each([
    ["empty", empty],
    ["of other contents", stale],
    ["of announcements", onlyCreated],
  ])("%s, for days: nothing changes, few are asked, and it is told", async (_, shows) => {
    fixture.portal.shows = shows;
    const before = reads();
    const first = await verified();
    expect([first.lost, first.replaced, first.notReceived, first.unconfirmed]).toEqual([[], [], [], []]);
    expect([...first.notAsked.keys()].join()).toMatch(/contradict its records/);
    expect(reads() - before).toBeLessThanOrEqual(35);
    await fixture.clock.advance(3 * dayMs);
    expect([await delivered(), announced()]).toEqual([names.length, names.length]);
    fixture.portal.shows = (all) => all;
    expect(await verified()).toMatchObject({ checked: names.length, same: names.length });
  });

  it("what is truly lost meanwhile is found when they are honest again", async () => {
    fixture.portal.shows = stale;
    records().forget(md5(`content of ${name}`));
    await verified();
    await fixture.clock.advance(25 * minuteMs);
    expect(announced()).toBe(names.length);
    fixture.portal.shows = (all) => all;
    await verified();
    await fixture.clock.advance(25 * minuteMs);
    expect(announced()).toBe(names.length + 1);
  });
});

it("a month of which every file is lost takes 70 reads at most, and is sent again", async () => {
  for (let n = 13; n <= 31; n++) fixture.write(`202405${n}_a.dat`, `content ${n}`);
  await fixture.clock.advance(5 * minuteMs);
  const count = await delivered();
  expect(count).toBe(31);
  for (const { checksum } of records().all()) records().forget(checksum);
  // An upload that is sent again asks, too.
  engine.pause(null);
  const before = reads();
  await verified();
  await fixture.clock.advance(11 * minuteMs);
  expect((await verified()).lost).toHaveLength(31);
  expect(reads() - before).toBeLessThanOrEqual(70);
  engine.resume();
  await fixture.clock.advance(10 * minuteMs);
  expect(records().all()).toHaveLength(31);
});

describe("an instrument of another type in the settings, with the same PID", () => {
  const retyped = configuration([instrument({ instrument: "rpg-fmcw-94" })]);

  beforeEach(async () => {
    await engine.stop();
    engine = await fixture.started(retyped);
  });

  it.each([true, false])(
    "its earlier files are there; the portal offers single records: %s",
    async (offers) => {
      fixture.portal.offersRecordOf = offers;
      const before = reads();
      expect(await verified()).toMatchObject({ checked: names.length, same: names.length, unconfirmed: [] });
      expect(reads() - before).toBe(2);
    },
  );

  it("they are there where the portal refuses the list of their month by type", async () => {
    fixture.portal.offersRecordOf = false;
    let lists = 0;
    fixture.portal.script = ({ kind }) =>
      kind === "list" && ++lists === 1 ? blockFor("refused", "too many") : undefined;
    expect(await verified()).toMatchObject({ checked: names.length, same: names.length, unconfirmed: [] });
  });

  it("what is truly lost of them is found, and what another PC replaced", async () => {
    fixture.portal.offersRecordOf = false;
    records().forget(md5(`content of ${name}`));
    fixture.portal.shows = (all) =>
      all.map((one) => (one.filename === names[1] ? { ...one, checksum: md5("of another PC") } : one));
    await verified();
    await fixture.clock.advance(25 * minuteMs);
    expect(announced()).toBe(names.length + 1);
    expect(await fixture.latest(names[1] ?? "")).toMatchObject({
      state: "blocked",
      failure: { cause: "replaced-on-portal" },
    });
  });

  it("a copy of one, whose bytes the portal says it has, is delivered by that record", async () => {
    fixture.portal.offersRecordOf = false;
    const sent = fixture.portal.requests().put;
    fixture.write("20240501_copy.dat", `content of ${name}`);
    await fixture.clock.advance(10 * minuteMs);
    expect(await fixture.latest("20240501_copy.dat")).toMatchObject({
      state: "delivered",
      receipt: { kind: "twin", recordFilename: name },
    });
    expect([announced(), fixture.portal.requests().put]).toEqual([names.length + 1, sent]);
  });

  it.each(["empty", "refused"] as const)(
    "they and a copy of one are found where a list by PID is %s, and the portal does not offer single records",
    async (pidFilter) => {
      fixture.portal.offersRecordOf = false;
      fixture.portal.pidFilter = pidFilter;
      expect(await verified()).toMatchObject({ checked: names.length, same: names.length, unconfirmed: [] });
      fixture.write("20240501_copy.dat", `content of ${name}`);
      await fixture.clock.advance(30 * minuteMs);
      expect(await fixture.latest("20240501_copy.dat")).toMatchObject({
        state: "delivered",
        receipt: { kind: "twin", recordFilename: name },
      });
      expect(announced()).toBe(names.length + 1);
    },
  );

  it("what was withdrawn of them is there after all", async () => {
    await withdraw("not-kept");
    expect((await verified()).restored).toHaveLength(names.length);
    expect([await delivered(), announced()]).toEqual([names.length, names.length]);
  });

  it("nothing is missing while all but the list of their type get no answer", async () => {
    fixture.portal.offersRecordOf = false;
    let lists = 0;
    fixture.portal.script = ({ kind }) => (kind === "list" && ++lists >= 2 ? "hang" : undefined);
    expect(engine.verification.begin({ dates: null, disk: false })).toBe(true);
    await fixture.clock.advance(10 * minuteMs);
    const { found } = engine.verification.state();
    expect(found).toMatchObject({ checked: 0, unconfirmed: [] });
    expect([...(found?.notAsked ?? [])]).toEqual([["The portal gave no answer within 120 s.", names.length]]);
  });
});

describe("files whose receipts were withdrawn", () => {
  it.each(["replaced-on-portal", "not-kept"] as const)(
    "%s: there after all, they are delivered",
    async (cause) => {
      await withdraw(cause);
      const found = await verified();
      expect(found.restored).toHaveLength(names.length);
      expect(await fixture.latest(name)).toMatchObject({
        state: "delivered",
        failure: null,
        receipt: { kind: "known", checksum: md5(`content of ${name}`), recordFilename: name },
      });
      expect(announced()).toBe(names.length);
      expect(await verified()).toMatchObject({ checked: names.length, same: names.length, restored: [] });
    },
  );

  it.each(["replaced-on-portal", "not-kept"] as const)(
    "%s: a person sends one, and no other",
    async (cause) => {
      await withdraw(cause);
      const [first, ...others] = await fixture.uploads();
      await engine.retry({ ids: [first?.id ?? ""] }, { sendAnyway: false });
      await fixture.clock.advance(5 * minuteMs);
      expect(await delivered()).toBe(1);
      for (const { relPath } of others) expect(await fixture.states(relPath)).toEqual(["blocked"]);
    },
  );

  it("by the comparison of the day, too", async () => {
    await withdraw("replaced-on-portal");
    await fixture.clock.advance(dayMs);
    expect(await delivered()).toBe(names.length);
  });

  it("stay as they are where the record has other content, and where the file is another one by now", async () => {
    await withdraw("replaced-on-portal");
    fixture.files.replace(folder, names[1] ?? "", "newer content");
    fixture.portal.shows = stale;
    expect((await verified()).restored).toEqual([]);
    fixture.portal.shows = (all) => all;
    await fixture.clock.advance(5 * minuteMs);
    await verified();
    expect(await fixture.states(names[1] ?? "")).toContain("delivered");
    expect(fixture.portal.received(names[1] ?? "")).toBe(md5("newer content"));
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Station } from "#station/station-api.ts";
import { EngineFixture, folder, md5 } from "#test/support/builders/engine-fixture.ts";
import { holdFor } from "#test/support/builders/outcomes.ts";

/** Comparisons with the portal that a host makes by itself. */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let fixture: EngineFixture;
let engine: Station;

beforeEach(async () => {
  fixture = new EngineFixture();
  // It was never done.
  fixture.verifyStore.page = null;
  for (const name of ["20240601_a.dat", "20240601_b.dat"]) fixture.write(name, `content of ${name}`);
  engine = await fixture.runFor(5 * 60_000);
  expect((await engine.status()).totals.delivered).toBe(2);
});
afterEach(() => engine.stop());

const lists = () => fixture.portal.log.filter(({ kind }) => kind === "list").length;
const records = () => fixture.portal.records;
const announced = (name: string) => fixture.portal.announced().filter((one) => one === name).length;

it("asks once within an hour of the start and once a day, one list a month; a restart changes nothing", async () => {
  const before = lists();
  await fixture.clock.advance(hourMs);
  expect(lists()).toBe(before + 1);
  expect(JSON.parse(fixture.verifyStore.page ?? "null")).toMatchObject({ lastMs: expect.any(Number) });
  await fixture.clock.advance(21 * hourMs);
  expect(lists()).toBe(before + 1);
  await engine.stop();
  engine = await fixture.started();
  await fixture.clock.advance(20 * 60_000);
  expect(lists()).toBe(before + 1);
  await fixture.clock.advance(3 * hourMs);
  expect(lists()).toBe(before + 2);
  await fixture.clock.advance(5 * dayMs);
  expect(lists()).toBeGreaterThanOrEqual(before + 6);
  expect(lists()).toBeLessThanOrEqual(before + 8);
});

it("is made within the hour of a start also where the last one was by a clock that was ahead", async () => {
  await engine.stop();
  fixture.verifyStore.page = JSON.stringify({ lastMs: fixture.clock.nowMs() + 900 * dayMs, last: null });
  const before = lists();
  engine = await fixture.started();
  await fixture.clock.advance(hourMs);
  expect(lists()).toBe(before + 1);
});

it("compares what was delivered by a clock that was ahead", async () => {
  const right = fixture.clock.nowMs();
  fixture.clock.setWall(right + 2 * dayMs);
  fixture.write("20240601_c.dat", "c");
  await fixture.clock.advance(5 * 60_000);
  expect(await fixture.states("20240601_c.dat")).toEqual(["delivered"]);
  fixture.clock.setWall(right);
  await fixture.clock.advance(2 * hourMs);
  expect((await engine.verification.last())?.checked).toBe(3);
});

it("knows what the last comparison found, its own or a person's, also after a restart", async () => {
  expect(await engine.verification.last()).toBeNull();
  await fixture.clock.advance(2 * hourMs);
  const none = { lost: 0, replaced: 0, notReceived: 0, unconfirmed: 0, localChanged: null, localGone: null };
  const own = await engine.verification.last();
  expect(own).toEqual({ atMs: expect.any(Number), checked: 2, same: 2, ...none });
  await fixture.clock.advance(15 * hourMs);
  records().forget(md5("content of 20240601_a.dat"));
  expect(engine.verification.begin({ dates: null, disk: true })).toBe(true);
  expect(await engine.verification.last()).toEqual(own);
  await fixture.clock.advance(60_000);
  const asked = {
    checked: 2,
    same: 1,
    lost: 0,
    replaced: 0,
    notReceived: 0,
    unconfirmed: 1,
    localChanged: 0,
    localGone: 0,
  };
  expect(await engine.verification.last()).toMatchObject(asked);
  expect(engine.verification.state().found?.unconfirmed).toHaveLength(1);
  await engine.stop();
  engine = fixture.engine();
  expect(await engine.verification.last()).toMatchObject(asked);
  await engine.start();
  const before = lists();
  await fixture.clock.advance(10 * hourMs);
  // A comparison that a person asked for does not put off the one that is made by itself.
  expect(lists()).toBeGreaterThan(before);
});

it("asks again for what was delivered in the last 7 days, and of the rest for one day in 700 only", async () => {
  await fixture.clock.advance(2 * hourMs);
  fixture.clock.setWall(fixture.clock.nowMs() + 8 * dayMs);
  const before = lists();
  await fixture.clock.advance(3 * dayMs);
  expect(lists() - before).toBeLessThanOrEqual(1);
});

it("finds a portal that stores nothing within a day, sends once more, and then calls a person", async () => {
  const name = "20240601_a.dat";
  records().forget(md5(`content of ${name}`));
  await fixture.clock.advance(2 * hourMs);
  expect(announced(name)).toBe(2);
  expect(await fixture.states(name)).toEqual(["delivered"]);
  records().forget(md5(`content of ${name}`));
  await fixture.clock.advance(dayMs);
  expect(await fixture.latest(name)).toMatchObject({ state: "blocked", failure: { cause: "not-kept" } });
  const { causes, needsAttention } = await engine.status();
  expect(needsAttention).toBe(true);
  expect(causes).toMatchObject([{ cause: "not-kept", count: 1, samplePath: name }]);
  await fixture.clock.advance(5 * dayMs);
  expect(announced(name)).toBe(2);
  // A person has settled it with the portal.
  expect(await engine.retry({ cause: "not-kept" }, { sendAnyway: false })).toBe(1);
  await fixture.clock.advance(60_000);
  expect(await fixture.states(name)).toEqual(["delivered"]);
});

it("lost again long after, it is sent again", async () => {
  const name = "20240601_a.dat";
  records().forget(md5(`content of ${name}`));
  await fixture.clock.advance(2 * hourMs);
  expect(announced(name)).toBe(2);
  fixture.clock.setWall(fixture.clock.nowMs() + 8 * dayMs);
  records().forget(md5(`content of ${name}`));
  expect(engine.verification.begin({ dates: null, disk: false })).toBe(true);
  await fixture.clock.advance(9 * 60_000);
  // A single look withdraws nothing.
  expect(announced(name)).toBe(2);
  await fixture.clock.advance(25 * 60_000);
  expect(announced(name)).toBe(3);
});

it("a doubt is looked at a few times an hour while sending is paused, and then for the second time", async () => {
  await fixture.clock.advance(2 * hourMs);
  records().forget(md5("content of 20240601_a.dat"));
  engine.verification.begin({ dates: null, disk: false });
  await fixture.clock.advance(60_000);
  expect(engine.verification.state().found?.unconfirmed).toHaveLength(1);
  engine.pause(null);
  const { firstLooks } = fixture.ledger;
  // A loop without a rest ends here.
  const looked = vi
    .spyOn(fixture.ledger, "firstLooks")
    .mockImplementation(() => (looked.mock.calls.length < 100 ? firstLooks() : new Promise(() => {})));
  await fixture.clock.advance(2 * hourMs);
  expect(looked.mock.calls.length).toBeLessThan(20);
  engine.resume();
  await fixture.clock.advance(30 * 60_000);
  expect(announced("20240601_a.dat")).toBe(2);
});

it("asks nothing while the portal is held or sending is paused", async () => {
  engine.pause(null);
  const before = lists();
  await fixture.clock.advance(3 * dayMs);
  expect(lists()).toBe(before);
  engine.resume();
  await fixture.clock.advance(2 * hourMs);
  expect(lists()).toBe(before + 1);
  fixture.portal.script = ({ kind }) => (kind === "announce" ? holdFor("unreachable") : undefined);
  fixture.write("20240602_c.dat", "meets a portal that is away");
  await fixture.clock.advance(5 * 60_000);
  expect(engine.upload).toBeDefined();
  const held = lists();
  await fixture.clock.advance(3 * dayMs);
  expect(lists()).toBe(held);
});

describe("a record that has other content", () => {
  const name = "20240601_a.dat";
  const metadata = (checksum: string, filename = name) => ({
    site: "hyytiala",
    instrument: "mira-35",
    instrumentPid: "https://hdl.handle.net/21.12132/3.0123456789abcdef",
    measurementDate: "2024-06-01",
    filename,
    checksum,
    tags: [],
  });
  const replace = (content: string) => {
    records().announce(metadata(md5(content)), "2024-06-01");
    records().take(md5(content), { checksum: md5(content), size: content.length });
  };

  it("of another PC is told and left alone, also when another such file is retried", async () => {
    replace("of another PC");
    records().announce(metadata(md5("and another"), "20240601_b.dat"), "2024-06-01");
    records().take(md5("and another"), { checksum: md5("and another"), size: 11 });
    await fixture.clock.advance(dayMs);
    expect((await engine.status()).causes).toMatchObject([{ cause: "replaced-on-portal", count: 2 }]);
    expect(announced(name)).toBe(1);
    const { id } = await fixture.latest("20240601_b.dat");
    await engine.retry({ ids: [id] }, { sendAnyway: false });
    await fixture.clock.advance(2 * hourMs);
    expect(await fixture.states("20240601_b.dat")).toEqual(["delivered"]);
    expect(await fixture.states(name)).toEqual(["blocked"]);
    expect(fixture.portal.received(name)).toBe(md5("of another PC"));
    await engine.stop();
    const { blocked } = await fixture.pass();
    expect(blocked).toMatchObject([{ path: `${folder}/${name}`, cause: "replaced-on-portal" }]);
    expect(fixture.portal.received(name)).toBe(md5("of another PC"));
  });

  it("of another PC is told of the version that is on the drive, whose times moved by an hour and back", async () => {
    const { mtimeUs } = await fixture.latest(name);
    const moveTo = async (us: number) => {
      fixture.files.put(folder, name, `content of ${name}`, us);
      await fixture.clock.advance(5 * 60_000);
    };
    await moveTo(mtimeUs + hourMs * 1_000);
    await moveTo(mtimeUs);
    expect(await fixture.states(name)).toEqual(["delivered", "delivered"]);
    replace("of another PC");
    await fixture.clock.advance(dayMs);
    expect(await fixture.states(name)).toEqual(["superseded", "blocked"]);
    expect((await engine.status()).causes).toMatchObject([{ cause: "replaced-on-portal", count: 1 }]);
    expect(fixture.portal.received(name)).toBe(md5("of another PC"));
    await engine.retry({}, { sendAnyway: false });
    await fixture.clock.advance(2 * hourMs);
    expect(fixture.portal.received(name)).toBe(md5(`content of ${name}`));
  });

  it("of an earlier version of the same file is replaced by the newer one", async () => {
    fixture.files.replace(folder, name, "newer content");
    await fixture.clock.advance(5 * 60_000);
    expect(fixture.portal.received(name)).toBe(md5("newer content"));
    replace(`content of ${name}`);
    await fixture.clock.advance(2 * hourMs);
    expect(fixture.portal.received(name)).toBe(md5("newer content"));
    expect((await fixture.states(name))[0]).toBe("delivered");
  });

  it("announced and never sent by this PC's own word is sent again", async () => {
    const kept = records().byChecksum(md5(`content of ${name}`));
    if (kept !== null) kept.status = "created";
    await fixture.clock.advance(2 * hourMs);
    expect(records().byChecksum(md5(`content of ${name}`))?.status).toBe("uploaded");
  });
});

describe("duplicates", () => {
  const twin = "20240602_twin.dat";

  beforeEach(async () => {
    fixture.write(twin, "content of 20240601_a.dat");
    await fixture.clock.advance(5 * 60_000);
    expect((await fixture.latest(twin)).receipt?.kind).toBe("twin");
  });

  it("whose record is gone are sent under their own name", async () => {
    fixture.files.remove(folder, "20240601_a.dat");
    records().forget(md5("content of 20240601_a.dat"));
    await fixture.clock.advance(2 * hourMs);
    expect(fixture.portal.received(twin)).toBe(md5("content of 20240601_a.dat"));
  });

  it("whose record has other content now are sent under their own name, also where no checksum can be asked for", async () => {
    fixture.portal.offersRecordOf = false;
    const record = records().byChecksum(md5("content of 20240601_a.dat"));
    if (record === null) throw new Error("not there");
    fixture.files.remove(folder, "20240601_a.dat");
    records().announce({ ...record.metadata, checksum: md5("another PC's") }, "2024-06-03");
    await fixture.clock.advance(2 * hourMs);
    expect(fixture.portal.received(twin)).toBe(md5("content of 20240601_a.dat"));
    const { failure, state } = await fixture.latest(twin);
    expect({ state, failure }).toEqual({ state: "delivered", failure: null });
  });

  it("whose record is of another month stay, where the portal can be asked by checksum and where it cannot", async () => {
    const record = records().byChecksum(md5("content of 20240601_a.dat"));
    if (record === null) throw new Error("not there");
    record.metadata = { ...record.metadata, measurementDate: "2023-01-01", site: "another" };
    await fixture.clock.advance(2 * hourMs);
    expect((await fixture.latest(twin)).receipt?.kind).toBe("twin");
    // It is under another day by now.
    expect((await fixture.latest("20240601_a.dat")).receipt?.kind).toBe("twin");
    fixture.portal.offersRecordOf = false;
    await fixture.clock.advance(2 * dayMs);
    expect(await fixture.states(twin)).toEqual(["delivered"]);
    expect(await fixture.states("20240601_a.dat")).toEqual(["delivered"]);
  });
});

describe("receipts that do not say which portal they are from", () => {
  const [a, b] = ["20240601_a.dat", "20240601_b.dat"];

  beforeEach(async () => {
    const uploads = await fixture.uploads();
    const unnamed = uploads.flatMap(({ id, receipt }) =>
      receipt === null ? [] : [{ id, receipt: { ...receipt, portal: null } }],
    );
    await fixture.ledger.completeReceipts(unnamed);
    records().forget(md5(`content of ${a}`));
  });

  it("are of this one where it has others of the month, and say so from then on", async () => {
    await fixture.clock.advance(2 * hourMs);
    expect(announced(a)).toBe(2);
    expect((await fixture.latest(b)).receipt?.portal).toBe("http://127.0.0.1");
  });

  it("are left alone where it has none: they may be of another one", async () => {
    records().forget(md5(`content of ${b}`));
    await fixture.clock.advance(2 * hourMs);
    expect([announced(a), announced(b)]).toEqual([1, 1]);
    expect((await engine.status()).totals.delivered).toBe(2);
  });
});

it("a list that hangs costs nothing but itself", async () => {
  fixture.portal.script = ({ kind }) => (kind === "list" ? "hang" : undefined);
  const before = lists();
  await fixture.clock.advance(dayMs);
  expect(lists() - before).toBeLessThanOrEqual(9);
  expect((await engine.status()).totals.delivered).toBe(2);
  expect(fixture.verifyStore.page).toBe(null);
});

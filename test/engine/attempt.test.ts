import { beforeEach, describe, expect, it } from "vitest";
import type { UploadEvent } from "#domain/upload.ts";
import { attempt } from "#engine/delivery/attempt.ts";
import { folder, instrument, md5 } from "#test/support/builders/engine-world.ts";
import { blockFor, holdFor, retryFor, wrongBytes } from "#test/support/builders/outcomes.ts";
import { AttemptWorld } from "./attempt-world.ts";

let world: AttemptWorld;
const path = "20240601_a.dat";

beforeEach(() => {
  world = new AttemptWorld();
  world.write(path, "content");
});

function requests(): readonly string[] {
  return world.portal.log.map(({ kind }) => kind);
}

describe("one file", () => {
  it("is opened once, delivered with its own checksum, and closed", async () => {
    const end = await world.attempted(path);
    expect(end).toMatchObject({
      kind: "delivered",
      receipt: { kind: "stored", size: 7, checksum: md5("content") },
    });
    expect(await world.latest(path)).toMatchObject({
      state: "delivered",
      checksum: md5("content"),
      attempts: 0,
    });
    expect(world.portal.received(path)).toBe(md5("content"));
    expect([world.files.opened, world.files.openNow]).toEqual([1, 0]);
  });

  it("is announced with everything that the portal wants to know", async () => {
    world.instruments = [instrument({ tags: ["co", "a"] })];
    await world.attempted(path);
    expect(world.portal.log[0]?.metadata).toEqual({
      measurementDate: "2024-06-01",
      instrument: "mira-35",
      instrumentPid: instrument().pid,
      filename: path,
      checksum: md5("content"),
      site: "hyytiala",
      tags: ["co", "a"],
    });
  });

  it("journals each step, and the receipt with the end", async () => {
    await world.attempted(path);
    const lines = await world.ledger.journal({ sinceSeq: 0, limit: 100 });
    expect(lines.map(({ event }) => event)).toEqual([
      "enqueued",
      "claimed",
      "hashed",
      "announced",
      "confirmed",
    ]);
  });

  it("is read once into memory where it is small, and streamed where it is large", async () => {
    const large = new Uint8Array(8 * 1024 * 1024 + 1).fill(65);
    world.write("20240601_large.dat", large);
    const pieces: number[] = [];
    world.portal.whileSending = () => pieces.push(world.files.openNow);
    expect(await world.attempted("20240601_large.dat")).toMatchObject({ kind: "delivered" });
    expect(world.portal.received("20240601_large.dat")).toBe(md5(large));
    expect(await world.attempted(path)).toMatchObject({ kind: "delivered" });
    expect(pieces).toEqual([1, 1]);
    expect([world.files.opened, world.files.openNow]).toEqual([2, 0]);
  });
});

describe("what the portal answers", () => {
  it.each([
    [holdFor("unreachable"), { state: "queued", attempts: 0, failure: null }],
    [
      blockFor("refused", "no"),
      { state: "blocked", attempts: 1, failure: { cause: "refused", portalMessage: "no" } },
    ],
    [retryFor("portal-error"), { state: "waiting", attempts: 1, failure: { cause: "portal-error" } }],
    [{ kind: "abandoned" } as const, { state: "queued", attempts: 0 }],
    [wrongBytes, { state: "waiting", attempts: 1, failure: { cause: "file-changing" } }],
  ])("%j leaves the upload as it must be", async (outcome, stands) => {
    world.portal.script = ({ kind }) => (kind === "send" ? outcome : undefined);
    await world.attempted(path);
    expect(await world.latest(path)).toMatchObject(stands);
    expect(world.files.openNow).toBe(0);
  });

  it("raises a hold before anyone else may ask", async () => {
    world.portal.script = () => holdFor("credentials");
    expect(await world.attempted(path)).toMatchObject({ kind: "hold", failure: { cause: "credentials" } });
    expect(world.held).toEqual(["credentials"]);
  });

  it("is asked of no other upload that waits for the connection, once all wait", async () => {
    world.connections = 1;
    world.portal.latencyMs = 100;
    world.portal.script = () => holdFor("unreachable");
    world.write("20240601_b.dat", "b");
    const uploads = [await world.claimed(path), await world.claimed("20240601_b.dat")];
    const results = Promise.all(uploads.map((upload) => world.attempt(upload)));
    await world.clock.advance(1_000);
    expect((await results).map(({ kind }) => kind)).toEqual(["hold", "released"]);
    expect(requests()).toEqual(["announce"]);
  });

  it("remembers a debt: what is announced and not sent is paid first", async () => {
    world.portal.script = ({ kind }) => (kind === "send" ? holdFor("unreachable") : undefined);
    await world.attempted(path, { lane: "backfill" });
    expect(await world.latest(path)).toMatchObject({ state: "queued", isAnnounced: true, lane: "debt" });
  });

  it("waits longer after each failure, and at least as long as the portal asks", async () => {
    world.portal.script = () => retryFor("portal-error");
    const waits: number[] = [];
    let upload = await world.claimed(path);
    for (let i = 0; i < 12; i++) {
      await world.attempt(upload);
      const { notBeforeMs } = await world.latest(path);
      waits.push((notBeforeMs ?? 0) - world.clock.nowMs());
      await world.clock.advance(900_000);
      upload = await world.claimedAgain();
    }
    waits.forEach((ms, i) => {
      expect(ms).toBeGreaterThan(0);
      expect(ms).toBeLessThanOrEqual(Math.min(900_000, 5_000 * 2 ** i));
    });
    expect(Math.max(...waits)).toBeGreaterThan(5_000);
    world.portal.script = () => retryFor("portal-error", 3_000_000);
    await world.attempt(upload);
    const askedMs = ((await world.latest(path)).notBeforeMs ?? 0) - world.clock.nowMs();
    expect(askedMs).toBeGreaterThanOrEqual(3_000_000);
    expect(askedMs).toBeLessThanOrEqual(3_120_000);
  });
});

describe("what is never sent", () => {
  it.each(["20240601 a.dat", "20240601_ü.dat", "-20240601.dat", "20240601_a.", "20240601_a.dat\n"])(
    "a name that the portal refuses: %j, without any request",
    async (name) => {
      world.write(name, "content");
      await world.attempted(name);
      expect(await world.latest(name)).toMatchObject({ state: "blocked", failure: { cause: "unfit-name" } });
      expect(requests()).toEqual([]);
      expect(world.files.opened).toBe(0);
    },
  );

  it("a file of an instrument that is no longer configured", async () => {
    const upload = await world.claimed(path);
    world.instruments = [];
    expect(await world.attempt(upload)).toEqual({
      kind: "released",
      reason: "its instrument is not in the settings",
    });
    expect(await world.latest(path)).toMatchObject({ state: "queued", attempts: 0 });
    expect(requests()).toEqual([]);
  });

  it("anything while the queue is held, unless it is the one that is tried", async () => {
    const upload = await world.claimed(path);
    world.isOpen = false;
    expect(await world.attempt(upload)).toEqual({ kind: "released", reason: "sending is on hold" });
    expect(requests()).toEqual([]);
    expect(await world.latest(path)).toMatchObject({ state: "queued", attempts: 0 });
    expect(await world.attempt(await world.claimedAgain(), { isProbe: true })).toMatchObject({
      kind: "delivered",
    });
  });

  it("the same bytes twice at the same time: the second waits, and is not tried again at once", async () => {
    world.write("20240601_b.dat", "content");
    const first = await world.claimed(path);
    const hashed = { type: "hashed", checksum: md5("content"), recordKey: "another", mark: null } as const;
    await world.ledger.apply(first.id, hashed, 0);
    expect(await world.attempted("20240601_b.dat")).toMatchObject({
      kind: "retry",
      failure: { cause: "record-in-use" },
    });
    expect(await world.latest("20240601_b.dat")).toMatchObject({ state: "waiting" });
    expect(requests()).toEqual([]);
  });

  it("what was cancelled or replaced while it was read", async () => {
    for (const [event, state] of [
      ["cancelled", "cancelled"],
      ["changed", "superseded"],
    ] as const) {
      const name = `20240601_${event}.dat`;
      world.write(name, event);
      const upload = await world.claimed(name);
      await world.ledger.apply(upload.id, { type: event }, 0);
      expect(await world.attempt(upload)).toEqual({ kind: "released", reason: null });
      expect((await world.latest(name)).state).toBe(state);
    }
    expect(requests()).toEqual([]);
  });

  it("a file that the settings leave out by now: it is given back and superseded in one breath", async () => {
    const upload = await world.claimed(path);
    const parts = { ...world.parts, dateNow: () => null };
    const result = await attempt(upload, parts, new AbortController().signal, false);
    expect(result).toEqual({ kind: "changed", by: "settings" });
    const lines = await world.ledger.journal({ sinceSeq: 0, limit: 100 });
    expect(lines.map(({ event }) => event)).toEqual(["enqueued", "claimed", "released", "changed"]);
    expect((await world.latest(path)).state).toBe("superseded");
    expect(requests()).toEqual([]);
  });

  it("what another attempt has in flight by now: its claim is left alone", async () => {
    const upload = await world.claimed(path);
    const hashed = { type: "hashed", checksum: md5("content"), recordKey: "key", mark: null } as const;
    await world.ledger.apply(upload.id, hashed, 0);
    expect(await world.attempt(upload)).toEqual({ kind: "released", reason: null });
    expect((await world.latest(path)).state).toBe("announcing");
    expect(requests()).toEqual([]);
  });

  it("anything after a stop", async () => {
    const upload = await world.claimed(path);
    expect(await world.attempt(upload, { signal: AbortSignal.abort() })).toEqual({
      kind: "released",
      reason: "stopped before announcing",
    });
    expect(requests()).toEqual([]);
  });
});

it("is not delivered where it was cancelled while it was sent", async () => {
  const upload = await world.claimed(path);
  world.portal.script = async ({ kind }) => {
    if (kind === "send") await world.ledger.apply(upload.id, { type: "cancelled" }, 0);
    return undefined;
  };
  expect(await world.attempt(upload)).toEqual({ kind: "released", reason: null });
  expect(await world.latest(path)).toMatchObject({ state: "cancelled", receipt: null });
  expect(world.lifted).toEqual([]);
});

describe("while the result is written", () => {
  const same = `sub/${path}`;

  /** Writing an event of this type takes a second. */
  function slowly(type: UploadEvent["type"]): void {
    const apply = world.ledger.apply.bind(world.ledger);
    world.ledger.apply = async (id, event, nowMs) => {
      if (event.type === type) await world.clock.sleep(1_000);
      return await apply(id, event, nowMs);
    };
  }

  async function attemptAll(...names: readonly string[]): Promise<void> {
    const uploads = [];
    for (const name of names) uploads.push(await world.claimed(name));
    void Promise.all(uploads.map((upload) => world.attempt(upload)));
  }

  it("the record is locked and the file open, and the connection is free", async () => {
    slowly("confirmed");
    world.connections = 1;
    world.write(same, "content");
    world.write("20240601_b.dat", "b");
    await attemptAll(path, same, "20240601_b.dat");
    await world.clock.advance(999);
    expect(world.portal.announced()).toEqual([path, "20240601_b.dat"]);
    expect(world.files.openNow).toBe(3);
    await world.clock.advance(5_000);
    expect(world.portal.announced()).toEqual([path, "20240601_b.dat", path]);
    expect(world.files.openNow).toBe(0);
    expect(await world.latest(same)).toMatchObject({ state: "delivered", receipt: { kind: "known" } });
  });

  it("nothing is delivered before its announcement is on the disk", async () => {
    slowly("announced");
    await attemptAll(path);
    await world.clock.advance(999);
    expect(await world.latest(path)).toMatchObject({ state: "announcing", receipt: null });
    await world.clock.advance(1);
    expect((await world.latest(path)).state).toBe("delivered");
  });
});

describe("a site that the credentials may not send for", () => {
  beforeEach(() => {
    world.portal.forbiddenSites.add("hyytiala");
    for (const name of ["b", "c", "d"]) world.write(`20240601_${name}.dat`, name);
  });

  it("is asked for once, however many files it has", async () => {
    for (const name of ["a", "b", "c", "d"]) await world.attempted(`20240601_${name}.dat`);
    expect(requests()).toEqual(["announce"]);
    const states = (await world.uploads()).map(({ state, failure }) => [state, failure?.cause]);
    expect(states).toEqual(Array(4).fill(["blocked", "no-permission"]));
  });

  it("is asked for once also when its files wait for the link together", async () => {
    world.portal.latencyMs = 100;
    const uploads = [];
    for (const name of ["a", "b", "c", "d"]) uploads.push(await world.claimed(`20240601_${name}.dat`));
    const first = await world.parts.connections.take(1, AbortSignal.abort());
    expect(first).toBeNull();
    const slots = await Promise.all(
      [1, 2, 3].map(() => world.parts.connections.take(1, new AbortController().signal)),
    );
    const all = Promise.all(uploads.map((upload) => world.attempt(upload)));
    await world.clock.advance(1000);
    await all;
    expect(requests()).toEqual(["announce"]);
    for (const end of slots) end?.();
  });

  it("is freed by the first delivery, also when it was refused in an earlier run", async () => {
    await world.attempted(path);
    expect(world.lifted).toEqual([]);
    world.portal.forbiddenSites.clear();
    world.refusals.forget();
    await world.attempted("20240601_b.dat");
    await world.attempted("20240601_c.dat");
    expect(world.lifted).toEqual(["hyytiala"]);
  });

  it("does not stop the files of other sites", async () => {
    world.instruments = [instrument(), instrument({ name: "Other", site: "juelich", folder: "/data/other" })];
    await world.attempted(path);
    world.write("20240601_o.dat", "other", "/data/other");
    expect(await world.attempted("20240601_o.dat", { instrument: "Other" })).toMatchObject({
      kind: "delivered",
    });
    expect(folder).not.toBe("/data/other");
  });
});

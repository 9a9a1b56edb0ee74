import { beforeEach, describe, expect, it } from "vitest";
import type { UploadEvent } from "#domain/upload.ts";
import { attempt } from "#engine/delivery/attempt.ts";
import { folder, instrument, md5 } from "#test/support/builders/engine-fixture.ts";
import { blockFor, holdFor, retryFor, wrongBytes } from "#test/support/builders/outcomes.ts";
import { AttemptFixture } from "./attempt-fixture.ts";

let fixture: AttemptFixture;
const path = "20240601_a.dat";

beforeEach(() => {
  fixture = new AttemptFixture();
  fixture.write(path, "content");
});

function requests(): readonly string[] {
  return fixture.portal.log.map(({ kind }) => kind);
}

describe("one file", () => {
  it("is opened once, delivered with its own checksum, and closed", async () => {
    const end = await fixture.attempted(path);
    expect(end).toMatchObject({
      kind: "delivered",
      receipt: { kind: "stored", size: 7, checksum: md5("content") },
    });
    expect(await fixture.latest(path)).toMatchObject({
      state: "delivered",
      checksum: md5("content"),
      attempts: 0,
    });
    expect(fixture.portal.received(path)).toBe(md5("content"));
    expect([fixture.files.opened, fixture.files.openNow]).toEqual([1, 0]);
  });

  it("is announced with everything that the portal wants to know", async () => {
    fixture.instruments = [instrument({ tags: ["co", "a"] })];
    await fixture.attempted(path);
    expect(fixture.portal.log[0]?.metadata).toEqual({
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
    await fixture.attempted(path);
    const lines = await fixture.ledger.journal({ sinceSeq: 0, limit: 100 });
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
    fixture.write("20240601_large.dat", large);
    const pieces: number[] = [];
    fixture.portal.whileSending = () => pieces.push(fixture.files.openNow);
    expect(await fixture.attempted("20240601_large.dat")).toMatchObject({ kind: "delivered" });
    expect(fixture.portal.received("20240601_large.dat")).toBe(md5(large));
    expect(await fixture.attempted(path)).toMatchObject({ kind: "delivered" });
    expect(pieces).toEqual([1, 1]);
    expect([fixture.files.opened, fixture.files.openNow]).toEqual([2, 0]);
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
    fixture.portal.script = ({ kind }) => (kind === "send" ? outcome : undefined);
    await fixture.attempted(path);
    expect(await fixture.latest(path)).toMatchObject(stands);
    expect(fixture.files.openNow).toBe(0);
  });

  it("raises a hold before anyone else may ask", async () => {
    fixture.portal.script = () => holdFor("credentials");
    expect(await fixture.attempted(path)).toMatchObject({ kind: "hold", failure: { cause: "credentials" } });
    expect(fixture.held).toEqual(["credentials"]);
  });

  it("is asked of no other upload that waits for the connection, once all wait", async () => {
    fixture.connections = 1;
    fixture.portal.latencyMs = 100;
    fixture.portal.script = () => holdFor("unreachable");
    fixture.write("20240601_b.dat", "b");
    const uploads = [await fixture.claimed(path), await fixture.claimed("20240601_b.dat")];
    const results = Promise.all(uploads.map((upload) => fixture.attempt(upload)));
    await fixture.clock.advance(1_000);
    expect((await results).map(({ kind }) => kind)).toEqual(["hold", "released"]);
    expect(requests()).toEqual(["announce"]);
  });

  it("remembers a debt: what is announced and not sent is paid first", async () => {
    fixture.portal.script = ({ kind }) => (kind === "send" ? holdFor("unreachable") : undefined);
    await fixture.attempted(path, { lane: "backfill" });
    expect(await fixture.latest(path)).toMatchObject({ state: "queued", isAnnounced: true, lane: "debt" });
  });

  it("waits longer after each failure, and at least as long as the portal asks", async () => {
    fixture.portal.script = () => retryFor("portal-error");
    const waits: number[] = [];
    let upload = await fixture.claimed(path);
    for (let i = 0; i < 12; i++) {
      await fixture.attempt(upload);
      const { notBeforeMs } = await fixture.latest(path);
      waits.push((notBeforeMs ?? 0) - fixture.clock.nowMs());
      await fixture.clock.advance(900_000);
      upload = await fixture.claimedAgain();
    }
    waits.forEach((ms, i) => {
      expect(ms).toBeGreaterThan(0);
      expect(ms).toBeLessThanOrEqual(Math.min(900_000, 5_000 * 2 ** i));
    });
    expect(Math.max(...waits)).toBeGreaterThan(5_000);
    fixture.portal.script = () => retryFor("portal-error", 3_000_000);
    await fixture.attempt(upload);
    const askedMs = ((await fixture.latest(path)).notBeforeMs ?? 0) - fixture.clock.nowMs();
    expect(askedMs).toBeGreaterThanOrEqual(3_000_000);
    expect(askedMs).toBeLessThanOrEqual(3_120_000);
  });
});

describe("what is never sent", () => {
  it.each(["20240601 a.dat", "20240601_ü.dat", "-20240601.dat", "20240601_a.", "20240601_a.dat\n"])(
    "a name that the portal refuses: %j, without any request",
    async (name) => {
      fixture.write(name, "content");
      await fixture.attempted(name);
      expect(await fixture.latest(name)).toMatchObject({
        state: "blocked",
        failure: { cause: "unfit-name" },
      });
      expect(requests()).toEqual([]);
      expect(fixture.files.opened).toBe(0);
    },
  );

  it("a file of an instrument that is no longer configured", async () => {
    const upload = await fixture.claimed(path);
    fixture.instruments = [];
    expect(await fixture.attempt(upload)).toEqual({
      kind: "released",
      reason: "its instrument is not in the settings",
    });
    expect(await fixture.latest(path)).toMatchObject({ state: "queued", attempts: 0 });
    expect(requests()).toEqual([]);
  });

  it("anything while the queue is held, unless it is the one that is tried", async () => {
    const upload = await fixture.claimed(path);
    fixture.isOpen = false;
    expect(await fixture.attempt(upload)).toEqual({ kind: "released", reason: "sending is on hold" });
    expect(requests()).toEqual([]);
    expect(await fixture.latest(path)).toMatchObject({ state: "queued", attempts: 0 });
    expect(await fixture.attempt(await fixture.claimedAgain(), { isProbe: true })).toMatchObject({
      kind: "delivered",
    });
  });

  it("the same bytes twice at the same time: the second waits, and is not tried again at once", async () => {
    fixture.write("20240601_b.dat", "content");
    const first = await fixture.claimed(path);
    const hashed = { type: "hashed", checksum: md5("content"), recordKey: "another", mark: null } as const;
    await fixture.ledger.apply(first.id, hashed, 0);
    expect(await fixture.attempted("20240601_b.dat")).toMatchObject({
      kind: "retry",
      failure: { cause: "record-in-use" },
    });
    expect(await fixture.latest("20240601_b.dat")).toMatchObject({ state: "waiting" });
    expect(requests()).toEqual([]);
  });

  it("what was cancelled or replaced while it was read", async () => {
    for (const [event, state] of [
      ["cancelled", "cancelled"],
      ["changed", "superseded"],
    ] as const) {
      const name = `20240601_${event}.dat`;
      fixture.write(name, event);
      const upload = await fixture.claimed(name);
      await fixture.ledger.apply(upload.id, { type: event }, 0);
      expect(await fixture.attempt(upload)).toEqual({ kind: "released", reason: null });
      expect((await fixture.latest(name)).state).toBe(state);
    }
    expect(requests()).toEqual([]);
  });

  it("a file that the settings leave out by now: it is given back and superseded in one breath", async () => {
    const upload = await fixture.claimed(path);
    const parts = { ...fixture.parts, dateNow: () => null };
    const result = await attempt(upload, parts, new AbortController().signal, false);
    expect(result).toEqual({ kind: "changed", by: "settings" });
    const lines = await fixture.ledger.journal({ sinceSeq: 0, limit: 100 });
    expect(lines.map(({ event }) => event)).toEqual(["enqueued", "claimed", "released", "changed"]);
    expect((await fixture.latest(path)).state).toBe("superseded");
    expect(requests()).toEqual([]);
  });

  it("what another attempt has in flight by now: its claim is left alone", async () => {
    const upload = await fixture.claimed(path);
    const hashed = { type: "hashed", checksum: md5("content"), recordKey: "key", mark: null } as const;
    await fixture.ledger.apply(upload.id, hashed, 0);
    expect(await fixture.attempt(upload)).toEqual({ kind: "released", reason: null });
    expect((await fixture.latest(path)).state).toBe("announcing");
    expect(requests()).toEqual([]);
  });

  it("anything after a stop", async () => {
    const upload = await fixture.claimed(path);
    expect(await fixture.attempt(upload, { signal: AbortSignal.abort() })).toEqual({
      kind: "released",
      reason: "stopped before announcing",
    });
    expect(requests()).toEqual([]);
  });
});

it("is not delivered where it was cancelled while it was sent", async () => {
  const upload = await fixture.claimed(path);
  fixture.portal.script = async ({ kind }) => {
    if (kind === "send") await fixture.ledger.apply(upload.id, { type: "cancelled" }, 0);
    return undefined;
  };
  expect(await fixture.attempt(upload)).toEqual({ kind: "released", reason: null });
  expect(await fixture.latest(path)).toMatchObject({ state: "cancelled", receipt: null });
  expect(fixture.lifted).toEqual([]);
});

describe("while the result is written", () => {
  const same = `sub/${path}`;

  /** Writing an event of this type takes a second. */
  function slowly(type: UploadEvent["type"]): void {
    const apply = fixture.ledger.apply.bind(fixture.ledger);
    fixture.ledger.apply = async (id, event, nowMs) => {
      if (event.type === type) await fixture.clock.sleep(1_000);
      return await apply(id, event, nowMs);
    };
  }

  async function attemptAll(...names: readonly string[]): Promise<void> {
    const uploads = [];
    for (const name of names) uploads.push(await fixture.claimed(name));
    void Promise.all(uploads.map((upload) => fixture.attempt(upload)));
  }

  it("the record is locked and the file open, and the connection is free", async () => {
    slowly("confirmed");
    fixture.connections = 1;
    fixture.write(same, "content");
    fixture.write("20240601_b.dat", "b");
    await attemptAll(path, same, "20240601_b.dat");
    await fixture.clock.advance(999);
    expect(fixture.portal.announced()).toEqual([path, "20240601_b.dat"]);
    expect(fixture.files.openNow).toBe(3);
    await fixture.clock.advance(5_000);
    expect(fixture.portal.announced()).toEqual([path, "20240601_b.dat", path]);
    expect(fixture.files.openNow).toBe(0);
    expect(await fixture.latest(same)).toMatchObject({ state: "delivered", receipt: { kind: "known" } });
  });

  it("nothing is delivered before its announcement is on the disk", async () => {
    slowly("announced");
    await attemptAll(path);
    await fixture.clock.advance(999);
    expect(await fixture.latest(path)).toMatchObject({ state: "announcing", receipt: null });
    await fixture.clock.advance(1);
    expect((await fixture.latest(path)).state).toBe("delivered");
  });
});

describe("a site that the credentials may not send for", () => {
  beforeEach(() => {
    fixture.portal.forbiddenSites.add("hyytiala");
    for (const name of ["b", "c", "d"]) fixture.write(`20240601_${name}.dat`, name);
  });

  it("is asked for once, however many files it has", async () => {
    for (const name of ["a", "b", "c", "d"]) await fixture.attempted(`20240601_${name}.dat`);
    expect(requests()).toEqual(["announce"]);
    const states = (await fixture.uploads()).map(({ state, failure }) => [state, failure?.cause]);
    expect(states).toEqual(Array(4).fill(["blocked", "no-permission"]));
  });

  it("is asked for once also when its files wait for the link together", async () => {
    fixture.portal.latencyMs = 100;
    const uploads = [];
    for (const name of ["a", "b", "c", "d"]) uploads.push(await fixture.claimed(`20240601_${name}.dat`));
    const first = await fixture.parts.connections.take(1, AbortSignal.abort());
    expect(first).toBeNull();
    const slots = await Promise.all(
      [1, 2, 3].map(() => fixture.parts.connections.take(1, new AbortController().signal)),
    );
    const all = Promise.all(uploads.map((upload) => fixture.attempt(upload)));
    await fixture.clock.advance(1000);
    await all;
    expect(requests()).toEqual(["announce"]);
    for (const end of slots) end?.();
  });

  it("is freed by the first delivery, also when it was refused in an earlier run", async () => {
    await fixture.attempted(path);
    expect(fixture.lifted).toEqual([]);
    fixture.portal.forbiddenSites.clear();
    fixture.refusals.forget();
    await fixture.attempted("20240601_b.dat");
    await fixture.attempted("20240601_c.dat");
    expect(fixture.lifted).toEqual(["hyytiala"]);
  });

  it("does not stop the files of other sites", async () => {
    fixture.instruments = [
      instrument(),
      instrument({ name: "Other", site: "juelich", folder: "/data/other" }),
    ];
    await fixture.attempted(path);
    fixture.write("20240601_o.dat", "other", "/data/other");
    expect(await fixture.attempted("20240601_o.dat", { instrument: "Other" })).toMatchObject({
      kind: "delivered",
    });
    expect(folder).not.toBe("/data/other");
  });
});

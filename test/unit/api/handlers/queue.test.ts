import { describe, expect, it } from "vitest";
import { dispatch } from "#api/dispatch.ts";
import { createHandlers } from "#api/handlers/all.ts";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import { instrument } from "#test/support/builders/engine-fixture.ts";
import { createFakeEngine } from "#test/support/fakes/fake-engine.ts";
import { createFakePortalReads } from "#test/support/fakes/fake-portal-reads.ts";
import { createFakeShell } from "#test/support/fakes/fake-shell.ts";

function setUp() {
  const engine = createFakeEngine();
  const shell = createFakeShell();
  const handlers = createHandlers({
    station: engine,
    portalReads: createFakePortalReads(),
    host: null,
    shell,
  });
  const ask = async <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> => {
    const reply = await dispatch(handlers, method, input);
    if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`);
    return reply.value as Output<M>;
  };
  const blocked = (relPath: string) => {
    const id = engine.find(relPath);
    engine.happen(id, { type: "claimed" });
    const failure = { cause: "refused", message: "The portal refused it.", portalMessage: null } as const;
    engine.happen(id, { type: "failed-final", failure });
    return id;
  };
  return { engine, ask, blocked };
}

describe("the queue", () => {
  it("comes in windows with what the feed goes on from, and with progress", async () => {
    const { engine, ask } = setUp();
    const ids = ["a", "b", "c"].map((name) => engine.find(name));
    const hashed = { type: "hashed", checksum: "0".repeat(32), recordKey: "k", mark: null } as const;
    const first = ids[0] ?? "";
    for (const event of [{ type: "claimed" }, hashed, { type: "announced" }] as const)
      engine.happen(first, event);
    engine.tell({ type: "progress", id: first, sentBytes: 500, size: 1000 });
    const window = await ask("queue", { offset: 1, limit: 2 });
    expect(window).toMatchObject({ seq: 6, total: 3, offset: 1 });
    expect(window.uploads.map(({ id, sentBytes }) => [id, sentBytes])).toEqual([
      [ids[1], null],
      [ids[0], 500],
    ]);
    const changed = await ask("queue", { order: "changed", limit: 1 });
    expect(changed.uploads.map(({ id }) => id)).toEqual([first]);
  });

  it("comes in windows of several lists at once, each in its place", async () => {
    const { engine, ask, blocked } = setUp();
    const queued = ["a", "b", "c"].map((name) => engine.find(name));
    const refused = blocked("d");
    const { seq, windows } = await ask("queue.windows", {
      windows: [
        { filter: { states: ["blocked"] }, limit: 5 },
        { filter: { states: ["delivered"] }, limit: 5 },
        { filter: { states: ["queued"] }, offset: 1, limit: 1 },
      ],
    });
    const shown = windows.map(({ total, offset, uploads }) => [total, offset, uploads.map(({ id }) => id)]);
    expect(shown).toEqual([
      [1, 0, [refused]],
      [0, 0, []],
      [3, 1, [queued[1]]],
    ]);
    expect(seq).toBe(await engine.lastSeq());
  });

  it("is counted by chips, of which each leaves its own filter aside", async () => {
    const { engine, ask, blocked } = setUp();
    engine.find("a.nc");
    blocked("b.nc");
    const counts = await ask("queue.counts", { filter: { states: ["blocked"] } });
    expect(counts).toMatchObject({
      total: 1,
      states: { queued: 1, blocked: 1, delivered: 0 },
      instruments: [{ name: "Radar", count: 1 }],
      causes: [{ cause: "refused", count: 1, needsYou: true }],
    });
    expect((await ask("queue.counts", { filter: { text: "A.NC" } })).total).toBe(1);
  });

  it("takes single uploads up again, and gives them up, by their ids", async () => {
    const { ask, blocked } = setUp();
    const ids = [blocked("a.nc"), blocked("b.nc")];
    expect(await ask("retry", { filter: { ids: [ids[1] ?? ""] } })).toEqual({ count: 1 });
    expect(await ask("cancel", { filter: { ids, states: ["blocked"] } })).toEqual({ count: 1 });
    const states = (await ask("queue", {})).uploads.map(({ state }) => state);
    expect(states).toEqual(["queued", "cancelled"]);
  });

  it("tells no story of an upload that is not there", async () => {
    const { ask } = setUp();
    const id = "00000000-0000-7000-8000-00000000ffff";
    await expect(ask("upload.history", { id })).rejects.toThrow("not-found");
  });
});

describe("the journal", () => {
  it("comes newest first in pages that fit the filter", async () => {
    const { engine, ask, blocked } = setUp();
    engine.find("a.nc");
    const id = blocked("b.nc");
    const first = await ask("journal.page", { limit: 2 });
    expect(first.entries.map(({ seq }) => seq)).toEqual([4, 3]);
    expect(first).toMatchObject({ nextBeforeSeq: 3, lastSeq: 4, scannedTo: expect.any(String) });
    const rest = await ask("journal.page", { limit: 2, beforeSeq: first.nextBeforeSeq });
    expect(rest.entries.map(({ seq }) => seq)).toEqual([2, 1]);
    expect(rest.nextBeforeSeq).toBeNull();
    const ofUpload = await ask("journal.page", { uploadId: id, events: ["failed-final"] });
    expect(ofUpload.entries.map(({ event, path }) => [event, path])).toEqual([["failed-final", "b.nc"]]);
    const [third] = (await ask("journal.page", { limit: 2 })).entries.slice(1);
    const to = third?.at ?? "";
    expect((await ask("journal.page", { to })).entries.map(({ seq }) => seq)).toEqual([2, 1]);
    expect((await ask("journal.page", { from: to })).entries.map(({ seq }) => seq)).toEqual([4, 3]);
  });

  it("is exported as CSV with one header", async () => {
    const { engine, ask } = setUp();
    engine.find("=a,b.nc");
    const { csv, nextBeforeSeq } = await ask("journal.export", {});
    expect(csv.split("\r\n")).toEqual([
      "number,time (UTC),instrument,file,event,state after it,detail,upload",
      expect.stringMatching(/^1,2026-11-21T10:00:00\.000Z,Radar,"'=a,b\.nc",enqueued,queued,,0{8}-/),
      "",
    ]);
    expect(nextBeforeSeq).toBeNull();
    expect((await ask("journal.export", { beforeSeq: 1 })).csv).toBe("");
  });
});

describe("activity", () => {
  it("is given with times in UTC and with words for an instrument that is quiet", async () => {
    const { engine, ask } = setUp();
    const zeros = Array.from({ length: 48 }, () => 0);
    const nowMs = Date.UTC(2026, 10, 21, 14);
    engine.activityParts = {
      nowMs,
      instruments: [
        {
          instrument: instrument(),
          hourly: zeros,
          confirmedHourly: zeros,
          deliveredHourly: zeros,
          expected: null,
          lastFileAtMs: nowMs - 190 * 60_000,
          usualMinutes: 60,
          isQuiet: true,
          isSilent: true,
          nextFileAtMs: null,
          silentAtMs: nowMs - 10 * 60_000,
        },
      ],
    };
    const { now, hourStart, instruments } = await ask("activity", {});
    expect([now, hourStart]).toEqual(["2026-11-21T14:00:00.000Z", "2026-11-21T10:00:00.000Z"]);
    expect(instruments[0]).toMatchObject({
      name: "Radar",
      site: "hyytiala",
      instrument: "mira-35",
      lastFileAt: "2026-11-21T10:50:00.000Z",
      nextFileAt: null,
      silentAt: "2026-11-21T13:50:00.000Z",
      quietMessage: "No file since 10:50 UTC (usually one file an hour).",
    });
  });
});

import { describe, expect, it } from "vitest";
import type { Upload } from "#domain/upload.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { anyClaim, enqueued, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";

/** Duties of a ledger, whatever it stores on: its reads. `ledger` is an empty one in each test. */
export function ledgerReadsSuite(ledger: Ledger): void {
  describe("versions", () => {
    it("tells which versions it does not hold, in the given order", async () => {
      await ledger.enqueue([found(1), found(2)], noonMs);
      const many = Array.from({ length: 2500 }, (_, n) => found(2499 - n));
      const { unknown } = await ledger.compare("Cloud radar", many);
      expect(unknown).toEqual(many.filter(({ size }) => size !== 1001 && size !== 1002));
      expect(unknown[0]).toBe(many[0]);
      expect((await ledger.compare("Cloud radar", [found(1, { size: 7 })])).unknown).toHaveLength(1);
      expect((await ledger.compare("Cloud radar", [found(1, { mtimeUs: 7 })])).unknown).toHaveLength(1);
      expect((await ledger.compare("Ceilometer", [found(1)])).unknown).toHaveLength(1);
    });

    it("knows whether it ever met an instrument", async () => {
      expect(await ledger.isFirstMeeting("Cloud radar")).toBe(true);
      await enqueued(ledger, found(1), "superseded");
      expect(await ledger.isFirstMeeting("Cloud radar")).toBe(false);
      expect(await ledger.isFirstMeeting("Ceilometer")).toBe(true);
    });

    it("gives the versions of a path, newest first", async () => {
      await enqueued(ledger, found(1));
      await enqueued(ledger, found(1, { size: 8 }), "delivered");
      await enqueued(ledger, found(1, { size: 7 }));
      await enqueued(ledger, found(2));
      const versions = await ledger.versions("Cloud radar", found(1).relPath);
      expect(versions.map(({ size, state }) => [size, state])).toEqual([
        [7, "queued"],
        [8, "delivered"],
        [1001, "superseded"],
      ]);
    });

    it("keeps hostile names as they are", async () => {
      const names = ["a\nb.nc", "Ä.nc", "A\u0308.nc", "ä.NC", "%_'\".nc", "🌧/雨.nc", `${"x".repeat(300)}.nc`];
      await ledger.enqueue(
        names.map((relPath) => found(1, { relPath })),
        noonMs,
      );
      for (const relPath of names)
        expect(await ledger.versions("Cloud radar", relPath)).toMatchObject([{ relPath }]);
    });

    it("finds other paths of the same record that are delivered or in flight", async () => {
      const key = async (n: number, state: Upload["state"], change = {}) => {
        const upload = await enqueued(ledger, found(n, change));
        await ledger.claim(anyClaim());
        const hashed = {
          type: "hashed",
          checksum: String(n).padStart(32, "0"),
          recordKey: "one",
          mark: null,
        } as const;
        await ledger.apply(upload.id, hashed, noonMs);
        if (state === "queued") await ledger.apply(upload.id, { type: "released", reason: "paused" }, noonMs);
        return upload;
      };
      const first = await key(1, "announcing");
      const other = await key(2, "announcing");
      const twin = await key(3, "announcing", { instrument: "Ceilometer", relPath: first.relPath });
      await key(4, "queued");
      const same = await ledger.sameRecord("one", first.instrument, first.relPath);
      expect(same.map(({ id }) => id).sort()).toEqual([other.id, twin.id].sort());
      expect(await ledger.sameRecord("two", first.instrument, "")).toEqual([]);
    });
  });

  describe("list", () => {
    it("pages by newest change, whatever the filter", async () => {
      const states = ["queued", "blocked", "waiting", "delivered"] as const;
      for (let n = 0; n < 60; n++) {
        const instrument = n % 3 === 0 ? "Ceilometer" : "Cloud radar";
        const upload = await enqueued(ledger, found(n, { instrument }), states[n % 4] ?? "queued");
        if (n % 8 === 0) await ledger.apply(upload.id, { type: "cancelled" }, noonMs + n * 1000);
      }
      const all = await pages({}, 7);
      expect(all).toHaveLength(60);
      expect(new Set(all.map(({ id }) => id)).size).toBe(60);
      const times = all.map(({ updatedAtMs }) => updatedAtMs);
      expect(times).toEqual([...times].sort((a, b) => b - a));
      const instrument = "Ceilometer";
      expect(await pages({ instrument }, 3)).toEqual(
        all.filter((upload) => upload.instrument === instrument),
      );
      const some = ["cancelled", "blocked"] as const;
      const ofStates = all.filter(({ state }) => state === "cancelled" || state === "blocked");
      expect(await pages({ states: some }, 4)).toEqual(ofStates);
      expect(await pages({ cause: "refused", instrument }, 2)).toEqual(
        all.filter((upload) => upload.failure?.cause === "refused" && upload.instrument === instrument),
      );
      expect(await ledger.list({ states: [] }, 10, null)).toEqual([]);
      expect(await ledger.list({}, 10, "nobody")).toEqual([]);
    });

    async function pages(filter: Parameters<Ledger["list"]>[0], size: number): Promise<Upload[]> {
      const all: Upload[] = [];
      for (;;) {
        const page = await ledger.list(filter, size, all.at(-1)?.id ?? null);
        all.push(...page);
        if (page.length < size) return all;
      }
    }

    it("finds a part of the path in any case, and takes it literally", async () => {
      const names = ["Live_ÄÖ.nc", "live_100%.nc", "other.nc"];
      await ledger.enqueue(
        names.map((relPath, n) => found(n, { relPath })),
        noonMs,
      );
      const paths = async (text: string) => (await ledger.list({ text }, 9, null)).map((u) => u.relPath);
      expect(await paths("LIVE")).toEqual([names[1], names[0]]);
      expect(await paths("äö")).toEqual([names[0]]);
      expect(await paths("%")).toEqual([names[1]]);
      expect(await paths("")).toHaveLength(3);
    });
  });

  describe("totals", () => {
    it("count refused files by what the portal said of them", async () => {
      const said = async (n: number, portalMessage: string | null, instrument = "Radar") => {
        const { id } = await enqueued(ledger, found(n, { instrument }), "hashing");
        const failure = { cause: "refused", message: "It is refused.", portalMessage } as const;
        await ledger.apply(id, { type: "failed-final", failure }, noonMs);
      };
      for (const n of [1, 2, 3]) await said(n, "Unknown site", n === 1 ? "Lidar" : "Radar");
      for (const n of [4, 5]) await said(n, "Unknown tag");
      await said(6, null);
      const counts = (await ledger.causes()).map((one) => [one.portalMessage, one.count, one.instrument]);
      expect(counts).toEqual([
        ["Unknown site", 3, null],
        ["Unknown tag", 2, "Radar"],
        [null, 1, "Radar"],
      ]);
    });

    it("counts states, lanes, causes and instruments", async () => {
      await enqueued(ledger, found(1), "delivered");
      await enqueued(ledger, found(2), "waiting");
      await enqueued(ledger, found(3, { lane: "backfill" }), "blocked");
      await enqueued(ledger, found(4), "cancelled");
      await enqueued(ledger, found(5, { instrument: "Ceilometer", lane: "backfill" }), "blocked");
      const debt = await enqueued(ledger, found(6, { mtimeUs: 5_999 }), "sending");
      await ledger.apply(debt.id, { type: "released", reason: "paused" }, noonMs);
      expect(await ledger.totals()).toEqual({
        queued: 1,
        hashing: 0,
        announcing: 0,
        sending: 0,
        waiting: 1,
        blocked: 2,
        delivered: 1,
        superseded: 0,
        cancelled: 1,
      });
      expect(await ledger.laneTotals()).toEqual({ debt: 1, fresh: 1, changed: 0, backfill: 2 });
      const [refused, passing] = await ledger.causes();
      expect(refused).toMatchObject({
        cause: "refused",
        count: 2,
        message: "It failed: refused. Nothing to do.",
      });
      expect((await ledger.get(refused?.sampleId ?? ""))?.relPath).toBe(refused?.samplePath);
      expect(passing).toMatchObject({ cause: "portal-error", count: 1, samplePath: found(2).relPath });
      expect(await ledger.oldestUnsentAtMs()).toBe(5);
      expect(await ledger.nextDueMs()).toBe(noonMs + 60_000);
      expect(await ledger.instrumentCounts()).toEqual([
        { instrument: "Ceilometer", lastDeliveredAtMs: null },
        { instrument: "Cloud radar", lastDeliveredAtMs: noonMs },
      ]);
      // Neither the blocked ones, nor what is delivered or given up.
      const left = await ledger.list({ states: ["queued", "waiting"] }, 99, null);
      const bytes = left.reduce((sum, { size }) => sum + size, 0);
      expect(left).toHaveLength(2);
      expect(await ledger.bytesLeft()).toEqual([{ instrument: "Cloud radar", files: 2, bytes }]);
    });

    it("holds sizes beyond whole numbers of JavaScript, and adds them up", async () => {
      const size = 2 ** 62;
      for (const n of [1, 2, 3]) await enqueued(ledger, found(n, { size }));
      expect((await ledger.list({}, 9, null)).map((upload) => upload.size)).toEqual([size, size, size]);
      expect(await ledger.bytesLeft()).toEqual([{ instrument: "Cloud radar", files: 3, bytes: 3 * size }]);
    });

    it("tells what is late: not what a person has to release, nor what is young", async () => {
      await enqueued(ledger, found(1), "delivered");
      await enqueued(ledger, found(2), "blocked");
      expect(await ledger.late(noonMs + 1, noonMs + 2)).toEqual({ isSending: false, isRetrying: false });
      await enqueued(ledger, found(3), "waiting");
      expect(await ledger.late(noonMs - 1, noonMs + 1)).toEqual({ isSending: false, isRetrying: false });
      expect(await ledger.late(noonMs + 1, noonMs + 2)).toEqual({ isSending: false, isRetrying: true });
      const again = {
        instruments: ["Cloud radar"],
        limit: 1,
        maxSize: null,
        dates: null,
        nowMs: noonMs + 60_000,
      };
      expect(await ledger.claim(again)).toMatchObject([{ state: "hashing", attempts: 1 }]);
      expect(await ledger.late(noonMs + 1, noonMs + 2)).toEqual({ isSending: false, isRetrying: true });
      await enqueued(ledger, found(4), "hashing");
      expect(await ledger.late(noonMs + 1, noonMs + 2)).toEqual({ isSending: true, isRetrying: true });
      // Recorded ahead of the clock, which was set back since.
      expect(await ledger.late(noonMs - 2, noonMs - 1)).toEqual({ isSending: true, isRetrying: true });
    });

    it("has nothing to tell while it is empty", async () => {
      expect(await ledger.oldestUnsentAtMs()).toBeNull();
      expect(await ledger.late(1, 0)).toEqual({ isSending: false, isRetrying: false });
      expect(await ledger.nextDueMs()).toBeNull();
      expect(await ledger.causes()).toEqual([]);
      expect(await ledger.instrumentCounts()).toEqual([]);
      expect(await ledger.lastSeq()).toBe(0);
    });
  });

  describe("journal", () => {
    it("tells what happened, in order, with what the event does not say itself", async () => {
      const upload = await enqueued(ledger, found(1), "blocked");
      await ledger.enqueue([found(2)], noonMs);
      await ledger.apply(upload.id, { type: "retried" }, noonMs + 5);
      const { instrument, relPath, id: uploadId } = upload;
      const own = await ledger.journal({ sinceSeq: 0, limit: 99, uploadId });
      expect(own.map(({ event, state, detail }) => [event, state, detail])).toEqual([
        ["enqueued", "queued", null],
        ["claimed", "hashing", null],
        ["failed-final", "blocked", "refused: It failed: refused. Nothing to do."],
        ["retried", "queued", null],
      ]);
      expect(own[3]).toMatchObject({ atMs: noonMs + 5, instrument, relPath, uploadId });
      const all = await ledger.journal({ sinceSeq: 0, limit: 99 });
      expect(all).toHaveLength(5);
      expect(await ledger.journal({ sinceSeq: all[1]?.seq ?? 0, limit: 2 })).toEqual(all.slice(2, 4));
      expect(await ledger.lastSeq()).toBe(all.at(-1)?.seq);
    });
  });
}

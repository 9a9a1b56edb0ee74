import { describe, expect, it } from "vitest";
import type { Ledger } from "#engine/ports/ledger.ts";
import { anyClaim, enqueued, failure, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";

/** Duties of a ledger, whatever it stores on: uploads that it hands out. `ledger` is an empty one in each test. */
export function ledgerClaimsSuite(ledger: Ledger): void {
  describe("claim", () => {
    it("takes debts, then fresh, changed, backfill; newest date, then oldest file", async () => {
      const backfill = await enqueued(ledger, found(1, { lane: "backfill", measurementDate: "2026-03-04" }));
      await enqueued(ledger, found(2), "delivered");
      const changed = await enqueued(ledger, found(2, { size: 9 }));
      const young = await enqueued(ledger, found(3, { mtimeUs: 30 }));
      const old = await enqueued(ledger, found(4, { mtimeUs: 20 }));
      const newDay = await enqueued(ledger, found(5, { mtimeUs: 40, measurementDate: "2026-03-06" }));
      const debt = await enqueued(ledger, found(6, { lane: "backfill" }), "sending");
      await ledger.apply(debt.id, { type: "released", reason: "paused" }, noonMs);
      const claimed = await ledger.claim(anyClaim());
      const ids = [debt, newDay, old, young, changed, backfill].map(({ id }) => id);
      expect(claimed.map(({ id }) => id)).toEqual(ids);
      expect(claimed.every(({ state }) => state === "hashing")).toBe(true);
      expect(await ledger.claim(anyClaim())).toEqual([]);
    });

    it("takes the newest date, then the oldest file, where it may take one", async () => {
      const old = await enqueued(ledger, found(1, { mtimeUs: 20, measurementDate: "2026-03-04" }));
      const young = await enqueued(ledger, found(2, { mtimeUs: 40, measurementDate: "2026-03-06" }));
      const first = await enqueued(ledger, found(3, { mtimeUs: 30, measurementDate: "2026-03-06" }));
      const taken = [];
      for (let n = 0; n < 3; n += 1) taken.push(...(await ledger.claim(anyClaim({ limit: 1 }))));
      expect(taken.map(({ id }) => id)).toEqual([first, young, old].map(({ id }) => id));
    });

    it("takes what the request allows", async () => {
      const small = await enqueued(ledger, found(1, { size: 10 }));
      await enqueued(ledger, found(2, { size: 11 }));
      await enqueued(ledger, found(3, { size: 10, instrument: "Ceilometer" }));
      await enqueued(ledger, found(4, { size: 10, measurementDate: "2026-03-01" }));
      const dates = [
        { from: "2026-03-02", to: "2026-03-04" },
        { from: "2026-03-03", to: "2026-03-05" },
      ];
      const request = anyClaim({ maxSize: 10, instruments: ["Cloud radar"], dates });
      expect(await ledger.claim(anyClaim({ dates: [] }))).toEqual([]);
      expect((await ledger.claim(request)).map(({ id }) => id)).toEqual([small.id]);
      expect(await ledger.claim(anyClaim({ limit: 2 }))).toHaveLength(2);
      expect(await ledger.claim(anyClaim({ limit: 0 }))).toHaveLength(0);
    });

    it("takes of some instruments only what a person added, which is no sign that they write", async () => {
      await enqueued(ledger, found(1, { mtimeUs: 20_000_000 }));
      const relPath = "/added/cloud-radar-00000000/2026-03-05/a.nc";
      const added = await enqueued(ledger, found(2, { relPath, mtimeUs: 90_000_000 }));
      const request = anyClaim({ instruments: ["Ceilometer"], addedOf: ["Cloud radar"] });
      expect((await ledger.claim(request)).map(({ id }) => id)).toEqual([added.id]);
      expect((await ledger.arrivals()).get("Cloud radar")).toEqual([20_000]);
    });

    it("for a probe takes what waits, too, others' before those of the last instruments, changed files at the end", async () => {
      await enqueued(ledger, found(1), "delivered");
      const changed = await enqueued(ledger, found(1, { size: 9 }));
      const fresh = await enqueued(ledger, found(2));
      const left = await enqueued(ledger, found(3));
      const other = await enqueued(
        ledger,
        found(4, { instrument: "Ceilometer", lane: "backfill" }),
        "waiting",
      );
      const request = anyClaim({ probe: { except: [left.id], last: ["Cloud radar"] } });
      expect((await ledger.claim(request)).map(({ id }) => id)).toEqual([other.id, fresh.id, changed.id]);
    });

    it("takes as many as asked for when spans of dates overlap", async () => {
      await ledger.enqueue([found(1), found(2), found(3)], noonMs);
      const span = { from: "2026-03-05", to: "2026-03-05" };
      expect(await ledger.claim(anyClaim({ limit: 3, dates: [span, span] }))).toHaveLength(3);
    });

    it("queues what is due, and what a clock that was set back has put too far ahead", async () => {
      const upload = await enqueued(ledger, found(1), "waiting");
      const dueMs = upload.notBeforeMs ?? 0;
      expect(await ledger.claim(anyClaim({ nowMs: dueMs - 1 }))).toEqual([]);
      expect(await ledger.claim(anyClaim({ nowMs: dueMs - 63 * 60_000 }))).toEqual([]);
      expect(await ledger.claim(anyClaim({ nowMs: dueMs }))).toMatchObject([{ attempts: 1, failure: null }]);
      await ledger.apply(
        upload.id,
        { type: "failed-passing", failure: failure(), notBeforeMs: dueMs },
        noonMs,
      );
      expect(await ledger.claim(anyClaim({ nowMs: dueMs - 63 * 60_000 - 1 }))).toHaveLength(1);
    });

    it("moves what waits with a wall clock that was set", async () => {
      const { id, notBeforeMs } = await enqueued(ledger, found(1), "waiting");
      const other = await enqueued(ledger, found(2), "blocked");
      const dueMs = notBeforeMs ?? 0;
      const lastSeq = await ledger.lastSeq();
      await ledger.moveDue(-5_000_000);
      expect(await ledger.nextDueMs()).toBe(dueMs - 5_000_000);
      await ledger.moveDue(86_400_000);
      expect(await ledger.get(id)).toMatchObject({ state: "waiting", notBeforeMs: dueMs + 81_400_000 });
      expect(await ledger.get(other.id)).toEqual(other);
      expect(await ledger.lastSeq()).toBe(lastSeq);
    });

    it("queues all that is due, even more than one transaction takes", async () => {
      const versions = Array.from({ length: 450 }, (_, n) => found(n));
      await ledger.enqueue(versions, noonMs);
      const failed = { type: "failed-passing", failure: failure(), notBeforeMs: noonMs } as const;
      for (const { id } of await ledger.claim(anyClaim({ limit: 450 })))
        await ledger.apply(id, failed, noonMs);
      expect(await ledger.claim(anyClaim({ limit: 1000 }))).toHaveLength(450);
    });
  });
}

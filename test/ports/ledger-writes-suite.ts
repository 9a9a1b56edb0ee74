import { describe, expect, it } from "vitest";
import type { JournalLine } from "#domain/journal.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import {
  anyClaim,
  bringTo,
  enqueued,
  found,
  hashed,
  noonMs,
  receipt,
} from "#test/support/builders/ledger-fixtures.ts";

/** Duties of a ledger, whatever it stores on: its writes. `ledger` is an empty one in each test. */
export function ledgerWritesSuite(ledger: Ledger): void {
  describe("enqueue", () => {
    it("gives what is new, and nothing for a version that it holds", async () => {
      const first = await ledger.enqueue([found(1), found(2), found(1)], noonMs);
      expect(first.map(({ relPath }) => relPath)).toEqual([found(1).relPath, found(2).relPath]);
      const { rewrittenFrom: _, ...version } = found(1);
      expect(first[0]).toEqual({
        ...version,
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        state: "queued",
        checksum: null,
        recordKey: null,
        failure: null,
        notBeforeMs: null,
        attempts: 0,
        isAnnounced: false,
        receipt: null,
        content: null,
        createdAtMs: noonMs,
        updatedAtMs: noonMs,
      });
      expect(await ledger.enqueue([found(2), found(1), found(3)], noonMs)).toHaveLength(1);
    });

    it("keeps more files than one transaction takes", async () => {
      const versions = Array.from({ length: 450 }, (_, n) => found(n));
      expect(await ledger.enqueue(versions, noonMs)).toHaveLength(450);
      expect((await ledger.totals()).queued).toBe(450);
    });

    it.each(["queued", "hashing", "sending", "waiting", "blocked", "cancelled"] as const)(
      "supersedes an earlier version that is %s, and calls the new one changed",
      async (state) => {
        const earlier = await enqueued(ledger, found(1), state);
        const [later] = await ledger.enqueue([found(1, { size: 9 })], noonMs + 1);
        expect(later?.lane).toBe("changed");
        const after = await ledger.get(earlier.id);
        expect(after).toMatchObject({ state: "superseded", failure: null, notBeforeMs: null });
      },
    );

    it("leaves a delivered version delivered", async () => {
      const earlier = await enqueued(ledger, found(1), "delivered");
      const [later] = await ledger.enqueue([found(1, { mtimeUs: 5 })], noonMs);
      expect(later?.lane).toBe("changed");
      expect(await ledger.get(earlier.id)).toEqual(earlier);
    });

    it("takes a version again that came back after it was superseded", async () => {
      await enqueued(ledger, found(1));
      const between = await enqueued(ledger, found(1, { size: 9 }));
      expect((await ledger.compare("Cloud radar", [found(1)])).unknown).toHaveLength(1);
      expect(await ledger.enqueue([found(1)], noonMs)).toHaveLength(1);
      expect((await ledger.get(between.id))?.state).toBe("superseded");
    });

    it("keeps the same path of two instruments apart", async () => {
      await enqueued(ledger, found(1));
      const [other] = await ledger.enqueue([found(1, { instrument: "Ceilometer" })], noonMs);
      expect(other?.lane).toBe("fresh");
    });

    it("keeps a modification time that no JavaScript integer can hold", async () => {
      const mtimeUs = 2 ** 53 * 1.5;
      const upload = await enqueued(ledger, found(1, { mtimeUs }));
      expect((await ledger.get(upload.id))?.mtimeUs).toBe(mtimeUs);
      expect((await ledger.compare("Cloud radar", [found(1, { mtimeUs })])).unknown).toEqual([]);
      expect(await ledger.claim(anyClaim())).toHaveLength(1);
    });
  });

  describe("apply", () => {
    it("gives null for an unknown upload and for an event that does not apply, and writes nothing", async () => {
      const upload = await enqueued(ledger, found(1), "delivered");
      const seq = await ledger.lastSeq();
      expect(await ledger.apply(upload.id, { type: "retried" }, noonMs)).toBeNull();
      expect(await ledger.apply("nobody", { type: "retried" }, noonMs)).toBeNull();
      expect(await ledger.lastSeq()).toBe(seq);
      expect(await ledger.get(upload.id)).toEqual(upload);
    });

    it("keeps the receipt with what was delivered", async () => {
      const upload = await enqueued(ledger, found(1), "announcing");
      const kept = await ledger.apply(upload.id, { type: "confirmed", receipt: receipt(upload) }, noonMs + 9);
      expect(kept).toMatchObject({ state: "delivered", receipt: receipt(upload), updatedAtMs: noonMs + 9 });
      expect(await ledger.get(upload.id)).toEqual(kept);
    });

    it("gives null when another upload has the checksum in flight, of whatever instrument", async () => {
      const first = await enqueued(ledger, found(1), "sending");
      const second = await enqueued(ledger, found(1, { instrument: "Ceilometer" }), "hashing");
      const same = hashed(second, { checksum: first.checksum ?? "" });
      expect(await ledger.apply(second.id, same, noonMs)).toBeNull();
      expect(await ledger.get(second.id)).toEqual(second);
      await ledger.apply(first.id, { type: "confirmed", receipt: receipt(first) }, noonMs);
      expect(await ledger.apply(second.id, same, noonMs)).toMatchObject({ state: "announcing" });
    });

    it("owes an announced file until it is confirmed or its content differs", async () => {
      const upload = await enqueued(ledger, found(1), "sending");
      const released = await ledger.apply(upload.id, { type: "released", reason: "paused" }, noonMs);
      expect(released).toMatchObject({ state: "queued", lane: "debt", isAnnounced: true, attempts: 0 });
      await ledger.claim(anyClaim());
      const again = await ledger.apply(upload.id, hashed(upload), noonMs);
      expect(again).toMatchObject({ isAnnounced: true, lane: "debt" });
      await ledger.apply(upload.id, { type: "released", reason: "paused" }, noonMs);
      await ledger.claim(anyClaim());
      const other = await ledger.apply(upload.id, hashed(upload, { checksum: "0".repeat(32) }), noonMs);
      expect(other).toMatchObject({ isAnnounced: false, lane: "changed" });
    });

    it("applies to all of a filter that the event applies to", async () => {
      const versions = Array.from({ length: 450 }, (_, n) => found(n));
      for (const upload of await ledger.enqueue(versions, noonMs)) {
        await bringTo(ledger, upload, upload.size % 2 === 0 ? "blocked" : "waiting");
      }
      await enqueued(ledger, found(999), "delivered");
      const spared = { exceptCauses: ["refused", "portal-error"] } as const;
      expect(await ledger.applyAll(spared, { type: "retried" }, noonMs)).toBe(0);
      expect(await ledger.applyAll({ cause: "refused" }, { type: "retried" }, noonMs)).toBe(225);
      expect(await ledger.applyAll({ text: "_00044" }, { type: "cancelled" }, noonMs)).toBe(10);
      expect(await ledger.totals()).toMatchObject({
        queued: 220,
        waiting: 220,
        cancelled: 10,
        delivered: 1,
      });
    });
  });

  describe("telling", () => {
    it("tells of journal lines before the call resolves, until told to stop", async () => {
      const heard: JournalLine[] = [];
      const stop = ledger.onCommitted((entries) => heard.push(...entries));
      const upload = await enqueued(ledger, found(1), "waiting");
      expect(heard.map(({ event, state }) => `${event} ${state}`)).toEqual([
        "enqueued queued",
        "claimed hashing",
        "failed-passing waiting",
      ]);
      expect(await ledger.journal({ sinceSeq: 0, limit: 9 })).toEqual(heard);
      stop();
      await ledger.apply(upload.id, { type: "cancelled" }, noonMs);
      expect(heard).toHaveLength(3);
    });

    it("rejects every call once it is closed, and closes twice", async () => {
      await ledger.close();
      await ledger.close();
      await expect(ledger.totals()).rejects.toThrow(LedgerError);
    });
  });

  describe("renameInstrument", () => {
    it("moves all uploads with receipts, counts and lines, and what is counted by hours", async () => {
      await enqueued(ledger, found(1), "delivered");
      const waiting = await enqueued(ledger, found(2), "waiting");
      await enqueued(ledger, found(3, { instrument: "Other" }), "delivered");
      const { instrument } = found(1);
      const views = async () => ({
        metrics: await ledger.metrics(),
        cells: await ledger.queueCells({}),
        files: await ledger.fileHours(0, 1e6),
        deliveries: await ledger.deliveryHours(0, 1e6),
        hours: await ledger.instrumentHours(1e6),
        lines: await ledger.journal({ sinceSeq: 0, limit: 100 }),
        uploads: await ledger.list({}, 10, null),
      });
      const before = JSON.stringify(await views());
      expect(await ledger.renameInstrument(instrument, "Aaa")).toBe(2);
      const after = JSON.stringify(await views());
      expect(after).not.toContain(`"${instrument}"`);
      expect(await ledger.isFirstMeeting(instrument)).toBe(true);
      expect(await ledger.renameInstrument("Aaa", instrument)).toBe(2);
      expect(JSON.stringify(await views())).toBe(before);
      expect(await ledger.renameInstrument(instrument, "Other")).toBeNull();
      expect(await ledger.renameInstrument("Nobody", "Other")).toBe(0);
      expect(JSON.stringify(await views())).toBe(before);

      await ledger.renameInstrument(instrument, "Aaa");
      expect(await ledger.enqueue([found(2, { instrument: "Aaa" })], noonMs)).toEqual([]);
      const [later] = await ledger.enqueue([found(2, { instrument: "Aaa", size: 9 })], noonMs);
      expect(later?.lane).toBe("changed");
      expect((await ledger.get(waiting.id))?.state).toBe("superseded");
      expect(await ledger.totals()).toMatchObject({ delivered: 2, queued: 1, superseded: 1, waiting: 0 });
    });
  });
}

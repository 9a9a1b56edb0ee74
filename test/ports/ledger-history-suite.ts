import { describe, expect, it } from "vitest";
import type { JournalFilter, JournalLine } from "#domain/journal.ts";
import type { Receipt } from "#domain/upload.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { aQueue, enqueued, found, hashed, noonMs } from "#test/support/builders/ledger-fixtures.ts";

const hourMs = 3_600_000;
const noonHour = noonMs / hourMs;

/** Duties of a ledger, whatever it stores on: reads of the past by pages. `ledger` is an empty one in each test. */
export function ledgerHistorySuite(ledger: Ledger): void {
  describe("the journal from its newest end", () => {
    it("comes in pages that fit together, whatever the filter", async () => {
      const uploads = await aQueue(ledger);
      const all = (await ledger.journal({ sinceSeq: 0, limit: 999 })).toReversed();
      const uploadId = uploads[3]?.id ?? "";
      const filters: readonly (readonly [JournalFilter, (line: JournalLine) => boolean])[] = [
        [{}, () => true],
        [{ text: "3_zen" }, ({ relPath }) => relPath.includes("3_ZEN")],
        [{ instrument: "Ceilometer" }, ({ instrument }) => instrument === "Ceilometer"],
        [
          { events: ["confirmed", "cancelled"] },
          ({ event }) => event === "confirmed" || event === "cancelled",
        ],
        [{ uploadId }, (line) => line.uploadId === uploadId],
        [{ fromMs: noonMs + 1000 }, ({ atMs }) => atMs >= noonMs + 1000],
        [{ toMs: noonMs + 1000 }, ({ atMs }) => atMs < noonMs + 1000],
        [
          { text: "3_zen", instrument: "Ceilometer", events: ["enqueued"] },
          (line) =>
            line.relPath.includes("3_ZEN") && line.instrument === "Ceilometer" && line.event === "enqueued",
        ],
      ];
      for (const [filter, fits] of filters) {
        const lines = all.filter(fits);
        expect(lines.length).toBeGreaterThan(0);
        const seen = [];
        let beforeSeq: number | null = null;
        do {
          const page: Awaited<ReturnType<Ledger["journalPage"]>> = await ledger.journalPage({
            ...filter,
            beforeSeq,
            limit: 4,
          });
          expect(page.entries.length).toBeLessThanOrEqual(4);
          seen.push(...page.entries);
          beforeSeq = page.nextBeforeSeq;
        } while (beforeSeq !== null);
        expect(seen).toEqual(lines);
      }
    });

    it("says how far back it looked", async () => {
      const nothing = { entries: [], nextBeforeSeq: null };
      const query = { beforeSeq: null, limit: 5, text: "nowhere" };
      expect(await ledger.journalPage(query)).toEqual({ ...nothing, scannedToMs: null });
      await ledger.enqueue([found(1)], noonMs - 7000);
      await ledger.enqueue([found(2)], noonMs);
      expect(await ledger.journalPage(query)).toEqual({ ...nothing, scannedToMs: noonMs - 7000 });
      expect(await ledger.journalPage({ beforeSeq: null, limit: 1 })).toMatchObject({
        nextBeforeSeq: 2,
        scannedToMs: noonMs,
      });
      expect(await ledger.journalPage({ beforeSeq: 1, limit: 5 })).toEqual({
        ...nothing,
        scannedToMs: null,
      });
    });
  });

  describe("hours", () => {
    it("count files by the hour of their modification time, without superseded versions", async () => {
      await enqueued(ledger, found(1), "delivered");
      await enqueued(ledger, found(2));
      await enqueued(ledger, found(3), "cancelled");
      await enqueued(ledger, found(4, { mtimeUs: (noonMs - 1) * 1000 }), "blocked");
      await enqueued(ledger, found(5, { instrument: "Ceilometer" }));
      await enqueued(ledger, found(2, { size: 7, mtimeUs: (noonMs + hourMs) * 1000 }));
      const again = await enqueued(ledger, found(6), "cancelled");
      await ledger.apply(again.id, { type: "retried" }, noonMs);
      const hour = { instrument: "Cloud radar", found: 1, delivered: 0, givenUp: 0 };
      expect(await ledger.fileHours(noonHour - 1, noonHour + 2)).toEqual([
        { ...hour, instrument: "Ceilometer", hour: noonHour },
        { ...hour, hour: noonHour - 1 },
        { ...hour, hour: noonHour, found: 3, delivered: 1, givenUp: 1 },
        { ...hour, hour: noonHour + 1 },
      ]);
      expect(await ledger.fileHours(noonHour + 1, noonHour + 2)).toHaveLength(1);
    });

    it("count a file once, by its newest version, whatever becomes of the versions", async () => {
      const later = (hours: number) => found(1, { size: hours, mtimeUs: (noonMs + hours * hourMs) * 1000 });
      const hours = async () =>
        (await ledger.fileHours(noonHour, noonHour + 9)).map((one) => [
          one.hour - noonHour,
          one.found,
          one.delivered,
          one.givenUp,
        ]);
      const first = await enqueued(ledger, found(1), "delivered");
      await enqueued(ledger, found(2), "delivered");
      expect(await ledger.replacedCount()).toBe(0);
      await enqueued(ledger, later(1), "delivered");
      expect(await hours()).toEqual([
        [0, 1, 1, 0],
        [1, 1, 1, 0],
      ]);
      expect(await ledger.replacedCount()).toBe(1);
      const third = await enqueued(ledger, later(2), "cancelled");
      expect(await hours()).toEqual([
        [0, 1, 1, 0],
        [2, 1, 0, 1],
      ]);
      await ledger.apply(third.id, { type: "retried" }, noonMs);
      await ledger.apply(third.id, { type: "changed" }, noonMs);
      expect(await hours()).toEqual([
        [0, 1, 1, 0],
        [1, 1, 1, 0],
      ]);
      await ledger.apply(first.id, { type: "displaced" }, noonMs);
      expect(await ledger.replacedCount()).toBe(0);
      expect(await hours()).toEqual([
        [0, 1, 1, 0],
        [1, 1, 1, 0],
      ]);
      // The interval of an instrument is learned from what it wrote: each version tells of an hour.
      expect((await ledger.instrumentHours(noonHour + 9))[0]?.busy.map(([, count]) => count)).toEqual([1, 1]);
    });

    it("count what was delivered by the hour of delivery, and the bytes that were sent", async () => {
      await enqueued(ledger, found(1, { size: 400, mtimeUs: 1000 }), "delivered");
      await enqueued(ledger, found(2, { size: 30 }), "delivered");
      const known = await enqueued(ledger, found(3, { size: 5 }), "hashing");
      const next = await ledger.apply(known.id, hashed(known), noonMs);
      const receipt: Receipt = {
        kind: "known",
        checksum: next?.checksum ?? "",
        size: 5,
        confirmedAtMs: noonMs,
        recordFilename: null,
        recordUuid: null,
        portal: null,
      };
      await ledger.apply(known.id, { type: "confirmed", receipt }, noonMs + hourMs);
      expect(await ledger.deliveryHours(0, noonHour + 5)).toEqual([
        { instrument: "Cloud radar", hour: noonHour, files: 2, sentBytes: 430 },
        { instrument: "Cloud radar", hour: noonHour + 1, files: 1, sentBytes: 0 },
      ]);
      expect(await ledger.deliveryHours(noonHour + 1, noonHour + 1)).toEqual([]);
    });

    it("know in which hours files of each instrument came", async () => {
      const inHour = (n: number, hour: number) => found(n, { mtimeUs: (hour * hourMs + n) * 1000 });
      const late = Array.from({ length: 721 }, (_, n) => inHour(n, noonHour - n));
      await ledger.enqueue([inHour(800, noonHour), inHour(801, noonHour + 2), ...late], noonMs);
      await ledger.enqueue([found(500, { instrument: "Ceilometer" })], noonMs);
      const [ceilometer, radar] = await ledger.instrumentHours(noonHour + 2);
      expect([ceilometer?.instrument, ceilometer?.busy.length]).toEqual(["Ceilometer", 1]);
      expect([radar?.instrument, radar?.firstDelivery]).toEqual(["Cloud radar", null]);
      expect(radar?.busy.slice(0, 2)).toEqual([
        [noonHour, 2],
        [noonHour - 1, 1],
      ]);
      expect(radar?.busy.length).toBe(720);
    });

    it("know since when an instrument delivers", async () => {
      await enqueued(ledger, found(1), "delivered");
      const again = await enqueued(ledger, found(2));
      await ledger.apply(again.id, { type: "cancelled" }, noonMs + hourMs);
      expect(await ledger.instrumentHours(noonHour + 1)).toEqual([
        { instrument: "Cloud radar", busy: [[noonHour, 2]], firstDelivery: noonHour },
      ]);
    });

    it("know the newest modification times of each instrument", async () => {
      const at = (n: number) => found(n, { mtimeUs: (noonMs + n * 1000) * 1000 });
      for (const n of [5, 90, 1]) await ledger.enqueue([at(n)], noonMs);
      expect((await ledger.arrivals()).get("Cloud radar")).toEqual([90, 5, 1].map((n) => noonMs + n * 1000));
      await ledger.enqueue(
        Array.from({ length: 80 }, (_, n) => at(n + 10)),
        noonMs,
      );
      await ledger.enqueue([found(500, { instrument: "Ceilometer" })], noonMs);
      const arrivals = await ledger.arrivals();
      expect([...arrivals.keys()]).toEqual(["Ceilometer", "Cloud radar"]);
      expect(arrivals.get("Cloud radar")).toEqual(
        Array.from({ length: 60 }, (_, n) => noonMs + (90 - n) * 1000),
      );
    });
  });
}

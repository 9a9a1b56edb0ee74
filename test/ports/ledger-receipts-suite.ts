import { describe, expect, it } from "vitest";
import type { Receipt, Upload } from "#domain/upload.ts";
import type { DeliveredQuery, Ledger } from "#engine/ports/ledger.ts";
import { bringTo, enqueued, found, noonMs, receipt } from "#test/support/builders/ledger-fixtures.ts";

/** Knowledge that a ledger must have of the portal's records behind receipts. `ledger` is an empty one in each test. */
export function ledgerReceiptsSuite(ledger: Ledger): void {
  describe("receipts", () => {
    async function confirmed(n: number, change: Partial<Receipt>, instrument = "Radar"): Promise<Upload> {
      const upload = await enqueued(ledger, found(n, { instrument }), "announcing");
      const event = { type: "confirmed", receipt: { ...receipt(upload), ...change } } as const;
      return (await ledger.apply(upload.id, event, noonMs)) ?? upload;
    }

    it("those of a record that they do not name are found, oldest first, and no others", async () => {
      await confirmed(1, { kind: "stored" });
      const twin = await confirmed(2, { kind: "twin" });
      await confirmed(3, { kind: "twin", recordFilename: "other.nc" });
      const known = await confirmed(4, { kind: "known" });
      await enqueued(ledger, found(5));
      expect((await ledger.withoutRecord(10)).map(({ id }) => id)).toEqual([twin.id, known.id]);
      expect(await ledger.withoutRecord(1)).toHaveLength(1);
    });

    it("of an earlier version are told from those of the newest that is delivered", async () => {
      const versions: Upload[] = [];
      for (const [n, state] of (["delivered", "delivered", "blocked"] as const).entries())
        versions.push(await enqueued(ledger, found(1, { size: 10 + n, mtimeUs: 1000 + n }), state));
      const other = await enqueued(ledger, found(2), "delivered");
      const ids = [...versions, other].map(({ id }) => id);
      // The third is not on the portal: what is there is the second.
      expect(await ledger.replaced([...ids, "nobody"])).toEqual([ids[0]]);
    });

    it("are completed with a line of the journal, and stay of the time when they were given", async () => {
      const twin = await confirmed(1, { kind: "twin" });
      const { receipt: before } = twin;
      if (before === null) throw new Error("not delivered");
      const completed = { ...before, recordFilename: "other.nc", recordUuid: "u-1" };
      const laterMs = noonMs + 7_200_000;
      const after = await ledger.apply(twin.id, { type: "record-found", receipt: completed }, laterMs);
      expect(after).toEqual({ ...twin, receipt: completed });
      expect(await ledger.get(twin.id)).toEqual(after);
      expect(await ledger.withoutRecord(10)).toEqual([]);
      const line = { event: "record-found", state: "delivered", detail: "other.nc", atMs: laterMs };
      expect((await ledger.journal({ sinceSeq: 0, limit: 100 })).at(-1)).toMatchObject(line);
      expect((await ledger.totals()).delivered).toBe(1);
      const hour = noonMs / 3_600_000;
      expect(await ledger.deliveryHours(hour, hour + 24)).toMatchObject([{ hour, files: 1 }]);
    });

    it("are doubted by a first look, which a second one confirms that sees the same", async () => {
      const { id, measurementDate } = await confirmed(1, {});
      const queued = await enqueued(ledger, found(2));
      expect(await ledger.noteLook(queued.id, "missing", noonMs)).toBe(null);
      expect(await ledger.noteLook(id, "missing", noonMs)).toBe(noonMs);
      expect(await ledger.firstLooks()).toEqual([{ id, measurementDate, atMs: noonMs }]);
      expect(await ledger.noteLook(id, "missing", noonMs + 5)).toBe(noonMs);
      expect(await ledger.noteLook(id, "replaced", noonMs + 10)).toBe(noonMs + 10);
      // The clock was set back.
      expect(await ledger.noteLook(id, "replaced", noonMs)).toBe(noonMs);
      await ledger.clearLooks([id, queued.id]);
      expect(await ledger.firstLooks()).toEqual([]);
      expect(await ledger.noteLook(id, "replaced", noonMs + 20)).toBe(noonMs + 20);
    });

    it("that are withdrawn take their first look with them, and come back by a record", async () => {
      const before = await confirmed(1, {});
      await ledger.noteLook(before.id, "replaced", noonMs);
      const failure = { cause: "replaced-on-portal", message: "other content", portalMessage: null } as const;
      await ledger.apply(before.id, { type: "revoked", failure }, noonMs + 1);
      expect(await ledger.firstLooks()).toEqual([]);
      const back = { ...receipt(before), kind: "known", recordUuid: "u-1", recordFilename: "1.nc" } as const;
      const after = await ledger.apply(before.id, { type: "record-found", receipt: back }, noonMs + 2);
      expect(after).toMatchObject({ state: "delivered", failure: null, receipt: back });
      expect(await ledger.get(before.id)).toEqual(after);
      expect(await ledger.totals()).toMatchObject({ delivered: 1, blocked: 0 });
      expect(await ledger.noteLook(before.id, "replaced", noonMs + 3)).toBe(noonMs + 3);
    });

    it("are read some at a time, of some dates, of some time, and of the newest version only", async () => {
      const [old, other] = [await confirmed(1, {}), await confirmed(2, {})];
      await enqueued(ledger, found(3));
      const [again] = await ledger.enqueue(
        [found(1, { instrument: "Radar", size: 7, measurementDate: "2026-03-06" })],
        noonMs + 1_000,
      );
      const ids = async (query: Partial<DeliveredQuery>) => {
        const all = { dates: null, changedSinceMs: null, newestOnly: false, afterSeq: 0 };
        const { uploads, nextSeq } = await ledger.delivered({ ...all, ...query });
        expect(nextSeq).toBe(null);
        return uploads.map(({ id }) => id);
      };
      expect(await ids({})).toEqual([old.id, other.id]);
      expect(await ids({ newestOnly: true })).toEqual([other.id]);
      if (again !== undefined) await bringTo(ledger, again, "delivered");
      const later = { from: "2026-03-06", to: "2026-03-31" };
      expect(await ids({ dates: [later] })).toEqual([again?.id]);
      expect(await ids({ dates: [later, { from: "2026-03-05", to: "2026-03-05" }] })).toHaveLength(3);
      expect(await ids({ dates: [] })).toEqual([]);
      expect(await ids({ dates: [], changedSinceMs: noonMs })).toHaveLength(3);
      expect(await ids({ dates: [later], changedSinceMs: noonMs + 1 })).toEqual([again?.id]);
    });

    it("leave the list when they are displaced", async () => {
      const twin = await confirmed(1, { kind: "twin" });
      await ledger.apply(twin.id, { type: "displaced" }, noonMs);
      expect(await ledger.withoutRecord(10)).toEqual([]);
      expect(await ledger.duplicates(0)).toEqual([]);
    });

    it("of files that look wrong are counted by instrument, but for those that a person allowed or that are held", async () => {
      const content = { kind: "damaged", reason: "is empty of data", isAllowed: false } as const;
      const judged = async (n: number, instrument: string) => {
        const upload = await enqueued(ledger, found(n, { instrument }), "hashing");
        const hashed = {
          type: "hashed",
          checksum: String(n).padStart(32, "0"),
          recordKey: `${instrument} ${n}`,
          mark: null,
          content,
        } as const;
        return (await ledger.apply(upload.id, hashed, noonMs)) ?? upload;
      };
      const [late, early, held, allowed] = [
        await judged(3, "Radar"),
        await judged(1, "Radar"),
        await judged(4, "Radar"),
        await judged(5, "Radar"),
      ];
      await judged(2, "Ceilometer");
      const failure = { cause: "content-check", message: "It is cut off.", portalMessage: null } as const;
      for (const { id } of [held, allowed]) await ledger.apply(id, { type: "failed-final", failure }, noonMs);
      await ledger.apply(allowed.id, { type: "retried", sendAnyway: true }, noonMs);
      expect(await ledger.get(allowed.id)).toMatchObject({ content: { ...content, isAllowed: true } });
      expect(await ledger.contentFindings(0, noonMs, [])).toMatchObject([
        { instrument: "Ceilometer", count: 1 },
        {
          instrument: "Radar",
          count: 2,
          samplePath: early.relPath,
          reason: content.reason,
          sinceMs: Math.floor(early.mtimeUs / 1000),
        },
      ]);
      expect(await ledger.contentFindings(late.mtimeUs / 1000, noonMs, [])).toMatchObject([
        { instrument: "Radar", count: 1, samplePath: late.relPath },
      ]);
      expect(await ledger.contentFindings(0, noonMs - 1, [])).toEqual([]);
      const { reason } = content;
      const named = ({ id, relPath }: Upload) => ({ id, relPath, reason, updatedAtMs: noonMs });
      expect((await ledger.contentFindings(0, noonMs, []))[1]?.files).toEqual(
        expect.arrayContaining([late, early].map(named)),
      );
      expect((await ledger.contentFindings(0, noonMs, [early.id]))[1]).toMatchObject({
        count: 1,
        files: [named(late)],
        samplePath: late.relPath,
      });
      // A delivered upload that has been replaced since is over.
      const { instrument, relPath, mtimeUs, measurementDate } = early;
      const whole = { type: "confirmed", receipt: receipt(early) } as const;
      for (const event of [{ type: "announced" } as const, whole])
        await ledger.apply(early.id, event, noonMs);
      expect((await ledger.contentFindings(0, noonMs, []))[1]).toMatchObject({ count: 2 });
      const newer = { ...found(1, { instrument }), relPath, size: 9_999, mtimeUs: mtimeUs + 1_000_000 };
      await ledger.enqueue([{ ...newer, measurementDate }], noonMs);
      expect((await ledger.contentFindings(0, noonMs, []))[1]).toMatchObject({
        count: 1,
        samplePath: late.relPath,
      });
    });

    it("of files under another name are counted by instrument, and those of later files apart", async () => {
      for (const n of [1, 2, 3_000_000]) await confirmed(n, { kind: "twin", recordFilename: `${n}` });
      await confirmed(4, { kind: "stored" });
      await confirmed(5, { kind: "twin" }, "Ceilometer");
      expect(await ledger.duplicates(noonMs + 1_000)).toEqual([
        { instrument: "Ceilometer", uploads: 1, since: 0 },
        { instrument: "Radar", uploads: 3, since: 1 },
      ]);
      expect((await ledger.metrics()).duplicates).toEqual([
        { instrument: "Ceilometer", uploads: 1 },
        { instrument: "Radar", uploads: 3 },
      ]);
      for (const text of [{}, { text: "260305" }]) {
        const cells = (await ledger.queueCells(text)).filter(({ count }) => count > 0);
        expect(
          cells.map(({ instrument, count, duplicates }) => [instrument, count, duplicates]).sort(),
        ).toEqual([
          ["Ceilometer", 1, 1],
          ["Radar", 4, 3],
        ]);
      }
      const ids = (await ledger.list({ instrument: "Radar" }, 10, null)).map(({ id }) => id);
      expect(await ledger.queueCells({ ids })).toMatchObject([{ count: 4, duplicates: 3 }]);
    });
  });
}

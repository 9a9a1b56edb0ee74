import { describe, expect, it } from "vitest";
import type { Upload } from "#domain/upload.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import {
  enqueued,
  eventFor,
  found,
  hashed,
  noonMs,
  receipt,
} from "#test/support/builders/ledger-fixtures.ts";

const former = "f".repeat(32);

/** Duties of a ledger with files that the portal keeps under another name. `ledger` is an empty one in each test. */
export function ledgerTwinsSuite(ledger: Ledger): void {
  /** Takes a new upload to `announced`, with this checksum under this record. */
  async function announced(n: number, checksum: string, recordKey: string): Promise<Upload> {
    const upload = await enqueued(ledger, found(n), "hashing");
    await ledger.apply(upload.id, hashed(upload, { checksum, recordKey }), noonMs);
    return (await ledger.apply(upload.id, { type: "announced" }, noonMs)) ?? upload;
  }

  async function delivered(n: number, recordKey: string, kind: "stored" | "twin"): Promise<Upload> {
    const upload = await announced(n, former, recordKey);
    const confirmed = { type: "confirmed", receipt: { ...receipt(upload), kind } } as const;
    return (await ledger.apply(upload.id, confirmed, noonMs)) ?? upload;
  }

  describe("twins", () => {
    it("are superseded when the content of their record changes, as is another path that had that record", async () => {
      const replaced = await delivered(1, "record", "stored");
      const twin = await delivered(2, "other", "twin");
      const stored = await delivered(3, "third", "stored");
      const lastSeq = await ledger.lastSeq();
      await announced(4, "e".repeat(32), "record");
      for (const one of [replaced, twin]) {
        expect(await ledger.get(one.id)).toMatchObject({ state: "superseded", receipt: null });
        expect(
          (await ledger.compare(one.instrument, [{ ...one, ctimeUs: 1, fileId: "1" }])).unknown,
        ).toHaveLength(1);
      }
      expect((await ledger.get(stored.id))?.state).toBe("delivered");
      const lines = await ledger.journal({ sinceSeq: lastSeq, limit: 10 });
      expect(lines.at(-1)).toMatchObject({ uploadId: twin.id, event: "displaced", state: "superseded" });
      expect((await ledger.totals()).delivered).toBe(1);
      const hour = noonMs / 3_600_000;
      expect(await ledger.deliveryHours(hour, hour + 1)).toMatchObject([{ files: 1 }]);
    });

    it("are superseded as well when the record is found to hold other bytes, without an announcement", async () => {
      await delivered(1, "record", "stored");
      const twin = await delivered(2, "other", "twin");
      const upload = await enqueued(ledger, found(3), "hashing");
      const checksum = "e".repeat(32);
      await ledger.apply(upload.id, hashed(upload, { checksum, recordKey: "record" }), noonMs);
      const known = { ...receipt(upload), kind: "known", checksum } as const;
      await ledger.apply(upload.id, { type: "confirmed", receipt: known }, noonMs);
      expect((await ledger.get(twin.id))?.state).toBe("superseded");
    });

    it.each([
      "released",
      "failed-passing",
      "changed",
      "cancelled",
      "a newer version",
      "all cancelled",
    ] as const)("are superseded as well when an announcement ends unanswered with %s", async (how) => {
      await delivered(1, "record", "stored");
      const twin = await delivered(2, "other", "twin");
      const upload = await enqueued(ledger, found(3), "hashing");
      await ledger.apply(
        upload.id,
        hashed(upload, { checksum: "e".repeat(32), recordKey: "record" }),
        noonMs,
      );
      expect((await ledger.get(twin.id))?.state).toBe("delivered");
      if (how === "a newer version") await ledger.enqueue([{ ...found(3), size: 999_999 }], noonMs);
      else if (how === "all cancelled")
        await ledger.applyAll({ ids: [upload.id] }, { type: "cancelled" }, noonMs);
      else await ledger.apply(upload.id, eventFor(how, upload), noonMs);
      expect((await ledger.get(twin.id))?.state).toBe("superseded");
    });

    it("stay delivered while the record keeps its content, and when other records change", async () => {
      await delivered(1, "record", "stored");
      const twin = await delivered(2, "other", "twin");
      await announced(3, "e".repeat(32), "elsewhere");
      await announced(4, former, "record");
      expect((await ledger.get(twin.id))?.state).toBe("delivered");
    });

    it("of content that this ledger never knew are superseded when a file of that name and day has replaced it", async () => {
      const twinOf = async (n: number, checksum: string, recordFilename: string) => {
        const twin = await announced(n, checksum, `record of twin ${n}`);
        const event = {
          type: "confirmed",
          receipt: { ...receipt(twin), kind: "twin", recordFilename },
        } as const;
        return (await ledger.apply(twin.id, event, noonMs)) ?? twin;
      };
      const file = found(9);
      const filename = file.relPath.slice(file.relPath.lastIndexOf("/") + 1);
      const [ofName, ofOther] = [
        await twinOf(1, former, filename),
        await twinOf(2, "d".repeat(32), "other.dat"),
      ];
      const states = async () =>
        await Promise.all([ofName, ofOther].map(async ({ id }) => (await ledger.get(id))?.state));
      const upload = await announced(9, "e".repeat(32), "record");
      expect(await states()).toEqual(["delivered", "delivered"]);
      const event = { type: "confirmed", receipt: { ...receipt(upload), kind: "replaced" } } as const;
      await ledger.apply(upload.id, event, noonMs);
      expect(await states()).toEqual(["superseded", "delivered"]);
    });
  });

  describe("a version that comes back", () => {
    const [first, second] = [found(1, { mtimeUs: 1_000_000 }), found(1, { mtimeUs: 2_000_000 })];

    /** Takes one version of the path after another, hashed with its checksum, to `announced` or to the end. */
    async function take(version: typeof first, checksum: string, isToTheEnd: boolean): Promise<Upload> {
      const upload = await enqueued(ledger, version, "hashing");
      await ledger.apply(upload.id, hashed(upload, { checksum, recordKey: "record" }), noonMs);
      await ledger.apply(upload.id, { type: "announced" }, noonMs);
      const event = { type: "confirmed", receipt: { ...receipt(upload), checksum } } as const;
      if (isToTheEnd) await ledger.apply(upload.id, event, noonMs);
      return upload;
    }

    it.each([true, false])(
      "is sent again once other content was hashed (delivered: %s)",
      async (isDelivered) => {
        const delivered = await take(first, former, true);
        expect((await ledger.compare(delivered.instrument, [first])).unknown).toEqual([]);
        const later = await take(second, "e".repeat(32), isDelivered);
        expect((await ledger.compare(delivered.instrument, [first, second])).unknown).toEqual([first]);
        const again = await ledger.enqueue([first], noonMs);
        expect(again).toMatchObject([{ state: "queued", lane: "changed", mtimeUs: first.mtimeUs }]);
        expect((await ledger.get(delivered.id))?.state).toBe("superseded");
        expect((await ledger.get(later.id))?.state).toBe(isDelivered ? "delivered" : "superseded");
        expect((await ledger.compare(delivered.instrument, [first])).unknown).toEqual([]);
        expect(await ledger.enqueue([first], noonMs)).toEqual([]);
      },
    );

    it.each(["displaced", "lost", "revoked"] as const)(
      "is not held once the portal no longer has its bytes, as a version of another time showed (%s)",
      async (event) => {
        const delivered = await take(first, former, true);
        const later = await take(second, former, true);
        const elsewhere = { ...found(2, { mtimeUs: 3_000_000 }), relPath: "another/path" };
        const another = await take(elsewhere, former, true);
        await ledger.apply(later.id, eventFor(event, later), noonMs);
        expect((await ledger.get(delivered.id))?.state).toBe("superseded");
        expect((await ledger.get(another.id))?.state).toBe("delivered");
        expect((await ledger.compare(delivered.instrument, [first])).unknown).toEqual([first]);
        expect((await ledger.totals()).delivered).toBe(1);
      },
    );

    it("is held where another portal has lost the bytes of a version of another time", async () => {
      const delivered = await take(first, former, true);
      const later = await take(second, former, false);
      const elsewhere = { ...receipt(later), checksum: former, portal: "https://other.example" };
      await ledger.completeReceipts([
        {
          id: delivered.id,
          receipt: { ...receipt(later), checksum: former, portal: "https://portal.example" },
        },
      ]);
      await ledger.apply(later.id, { type: "confirmed", receipt: elsewhere }, noonMs);
      await ledger.apply(later.id, eventFor("lost", later), noonMs);
      expect((await ledger.get(delivered.id))?.state).toBe("delivered");
    });

    it("is held where only its time was another meanwhile, or what came between was never read", async () => {
      const { instrument } = await take(first, former, true);
      await take(second, former, true);
      await ledger.enqueue([found(1, { mtimeUs: 3_000_000 })], noonMs);
      expect((await ledger.compare(instrument, [first, second])).unknown).toEqual([]);
      expect(await ledger.enqueue([first], noonMs)).toEqual([]);
    });
  });
}

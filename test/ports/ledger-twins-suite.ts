import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Upload } from "../../electron/engine/domain/upload.ts";
import type { Ledger } from "../../electron/engine/ledger-port.ts";
import { enqueued, found, hashed, noonMs, receipt } from "../harness/ledger-fixtures.ts";

const former = "f".repeat(32);

/** What a ledger must do with files that the portal keeps under another name. `open` gives an empty one each time. */
export function ledgerTwinsSuite(name: string, open: () => Promise<Ledger>): void {
  describe(name, () => {
    let ledger: Ledger;
    beforeEach(async () => {
      ledger = await open();
    });
    afterEach(() => ledger.close());

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
      it("are superseded when the content of their record changes", async () => {
        const kept = await delivered(1, "record", "stored");
        const twin = await delivered(2, "other", "twin");
        const stored = await delivered(3, "third", "stored");
        const lastSeq = await ledger.lastSeq();
        await announced(4, "e".repeat(32), "record");
        expect(await ledger.get(twin.id)).toMatchObject({ state: "superseded", receipt: null });
        expect((await ledger.get(kept.id))?.state).toBe("delivered");
        expect((await ledger.get(stored.id))?.state).toBe("delivered");
        expect(await ledger.unknown(twin.instrument, [twin])).toHaveLength(1);
        const lines = await ledger.journal({ sinceSeq: lastSeq, limit: 10 });
        expect(lines.at(-1)).toMatchObject({ uploadId: twin.id, event: "displaced", state: "superseded" });
        expect((await ledger.totals()).delivered).toBe(2);
        const hour = noonMs / 3_600_000;
        expect(await ledger.deliveryHours(hour, hour + 1)).toMatchObject([{ files: 2 }]);
      });

      it("stay delivered while the record keeps its content, and when other records change", async () => {
        await delivered(1, "record", "stored");
        const twin = await delivered(2, "other", "twin");
        await announced(3, "e".repeat(32), "elsewhere");
        await announced(4, former, "record");
        expect((await ledger.get(twin.id))?.state).toBe("delivered");
      });
    });
  });
}

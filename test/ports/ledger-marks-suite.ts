import { describe, expect, it } from "vitest";
import type { FileMark } from "#domain/file-version.ts";
import type { Upload } from "#domain/upload.ts";
import type { FoundVersion, Ledger } from "#engine/ports/ledger.ts";
import {
  bringTo,
  enqueued,
  eventFor,
  found,
  hashed,
  noonMs,
} from "#test/support/builders/ledger-fixtures.ts";

const { ctimeUs, fileId } = found(1);
const touched: Partial<FoundVersion> = { ctimeUs: ctimeUs + 1 };
const before = "b".repeat(32);

/** Duties of a ledger with files that keep size and modification time. `ledger` is an empty one in each test. */
export function ledgerMarksSuite(ledger: Ledger): void {
  async function read(mark: FileMark | null, checksum = before): Promise<Upload> {
    const upload = await enqueued(ledger, found(1), "hashing");
    return (await ledger.apply(upload.id, hashed(upload, { checksum, mark }), noonMs)) ?? upload;
  }

  async function delivered(mark: FileMark | null): Promise<Upload> {
    const upload = await read(mark);
    const announced = (await ledger.apply(upload.id, { type: "announced" }, noonMs)) ?? upload;
    return (await ledger.apply(upload.id, eventFor("confirmed", announced), noonMs)) ?? upload;
  }

  const doubts = async (change: Partial<FoundVersion>): Promise<boolean> => {
    const { unknown, doubted } = await ledger.compare("Cloud radar", [found(1, change)]);
    expect(unknown).toEqual([]);
    return doubted.length > 0;
  };

  describe("marks", () => {
    it("are those of the file that was found, and then of the file that was read", async () => {
      const upload = await enqueued(ledger, found(1), "hashing");
      expect(upload).toMatchObject({ ctimeUs, fileId });
      const mark = { ctimeUs: 7, fileId: "18446744073709551615" };
      await ledger.apply(upload.id, hashed(upload, { mark }), noonMs);
      expect(await ledger.get(upload.id)).toMatchObject(mark);
    });

    it("of files that were changed as they were read are not known", async () => {
      expect(await read(null)).toMatchObject({ ctimeUs: null, fileId: null });
    });

    it("that agree leave no doubt, others do", async () => {
      await delivered({ ctimeUs, fileId });
      expect(await doubts({})).toBe(false);
      expect(await doubts(touched)).toBe(true);
      expect(await doubts({ ctimeUs: -11_644_473_600_000_000 })).toBe(true);
    });

    it("that are not known leave a doubt until they are", async () => {
      const upload = await delivered(null);
      expect(await doubts({})).toBe(true);
      await ledger.mark(upload.id, "0".repeat(32), { ctimeUs, fileId });
      expect(await doubts({})).toBe(true);
      const lastSeq = await ledger.lastSeq();
      await ledger.mark(upload.id, before, { ctimeUs, fileId });
      expect(await doubts({})).toBe(false);
      expect(await ledger.get(upload.id)).toEqual({ ...upload, ctimeUs, fileId });
      expect(await ledger.lastSeq()).toBe(lastSeq);
    });

    it.each(["queued", "hashing", "announcing", "sending", "waiting"] as const)(
      "of a file that is %s are no matter: it is going to be read",
      async (state) => {
        const upload = await enqueued(ledger, found(1), state);
        expect(upload.state).toBe(state);
        expect(await doubts(touched)).toBe(false);
      },
    );

    it.each(["blocked", "cancelled"] as const)("of a file that was read and is %s matter", async (state) => {
      const upload = await read({ ctimeUs, fileId });
      await ledger.apply(upload.id, eventFor(state === "blocked" ? "failed-final" : state, upload), noonMs);
      expect(await doubts({})).toBe(false);
      expect(await doubts(touched)).toBe(true);
    });

    it("of a file that was never read are no matter", async () => {
      await enqueued(ledger, found(1), "blocked");
      expect(await doubts(touched)).toBe(false);
    });
  });

  describe("a file that was rewritten with the same size and time", () => {
    const rewritten = found(1, { ...touched, rewrittenFrom: before });

    it("is a version of its own; what was delivered stays with its receipt", async () => {
      const first = await delivered({ ctimeUs, fileId });
      const [second, ...others] = await ledger.enqueue([rewritten], noonMs);
      expect(others).toEqual([]);
      expect(second).toMatchObject({ state: "queued", lane: "changed", ctimeUs: ctimeUs + 1 });
      expect(await ledger.get(first.id)).toEqual(first);
      expect(await ledger.enqueue([rewritten], noonMs)).toEqual([]);
      expect(await doubts(touched)).toBe(false);
    });

    it("is held as the newest of its versions", async () => {
      await delivered({ ctimeUs, fileId });
      const [second] = await ledger.enqueue([rewritten], noonMs);
      await bringTo(ledger, second as Upload, "delivered");
      expect(await ledger.enqueue([found(1), rewritten], noonMs)).toEqual([]);
      const versions = await ledger.versions("Cloud radar", found(1).relPath);
      expect(versions.map(({ state }) => state)).toEqual(["delivered", "delivered"]);
      expect((await ledger.totals()).delivered).toBe(2);
    });

    it("takes the place of one that waits for a person", async () => {
      const upload = await read({ ctimeUs, fileId });
      await ledger.apply(upload.id, eventFor("failed-final", upload), noonMs);
      expect(await ledger.enqueue([rewritten], noonMs)).toHaveLength(1);
      expect((await ledger.get(upload.id))?.state).toBe("superseded");
    });

    it("is held while the version before it is being sent: that is looked at once more anyway", async () => {
      const upload = await read({ ctimeUs, fileId });
      expect(await ledger.enqueue([rewritten], noonMs)).toEqual([]);
      expect((await ledger.get(upload.id))?.state).toBe("announcing");
    });

    it("may go back to what it was, and is found once more", async () => {
      const first = await delivered({ ctimeUs, fileId });
      const [second] = await ledger.enqueue([rewritten], noonMs);
      const sent = await bringTo(ledger, second as Upload, "delivered");
      const back = found(1, { ctimeUs: ctimeUs + 2, rewrittenFrom: sent.checksum });
      const [third] = await ledger.enqueue([back], noonMs);
      expect(third).toMatchObject({ state: "queued" });
      await ledger.apply(third?.id ?? "", { type: "claimed" }, noonMs);
      const again = await ledger.apply(
        third?.id ?? "",
        hashed(third as Upload, { checksum: before }),
        noonMs,
      );
      expect((await bringToEnd(again as Upload))?.receipt?.checksum).toBe(first.checksum);
    });
  });

  async function bringToEnd(upload: Upload): Promise<Upload | null> {
    await ledger.apply(upload.id, { type: "announced" }, noonMs);
    return await ledger.apply(upload.id, eventFor("confirmed", upload), noonMs);
  }
}

import { describe, expect, it } from "vitest";
import { isOfFilter, type QueueOrder, type QueueQuery, type UploadFilter } from "#domain/queue.ts";
import type { Upload } from "#domain/upload.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { aQueue, bringTo, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";

/** Duties of a ledger, whatever it stores on: reads of the queue by pages. `ledger` is an empty one in each test. */
export function ledgerQueueSuite(ledger: Ledger): void {
  describe("queue", () => {
    async function inWindows(filter: UploadFilter, order: QueueOrder, limit: number) {
      const ids: string[] = [];
      for (;;) {
        const window = await ledger.queue({ filter, order, offset: ids.length, limit });
        ids.push(...window.uploads.map(({ id }) => id));
        if (ids.length >= window.total || window.uploads.length === 0) return { ids, total: window.total };
      }
    }

    it("comes in windows, newest found first, whatever the filter", async () => {
      const all = (await aQueue(ledger)).toReversed();
      const idsOf = (chosen: readonly Upload[]) => chosen.map(({ id }) => id);
      const filters: readonly (readonly [UploadFilter, (upload: Upload) => boolean])[] = [
        [{}, () => true],
        [{ instrument: "Ceilometer" }, (one) => one.instrument === "Ceilometer"],
        [{ states: ["queued", "waiting"] }, ({ state }) => state === "queued" || state === "waiting"],
        [{ cause: "refused" }, ({ failure }) => failure?.cause === "refused"],
        [{ exceptCauses: ["refused"] }, ({ failure }) => failure?.cause !== "refused"],
        [{ text: "03_zEN" }, ({ relPath }) => relPath.includes("03_ZEN")],
        [
          { text: "_ZEN", states: ["delivered"], instrument: "Cloud radar" },
          ({ state, instrument }) => state === "delivered" && instrument === "Cloud radar",
        ],
      ];
      for (const [filter, fits] of filters) {
        const chosen = idsOf(all.filter(fits));
        expect(chosen.length).toBeGreaterThan(0);
        for (const limit of [3, 100])
          expect(await inWindows(filter, "found", limit)).toEqual({ ids: chosen, total: chosen.length });
      }
      const ids = idsOf(all).slice(3, 9);
      const blocked = all.slice(3, 9).filter(({ state }) => state === "blocked");
      expect(blocked.length).toBeGreaterThan(0);
      expect(await inWindows({ ids, states: ["blocked"] }, "found", 1)).toEqual({
        ids: idsOf(blocked),
        total: blocked.length,
      });
      expect(await ledger.queue({ filter: {}, order: "found", offset: 40, limit: 5 })).toEqual({
        total: 40,
        uploads: [],
      });
      expect(await inWindows({ states: [] }, "found", 5)).toEqual({ ids: [], total: 0 });
    });

    it("does not move while states change, where it is ordered as found", async () => {
      const [, second] = await aQueue(ledger);
      const before = await inWindows({}, "found", 7);
      await ledger.apply(second?.id ?? "", { type: "retried" }, noonMs + 5000);
      expect(await inWindows({}, "found", 7)).toEqual(before);
      expect((await inWindows({}, "changed", 7)).ids.slice(0, 1)).toEqual([second?.id]);
    });

    it("has what needs a person in front of everything else, in every window of it", async () => {
      const all = (await aQueue(ledger)).toReversed();
      const isBlocked = ({ state }: Upload) => state === "blocked";
      for (const filter of [
        {},
        { instrument: "Ceilometer" },
        { text: "0" },
        { ids: all.slice(5).map(({ id }) => id) },
      ]) {
        const chosen = all.filter((one) => isOfFilter(one, filter));
        const wanted = [...chosen.filter(isBlocked), ...chosen.filter((one) => !isBlocked(one))];
        expect(wanted.some(isBlocked)).toBe(true);
        for (const limit of [3, 100])
          expect((await inWindows(filter, "needs-you", limit)).ids).toEqual(wanted.map(({ id }) => id));
      }
      const states = ["queued"] as const;
      const queued = all.filter(({ state }) => state === "queued").map(({ id }) => id);
      expect((await inWindows({ states }, "needs-you", 4)).ids).toEqual(queued);
    });

    it("gives windows of several lists, in none of which an upload is twice while it moves from one to another", async () => {
      const all = await aQueue(ledger);
      const queued = all.filter(({ state }) => state === "queued");
      for (const order of ["found", "name"] as const)
        for (const upload of queued.splice(0, 2)) {
          const windows = [["queued"], ["hashing"], ["delivered"]] as const;
          const asking = ledger.queueWindows(
            windows.map((states) => ({
              filter: { states },
              order: states[0] === "queued" ? order : "found",
              offset: 0,
              limit: 100,
            })),
          );
          // So that it comes after the first of what the windows ask.
          for (let turn = 0; turn < 10; turn += 1) await null;
          await ledger.apply(upload.id, { type: "claimed" }, noonMs + 9_000);
          const ids = (await asking).flatMap(({ uploads }) => uploads.map(({ id }) => id));
          expect(ids.filter((id) => id === upload.id)).toHaveLength(1);
          expect(new Set(ids).size).toBe(ids.length);
          expect((await asking).map(({ total, uploads }) => total - uploads.length)).toEqual([0, 0, 0]);
        }
      expect(await ledger.queueWindows([])).toEqual([]);
    });

    it("shows a change at once, also to a search that was answered just before", async () => {
      const all = await aQueue(ledger);
      const filter = { text: "zen", states: ["queued"] } as const;
      const ask = async () => await ledger.queue({ filter, order: "found", offset: 0, limit: 100 });
      const before = await ask();
      const [first] = before.uploads;
      await ledger.apply(first?.id ?? "", { type: "cancelled" }, noonMs + 5000);
      const after = await ask();
      expect(after.total).toBe(before.total - 1);
      expect(after.uploads).toEqual(before.uploads.slice(1));
      await ledger.enqueue([found(99)], noonMs + 6000);
      expect((await ask()).total).toBe(before.total);
      expect(all.length).toBeGreaterThan(before.total);
    });

    it("agrees with the list, newest change first", async () => {
      await aQueue(ledger);
      for (const filter of [{}, { instrument: "Cloud radar" }, { text: "1" }] as const) {
        const listed = await ledger.list(filter, 500, null);
        expect((await inWindows(filter, "changed", 6)).ids).toEqual(listed.map(({ id }) => id));
      }
    });

    it("comes in the order of a column, both ways, what has no value last and what is alike newest found first", async () => {
      const dates = ["2026-03-05", "2026-03-04", "2026-03-06", "2026-03-04"];
      await ledger.enqueue(
        dates.map((measurementDate, n) =>
          found(n, { relPath: `${9 - n}/${n % 2}_of ${n}.nc`, size: 10 + (n % 3), measurementDate }),
        ),
        noonMs,
      );
      const asked = async (query: Partial<QueueQuery>) => {
        const { total, uploads } = await ledger.queue({
          filter: {},
          order: "name",
          offset: 0,
          limit: 9,
          ...query,
        });
        expect(total).toBe(4);
        return uploads.map(({ relPath }) => Number(relPath.at(-4)));
      };
      expect(await asked({ order: "name" })).toEqual([0, 2, 1, 3]);
      expect(await asked({ order: "name", isDescending: true })).toEqual([3, 1, 2, 0]);
      expect(await asked({ order: "name", isDescending: true, offset: 1, limit: 2 })).toEqual([1, 2]);
      expect(await asked({ order: "size" })).toEqual([3, 0, 1, 2]);
      expect(await asked({ order: "size", isDescending: true, filter: { text: "OF" } })).toEqual([
        2, 1, 3, 0,
      ]);
      expect(await asked({ order: "date" })).toEqual([3, 1, 0, 2]);
      expect(await asked({ order: "next-try" })).toEqual([3, 2, 1, 0]);
      const { uploads } = await ledger.queue({ filter: {}, order: "found", offset: 0, limit: 9 });
      if (uploads[2] !== undefined) await bringTo(ledger, uploads[2], "waiting");
      for (const isDescending of [false, true])
        expect(await asked({ order: "next-try", isDescending })).toEqual([1, 3, 2, 0]);
      expect(await asked({ order: "cause" })).toEqual([1, 3, 2, 0]);
      expect((await asked({ order: "state" })).at(-1)).toBe(1);
    });

    it("takes ids in every call that takes a filter", async () => {
      const [first, second, third] = await aQueue(ledger);
      const ids = [third, first, first].map((one) => one?.id ?? "");
      expect((await ledger.list({ ids }, 9, null)).map(({ id }) => id)).toEqual([third?.id, first?.id]);
      expect((await ledger.list({ ids }, 1, third?.id ?? "")).map(({ id }) => id)).toEqual([first?.id]);
      expect(await ledger.list({ ids: ["nobody"] }, 9, null)).toEqual([]);
      const blockedAndQueued = [first?.id ?? "", second?.id ?? ""];
      expect(await ledger.applyAll({ ids: blockedAndQueued }, { type: "retried" }, noonMs)).toBe(1);
      expect(await ledger.get(second?.id ?? "")).toMatchObject({ state: "queued" });
    });

    it("finds a part of the path in any case, and takes it literally", async () => {
      const names = ["Live_ÄÖ.nc", "live_100%.nc", "other\\x.nc", "\u212Aelvin.nc", "a\nb.nc"];
      await ledger.enqueue(
        names.map((relPath, n) => found(n, { relPath })),
        noonMs,
      );
      const cases: readonly (readonly [string, readonly number[]])[] = [
        ["LIVE", [1, 0]],
        ["äö", [0]],
        ["%", [1]],
        ["e_", [1, 0]],
        ["\\X", [2]],
        ["kelvin", [3]],
        ["A\nB", [4]],
        ["nowhere", []],
      ];
      for (const [text, places] of cases) {
        const paths = places.map((place) => names[place]);
        const { total, uploads } = await ledger.queue({
          filter: { text },
          order: "found",
          offset: 0,
          limit: 9,
        });
        expect([total, uploads.map(({ relPath }) => relPath)]).toEqual([paths.length, paths]);
        const cells = await ledger.queueCells({ text });
        expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(paths.length);
        const { entries } = await ledger.journalPage({ beforeSeq: null, limit: 9, text });
        expect(entries.map(({ relPath }) => relPath)).toEqual(paths);
      }
    });

    it("is counted by instrument, state and cause", async () => {
      const all = await aQueue(ledger);
      const sum = async (filter: UploadFilter, fits: (cell: { cause: string | null }) => boolean) =>
        (await ledger.queueCells(filter)).filter(fits).reduce((total, { count }) => total + count, 0);
      expect(await sum({}, () => true)).toBe(40);
      expect(await sum({}, ({ cause }) => cause === "refused")).toBe(10);
      expect(await sum({ text: "_00003" }, () => true)).toBe(10);
      const ids = all.slice(0, 4).map(({ id }) => id);
      const cells = (await ledger.queueCells({ ids })).filter(({ count }) => count > 0);
      expect(cells.map(({ state, cause, count }) => [state, cause, count]).sort()).toEqual([
        ["blocked", "refused", 1],
        ["delivered", null, 1],
        ["queued", null, 1],
        ["waiting", "portal-error", 1],
      ]);
    });
  });
}

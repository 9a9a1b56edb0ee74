import { expect, test } from "vitest";
import { closedAfterTest } from "#test/support/builders/closed-after-test.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

test("a product is gone once two whole lists in turn lack it", async () => {
  const keeper = ready(openInThread({ dataFolder: await scratchOfTest("skyferry-products-"), nowMs: 1 }));
  closedAfterTest(keeper);
  const source = { site: "hyytiala", pid: "pid" };
  const product = {
    uuid: "00000000-0000-4000-8000-000000000001",
    product: "radar",
    measurementDate: "2026-11-18",
    volatile: false,
    errorLevel: null,
    updatedAtMs: 1,
    siteId: source.site,
    instrumentPid: source.pid,
  };
  const span = { from: "2026-11-01", to: "2026-11-30", pids: [source.pid] };
  const mark = { kind: "products", site: source.site, instrument: "", month: "2026-11" } as const;
  const read = async (shown: readonly (typeof product)[]) => {
    const reading = await keeper.beginReading("https://portal.example");
    await keeper.keepProducts(shown, reading);
    await keeper.listEnded({ ...mark, readAtMs: reading, newestAtMs: 1 }, reading, span);
    return await keeper.isPublishing(source);
  };
  expect([await read([product]), await read([]), await read([product])]).toEqual([true, true, true]);
  expect([await read([]), await read([])]).toEqual([true, false]);
});

import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { openNetcdfWriter } from "#mock-portal/artefacts/netcdf-writer.ts";
import type { Seed, SeedTarget } from "#mock-portal/store/records.ts";
import { stationDays } from "./demo-work.ts";
import type { DemoWorkOrder, DemoWorkResult } from "./demo-worker.ts";
import { factBook } from "./fact-book.ts";
import { portalFacts } from "./facts.ts";
import { STATIONS } from "./stations.ts";

/**
 * The facts of every seed, and two months of product files, model files, plots and raw files of a few stations up to the day
 * before `today`. Plot images are not stored: demo-images.ts draws them when they are asked for. A worker makes half of it.
 */
export const seedDemo: Seed = async (target, today) => {
  const facts = portalFacts();
  target.insert(facts);
  const half = Math.ceil(STATIONS.length / 2);
  const elsewhere = inWorker({ siteIds: STATIONS.slice(half).map(({ siteId }) => siteId), today }, target);
  await Promise.all([elsewhere, here()]);

  async function here(): Promise<void> {
    const work = { today, book: factBook(facts), write: await openNetcdfWriter(), target };
    for (const station of STATIONS.slice(0, half)) {
      // Between two days the worker's results are taken in.
      for (const _day of stationDays(station, work)) await nextTurn();
    }
  }
};

/** Resolves when the worker has ended and all its results are in the target. */
function inWorker(order: DemoWorkOrder, target: SeedTarget): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = new Worker(new URL("./demo-worker.ts", import.meta.url), { workerData: order });
  worker.on("message", ({ records, products, raws }: DemoWorkResult) => {
    for (const [uuid, bytes] of products) target.putProduct(uuid, bytes);
    for (const [uuid, bytes] of raws) target.putRaw(uuid, bytes);
    target.insert(records);
  });
  worker.on("error", reject);
  worker.on("exit", (code) =>
    code === 0 ? resolve() : reject(new Error(`The demo seed's worker ended with code ${code}.`)),
  );
  return promise;
}

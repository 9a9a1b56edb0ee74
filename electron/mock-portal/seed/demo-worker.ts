import { parentPort, workerData } from "node:worker_threads";
import { openNetcdfWriter } from "#mock-portal/artefacts/netcdf-writer.ts";
import type { StoredRecords } from "#mock-portal/store/records.ts";
import { stationDays } from "./demo-work.ts";
import { factBook } from "./fact-book.ts";
import { portalFacts } from "./facts.ts";
import { STATIONS } from "./stations.ts";

/** Order that the worker is started with: its stations, and the day that counts as today. */
export type DemoWorkOrder = { siteIds: readonly string[]; today: string };

/** Records and contents for one day of one station. */
export type DemoWorkResult = {
  records: Partial<StoredRecords>;
  products: [fileUuid: string, bytes: Uint8Array][];
  raws: [uploadUuid: string, bytes: Uint8Array][];
};

const { siteIds, today } = workerData as DemoWorkOrder;
let result: DemoWorkResult = { records: {}, products: [], raws: [] };
const target = {
  insert: (records: Partial<StoredRecords>) => {
    result.records = records;
  },
  putProduct: (uuid: string, bytes: Uint8Array) => {
    result.products.push([uuid, bytes]);
  },
  putRaw: (uuid: string, bytes: Uint8Array) => {
    result.raws.push([uuid, bytes]);
  },
  putImage: () => {},
};
const work = { today, book: factBook(portalFacts()), write: await openNetcdfWriter(), target };
for (const station of STATIONS.filter(({ siteId }) => siteIds.includes(siteId))) {
  for (const _day of stationDays(station, work)) {
    parentPort?.postMessage(result);
    result = { records: {}, products: [], raws: [] };
  }
}

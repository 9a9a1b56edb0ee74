import type { SeedTarget, StoredRecords } from "#mock-portal/store/records.ts";

/** Everything that a seed put into a target. */
export type Gathered = {
  records: StoredRecords;
  products: Map<string, Uint8Array>;
  raws: Map<string, Uint8Array>;
};

/** A target that keeps all in memory. */
export function gathering(): { gathered: Gathered; target: SeedTarget } {
  const records: StoredRecords = {
    sites: [],
    products: [],
    variables: [],
    instruments: [],
    models: [],
    instrumentRecords: [],
    files: [],
    modelFiles: [],
    plots: [],
    uploads: [],
    modelUploads: [],
  };
  const gathered: Gathered = { records, products: new Map(), raws: new Map() };
  const target: SeedTarget = {
    insert: (inserted) => {
      for (const kind of Object.keys(inserted) as (keyof StoredRecords)[]) {
        (records[kind] as unknown[]).push(...(inserted[kind] ?? []));
      }
    },
    putProduct: (uuid, bytes) => gathered.products.set(uuid, bytes),
    putRaw: (uuid, bytes) => gathered.raws.set(uuid, bytes),
    putImage: () => {},
  };
  return { gathered, target };
}

import type { PortalStore } from "./portal-store.ts";
import type {
  StoredInstrumentRecord,
  StoredInstrumentType,
  StoredModel,
  StoredProduct,
  StoredSite,
  StoredVariable,
} from "./records.ts";

/** The facts that every other record refers to, held in memory: they are few and change only with a seed. */
export type Catalogue = {
  /** By id (docs/portal/observed.md §3). */
  sites: ReadonlyMap<string, StoredSite>;
  /** By id. */
  products: ReadonlyMap<string, StoredProduct>;
  /** By product, then by plotting order. */
  variables: ReadonlyMap<string, StoredVariable>;
  /** By type, then id. */
  instruments: ReadonlyMap<string, StoredInstrumentType>;
  /** By optimumOrder. */
  models: ReadonlyMap<string, StoredModel>;
  instrumentRecords: ReadonlyMap<string, StoredInstrumentRecord>;
  /** The same records by their persistent identifier. */
  instrumentRecordsByPid: ReadonlyMap<string, StoredInstrumentRecord>;
};

/** Reads the catalogue from the store, in the order in which it is served. */
export function readCatalogue(store: PortalStore): Catalogue {
  const read = <T>(table: string, order: (record: T) => (string | number)[]): T[] =>
    store
      .records<T>(`SELECT record FROM ${table}`)
      .map((record) => ({ record, key: order(record) }))
      .sort((one, other) => compareKeys(one.key, other.key))
      .map(({ record }) => record);
  const instrumentRecords = read<StoredInstrumentRecord>("instrument_records", (record) => [record.pid]);
  return {
    sites: byId(read<StoredSite>("sites", (site) => [site.id])),
    products: byId(read<StoredProduct>("products", (product) => [product.id])),
    variables: byId(read<StoredVariable>("variables", (variable) => [variable.productId, variable.order])),
    instruments: byId(
      read<StoredInstrumentType>("instruments", (instrument) => [instrument.type, instrument.id]),
    ),
    models: byId(read<StoredModel>("models", (model) => [model.optimumOrder, model.id])),
    instrumentRecords: new Map(instrumentRecords.map((record) => [record.uuid, record])),
    instrumentRecordsByPid: new Map(instrumentRecords.map((record) => [record.pid, record])),
  };
}

function byId<T extends { id: string }>(records: T[]): Map<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}

function compareKeys(one: (string | number)[], other: (string | number)[]): number {
  for (const [index, key] of one.entries()) {
    const against = other[index];
    if (against === undefined || key === against) continue;
    return key < against ? -1 : 1;
  }
  return 0;
}

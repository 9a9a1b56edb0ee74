import type {
  StoredInstrumentRecord,
  StoredModel,
  StoredProduct,
  StoredSite,
  StoredVariable,
} from "#mock-portal/store/records.ts";
import type { SeedFacts } from "./facts.ts";

/** Look-up in the facts of a portal. Asking for what is not there is a bug and throws. */
export type FactBook = {
  site(id: string): StoredSite;
  product(id: string): StoredProduct;
  variable(id: string): StoredVariable;
  model(id: string): StoredModel;
  /** By the first eight digits of its uuid. */
  instrument(shortId: string): StoredInstrumentRecord;
};

/** Opens the facts for look-up. */
export function factBook(facts: SeedFacts): FactBook {
  return {
    site: lookUp("site", facts.sites, ({ id }) => id),
    product: lookUp("product", facts.products, ({ id }) => id),
    variable: lookUp("variable", facts.variables, ({ id }) => id),
    model: lookUp("model", facts.models, ({ id }) => id),
    instrument: lookUp("instrument", facts.instrumentRecords, ({ uuid }) => uuid.slice(0, 8)),
  };
}

function lookUp<T>(kind: string, records: readonly T[], keyOf: (record: T) => string): (key: string) => T {
  const byKey = new Map(records.map((record) => [keyOf(record), record]));
  return (key) => {
    const record = byKey.get(key);
    if (record === undefined) throw new Error(`The portal's facts have no ${kind} ${key}.`);
    return record;
  };
}

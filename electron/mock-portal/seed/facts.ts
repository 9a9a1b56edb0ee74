import type { Seed, StoredRecords } from "#mock-portal/store/records.ts";
import instrumentRecords from "./catalogue/instrument-records.json" with { type: "json" };
import instruments from "./catalogue/instruments.json" with { type: "json" };
import models from "./catalogue/models.json" with { type: "json" };
import products from "./catalogue/products.json" with { type: "json" };
import sites from "./catalogue/sites.json" with { type: "json" };

/** The kinds of records that every other record refers to. */
export type SeedFacts = Pick<
  StoredRecords,
  "sites" | "products" | "variables" | "instruments" | "instrumentRecords" | "models"
>;

/** Sites, products with variables, instrument types and records, and models: what every seed knows. */
export function portalFacts(): SeedFacts {
  return {
    sites,
    products: products.map(({ id, humanReadableName, type, experimental }) => ({
      id,
      humanReadableName,
      type,
      experimental,
    })),
    variables: products.flatMap(({ id: productId, variables }) =>
      variables.map(({ name, humanReadableName, infraName }, order) => ({
        id: `${productId}-${name}`,
        humanReadableName,
        order,
        infraName,
        productId,
      })),
    ),
    instruments,
    instrumentRecords,
    models,
  };
}

/** Sites, products, instruments, instrument records and models; no file of any kind. */
export const seedEmpty: Seed = async (target) => {
  target.insert(portalFacts());
};

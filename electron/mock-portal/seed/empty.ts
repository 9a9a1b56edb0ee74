import type { Seed } from "#mock-portal/store/records.ts";
import { portalFacts } from "./facts.ts";

/** Sites, products, instruments, instrument records and models; no file of any kind. */
export const seedEmpty: Seed = async (target) => {
  target.insert(portalFacts());
};

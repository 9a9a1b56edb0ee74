import { expect, test } from "vitest";
import { factBook } from "#mock-portal/seed/fact-book.ts";
import { portalFacts, seedEmpty } from "#mock-portal/seed/facts.ts";
import type { SeedTarget, StoredRecords } from "#mock-portal/store/records.ts";

const facts = portalFacts();

test("the portal knows enough sites, products, instruments and models", () => {
  expect(facts.sites.length).toBeGreaterThanOrEqual(20);
  expect(facts.products.length).toBeGreaterThanOrEqual(25);
  expect(facts.instruments.length).toBeGreaterThanOrEqual(15);
  expect(facts.models.length).toBeGreaterThanOrEqual(5);
  const withVariables = new Set(facts.variables.map(({ productId }) => productId));
  expect(withVariables.size).toBeGreaterThanOrEqual(25);
});

test.each([
  ["sites", facts.sites.map(({ id }) => id)],
  ["products", facts.products.map(({ id }) => id)],
  ["variables", facts.variables.map(({ id }) => id)],
  ["instruments", facts.instruments.map(({ id }) => id)],
  ["models", facts.models.map(({ id }) => id)],
  ["instrument records by uuid", facts.instrumentRecords.map(({ uuid }) => uuid)],
  ["instrument records by pid", facts.instrumentRecords.map(({ pid }) => pid)],
  ["instrument records by short id", facts.instrumentRecords.map(({ uuid }) => uuid.slice(0, 8))],
])("ids are unique: %s", (_kind, ids) => {
  expect(new Set(ids).size).toBe(ids.length);
});

test("every site has the fields of the contract", () => {
  for (const site of facts.sites) {
    expect(Object.keys(site).sort(), site.id).toEqual(
      [
        "altitude",
        "country",
        "countryCode",
        "countrySubdivisionCode",
        "description",
        "dvasId",
        "gaw",
        "humanReadableName",
        "id",
        "infraId",
        "latitude",
        "longitude",
        "stationName",
        "type",
      ].sort(),
    );
    expect(site.countryCode).toMatch(/^[A-Z]{2}$/);
    expect(Math.abs(site.latitude)).toBeLessThanOrEqual(90);
    expect(Math.abs(site.longitude)).toBeLessThanOrEqual(180);
  }
  expect(facts.sites.some(({ description }) => description === null)).toBe(true);
  expect(facts.sites.some(({ description }) => description !== null)).toBe(true);
});

test("variables count from zero within their product and carry its id", () => {
  for (const product of facts.products) {
    const own = facts.variables.filter(({ productId }) => productId === product.id);
    expect(own.map(({ order }) => order)).toEqual(own.map((_, i) => i));
    for (const { id } of own) expect(id.startsWith(`${product.id}-`)).toBe(true);
  }
});

test("instrument records refer to known instruments and sites, by persistent identifier", () => {
  const instruments = new Set(facts.instruments.map(({ id }) => id));
  const sites = new Set<string | null>([null, ...facts.sites.map(({ id }) => id)]);
  for (const record of facts.instrumentRecords) {
    expect(record.pid).toMatch(/^https:\/\/hdl\.handle\.net\//);
    expect(instruments).toContain(record.instrumentId);
    expect(sites).toContain(record.siteId);
  }
  const hydra = facts.instrumentRecords.find(({ pid }) => pid.endsWith("/3.191564170f8a4686"));
  expect(hydra).toMatchObject({ siteId: "hyytiala", instrumentId: "rpg-fmcw-94" });
});

test("the Doppler lidar takes the tags of its two channels; what instruments lead to exists", () => {
  const book = factBook(facts);
  expect(facts.instruments.find(({ id }) => id === "halo-doppler-lidar")?.allowedTags).toEqual([
    "co",
    "cross",
  ]);
  for (const { derivedProducts } of facts.instruments) {
    for (const product of derivedProducts) expect(book.product(product).id).toBe(product);
  }
  expect(() => book.site("atlantis")).toThrow("no site atlantis");
});

test("the empty seed holds the facts and no file", async () => {
  const kinds: (keyof StoredRecords)[] = [];
  const refuse = () => {
    throw new Error("The empty seed stores no content.");
  };
  const target: SeedTarget = {
    insert: (records) => kinds.push(...(Object.keys(records) as (keyof StoredRecords)[])),
    putProduct: refuse,
    putRaw: refuse,
    putImage: refuse,
  };
  await seedEmpty(target, "2026-11-21");
  expect(kinds.sort()).toEqual([
    "instrumentRecords",
    "instruments",
    "models",
    "products",
    "sites",
    "variables",
  ]);
});

import { describe, expect, test } from "vitest";
import { radarPid, uuid } from "#test/ports/mock-portal/tiny-catalogue.ts";
import { portalOfAllTests } from "#test/ports/mock-portal/tiny-portal.ts";

/** Every row of docs/portal/observed.md §4: the contract's shape by default, the live one where it is chosen. */

const tiny = portalOfAllTests();
const live = portalOfAllTests({ shape: "live" });

type Json = Record<string, unknown>;
const both = async <T = Json>(path: string): Promise<[T, T]> =>
  Promise.all([tiny.json(path), live.json(path)]) as Promise<[T, T]>;
const site = (record: Json | undefined): Json => record?.site as Json;

describe("docs/portal/observed.md §4: contract | live", () => {
  test("`infraId` | `actrisId` on every site", async () => {
    const [contract, today] = await both<Json[]>("/api/sites");
    expect(contract[1]).toMatchObject({ id: "hyytiala", infraId: 23 });
    expect(today[1]).toMatchObject({ id: "hyytiala", actrisId: 23 });
    expect(contract.some((given) => "actrisId" in given) || today.some((given) => "infraId" in given)).toBe(
      false,
    );
  });
  test.each([
    "/api/files?dateTo=2025-01-01",
    "/api/model-files?dateTo=2025-01-01",
    "/api/raw-files?dateTo=2025-01-01",
    "/api/raw-model-files?dateTo=2025-01-01",
  ])("`infraId` | `actrisId` on every embedded site of %s", async (path) => {
    const [contract, today] = await both<Json[]>(path);
    for (const record of contract) expect(site(record)).toHaveProperty("infraId");
    for (const record of today) {
      expect(site(record)).toHaveProperty("actrisId");
      expect(site(record)).not.toHaveProperty("infraId");
    }
  });
  test("`infraName` | `actrisName` on every variable", async () => {
    const [, today] = await both<{ variables: Json[] }[]>("/api/products/variables");
    const all = today.flatMap(({ variables }) => variables);
    expect(all).toContainEqual({
      id: "radar-Zh",
      humanReadableName: "Reflectivity",
      order: 0,
      actrisName: "reflectivity",
    });
    const [contract, list] = await both<{ visualizations: { productVariable: Json }[] }[]>(
      "/api/visualizations?site=hyytiala",
    );
    expect(contract[0]?.visualizations[0]?.productVariable).toMatchObject({ infraName: "reflectivity" });
    expect(list[0]?.visualizations[0]?.productVariable).toMatchObject({ actrisName: "reflectivity" });
    expect(list[0]?.visualizations[0]?.productVariable).not.toHaveProperty("infraName");
  });
  test("site `type` values: the mock says `cloudnet`", async () => {
    for (const sites of await both<Json[]>("/api/sites"))
      expect(sites.find(({ id }) => id === "hyytiala")?.type).toEqual(["cloudnet"]);
    expect(JSON.stringify(await both("/api/sites"))).not.toContain("<");
  });
  test("a model file fetched by its uuid keeps its `model` object", async () => {
    for (const file of await both(`/api/files/${uuid(202)}`))
      expect(file.model).toMatchObject({ id: "ecmwf" });
  });
  test("unknown product: 404 | 400 `Invalid product: x`", async () => {
    const contract = await tiny.get("/api/files?product=x");
    expect([contract.status, await contract.json()]).toEqual([
      404,
      { status: 404, errors: ["One or more of the specified products were not found"] },
    ]);
    const today = await live.get("/api/files?product=x&product=y");
    expect([today.status, await today.json()]).toEqual([
      400,
      { status: 400, errors: ["Invalid products: x, y"] },
    ]);
  });
  test("Upload: keys that are gone; `instrument` is the instrument type | the instrument record", async () => {
    const [[contract], [today]] = await both<Json[]>("/api/raw-files?site=hyytiala");
    expect(contract).toMatchObject({
      instrument: { id: "rpg-fmcw-94" },
      instrumentInfo: { pid: radarPid },
      instrumentPid: radarPid,
    });
    expect(today).toMatchObject({
      instrument: { uuid: uuid(901), pid: radarPid, instrumentId: "rpg-fmcw-94" },
    });
    const gone = ["s3key", "instrumentPid", "siteId", "instrumentId", "instrumentInfoUuid", "instrumentInfo"];
    for (const key of gone) {
      expect(contract).toHaveProperty(key);
      expect(today).not.toHaveProperty(key);
    }
  });
  test("the record of one checksum has the same shape", async () => {
    const [contract, today] = await both("/upload/metadata/8d777f385d3dfec8815d20f7496026dc");
    expect(contract).toHaveProperty("instrumentInfo");
    expect(today).toMatchObject({ instrument: { pid: radarPid } });
  });
  test("Product.experimental the string `false` in the product list | always boolean", async () => {
    const [contract, today] = await both<Json[]>("/api/products");
    expect(contract.map(({ experimental }) => experimental)).toEqual(["true", "false", "false", "false"]);
    expect(today.map(({ experimental }) => experimental)).toEqual([true, false, false, false]);
  });
  test("ProductVariable.order integer or numeric string | integer", async () => {
    const [contract, today] = await both<{ variables: Json[] }[]>("/api/products/variables");
    expect(contract[3]?.variables.map(({ order }) => order)).toEqual(["0", "1"]);
    expect(today[3]?.variables.map(({ order }) => order)).toEqual([0, 1]);
  });
  test("single Visualization without `source`, `experimental` | has both", async () => {
    const [contract, today] = await both(`/api/visualizations/${uuid(102)}`);
    expect("source" in contract || "experimental" in contract).toBe(false);
    expect(today).toMatchObject({ source: { uuid: uuid(901) }, experimental: false });
  });
  test("`source` may be null or a Model", async () => {
    expect(await live.json(`/api/visualizations/${uuid(202)}`)).toMatchObject({ source: { id: "ecmwf" } });
    expect(await live.json(`/api/visualizations/${uuid(103)}`)).toMatchObject({ source: null });
  });
  test("timeliness `rrt`, `scheduled` | also `nrt`", async () => {
    const [contract, today] = await both<Json[]>("/api/files?dateTo=2025-01-01");
    const valuesOf = (files: Json[]) => new Set(files.map(({ timeliness }) => timeliness));
    expect([valuesOf(contract), valuesOf(today)]).toEqual([
      new Set(["rrt", "scheduled"]),
      new Set(["nrt", "scheduled"]),
    ]);
  });
  test("format also `NetCDF3`", async () => {
    const [[contract], [today]] = await both<Json[]>("/api/model-files?dateTo=2025-01-01");
    expect([contract?.format, today?.format]).toEqual(["HDF5 (NetCDF4)", "NetCDF3"]);
  });
  test("Site latitude, longitude, altitude, country always set | null for mobile sites", async () => {
    const [contract, today] = await both<Json[]>("/api/sites");
    expect(contract.every(({ latitude, country }) => latitude !== null && country !== null)).toBe(true);
    expect(today.find(({ type }) => String(type) === "mobile")).toMatchObject({
      latitude: null,
      longitude: null,
      altitude: null,
      country: null,
    });
  });
  test("forecastStart, forecastEnd: integer hours or null", async () => {
    const [contract, today] = await both<Json[]>("/api/models");
    expect(contract).toEqual(today);
    expect(today.map(({ forecastStart, forecastEnd }) => [forecastStart, forecastEnd])).toEqual([
      [12, 35],
      [null, null],
    ]);
  });
  test("sourceFileIds: uuid strings", async () => {
    for (const file of await both(`/api/files/${uuid(102)}`)) expect(file.sourceFileIds).toEqual([uuid(301)]);
  });
  test.each([
    "/api/sites",
    "/api/products",
    "/api/files?dateTo=2025-01-01",
    "/api/model-files?dateTo=2025-01-01",
    "/api/raw-files?dateTo=2025-01-01",
    "/api/raw-model-files?dateTo=2025-01-01",
    "/api/visualizations?site=hyytiala",
  ])("unknown extra keys appear everywhere: %s", async (path) => {
    const [contract, today] = await both<Json[]>(path);
    expect(contract.some((record) => "addedLater" in record)).toBe(false);
    expect(today.every((record) => "addedLater" in record)).toBe(true);
  });
});

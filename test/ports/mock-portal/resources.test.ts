import { describe, expect, test } from "vitest";
import { contract, expectFields } from "./field-rules.ts";
import { uuid } from "./tiny-catalogue.ts";
import { portalOfAllTests } from "./tiny-portal.ts";

const tiny = portalOfAllTests();

describe("docs/portal/api.md, Resources: every field, its type and where it may be null", () => {
  const lists: [keyof typeof contract, string, number][] = [
    ["Site", "/api/sites", 2],
    ["Product of the list", "/api/products", 4],
    ["ProductVariables", "/api/products/variables", 4],
    ["Instrument", "/api/instruments", 2],
    ["Model", "/api/models", 2],
    ["File of the list", "/api/files?dateFrom=2024-01-01&dateTo=2025-01-01&allVersions", 5],
    ["ModelFile", "/api/model-files?dateFrom=2024-01-01&allModels", 3],
    ["Visualization of the list", "/api/visualizations?dateFrom=2024-01-01&allVersions", 2],
    ["Upload", "/api/raw-files?dateFrom=2024-01-01", 2],
    ["ModelUpload", "/api/raw-model-files?dateFrom=2024-01-01", 1],
  ];
  test.each(lists)("%s: GET %s is an array of it", async (resource, path, count) => {
    const records: unknown[] = await tiny.json(path);
    expect(records).toHaveLength(count);
    for (const record of records) expectFields(record, contract[resource]);
  });

  const singles: [keyof typeof contract, string][] = [
    ["File", `/api/files/${uuid(102)}`],
    ["File", `/api/files/${uuid(103)}`],
    ["Visualization", `/api/visualizations/${uuid(102)}`],
  ];
  test.each(singles)("%s: GET %s is one of it", async (resource, path) => {
    expectFields(await tiny.json(path), contract[resource]);
  });

  test("Error: status and errors, and the status of the body is that of the answer", async () => {
    const response = await tiny.get("/api/files");
    const body = await response.json();
    expectFields(body, contract.Error);
    expect(body).toMatchObject({ status: response.status });
  });
});

describe("docs/portal/api.md, Resources: notes of the tables", () => {
  test("Site.description appears in the site list and in raw files, not in the sites of files", async () => {
    const [, hyytiala]: { description: unknown }[] = await tiny.json("/api/sites");
    expect(hyytiala?.description).toBe("Boreal forest");
    const [raw]: { site: object }[] = await tiny.json("/api/raw-files?site=hyytiala");
    expect(raw?.site).toHaveProperty("description", "Boreal forest");
    const [file]: { site: object }[] = await tiny.json("/api/files?site=hyytiala");
    expect(file?.site).not.toHaveProperty("description");
  });

  test("Product.experimental is the string `false` in the product list and a boolean elsewhere", async () => {
    const listed: { id: string; experimental: unknown }[] = await tiny.json("/api/products");
    expect(listed.find(({ id }) => id === "radar")?.experimental).toBe("false");
    const withVariables: { id: string; experimental: unknown }[] = await tiny.json("/api/products/variables");
    expect(withVariables.find(({ id }) => id === "categorize")?.experimental).toBe(true);
  });

  test("ProductVariable.id is <product>-<variable>; infraName appears in visualization lists only", async () => {
    const products: { id: string; variables: { id: string }[] }[] =
      await tiny.json("/api/products/variables");
    const radar = products.find(({ id }) => id === "radar");
    expect(radar?.variables.map(({ id }) => id)).toEqual(["radar-Zh", "radar-v"]);
    const [plots]: { visualizations: { productVariable: object }[] }[] = await tiny.json(
      "/api/visualizations?site=hyytiala",
    );
    expect(plots?.visualizations.map(({ productVariable }) => productVariable)).toEqual([
      { id: "radar-Zh", humanReadableName: "Reflectivity", order: 0, infraName: "reflectivity" },
      { id: "radar-v", humanReadableName: "Velocity", order: 1, infraName: null },
    ]);
  });

  test("instrumentInfo.instrumentId equals the id of the instrument type; instrumentInfo is the record", async () => {
    const [raw]: Record<string, Record<string, unknown>>[] = await tiny.json("/api/raw-files?site=hyytiala");
    expect(raw?.instrument?.id).toBe("rpg-fmcw-94");
    expect(raw?.instrumentInfo?.instrumentId).toBe("rpg-fmcw-94");
    expect(raw?.instrumentInfoUuid).toBe(raw?.instrumentInfo?.uuid);
    expect(raw?.instrumentPid).toBe(raw?.instrumentInfo?.pid);
  });

  test("s3key of a raw file is <site_id>/<uuid>/<filename>", async () => {
    const [raw]: { s3key: string }[] = await tiny.json("/api/raw-files?site=hyytiala");
    expect(raw?.s3key).toBe(`hyytiala/${uuid(301)}/240501_000000_P09_ZEN.LV1`);
  });

  test("software and sourceFileIds are given by the single-file route", async () => {
    expect(await tiny.json(`/api/files/${uuid(102)}`)).toMatchObject({
      software: [{ id: "soft", version: "1.0", title: "Soft 1.0", url: "https://example.org/soft" }],
      sourceFileIds: [uuid(301)],
    });
  });

  test("a model file has a model in place of instrument, software and sourceFileIds", async () => {
    expectFields(await tiny.json(`/api/files/${uuid(202)}`), contract.ModelFile);
  });

  test("instrument, source, coverage, errorLevel, startTime and stopTime may be null", async () => {
    expect(await tiny.json(`/api/files/${uuid(103)}`)).toMatchObject({
      instrument: null,
      coverage: null,
      errorLevel: null,
      startTime: null,
      stopTime: null,
    });
  });
});

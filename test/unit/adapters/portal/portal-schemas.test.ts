import { expect, test } from "vitest";
import {
  modelFileSchema,
  productFileSchema,
  rawFileSchema,
  rawModelFileSchema,
  visualizationSchema,
} from "#adapters/portal/portal-file-schemas.ts";
import {
  instrumentRecordSchema,
  instrumentTypeSchema,
  modelSchema,
  productSchema,
  productVariablesSchema,
  siteSchema,
} from "#adapters/portal/portal-schemas.ts";
import * as shapes from "#test/support/builders/portal-shapes.ts";

const record = { ...shapes.instrumentRecord, instrumentId: "chm15k", siteId: null };

test("a raw file is the same in both shapes", () => {
  const common = {
    checksum: "0123456789abcdef0123456789abcdef",
    size: 42,
    status: "uploaded",
    siteId: "hyytiala",
    instrumentId: "chm15k",
    instrumentPid: shapes.instrumentRecord.pid,
    tags: ["co"],
    site: shapes.site,
    instrumentRecord: record,
  };
  const contract = rawFileSchema.parse(shapes.rawFile);
  const live = rawFileSchema.parse(shapes.liveRawFile);
  expect(contract).toMatchObject({ ...common, s3key: shapes.rawFile.s3key });
  expect(contract.instrumentType).toEqual(shapes.instrumentType);
  expect(live).toMatchObject({ ...common, s3key: null, instrumentType: null });
});

test("the optional metadata route may leave out the site, the size and the address", () => {
  const { site: _site, downloadUrl: _url, size: _size, ...rest } = shapes.liveRawFile;
  expect(rawFileSchema.parse({ ...rest, site: "hyytiala" })).toMatchObject({ size: 0, downloadUrl: "" });
});

test("a raw model file is the same in both shapes", () => {
  const contract = rawModelFileSchema.parse(shapes.rawModelFile);
  expect(contract).toMatchObject({ size: 42, siteId: "hyytiala", modelId: "ecmwf", model: shapes.model });
  const live = rawModelFileSchema.parse(shapes.liveRawModelFile);
  expect(live).toMatchObject({ siteId: "hyytiala", modelId: "arpege-12-23", model: shapes.liveModel });
});

test.each([false, true, "false", "true"])("Product.experimental %j", (experimental) => {
  const parsed = productSchema.parse({ ...shapes.product, experimental });
  expect(parsed.experimental).toBe(String(experimental) === "true");
});

test("ProductVariable.order as a numeric string and as an integer, infraName absent and null", () => {
  const contract = productVariablesSchema.parse(shapes.productVariables);
  expect(contract).toEqual(productVariablesSchema.parse(shapes.liveProductVariables));
  expect(contract.variables[0]).toMatchObject({ order: 0, infraName: null });
  expect(contract.experimental).toBe(false);
});

test("names of the research infrastructure, by the contract and as of today; in embedded sites, too", () => {
  const { infraId: _id, ...nameless } = shapes.site;
  const live = { ...nameless, actrisId: 53 };
  expect(siteSchema.parse(live)).toEqual(shapes.site);
  expect(siteSchema.parse(nameless).infraId).toBeNull();
  expect(rawFileSchema.parse({ ...shapes.liveRawFile, site: live }).site?.infraId).toBe(53);
  expect(productFileSchema.parse({ ...shapes.liveProductFile, site: live }).site.infraId).toBe(53);
  const named = (names: object) => {
    const [variable] = shapes.liveProductVariables.variables;
    const lists = { ...shapes.liveProductVariables, variables: [{ ...variable, ...names }] };
    return productVariablesSchema.parse(lists).variables[0];
  };
  expect(named({ actrisName: "attenuated backscatter" })).toMatchObject({
    infraName: "attenuated backscatter",
  });
  expect(named({ infraName: "b", actrisName: null })).toMatchObject({ infraName: "b" });
  expect(named({})).not.toHaveProperty("actrisName");
});

test("a model file that was asked for by its uuid keeps its model", () => {
  const { model, ...file } = shapes.modelFile;
  expect(productFileSchema.parse({ ...file, model })).toMatchObject({ model: shapes.model });
  expect(productFileSchema.parse(file).model).toBeNull();
});

test("a visualization without and with source and experimental", () => {
  const contract = visualizationSchema.parse(shapes.visualization);
  expect(contract).toMatchObject({ source: null, experimental: null });
  expect(contract.visualizations[0]?.dimensions?.marginLeft).toBe(4);
  const live = visualizationSchema.parse(shapes.liveVisualization);
  expect(live).toMatchObject({ source: { kind: "instrument", instrument: record }, experimental: true });
  expect(live.visualizations[0]?.dimensions).toBeNull();
});

test("the source of a visualization may be null or a model", () => {
  expect(visualizationSchema.parse({ ...shapes.liveVisualization, source: null }).source).toBeNull();
  const ofModel = visualizationSchema.parse({ ...shapes.liveVisualization, source: shapes.liveModel });
  expect(ofModel.source).toEqual({ kind: "model", model: shapes.liveModel });
});

test("a product file in both shapes: words not seen before, source files, more keys", () => {
  const contract = productFileSchema.parse(shapes.productFile);
  expect(contract).toMatchObject({ size: 1234567, timeliness: "rrt", errorLevel: "info", sourceFileIds: [] });
  expect(contract.site.description).toBeNull();
  expect(contract.instrument).toEqual({ ...record, instrumentId: null });
  const live = productFileSchema.parse(shapes.liveProductFile);
  expect(live).toMatchObject({
    timeliness: "nrt",
    errorLevel: "pass",
    format: "NetCDF3",
    instrument: record,
  });
  expect(live.sourceFileIds).toEqual(["1d9ab0a8-1d7c-4b5a-9f5f-3f3bb0c0a002"]);
  expect(live).not.toHaveProperty("qualityScore");
});

test("a product file of a list has neither software nor source files", () => {
  const { software: _software, sourceFileIds: _ids, instrument: _instrument, ...listed } = shapes.productFile;
  const parsed = productFileSchema.parse(listed);
  expect(parsed).toMatchObject({ software: [], sourceFileIds: [], instrument: null });
});

test("a model file", () => {
  const parsed = modelFileSchema.parse(shapes.modelFile);
  expect(parsed).toMatchObject({ coverage: null, errorLevel: null, startTime: null, model: shapes.model });
});

test("a site with and without a place", () => {
  expect(siteSchema.parse(shapes.site)).toEqual(shapes.site);
  expect(siteSchema.parse(shapes.mobileSite)).toEqual(shapes.mobileSite);
});

test("forecast hours as integers and null", () => {
  expect(modelSchema.parse(shapes.model)).toEqual(shapes.model);
  expect(modelSchema.parse(shapes.liveModel)).toEqual(shapes.liveModel);
});

test("instrument types", () => {
  expect(instrumentTypeSchema.parse({ ...shapes.instrumentType, allowedTags: ["co", "cross"] })).toEqual({
    ...shapes.instrumentType,
    allowedTags: ["co", "cross"],
  });
});

test.each(["chm15k", { id: "chm15k", type: "lidar" }])(
  "the instrument list names the type: %j",
  (instrument) => {
    const listed = { uuid: record.uuid, pid: record.pid, name: record.name, instrument, siteId: "hyytiala" };
    const parsed = instrumentRecordSchema.parse(listed);
    expect(parsed).toMatchObject({ instrumentId: "chm15k", siteId: "hyytiala", owners: [] });
  },
);

const required = [
  ["uuid", rawFileSchema, shapes.rawFile],
  ["checksum", rawFileSchema, shapes.rawFile],
  ["filename", productFileSchema, shapes.productFile],
  ["size", productFileSchema, shapes.productFile],
  ["downloadUrl", modelFileSchema, shapes.modelFile],
  ["id", siteSchema, shapes.site],
] as const;
test.each(required)("without %s there is no record", (key, schema, record) => {
  expect(schema.safeParse({ ...record, [key]: undefined }).success).toBe(false);
  expect(schema.safeParse({ ...record, [key]: { other: true } }).success).toBe(false);
});

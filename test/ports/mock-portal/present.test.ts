import { beforeAll, describe, expect, test } from "vitest";
import { presenter, shownInstrument, shownProduct, shownVariables } from "#mock-portal/shown-records.ts";
import type {
  ModelUpload,
  StoredModelFile,
  StoredPlotImage,
  StoredProductFile,
  StoredUpload,
} from "#mock-portal/store/records.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { tinyCatalogue, uuid } from "./tiny-catalogue.ts";
import { openTinyStore } from "./tiny-store.ts";

const tiny = ofAllTests(openTinyStore, ({ end }) => end());
let present: ReturnType<typeof presenter>;
beforeAll(() => {
  present = presenter(tiny.catalogue, "http://portal.example");
});

const [site] = tinyCatalogue.sites;
const { description: _, ...embeddedSite } = site ?? { description: null };
const productOf = (id: string) => tinyCatalogue.products.find((product) => product.id === id);
const typeOf = (id: string) => {
  const { derivedProducts: _, ...served } = tinyCatalogue.instruments.find((type) => type.id === id) ?? {
    derivedProducts: [],
  };
  return served;
};
const recordOf = (number: number) => {
  const found = tinyCatalogue.instrumentRecords.find((record) => record.uuid === uuid(number));
  const { siteId: _, instrumentId: __, ...served } = found ?? { siteId: null, instrumentId: "" };
  return served;
};

function stored<T>(table: string, number: number): T {
  const record = tiny.store.record<T>(`SELECT record FROM ${table} WHERE id = ?`, uuid(number));
  if (record === undefined) throw new Error(`${table} ${number}`);
  return record;
}

/** Fields of a stored file that are served as they are. */
function own(file: StoredProductFile | StoredModelFile): Record<string, unknown> {
  const { siteId: _, productId: __, isCurrent: ___, ...rest } = file;
  return { ...rest, size: String(file.size) };
}

describe("a product file", () => {
  test("has its site without description, its product, its instrument and an address", () => {
    const file = stored<StoredProductFile>("files", 102);
    const { instrumentUuid: _, ...rest } = own(file);
    expect(present.file(file)).toEqual({
      ...rest,
      site: embeddedSite,
      product: productOf("radar"),
      instrument: recordOf(901),
      downloadUrl: `http://portal.example/api/download/product/${uuid(102)}/20240501_hyytiala_102.nc`,
    });
  });
  test("has neither software nor sources in lists, and may have no instrument", () => {
    const file = stored<StoredProductFile>("files", 103);
    const { software, sourceFileIds, ...listed } = present.file(file);
    expect([software, sourceFileIds]).toEqual([file.software, file.sourceFileIds]);
    expect(present.listedFile(file)).toEqual(listed);
    expect(listed.instrument).toBeNull();
  });
  test("has a name in its address, whatever that name is", () => {
    const file = { ...stored<StoredProductFile>("files", 102), filename: "a b/ä?.nc" };
    expect(present.listedFile(file).downloadUrl).toMatch(/\/a%20b%2F%C3%A4%3F\.nc$/);
  });
});

test("a model file has its model in place of instrument, software and sources", () => {
  const file = stored<StoredModelFile>("model_files", 202);
  const { modelId: _, ...rest } = own(file);
  expect(present.modelFile(file)).toEqual({
    ...rest,
    site: embeddedSite,
    product: productOf("model"),
    model: tinyCatalogue.models.find(({ id }) => id === "ecmwf"),
    downloadUrl: `http://portal.example/api/download/product/${uuid(202)}/20240501_hyytiala_202.nc`,
  });
});

describe("raw files", () => {
  const raw = (path: string) => ({ size: "4", s3key: `hyytiala/${path}`, site });
  test("of an instrument have site, type and record", () => {
    const upload = { ...stored<StoredUpload>("uploads", 301), filename: "a b.LV1" };
    expect(present.upload(upload)).toEqual({
      ...upload,
      ...raw(`${uuid(301)}/a b.LV1`),
      instrument: typeOf("rpg-fmcw-94"),
      instrumentInfo: { ...recordOf(901), instrumentId: "rpg-fmcw-94" },
      downloadUrl: `http://portal.example/api/download/raw/${uuid(301)}/a%20b.LV1`,
    });
  });
  test("of a model have site and model", () => {
    const upload = stored<ModelUpload>("model_uploads", 401);
    expect(present.modelUpload(upload)).toEqual({
      ...upload,
      ...raw(`${uuid(401)}/20240501_hyytiala_ecmwf.nc`),
      model: tinyCatalogue.models.find(({ id }) => id === "ecmwf"),
      downloadUrl: `http://portal.example/api/download/raw/${uuid(401)}/20240501_hyytiala_ecmwf.nc`,
    });
  });
});

describe("plots", () => {
  const plots = () =>
    tiny.store.records<StoredPlotImage>("SELECT record FROM plots WHERE file_id = ?", uuid(102)).toReversed();
  const dimensions = { width: 4, height: 3, marginTop: 0, marginRight: 1, marginBottom: 0, marginLeft: 1 };
  const velocity = { id: "radar-v", humanReadableName: "Velocity", order: 1 };
  const reflectivity = { id: "radar-Zh", humanReadableName: "Reflectivity", order: 0 };
  const ofFile = {
    sourceFileId: uuid(102),
    productHumanReadable: "Radar",
    locationHumanReadable: "Hyytiälä",
    volatile: false,
    legacy: false,
  };
  test("of one file come in plotting order, without infraName", () => {
    for (const given of [plots(), plots().toReversed()])
      expect(present.visualization(stored<StoredProductFile>("files", 102), given)).toEqual({
        ...ofFile,
        visualizations: [
          { s3key: "plots/102-Zh.png", productVariable: reflectivity, dimensions },
          { s3key: "plots/102-v.png", productVariable: velocity, dimensions: null },
        ],
      });
  });
  test("in lists say infraName, experimental and source", () => {
    const file = { ...stored<StoredProductFile>("files", 102), volatile: true, legacy: true };
    expect(present.listedVisualization(file, plots())).toEqual({
      ...ofFile,
      volatile: true,
      legacy: true,
      experimental: false,
      source: recordOf(901),
      visualizations: [
        {
          s3key: "plots/102-Zh.png",
          productVariable: { ...reflectivity, infraName: "reflectivity" },
          dimensions,
        },
        { s3key: "plots/102-v.png", productVariable: { ...velocity, infraName: null }, dimensions: null },
      ],
    });
  });
  test("of a model have no source; of an experimental product they say so", () => {
    expect(present.listedVisualization(stored<StoredModelFile>("model_files", 202), []).source).toBeNull();
    expect(present.listedVisualization(stored<StoredProductFile>("files", 103), [])).toMatchObject({
      experimental: true,
      source: null,
    });
  });
});

test("the product list says experimental as text and the order of variables as text", () => {
  const [radar, , , categorize] = tinyCatalogue.products;
  if (radar === undefined || categorize === undefined) throw new Error("no products");
  expect(shownProduct(radar)).toEqual({ ...radar, experimental: "false" });
  expect(shownProduct(categorize)).toEqual({ ...categorize, experimental: "true" });
  expect(shownVariables(radar, tinyCatalogue.variables.slice(0, 1))).toEqual({
    ...radar,
    variables: [{ id: "radar-v", humanReadableName: "Velocity", order: "1" }],
  });
});

test("an instrument type keeps to itself what processing makes of it", () => {
  const [type] = tinyCatalogue.instruments;
  if (type !== undefined) expect(shownInstrument(type)).toEqual(typeOf("rpg-fmcw-94"));
});

describe("a reference that leads nowhere is a bug, and says which", () => {
  const gone = "which it does not hold.";
  test.each([
    ["site atlantis", (file: StoredProductFile) => present.file({ ...file, siteId: "atlantis" })],
    ["product tea", (file: StoredProductFile) => present.file({ ...file, productId: "tea" })],
    [
      `instrument record ${uuid(1)}`,
      (file: StoredProductFile) => present.file({ ...file, instrumentUuid: uuid(1) }),
    ],
    [
      "variable radar-x",
      (file: StoredProductFile) =>
        present.visualization(file, [
          { sourceFileId: file.uuid, s3key: "k", variableId: "radar-x", dimensions: null },
        ]),
    ],
    [
      "model nwp",
      () => present.modelFile({ ...stored<StoredModelFile>("model_files", 202), modelId: "nwp" }),
    ],
    [
      "instrument sundial",
      () => present.upload({ ...stored<StoredUpload>("uploads", 301), instrumentId: "sundial" }),
    ],
  ])("%s", (what, show) => {
    expect(() => show(stored<StoredProductFile>("files", 102))).toThrow(
      `The mock portal refers to ${what}, ${gone}`,
    );
  });
});

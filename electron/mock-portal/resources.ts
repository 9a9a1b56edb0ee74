import { z } from "zod";

/**
 * The answers of the API as docs/portal/api.md states them ("Resources and their fields"): they type what the routes give
 * and are in the OpenAPI document.
 */

const uuid = z.uuid();
const date = z.iso.date();
const timestamp = z.iso.datetime({ precision: 3 });
const md5 = z.string().regex(/^[0-9a-f]{32}$/);
const decimal = z.string().regex(/^\d+$/);

const siteFields = {
  id: z.string(),
  humanReadableName: z.string(),
  stationName: z.string().nullable(),
  type: z.array(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  altitude: z.number(),
  gaw: z.string().nullable(),
  dvasId: z.string().nullable(),
  infraId: z.int().nullable(),
  country: z.string(),
  countryCode: z.string().length(2),
  countrySubdivisionCode: z.string().nullable(),
};

/** In file answers. */
const embeddedSite = z.strictObject(siteFields).meta({ id: "EmbeddedSite" });

/** In the site list and in raw-file answers. */
export const site = z
  .strictObject({ ...siteFields, description: z.string().nullable() })
  .meta({ id: "Site" });

const productFields = { id: z.string(), humanReadableName: z.string(), type: z.array(z.string()) };

export const product = z
  .strictObject({ ...productFields, experimental: z.boolean() })
  .meta({ id: "Product" });

/** The product list shows `experimental` as a string. */
export const listedProduct = z
  .strictObject({ ...productFields, experimental: z.enum(["true", "false"]) })
  .meta({ id: "ListedProduct" });

const variableFields = {
  id: z.string(),
  humanReadableName: z.string(),
  order: z.union([z.int().min(0), decimal]),
};

const variable = z.strictObject(variableFields).meta({ id: "ProductVariable" });

const listedVariable = z
  .strictObject({ ...variableFields, infraName: z.string().nullable() })
  .meta({ id: "ListedProductVariable" });

export const productVariables = z
  .strictObject({ ...productFields, experimental: z.boolean(), variables: z.array(variable) })
  .meta({ id: "ProductVariables" });

export const instrument = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    humanReadableName: z.string(),
    shortName: z.string(),
    allowedTags: z.array(z.string()),
  })
  .meta({ id: "Instrument" });

export const model = z
  .strictObject({
    id: z.string(),
    humanReadableName: z.string(),
    optimumOrder: z.int(),
    sourceModelId: z.string().nullable(),
    forecastStart: z.int().nullable(),
    forecastEnd: z.int().nullable(),
  })
  .meta({ id: "Model" });

const instrumentRecordFields = {
  uuid,
  pid: z.url(),
  name: z.string(),
  owners: z.array(z.string()),
  model: z.string(),
  type: z.string(),
  serialNumber: z.string().nullable(),
};

const instrumentRecord = z.strictObject(instrumentRecordFields).meta({ id: "InstrumentRecord" });

const instrumentInfo = z
  .strictObject({ ...instrumentRecordFields, instrumentId: z.string() })
  .meta({ id: "InstrumentInfo" });

/** Outside the contract: an entry of the instrument picker (docs/portal/observed.md §3). */
export const instrumentPid = z
  .strictObject({
    uuid,
    pid: z.url(),
    name: z.string(),
    instrument,
    siteId: z.string().nullable().optional(),
  })
  .meta({ id: "InstrumentPid" });

/** Outside the contract, as all to `fileVersion` (docs/portal/observed.md §5): one instrument. */
export const oneInstrumentPid = z
  .strictObject({
    ...instrumentRecordFields,
    instrument,
    status: z.enum(["active", "recent", "inactive"]),
    locations: z.array(
      z.strictObject({ siteId: z.string(), humanReadableName: z.string(), startDate: date, endDate: date }),
    ),
  })
  .meta({ id: "OneInstrumentPid" });

/** Received raw files of one day; `totalSize` in bytes. */
export const uploadAmount = z
  .strictObject({ date, fileCount: z.int(), totalSize: z.int() })
  .meta({ id: "UploadAmount" });

/** A product of one day. */
export const availableProduct = z
  .strictObject({
    uuid,
    measurementDate: date,
    productId: z.string(),
    errorLevel: z.string().nullable(),
    legacy: z.boolean(),
    experimental: z.boolean(),
    siteId: z.string(),
    instrumentPid: z.string().nullable(),
    instrumentInfo: instrumentRecord.nullable(),
  })
  .meta({ id: "AvailableProduct" });

/** Why a product has its error level: the tests, the worst first. */
export const qualityReport = z
  .strictObject({
    uuid,
    errorLevel: z.string(),
    qcVersion: z.string(),
    timestamp,
    tests: z.int(),
    errors: z.int(),
    warnings: z.int(),
    info: z.int(),
    testReports: z.array(
      z.strictObject({
        testId: z.string(),
        name: z.string(),
        description: z.string(),
        result: z.string(),
        exceptions: z.array(
          z.strictObject({
            result: z.string(),
            message: z.string().optional(),
            variable: z.string().optional(),
            expected: z.string().optional(),
            received: z.string().optional(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "QualityReport" });

/** A version of a file. */
export const fileVersion = z.strictObject({ uuid, createdAt: timestamp }).meta({ id: "FileVersion" });

const software = z.strictObject({ id: z.string(), version: z.string(), title: z.string(), url: z.url() });

const fileFields = {
  uuid,
  version: z.string(),
  pid: z.url(),
  dvasId: z.string().nullable(),
  volatile: z.boolean(),
  tombstoneReason: z.string().nullable(),
  legacy: z.boolean(),
  measurementDate: date,
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
  size: decimal,
  coverage: z.number().min(0).max(1).nullable(),
  format: z.string(),
  errorLevel: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  dvasUpdatedAt: timestamp.nullable(),
  startTime: timestamp.nullable(),
  stopTime: timestamp.nullable(),
  site: embeddedSite,
  product,
  downloadUrl: z.url(),
  filename: z.string(),
  timeliness: z.string(),
};

/** In lists: `software` and `sourceFileIds` belong to the single-file route. */
export const listedFile = z
  .strictObject({ ...fileFields, instrument: instrumentRecord.nullable() })
  .meta({ id: "ListedFile" });

export const file = z
  .strictObject({
    ...fileFields,
    instrument: instrumentRecord.nullable(),
    software: z.array(software),
    sourceFileIds: z.array(uuid),
  })
  .meta({ id: "File" });

export const modelFile = z.strictObject({ ...fileFields, model }).meta({ id: "ModelFile" });

const dimensions = z.strictObject({
  width: z.int(),
  height: z.int(),
  marginTop: z.int(),
  marginRight: z.int(),
  marginBottom: z.int(),
  marginLeft: z.int(),
});

const visualizationFields = {
  sourceFileId: uuid,
  productHumanReadable: z.string(),
  locationHumanReadable: z.string(),
  volatile: z.boolean(),
  legacy: z.boolean(),
};

export const visualization = z
  .strictObject({
    ...visualizationFields,
    visualizations: z.array(
      z.strictObject({ s3key: z.string(), productVariable: variable, dimensions: dimensions.nullable() }),
    ),
  })
  .meta({ id: "Visualization" });

export const listedVisualization = z
  .strictObject({
    ...visualizationFields,
    visualizations: z.array(
      z.strictObject({
        s3key: z.string(),
        productVariable: listedVariable,
        dimensions: dimensions.nullable(),
      }),
    ),
    experimental: z.boolean(),
    source: instrumentRecord.nullable(),
  })
  .meta({ id: "ListedVisualization" });

const rawFields = {
  uuid,
  checksum: md5,
  filename: z.string(),
  s3key: z.string(),
  measurementDate: date,
  size: decimal,
  status: z.enum(["created", "uploaded", "processed", "invalid"]),
  createdAt: timestamp,
  updatedAt: timestamp,
  siteId: z.string(),
  site,
  downloadUrl: z.url(),
};

export const upload = z
  .strictObject({
    ...rawFields,
    instrumentPid: z.string(),
    tags: z.array(z.string()),
    instrumentId: z.string(),
    instrumentInfoUuid: uuid,
    instrument,
    instrumentInfo,
  })
  .meta({ id: "Upload" });

export const modelUpload = z
  .strictObject({ ...rawFields, modelId: z.string(), model })
  .meta({ id: "ModelUpload" });

/** The failures of the model upload (docs/portal/observed.md §5). */
export const textError = z.strictObject({ status: z.int(), errors: z.string() }).meta({ id: "TextError" });

/** docs/portal/api.md, "Error". */
export const errorAnswer = z
  .strictObject({ status: z.int(), errors: z.array(z.string()) })
  .meta({ id: "Error" });

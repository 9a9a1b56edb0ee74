import { z } from "zod";
import { byteCount, calendarDate, count } from "./values.ts";

/**
 * What the portal publishes, in one shape whichever of its two shapes it came in (docs/portal/api.md, "Resources and
 * their fields"; docs/portal/observed.md §4). Timestamps stand as the portal writes them: ISO 8601 in UTC.
 */

const texts = z.array(z.string()).readonly();
const text = z.string().nullable();

export const site = z.strictObject({
  id: z.string(),
  humanReadableName: z.string(),
  stationName: text,
  description: text,
  type: texts,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  altitude: z.number().nullable(),
  gaw: text,
  dvasId: text,
  infraId: z.number().nullable(),
  country: text,
  countryCode: text,
  countrySubdivisionCode: text,
});

export const product = z.strictObject({
  id: z.string(),
  humanReadableName: z.string(),
  type: texts,
  experimental: z.boolean(),
});

const productVariable = z.strictObject({
  id: z.string(),
  humanReadableName: z.string(),
  order: z.number(),
  infraName: text,
});

export const productVariables = product.extend({ variables: z.array(productVariable).readonly() });

export const instrumentType = z.strictObject({
  id: z.string(),
  type: z.string(),
  humanReadableName: z.string(),
  shortName: z.string(),
  allowedTags: texts,
});

export const model = z.strictObject({
  id: z.string(),
  humanReadableName: z.string(),
  optimumOrder: z.number(),
  sourceModelId: text,
  /** Hours. */
  forecastStart: z.number().nullable(),
  /** Hours. */
  forecastEnd: z.number().nullable(),
});

export const instrumentRecord = z.strictObject({
  uuid: z.string(),
  pid: z.string(),
  name: z.string(),
  owners: texts,
  model: text,
  type: text,
  serialNumber: text,
  instrumentId: text,
  siteId: text,
});

const software = z.strictObject({ id: z.string(), version: z.string(), title: z.string(), url: z.string() });

const processedFields = {
  uuid: z.string(),
  version: z.string(),
  pid: z.string(),
  dvasId: text,
  volatile: z.boolean(),
  tombstoneReason: text,
  legacy: z.boolean(),
  measurementDate: calendarDate,
  /** SHA-256. */
  checksum: z.string(),
  size: byteCount,
  coverage: z.number().nullable(),
  format: z.string(),
  errorLevel: text,
  createdAt: z.string(),
  updatedAt: z.string(),
  dvasUpdatedAt: text,
  startTime: text,
  stopTime: text,
  site,
  product,
  downloadUrl: z.string(),
  filename: z.string(),
  timeliness: text,
};

export const productFile = z.strictObject({
  ...processedFields,
  software: z.array(software).readonly(),
  instrument: instrumentRecord.nullable(),
  model: model.nullable(),
  sourceFileIds: texts,
});

export const modelFile = z.strictObject({ ...processedFields, model });

const dimensions = z.strictObject({
  width: count,
  height: count,
  marginTop: z.number(),
  marginRight: z.number(),
  marginBottom: z.number(),
  marginLeft: z.number(),
});

const plot = z.strictObject({ s3key: z.string(), productVariable, dimensions: dimensions.nullable() });

export const visualization = z.strictObject({
  sourceFileId: z.string(),
  visualizations: z.array(plot).readonly(),
  productHumanReadable: z.string(),
  locationHumanReadable: z.string(),
  volatile: z.boolean(),
  legacy: z.boolean(),
  experimental: z.boolean().nullable(),
  source: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("instrument"), instrument: instrumentRecord }),
      z.strictObject({ kind: z.literal("model"), model }),
    ])
    .nullable(),
});

const rawFields = {
  uuid: z.string(),
  /** MD5. */
  checksum: z.string(),
  filename: z.string(),
  s3key: text,
  measurementDate: calendarDate,
  size: byteCount,
  status: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  siteId: z.string(),
  site: site.nullable(),
  downloadUrl: z.string(),
};

export const rawFile = z.strictObject({
  ...rawFields,
  instrumentPid: text,
  instrumentId: text,
  tags: texts,
  instrumentType: instrumentType.nullable(),
  instrumentRecord: instrumentRecord.nullable(),
});

export const rawModelFile = z.strictObject({ ...rawFields, modelId: z.string(), model: model.nullable() });

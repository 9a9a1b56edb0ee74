import { z } from "zod";
import {
  type ModelFile,
  modelPid,
  type Plot,
  type ProductFile,
  type RawFileDetails,
  type RawModelFile,
  type Visualization,
} from "#domain/portal-records.ts";
import {
  givenCount,
  givenFlag,
  givenText,
  instrumentRecordSchema,
  instrumentTypeSchema,
  modelSchema,
  numberOrNull,
  orNull,
  productSchema,
  productVariableSchema,
  siteSchema,
  textOrNull,
  texts,
} from "./portal-schemas.ts";

/** Records of files in either of the portal's shapes, made into the one shape of the domain. */

const processedFields = {
  uuid: z.string(),
  version: givenText,
  pid: givenText,
  dvasId: textOrNull,
  volatile: givenFlag,
  tombstoneReason: textOrNull,
  legacy: givenFlag,
  measurementDate: z.string(),
  checksum: z.string(),
  size: givenCount,
  coverage: numberOrNull,
  format: givenText,
  errorLevel: textOrNull,
  createdAt: givenText,
  updatedAt: givenText,
  dvasUpdatedAt: textOrNull,
  startTime: textOrNull,
  stopTime: textOrNull,
  site: siteSchema,
  product: productSchema,
  downloadUrl: z.string(),
  filename: z.string(),
  timeliness: textOrNull,
};

export const productFileSchema = z.object({
  ...processedFields,
  software: z
    .array(z.object({ id: givenText, version: givenText, title: givenText, url: givenText }))
    .nullish()
    .transform((list) => list ?? []),
  instrument: orNull(instrumentRecordSchema),
  model: orNull(modelSchema),
  sourceFileIds: texts,
}) satisfies z.ZodType<ProductFile>;

export const modelFileSchema = z.object({
  ...processedFields,
  model: modelSchema,
}) satisfies z.ZodType<ModelFile>;

const plotSchema = z.object({
  s3key: z.string(),
  productVariable: productVariableSchema,
  dimensions: orNull(
    z.object({
      width: z.number(),
      height: z.number(),
      marginTop: z.number(),
      marginRight: z.number(),
      marginBottom: z.number(),
      marginLeft: z.number(),
    }),
  ),
}) satisfies z.ZodType<Plot>;

export const visualizationSchema = z.object({
  sourceFileId: z.string(),
  visualizations: z.array(plotSchema),
  productHumanReadable: givenText,
  locationHumanReadable: givenText,
  volatile: givenFlag,
  legacy: givenFlag,
  experimental: orNull(z.boolean()),
  source: orNull(
    z.union([
      instrumentRecordSchema.transform((instrument) => ({ kind: "instrument" as const, instrument })),
      modelSchema.transform((model) => ({ kind: "model" as const, model })),
    ]),
  ),
}) satisfies z.ZodType<Visualization>;

const rawFields = {
  uuid: z.string(),
  checksum: z.string(),
  filename: z.string(),
  s3key: textOrNull,
  measurementDate: z.string(),
  size: givenCount.nullish().transform((size) => size ?? 0),
  status: z.string(),
  createdAt: givenText,
  updatedAt: givenText,
  siteId: textOrNull,
  /** The optional metadata route may give less than a whole site. */
  site: orNull(z.union([siteSchema, z.string().transform(() => null)])),
  downloadUrl: givenText,
};

const recordOrType = z.union([
  instrumentRecordSchema.transform((record) => ({ record, type: null })),
  instrumentTypeSchema.transform((type) => ({ record: null, type })),
]);

/** `instrument` is the type beside `instrumentInfo` in the contract, and the record itself on the live portal. */
export const rawFileSchema = z
  .object({
    ...rawFields,
    instrumentPid: textOrNull,
    tags: texts,
    instrumentId: textOrNull,
    instrument: recordOrType.nullish(),
    instrumentInfo: instrumentRecordSchema.nullish(),
  })
  .transform(({ instrument, instrumentInfo, ...raw }): RawFileDetails => {
    const instrumentRecord = instrumentInfo ?? instrument?.record ?? null;
    const instrumentType = instrument?.type ?? null;
    return {
      ...raw,
      siteId: raw.siteId ?? raw.site?.id ?? "",
      instrumentPid: raw.instrumentPid ?? instrumentRecord?.pid ?? null,
      instrumentId: raw.instrumentId ?? instrumentRecord?.instrumentId ?? instrumentType?.id ?? null,
      instrumentType,
      instrumentRecord,
    };
  });

export const rawModelFileSchema = z
  .object({ ...rawFields, modelId: textOrNull, model: modelSchema.nullish() })
  .transform(
    ({ model, ...raw }): RawModelFile => ({
      ...raw,
      siteId: raw.siteId ?? raw.site?.id ?? "",
      modelId: raw.modelId ?? model?.id ?? "",
      model: model ?? null,
    }),
  );

/** A raw model file as delivery knows records: its model stands where a PID is. */
export const rawModelAsFileSchema = rawModelFileSchema
  .refine(({ modelId }) => modelId !== "")
  .transform(
    ({ modelId, model: _, ...raw }): RawFileDetails => ({
      ...raw,
      instrumentPid: modelPid(modelId),
      tags: [],
      instrumentId: modelId,
      instrumentType: null,
      instrumentRecord: null,
    }),
  );

/** A record of either kind: that of a model names its model. */
export const anyRawFileSchema = z.union([rawModelAsFileSchema, rawFileSchema]);

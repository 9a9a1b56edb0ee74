import { z } from "zod";
import type {
  InstrumentRecord,
  InstrumentType,
  Model,
  Product,
  ProductVariable,
  ProductVariables,
  Site,
} from "#domain/portal-records.ts";

/**
 * Answers of the portal, in either of its shapes, made into the one shape of the domain (docs/portal/api.md, "Resources
 * and their fields"; docs/portal/observed.md §4). Identifying fields must be there; what may be null may also be left out;
 * unknown keys are ignored.
 */

/** A field that the portal may leave out as well as state as null. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((given): z.output<Schema> | null => given ?? null);

export const textOrNull = orNull(z.string());
export const givenText = z
  .string()
  .nullish()
  .transform((given) => given ?? "");
export const numberOrNull = orNull(z.number());
export const texts = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);
/** The boolean, or its name as a string (Product.experimental in the product list). */
export const givenFlag = z
  .union([z.boolean(), z.enum(["true", "false"])])
  .nullish()
  .transform((given) => given === true || given === "true");
/** The number, or a decimal string of it (sizes, ProductVariable.order). */
export const givenCount = z
  .union([z.number(), z.string().regex(/^\d+$/)])
  .transform(Number)
  .pipe(z.number().nonnegative());

export const siteSchema = z
  .object({
    id: z.string(),
    humanReadableName: givenText,
    stationName: textOrNull,
    description: textOrNull,
    type: texts,
    latitude: numberOrNull,
    longitude: numberOrNull,
    altitude: numberOrNull,
    gaw: textOrNull,
    dvasId: textOrNull,
    infraId: numberOrNull,
    /** The name of today (docs/portal/observed.md §4). */
    actrisId: numberOrNull,
    country: textOrNull,
    countryCode: textOrNull,
    countrySubdivisionCode: textOrNull,
  })
  .transform(({ actrisId, ...site }) => ({
    ...site,
    infraId: site.infraId ?? actrisId,
  })) satisfies z.ZodType<Site>;

const productFields = {
  id: z.string(),
  humanReadableName: givenText,
  type: texts,
  experimental: givenFlag,
};
export const productSchema = z.object(productFields) satisfies z.ZodType<Product>;

export const productVariableSchema = z
  .object({
    id: z.string(),
    humanReadableName: givenText,
    order: givenCount,
    infraName: textOrNull,
    /** The name of today (docs/portal/observed.md §4). */
    actrisName: textOrNull,
  })
  .transform(({ actrisName, ...variable }) => ({
    ...variable,
    infraName: variable.infraName ?? actrisName,
  })) satisfies z.ZodType<ProductVariable>;

export const productVariablesSchema = z.object({
  ...productFields,
  variables: z.array(productVariableSchema),
}) satisfies z.ZodType<ProductVariables>;

export const instrumentTypeSchema = z.object({
  id: z.string(),
  type: givenText,
  humanReadableName: givenText,
  shortName: givenText,
  allowedTags: texts,
}) satisfies z.ZodType<InstrumentType>;

export const modelSchema = z.object({
  id: z.string(),
  humanReadableName: givenText,
  optimumOrder: z.number(),
  sourceModelId: textOrNull,
  forecastStart: numberOrNull,
  forecastEnd: numberOrNull,
}) satisfies z.ZodType<Model>;

export const instrumentRecordSchema = z
  .object({
    uuid: z.string(),
    pid: z.string(),
    name: givenText,
    owners: texts,
    model: textOrNull,
    type: textOrNull,
    serialNumber: textOrNull,
    instrumentId: textOrNull,
    siteId: textOrNull,
    /** In `GET /api/instrument-pids`: the type or its id. */
    instrument: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish(),
  })
  .transform(
    ({ instrument, ...record }): InstrumentRecord => ({
      ...record,
      instrumentId: record.instrumentId ?? instrument ?? null,
    }),
  );

/** A list of records that are looked at one by one. */
export const listSchema = z.array(z.unknown());

import { z } from "zod";
import type {
  InstrumentRecord,
  InstrumentType,
  Model,
  ModelFile,
  Product,
  ProductFile,
  ProductVariables,
  RawFileDetails,
  RawModelFile,
  Site,
  Visualization,
} from "#domain/portal-records.ts";
import { calendarDate, flag, noInput, typed, uuid, word, writtenTime } from "./values.ts";

const severalMessage = "must be text or a list of texts";

/** A single value or several; several match any of them. */
const oneOrMore = z.union([word, z.array(word).min(1, { error: "must not be an empty list" }).readonly()], {
  error: severalMessage,
});

const limitMessage = "must be a whole number, 1 or more";

/** Either `date`, or the days from `dateFrom` to `dateTo` (docs/portal/api.md, "Endpoints"). */
const dateFields = {
  date: calendarDate.exactOptional(),
  dateFrom: calendarDate.exactOptional(),
  dateTo: calendarDate.exactOptional(),
  updatedAtFrom: writtenTime.exactOptional(),
  updatedAtTo: writtenTime.exactOptional(),
  limit: z.int({ error: limitMessage }).min(1, { error: limitMessage }).exactOptional(),
};

const fileFields = {
  ...dateFields,
  site: oneOrMore.exactOptional(),
  product: oneOrMore.exactOptional(),
  allVersions: flag.exactOptional(),
};

const rawFields = {
  ...dateFields,
  site: oneOrMore.exactOptional(),
  status: oneOrMore.exactOptional(),
  filename: oneOrMore.exactOptional(),
  filenamePrefix: oneOrMore.exactOptional(),
  filenameSuffix: oneOrMore.exactOptional(),
};

/** The portal's read routes, asked by the host: a page never speaks to the portal itself. */
export const portalMethods = {
  /** Gives the portal's address without a slash at the end, for API queries and `curl` lines that pages show. Null where unset. */
  "portal.address": { input: noInput, output: z.strictObject({ url: z.string().nullable() }) },
  "portal.sites": { input: noInput, output: z.array(typed<Site>()).readonly() },
  "portal.products": { input: noInput, output: z.array(typed<Product>()).readonly() },
  "portal.productVariables": { input: noInput, output: z.array(typed<ProductVariables>()).readonly() },
  "portal.instrumentTypes": { input: noInput, output: z.array(typed<InstrumentType>()).readonly() },
  "portal.models": { input: noInput, output: z.array(typed<Model>()).readonly() },
  /** Every physical instrument with its PID; null where the portal does not offer the list. */
  "portal.instrumentRecords": {
    input: noInput,
    output: z.array(typed<InstrumentRecord>()).readonly().nullable(),
  },
  "portal.file": { input: z.strictObject({ uuid }), output: typed<ProductFile>() },
  "portal.files": { input: z.strictObject(fileFields), output: z.array(typed<ProductFile>()).readonly() },
  "portal.modelFiles": {
    input: z.strictObject({
      ...dateFields,
      site: oneOrMore.exactOptional(),
      model: oneOrMore.exactOptional(),
      allModels: flag.exactOptional(),
    }),
    output: z.array(typed<ModelFile>()).readonly(),
  },
  "portal.visualization": { input: z.strictObject({ fileUuid: uuid }), output: typed<Visualization>() },
  "portal.visualizations": {
    input: z.strictObject({ ...fileFields, variable: oneOrMore.exactOptional() }),
    output: z.array(typed<Visualization>()).readonly(),
  },
  "portal.rawFiles": {
    input: z.strictObject({
      ...rawFields,
      instrument: oneOrMore.exactOptional(),
      instrumentPid: oneOrMore.exactOptional(),
    }),
    output: z.array(typed<RawFileDetails>()).readonly(),
  },
  "portal.rawModelFiles": {
    input: z.strictObject({ ...rawFields, model: oneOrMore.exactOptional() }),
    output: z.array(typed<RawModelFile>()).readonly(),
  },
  /** A plot by its `s3key`: a PNG in base64. */
  "portal.image": {
    input: z.strictObject({ s3key: word }),
    output: z.strictObject({ contentType: z.literal("image/png"), base64: z.string() }),
  },
};

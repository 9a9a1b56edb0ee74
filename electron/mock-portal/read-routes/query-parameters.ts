import { z } from "zod";
import { isCalendarDate } from "#mock-portal/portal-clock.ts";

/** The refusal of a search for nothing in particular. */
export const noSearch = "No search parameters given";

/** A repeatable parameter (docs/portal/api.md, "Endpoints"): one or more values that are not empty. */
function many(name: string) {
  const value = z.string().min(1, `Property ${name} is empty`);
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat())
    .pipe(z.array(value))
    .optional();
}

/** A parameter that makes sense once: given twice, it is as malformed as any other value that does not fit. */
function one(name: string, isGood: (value: string) => boolean, complaint: string) {
  return z
    .string({ error: complaint })
    .min(1, { error: `Property ${name} is empty`, abort: true })
    .refine(isGood, complaint)
    .optional();
}

/** Given without a value; a value, if any, says nothing. */
const flag = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((given) => given !== undefined);

const isMoment = (value: string): boolean =>
  isCalendarDate(value.slice(0, 10)) &&
  !Number.isNaN(Date.parse(value)) &&
  /^[-\d]+(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/.test(value);

const dateOf = (name: string) => one(name, isCalendarDate, `Malformed date in property "${name}"`);
const momentOf = (name: string) => one(name, isMoment, `Malformed date in property "${name}"`);

const common = {
  site: many("site"),
  date: dateOf("date"),
  dateFrom: dateOf("dateFrom"),
  dateTo: dateOf("dateTo"),
  updatedAtFrom: momentOf("updatedAtFrom"),
  updatedAtTo: momentOf("updatedAtTo"),
  limit: one("limit", (value) => /^[1-9]\d{0,8}$/.test(value), 'Malformed value in property "limit"'),
};

const rawCommon = {
  ...common,
  status: many("status"),
  filename: many("filename"),
  filenamePrefix: many("filenamePrefix"),
  filenameSuffix: many("filenameSuffix"),
};

const products = {
  ...common,
  product: many("product"),
  allVersions: flag,
  instrument: many("instrument"),
  instrumentPid: many("instrumentPid"),
  model: many("model"),
  filename: many("filename"),
  volatile: one(
    "volatile",
    (value) => /^(true|false)$/i.test(value),
    'Malformed value in property "volatile"',
  ),
  showLegacy: flag,
  developer: flag,
};

/** Parameters of `GET /api/files`. */
export const fileQuery = search(products);

/** Parameters of `GET /api/model-files`. */
export const modelFileQuery = search({ ...common, model: many("model"), allModels: flag });

/** Parameters of `GET /api/visualizations`. */
export const visualizationQuery = search({ ...products, variable: many("variable") });

/** Parameters of `GET /api/raw-files`. */
export const rawFileQuery = search({
  ...rawCommon,
  instrument: many("instrument"),
  instrumentPid: many("instrumentPid"),
  developer: flag,
});

/** Parameters of `GET /api/raw-model-files`. */
export const rawModelFileQuery = search({ ...rawCommon, model: many("model"), developer: flag });

/** Parameters that the searches for products have in common, once parsed. */
export type ProductQuery = z.output<z.ZodObject<typeof products>>;

/** Parameters that all searches have in common, once parsed. */
export type CommonQuery = z.output<z.ZodObject<typeof common>>;

/** Parameters that the raw searches have in common, once parsed. */
export type RawQuery = z.output<z.ZodObject<typeof rawCommon>>;

/** A strict object with the texts of the live portal (docs/portal/observed.md §3). A flag alone is a search there. */
function search<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return z
    .strictObject(fields, {
      error: (issue) =>
        issue.code === "unrecognized_keys" ? `Unknown query parameters: ${issue.keys?.join(",")}` : undefined,
    })
    .superRefine((query: Record<string, unknown>, context) => {
      const isGiven = (name: string): boolean => query[name] !== undefined && query[name] !== false;
      if (!Object.keys(query).some(isGiven) && context.issues.length === 0) context.addIssue(noSearch);
      if (isGiven("date") && (isGiven("dateFrom") || isGiven("dateTo")))
        context.addIssue('Property "date" may not be defined if either "dateFrom" or "dateTo" is defined');
      if (isGiven("allModels") && isGiven("model"))
        context.addIssue('Properties "allModels" and "model" can not be both defined');
    });
}

/** Reads a query as the live portal does: `site[]=a` is `site=a`, and what is given twice is a list. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const plain = name.replace(/\[\]$/, "");
    const known = query[plain];
    query[plain] = known === undefined ? value : [known, value].flat();
  }
  return query;
}

import { z } from "zod";
import { isCalendarDate } from "../dates.ts";

/** A repeatable parameter (portal-api.md, "Endpoints"): one or more values that are not empty. */
function many(name: string, isGood: (value: string) => boolean = () => true, complaint = "") {
  const value = z
    .string()
    .min(1, { error: `Property ${name} is empty`, abort: true })
    .refine(isGood, complaint);
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat())
    .pipe(z.array(value))
    .optional();
}

/** A parameter that makes sense once. */
function one(name: string, isGood: (value: string) => boolean, complaint: string) {
  return z
    .string({ error: `Property ${name} is given more than once` })
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
  date: many("date", isCalendarDate, 'Malformed date in property "date"'),
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

/** Parameters of `GET /api/files`. */
export const fileQuery = search({ ...common, product: many("product"), allVersions: flag });

/** Parameters of `GET /api/model-files`. */
export const modelFileQuery = search({ ...common, model: many("model"), allModels: flag });

/** Parameters of `GET /api/visualizations`. */
export const visualizationQuery = search({
  ...common,
  product: many("product"),
  variable: many("variable"),
  allVersions: flag,
});

/** Parameters of `GET /api/raw-files`. */
export const rawFileQuery = search({
  ...rawCommon,
  instrument: many("instrument"),
  instrumentPid: many("instrumentPid"),
});

/** Parameters of `GET /api/raw-model-files`. */
export const rawModelFileQuery = search({ ...rawCommon, model: many("model") });

/** What all searches have in common once parsed. */
export type CommonQuery = z.output<z.ZodObject<typeof common>>;

/** What the raw searches have in common once parsed. */
export type RawQuery = z.output<z.ZodObject<typeof rawCommon>>;

const flags = new Set(["allVersions", "allModels"]);

/** A strict object with the texts of the live portal (portal-observed.md, section 3). Flags alone are no search. */
function search<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return z
    .strictObject(fields, {
      error: (issue) =>
        issue.code === "unrecognized_keys" ? `Unknown query parameters: ${issue.keys?.join(",")}` : undefined,
    })
    .superRefine((query: Record<string, unknown>, context) => {
      const given = Object.keys(query).filter((name) => query[name] !== undefined && !flags.has(name));
      if (given.length === 0) context.addIssue("No search parameters given");
      if (given.includes("date") && (given.includes("dateFrom") || given.includes("dateTo")))
        context.addIssue('Property "date" may not be given together with "dateFrom" or "dateTo"');
    });
}

import { isRealDate } from "#base/dates.ts";

/** Lists of the portal, each with its own route. */
export type Listing = "files" | "modelFiles" | "rawFiles" | "rawModelFiles" | "visualizations";

/** Every filter of every list route, in the portal's own words (docs/portal/api.md, "Endpoints"). */
export interface PortalFilter {
  readonly site?: readonly string[];
  readonly product?: readonly string[];
  readonly variable?: readonly string[];
  readonly model?: readonly string[];
  readonly allModels?: true;
  readonly status?: readonly string[];
  readonly instrument?: readonly string[];
  readonly instrumentPid?: readonly string[];
  readonly filename?: readonly string[];
  readonly filenamePrefix?: readonly string[];
  readonly filenameSuffix?: readonly string[];
  /** A single day; never together with the two below. */
  readonly date?: string;
  readonly dateFrom?: string;
  readonly dateTo?: string;
  /** Moments, ISO 8601 in UTC. */
  readonly updatedAtFrom?: string;
  readonly updatedAtTo?: string;
  readonly allVersions?: true;
  readonly limit?: number;
}

export type FilterField = keyof PortalFilter;

/** A filter of several values. */
export type ListField = {
  [F in FilterField]-?: PortalFilter[F] extends readonly string[] | undefined ? F : never;
}[FilterField];

const dates = ["date", "dateFrom", "dateTo"] as const;
const changes = ["updatedAtFrom", "updatedAtTo"] as const;
const names = ["filename", "filenamePrefix", "filenameSuffix"] as const;

/** The filters that each route knows, in the order of its query. */
export const fieldsOf: Readonly<Record<Listing, readonly FilterField[]>> = {
  files: ["site", "product", ...dates, ...changes, "allVersions", "limit"],
  visualizations: ["site", "product", "variable", ...dates, ...changes, "allVersions", "limit"],
  modelFiles: ["site", "model", "allModels", ...dates, ...changes, "limit"],
  rawFiles: ["site", "instrument", "instrumentPid", "status", ...names, ...dates, ...changes, "limit"],
  rawModelFiles: ["site", "model", "status", ...names, ...dates, ...changes, "limit"],
};

const flags = new Set<FilterField>(["allVersions", "allModels"]);
const single = new Set<FilterField>([...dates, ...changes, "limit"]);
const allFields = new Set<FilterField>(Object.values(fieldsOf).flat());

/**
 * The filter that is in an address; what the route does not know or nobody could mean is left out. A day wins over
 * a span, named models win over all.
 */
export function readFilter(listing: Listing, address: URLSearchParams): PortalFilter {
  const found: Record<string, unknown> = {};
  for (const field of fieldsOf[listing]) {
    const values = address.getAll(field).filter((value) => value !== "");
    if (flags.has(field)) {
      if (address.has(field)) found[field] = true;
      continue;
    }
    const [first] = values;
    if (first === undefined) continue;
    if (!single.has(field)) found[field] = [...new Set(values)];
    else if (isGood(field, first)) found[field] = field === "limit" ? Number(first) : first;
  }
  return tidy(found);
}

/** The address with this filter in place of its own; what else is in it stays, but no file is open any more. */
export function writeFilter(address: URLSearchParams, filter: PortalFilter): URLSearchParams {
  const next = new URLSearchParams();
  for (const field of allFields) {
    const value = filter[field];
    if (value === undefined) continue;
    if (value === true) next.append(field, "");
    else for (const one of Array.isArray(value) ? value : [value]) next.append(field, String(one));
  }
  for (const [name, value] of address)
    if (!allFields.has(name as FilterField) && name !== "open") next.append(name, value);
  return next;
}

/** The filter with some fields changed; an empty list or undefined takes a field away. */
export function changed(
  filter: PortalFilter,
  change: { readonly [F in FilterField]?: PortalFilter[F] | undefined },
): PortalFilter {
  const next: Record<string, unknown> = { ...filter };
  for (const [field, value] of Object.entries(change))
    if (value === undefined || (Array.isArray(value) && value.length === 0)) delete next[field];
    else next[field] = value;
  if (change.date !== undefined) {
    delete next.dateFrom;
    delete next.dateTo;
  } else if (change.dateFrom !== undefined || change.dateTo !== undefined) delete next.date;
  if (change.allModels === true) delete next.model;
  return tidy(next);
}

/** True where the filter asks for nothing that the portal accepts as a search; flags alone are none. */
export function isEmpty(filter: PortalFilter): boolean {
  return Object.keys(filter).every((field) => flags.has(field as FilterField));
}

function tidy(found: Record<string, unknown>): PortalFilter {
  if (found.date !== undefined) {
    delete found.dateFrom;
    delete found.dateTo;
  }
  if (found.model !== undefined) delete found.allModels;
  return found;
}

function isGood(field: FilterField, value: string): boolean {
  if (field === "limit") return /^[1-9]\d{0,8}$/.test(value);
  if (field === "updatedAtFrom" || field === "updatedAtTo")
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) && !Number.isNaN(Date.parse(value));
  return isRealDate(value);
}

import { countText, minuteText } from "#base/text.ts";
import { dayText } from "#renderer/components/event-words.ts";
import { portalText } from "#renderer/text/portal.ts";
import { changed, type FilterField, fieldsOf, type Listing, type PortalFilter } from "./portal-filter.ts";

/** Gives the name that people use for an id; the id itself where nothing is known. */
export type NameOf = (field: FilterField, id: string) => string;

/** An active filter, and the filter that remains without it. */
export interface Chip {
  readonly key: string;
  readonly label: string;
  readonly without: PortalFilter;
}

const words: Partial<Record<FilterField, string>> = {
  site: "Site",
  product: "Product",
  variable: "Variable",
  model: "Model",
  status: "Status",
  instrument: "Instrument type",
  instrumentPid: "Instrument",
  filename: "Name is",
  filenamePrefix: portalText.nameStartsWith,
  filenameSuffix: portalText.nameEndsWith,
};

/** The active filters as removable chips, in the order of the form. */
export function chipsOf(listing: Listing, filter: PortalFilter, nameOf: NameOf, nowMs: number): Chip[] {
  const chips: Chip[] = [];
  const add = (key: string, label: string, change: Parameters<typeof changed>[1]) =>
    chips.push({ key, label, without: changed(filter, change) });
  for (const field of fieldsOf[listing]) {
    const value = filter[field];
    if (value === undefined) continue;
    if (Array.isArray(value))
      for (const one of value)
        add(`${field}=${one}`, `${words[field] ?? field}: ${nameOf(field, one)}`, {
          [field]: value.filter((other) => other !== one),
        });
    else if (field !== "dateTo" || filter.dateFrom === undefined)
      add(field, label(field, filter, nowMs), {
        [field]: undefined,
        ...(field === "dateFrom" ? { dateTo: undefined } : {}),
      });
  }
  return chips;
}

function label(field: FilterField, filter: PortalFilter, nowMs: number): string {
  const { date = "", dateFrom = "", dateTo = "", updatedAtFrom = "", updatedAtTo = "" } = filter;
  const day = (text: string) => dayText(text, nowMs);
  switch (field) {
    case "date":
      return `Day: ${day(date)}`;
    case "dateFrom":
      return dateTo === "" ? portalText.fromUntilToday(day(dateFrom)) : `${day(dateFrom)} to ${day(dateTo)}`;
    case "dateTo":
      return `Until ${day(dateTo)}`;
    case "updatedAtFrom":
      return `Updated since ${minuteText(updatedAtFrom, nowMs)}`;
    case "updatedAtTo":
      return `Updated until ${minuteText(updatedAtTo, nowMs)}`;
    case "allVersions":
      return "All versions";
    case "allModels":
      return "All models";
    default:
      return `Limit: ${countText(filter.limit ?? 0)}`;
  }
}

import { say } from "#base/say.ts";
import { minuteText } from "#base/text.ts";
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
  site: say("Site"),
  product: say("Product"),
  variable: say("Variable"),
  model: say("Model"),
  status: say("Status"),
  instrument: say("Instrument type"),
  instrumentPid: say("Instrument"),
  filename: say("Name is"),
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
      return say("Day: {date}", { date: day(date) });
    case "dateFrom":
      return dateTo === ""
        ? portalText.fromUntilToday(day(dateFrom))
        : say("{from} to {to}", { from: day(dateFrom), to: day(dateTo) });
    case "dateTo":
      return say("Until {date}", { date: day(dateTo) });
    case "updatedAtFrom":
      return say("Updated since {updatedAtFrom}", { updatedAtFrom: minuteText(updatedAtFrom, nowMs) });
    case "updatedAtTo":
      return say("Updated until {updatedAtTo}", { updatedAtTo: minuteText(updatedAtTo, nowMs) });
    case "allVersions":
      return say("All versions");
    case "allModels":
      return say("All models");
    default:
      return say("Limit: {count}", { count: filter.limit ?? 0 });
  }
}

import { addDays, daysBetween, todayUtc } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { changed, type Listing, type PortalFilter } from "./portal-filter.ts";

/** Without a site of its own a station looks at the whole portal; this many are enough to begin with. */
const mostWithoutSite = 2_000;

/**
 * Gives the filter for an address that asks for nothing, as the portal wants at least one: the station's own sites
 * and the last 7 days; for plots the last day that is over.
 */
export function startFilter(listing: Listing, ownSites: readonly string[], nowMs: number): PortalFilter {
  const today = todayUtc(nowMs);
  const site = [...new Set(ownSites)];
  const when = listing === "visualizations" ? { date: addDays(today, -1) } : { dateFrom: addDays(today, -6) };
  return changed(when, site.length > 0 ? { site } : { limit: mostWithoutSite });
}

/** Spans that are asked for most. */
export const presets = ["today", "yesterday", "week"] as const;

export type Preset = (typeof presets)[number];

export const presetNames: Readonly<Record<Preset, string>> = {
  today: say("Today"),
  yesterday: say("Yesterday"),
  week: say("Last 7 days"),
};

/** The filter with its dates set to a preset. */
export function withPreset(filter: PortalFilter, preset: Preset, nowMs: number): PortalFilter {
  const today = todayUtc(nowMs);
  if (preset === "today") return changed(filter, { date: today });
  if (preset === "yesterday") return changed(filter, { date: addDays(today, -1) });
  return changed(filter, { dateFrom: addDays(today, -6), dateTo: undefined });
}

/** The preset that a filter's dates are; null where they are none. */
export function presetOf(filter: PortalFilter, nowMs: number): Preset | null {
  const isSame = (preset: Preset): boolean => {
    const other = withPreset(filter, preset, nowMs);
    return filter.date === other.date && filter.dateFrom === other.dateFrom && filter.dateTo === other.dateTo;
  };
  return presets.find(isSame) ?? null;
}

/** The filter a day later (1) or earlier (-1); a span moves by its own length, an open one ends today. */
export function shifted(filter: PortalFilter, direction: 1 | -1, nowMs: number): PortalFilter {
  const { date, dateFrom, dateTo } = filter;
  if (dateFrom !== undefined) {
    const to = dateTo ?? todayUtc(nowMs);
    const days = Math.max(1, daysBetween(dateFrom, to) + 1) * direction;
    return changed(filter, { dateFrom: addDays(dateFrom, days), dateTo: addDays(to, days) });
  }
  return changed(filter, { date: addDays(date ?? dateTo ?? todayUtc(nowMs), direction) });
}

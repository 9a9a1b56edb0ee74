import { compareNames } from "#renderer/model/name-order.ts";
import type { SiteShown } from "#renderer/screens/portal/details/catalogue-facts.tsx";

/** Columns by which sites are sorted. */
export type SiteColumn = "name" | "id" | "country" | "latitude" | "longitude" | "altitude" | "type";

const keys: Readonly<Record<SiteColumn, (site: SiteShown) => string | number | null>> = {
  name: (site) => site.humanReadableName,
  id: (site) => site.id,
  country: (site) => site.country,
  latitude: (site) => site.latitude,
  longitude: (site) => site.longitude,
  altitude: (site) => site.altitude,
  type: (site) => site.type.join(", "),
};

export const siteColumns = Object.keys(keys) as readonly SiteColumn[];

/** Sites in an order, those without a value last; narrowed to those whose words contain what was typed. */
export function orderedSites(
  sites: readonly SiteShown[],
  typed: string,
  columnId: SiteColumn,
  isDescending: boolean,
): SiteShown[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const keyOf = keys[columnId];
  return sites
    .filter((site) => {
      const text = [site.humanReadableName, site.id, site.country, site.stationName, ...site.type]
        .join(" ")
        .toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => {
      const [first, second] = [keyOf(one), keyOf(other)];
      if (first === null || second === null) return Number(first === null) - Number(second === null);
      const by =
        typeof first === "number" && typeof second === "number"
          ? first - second
          : compareNames(String(first), String(second));
      return (isDescending ? -by : by) || compareNames(one.humanReadableName, other.humanReadableName);
    });
}

export type PlacedSite = SiteShown & { readonly latitude: number; readonly longitude: number };

/** True for a site that is somewhere on the globe. */
export function isPlaced(site: SiteShown): site is PlacedSite {
  const { latitude, longitude } = site;
  return latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

/** Those of these sites that have new products, most first. `recent`: how many each has. */
export function freshSites(
  sites: readonly SiteShown[],
  recent: ReadonlyMap<string, number>,
): readonly SiteShown[] {
  const countOf = ({ id }: SiteShown) => recent.get(id) ?? 0;
  return sites.filter((site) => countOf(site) > 0).sort((one, other) => countOf(other) - countOf(one));
}

/** These sites, and the chosen one wherever it is: a map of them shows it, too. */
export function withChosen(
  sites: readonly SiteShown[],
  all: readonly SiteShown[],
  chosen: string | null,
): readonly SiteShown[] {
  const site = all.find(({ id }) => id === chosen);
  return site === undefined || sites.includes(site) ? sites : [...sites, site];
}

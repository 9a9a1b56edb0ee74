import type { PlacedSite } from "./site-list.ts";

export const continents = [
  "europe",
  "africa",
  "asia",
  "north-america",
  "south-america",
  "oceania",
  "antarctica",
] as const;

export type Continent = (typeof continents)[number];

/** The continent on or near which a place lies, by coarse boxes: good enough to begin a map with. */
export function continentOf({ latitude, longitude }: Pick<PlacedSite, "latitude" | "longitude">): Continent {
  if (latitude < -60) return "antarctica";
  if (longitude < -25) {
    if (latitude < 13 && longitude > -82) return "south-america";
    return latitude < 0 ? "oceania" : "north-america";
  }
  if (longitude <= 45 && latitude >= 36) return "europe";
  // Malta, Crete and Cyprus: east of Tunisia the coast of Africa is south of 34°.
  if (longitude > 12 && longitude <= 35 && latitude >= 34) return "europe";
  if ((longitude <= 35 && latitude < 36) || (longitude <= 60 && latitude < 12)) return "africa";
  return (longitude > 110 && latitude < -10) || longitude > 155 ? "oceania" : "asia";
}

/** The continent of most of these sites; null for none. */
export function continentOfMost(sites: readonly PlacedSite[]): Continent | null {
  const countOf = (one: Continent) => sites.filter((site) => continentOf(site) === one).length;
  const most = Math.max(...continents.map(countOf));
  return most === 0 ? null : (continents.find((one) => countOf(one) === most) ?? null);
}

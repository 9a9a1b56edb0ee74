import { expect, it } from "vitest";
import { continentOf, continentOfMost } from "#renderer/screens/portal/sites/continent.ts";
import type { PlacedSite } from "#renderer/screens/portal/sites/site-list.ts";

const at = (latitude: number, longitude: number) => ({ latitude, longitude }) as PlacedSite;

it.each([
  ["Hyytiälä", 61.84, 24.29, "europe"],
  ["Ny-Ålesund", 78.92, 11.92, "europe"],
  ["Mace Head", 53.33, -9.9, "europe"],
  ["Limassol", 34.67, 33.04, "europe"],
  ["Finokalia", 35.34, 25.67, "europe"],
  ["Tripoli", 32.89, 13.19, "africa"],
  ["Sfax", 34.74, 10.76, "africa"],
  ["Mindelo", 16.88, -24.99, "africa"],
  ["Maïdo", -21.08, 55.38, "africa"],
  ["Gangtok", 27.3, 88.6, "asia"],
  ["Southern Great Plains", 36.6, -97.5, "north-america"],
  ["Manacapuru", -3.2, -60.6, "south-america"],
  ["Darwin", -12.4, 130.9, "oceania"],
  ["Neumayer", -70.67, -8.27, "antarctica"],
])("%s is in its continent", (_, latitude, longitude, continent) => {
  expect(continentOf(at(latitude, longitude))).toBe(continent);
});

it("a network begins where most of its sites are", () => {
  expect(continentOfMost([at(-70, -8), at(61, 24), at(50, 6)])).toBe("europe");
  expect(continentOfMost([])).toBeNull();
});

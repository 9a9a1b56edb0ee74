import { type GeoProjection, geoNaturalEarth1 } from "d3-geo";
import type { PlacedSite } from "./site-list.ts";

export const mapWidth = 960;
export const mapHeight = 470;

const margin = 60;
/** Closer than this the coast of the bundled map has no shape any more. */
const closest = 1_300;

/** The whole world, or the part of it in which these sites stand; null stands for the whole. */
export function projectionOf(sites: readonly PlacedSite[] | null): GeoProjection {
  const world = geoNaturalEarth1().fitExtent(
    [
      [4, 4],
      [mapWidth - 4, mapHeight - 4],
    ],
    { type: "Sphere" },
  );
  if (sites === null || sites.length === 0) return world;
  const points = sites.map(({ longitude, latitude }) => [longitude, latitude]);
  const near = geoNaturalEarth1().fitExtent(
    [
      [margin, margin],
      [mapWidth - margin, mapHeight - margin],
    ],
    { type: "MultiPoint", coordinates: points },
  );
  if (near.scale() <= world.scale()) return world;
  if (near.scale() > closest || !Number.isFinite(near.scale())) {
    const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    const centre = [
      middle(sites.map(({ longitude }) => longitude)),
      middle(sites.map(({ latitude }) => latitude)),
    ] as const;
    const [x, y] = geoNaturalEarth1().scale(closest).translate([0, 0])([...centre]) ?? [0, 0];
    near.scale(closest).translate([mapWidth / 2 - x, mapHeight / 2 - y]);
  }
  // A frame that is wider than the map shows more of the same land at both sides.
  return near.clipExtent([
    [-mapWidth, 0],
    [2 * mapWidth, mapHeight],
  ]);
}

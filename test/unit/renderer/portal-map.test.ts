import { describe, expect, it } from "vitest";
import type { SiteShown } from "#renderer/screens/portal/details/catalogue-facts.tsx";
import {
  holds,
  mapHeight,
  mapWidth,
  movedMap,
  showing,
  wholeMap,
  zoomed,
} from "#renderer/screens/portal/sites/map-box.ts";
import { freshSites } from "#renderer/screens/portal/sites/site-list.ts";

describe("the part of the map that is shown", () => {
  it("keeps what is under the pointer there, and is never smaller than the whole map", () => {
    const box = zoomed(wholeMap, 2, [240, 100]);
    expect(box).toEqual({ k: 2, x: 120, y: 50 });
    expect(zoomed(box, 0.1, [500, 200])).toEqual(wholeMap);
    expect(zoomed(wholeMap, 1e6, [0, 0]).k).toBe(12);
  });

  it("is moved within the map", () => {
    const box = zoomed(wholeMap, 2, [mapWidth / 2, mapHeight / 2]);
    expect(movedMap(box, 10, -10)).toEqual({ k: 2, x: box.x + 10, y: box.y - 10 });
    expect(movedMap(box, 1e6, 1e6)).toEqual({ k: 2, x: mapWidth / 2, y: mapHeight / 2 });
    expect(movedMap(wholeMap, 50, 50)).toEqual(wholeMap);
  });

  it("follows a chosen site only where it is not shown already", () => {
    const box = zoomed(wholeMap, 4, [0, 0]);
    expect(showing(box, 100, 50)).toBe(box);
    const next = showing(box, 600, 300);
    expect(next).toEqual({ k: 4, x: 600 - mapWidth / 8, y: 300 - mapHeight / 8 });
    expect(holds(next, 600, 300)).toBe(true);
    expect(holds(next, 100, 50)).toBe(false);
  });
});

it("names the sites with new products, those with most first", () => {
  const sites = ["cabauw", "granada", "juelich"].map((id) => ({ id }) as SiteShown);
  const recent = new Map([
    ["granada", 6],
    ["juelich", 12],
    ["elsewhere", 40],
  ]);
  expect(freshSites(sites, recent).map(({ id }) => id)).toEqual(["juelich", "granada"]);
});

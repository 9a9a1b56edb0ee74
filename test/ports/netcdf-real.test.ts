import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createNetcdfReader } from "#adapters/netcdf/netcdf-reader.ts";
import type { NetcdfLook } from "#domain/netcdf.ts";
import { never } from "#test/support/portals/portal-under-test.ts";

/** Product files as the real portal publishes them (SKYFERRY_REAL_DATA names the folder above `products`). */

const realData = process.env.SKYFERRY_REAL_DATA;
const products = `${realData}/products`;
const limits = { points: 2_000, columns: 600, rows: 300 };
const reader = createNetcdfReader();
afterAll(() => reader.close());

/** The model's file has many variables of one kind. */
function some<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, index) => index < 10 || index % 9 === 0);
}

function seen<T>(look: NetcdfLook<T>): T {
  if (look.kind !== "seen") throw new Error(JSON.stringify(look));
  return look.value;
}

test.skipIf(realData === undefined)(
  "variables of every real product are drawn or say why not (SKYFERRY_REAL_DATA)",
  async () => {
    const files = (await readdir(products)).filter((name) => name.endsWith(".nc"));
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      const file = path.join(products, name);
      const outline = seen(await reader.outline(file, never()));
      expect(outline.notes).toEqual([]);
      for (const { name: variable, canPlot, whyNoPlot, firstValues } of some(outline.variables)) {
        expect(canPlot === null).toBe(whyNoPlot !== null);
        if (canPlot === null) {
          if (whyNoPlot === "It is a single value.") expect(firstValues.length).toBe(1);
          continue;
        }
        const plot = seen(await reader.plot(file, variable, limits, never()));
        expect(plot.kind).toBe(canPlot);
        if (plot.kind === "1d") expect(plot.y.length).toBe(plot.x.values.length);
        else expect(plot.cells.length).toBe(plot.rows * plot.columns);
      }
    }
  },
);

test.skipIf(realData === undefined)(
  "a real classification keeps its day, its height and its classes (SKYFERRY_REAL_DATA)",
  async () => {
    const file = path.join(products, "20190723_bucharest_classification.nc");
    const plot = seen(await reader.plot(file, "target_classification", limits, never()));
    if (plot.kind !== "2d") throw new Error("drawn as a line");
    expect(plot.classes?.slice(0, 2)).toEqual([
      { value: 0, label: "Clear sky." },
      { value: 1, label: "Cloud liquid droplets only." },
    ]);
    expect(plot.x).toMatchObject({ name: "time", kind: "time" });
    expect(plot.x.first).toMatch(/^2019-07-23T00:0/);
    expect(plot.x.last).toMatch(/^2019-07-23T23:5/);
    expect(plot.y).toMatchObject({ name: "height", units: "m" });
    const known = new Set(plot.classes?.map(({ value }) => value));
    expect([...plot.cells].every((cell) => Number.isNaN(cell) || known.has(cell))).toBe(true);
  },
);

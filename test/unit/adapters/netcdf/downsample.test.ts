import { describe, expect, test } from "vitest";
import { colourRange, edge, extentOf, thinAxis, thinGrid, thinLine } from "#adapters/netcdf/downsample.ts";
import { fc } from "#test/support/fixed-cases.ts";

const value = fc.oneof(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), fc.constant(Number.NaN));
const values = fc.array(value, { maxLength: 400 }).map((list) => Float64Array.from(list));
const most = fc.integer({ min: 2, max: 60 });

describe("a thinned line", () => {
  test("has at most the asked number of points, in rising order", () => {
    fc.assert(
      fc.property(values, most, (line, points) => {
        const kept = thinLine(line, points);
        expect(kept.length).toBeLessThanOrEqual(points);
        expect(kept).toEqual([...new Set(kept)].toSorted((a, b) => a - b));
        for (const index of kept) expect(index in line).toBe(true);
      }),
    );
  });

  test("keeps the smallest and the largest value, wherever they are", () => {
    fc.assert(
      fc.property(values, most, (line, points) => {
        const kept = Float64Array.from(thinLine(line, points), (index) => line[index] ?? Number.NaN);
        expect(extentOf(kept)).toEqual(extentOf(line));
      }),
    );
  });

  test("is the line itself where it fits", () => {
    expect(thinLine(Float64Array.of(3, 1, 2), 3)).toEqual([0, 1, 2]);
  });

  test("keeps a gap as a gap", () => {
    const line = new Float64Array(1_000).fill(Number.NaN, 300, 700);
    const kept = thinLine(line, 100);
    expect(kept.filter((index) => Number.isNaN(line[index])).length).toBe(20);
  });
});

describe("a thinned grid", () => {
  const grid = fc
    .record({ outer: fc.integer({ min: 1, max: 30 }), inner: fc.integer({ min: 1, max: 30 }) })
    .chain(({ outer, inner }) =>
      fc.record({
        outer: fc.constant(outer),
        inner: fc.constant(inner),
        columns: fc.integer({ min: 1, max: outer }),
        rows: fc.integer({ min: 1, max: inner }),
        cells: fc.array(value, { minLength: outer * inner, maxLength: outer * inner }),
      }),
    );

  test("never leaves what its values span, and the nearest rule invents no value", () => {
    fc.assert(
      fc.property(grid, ({ outer, inner, columns, rows, cells }) => {
        const all = Float64Array.from(cells, Math.fround);
        const extent = extentOf(all);
        const { cells: means } = thinGrid(rowsIn(all, inner), { outer, inner }, { columns, rows }, "mean");
        expect(means.length).toBe(columns * rows);
        const got = extentOf(means);
        if (got !== null && extent !== null) {
          expect(got.low).toBeGreaterThanOrEqual(extent.low - Math.abs(extent.low) * 1e-6);
          expect(got.high).toBeLessThanOrEqual(extent.high + Math.abs(extent.high) * 1e-6);
        }
        const known = new Set(all);
        const nearest = thinGrid(rowsIn(all, inner), { outer, inner }, { columns, rows }, "nearest");
        expect(nearest.extent).toEqual(extent);
        for (const one of nearest.cells) expect(known.has(one)).toBe(true);
      }),
    );
  });

  test("of the same size is the grid turned: columns along the outer dimension", () => {
    const { cells } = thinGrid(
      rowsIn(Float64Array.of(1, 2, 3, 4, 5, 6), 3),
      { outer: 2, inner: 3 },
      { columns: 2, rows: 3 },
      "mean",
    );
    expect([...cells]).toEqual([1, 4, 2, 5, 3, 6]);
  });

  test("takes the mean of what is there", () => {
    const { cells } = thinGrid(
      rowsIn(Float64Array.of(1, Number.NaN, 3, 8), 1),
      { outer: 4, inner: 1 },
      { columns: 2, rows: 1 },
      "mean",
    );
    expect([...cells]).toEqual([1, 5.5]);
  });
});

test("a grid larger than a block is read block by block, each value once", () => {
  const [outer, inner] = [3_000, 700];
  const all = Float64Array.from({ length: outer * inner }, (_, index) => index % 1_013);
  const asked: [number, number][] = [];
  const size = { outer, inner };
  const whole = thinGrid(rowsIn(all, inner), size, { columns: 600, rows: 300 }, "mean", outer);
  const parts = thinGrid(
    (from, to) => {
      asked.push([from, to]);
      return all.subarray(from * inner, to * inner);
    },
    size,
    { columns: 600, rows: 300 },
    "mean",
  );
  expect(parts).toEqual(whole);
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.map(([from]) => from)).toEqual([0, ...asked.slice(0, -1).map(([, to]) => to)]);
});

function rowsIn(all: Float64Array, inner: number) {
  return (from: number, to: number) => all.subarray(from * inner, to * inner);
}

test("blocks cover everything once", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (length, asked) => {
      const blocks = Math.min(length, asked);
      expect(edge(0, length, blocks)).toBe(0);
      expect(edge(blocks, length, blocks)).toBe(length);
      for (let block = 0; block < blocks; block++)
        expect(edge(block + 1, length, blocks)).toBeGreaterThan(edge(block, length, blocks));
    }),
  );
});

test("an axis tells the middle of each block", () => {
  expect([...thinAxis(Float64Array.of(0, 1, 2, 3), 2)]).toEqual([0.5, 2.5]);
  expect([...thinAxis(Float64Array.of(7, 8), 2)]).toEqual([7, 8]);
});

test("the colour range leaves out the outermost hundredths", () => {
  const line = Float64Array.from({ length: 101 }, (_, index) => index);
  line[100] = 1e9;
  expect(colourRange(line)).toEqual({ low: 2, high: 98 });
  expect(colourRange(Float64Array.of(Number.NaN))).toBeNull();
  expect(extentOf(new Float64Array())).toBeNull();
});

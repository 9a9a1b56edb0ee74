import { describe, expect, it } from "vitest";
import { type Loaded, pageAt, pageRows, placedPages } from "#renderer/screens/files/placed-pages.ts";
import type { UploadRow } from "#renderer/text/states.ts";

/** A page of which this many files are shown. */
function loaded(page: number | null, files: number): Loaded {
  const uploads = Array.from({ length: files }, (_, n) => ({ id: `${page}-${n}` }) as UploadRow);
  const window = { offset: (page ?? 0) * pageRows, total: 0, uploads } as unknown as Loaded["window"];
  return { partId: "delivered", page, seq: 1, window };
}

/** Places at which nothing is shown although their page is loaded. */
function emptyPlaces(own: readonly Loaded[], total: number): readonly number[] {
  const placed = placedPages(own, total);
  return Array.from({ length: placed.total }, (_, place) => place).filter((place) => {
    const page = placed.pages.find((one) => one.page === pageAt(placed, place));
    return page !== undefined && page.loaded.window.uploads[place - page.first] === undefined;
  });
}

describe("the pages of a part of the files", () => {
  it("lie where the host counts them while each is full", () => {
    const placed = placedPages([loaded(2, 100), loaded(0, 100)], 950);
    expect(placed.total).toBe(950);
    expect(placed.pages.map(({ first }) => first)).toEqual([0, 200]);
    expect([0, 99, 100, 199, 200, 300, 949].map((place) => pageAt(placed, place))).toEqual([
      0, 0, 1, 1, 2, 3, 9,
    ]);
  });

  it("leave no place empty behind a page of which files stand elsewhere, or have left", () => {
    for (const own of [
      [loaded(0, 100), loaded(1, 95), loaded(2, 100)],
      [loaded(0, 100), loaded(1, 95), loaded(4, 100)],
      [loaded(1, 0), loaded(2, 40)],
      [loaded(0, 60), loaded(2, 0), loaded(3, 100)],
    ])
      for (const total of [95, 150, 240, 400, 1_000]) expect(emptyPlaces(own, total)).toEqual([]);
    const placed = placedPages([loaded(0, 100), loaded(1, 95)], 1_000);
    expect(placed.total).toBe(995);
    expect([194, 195, 294, 295].map((place) => pageAt(placed, place))).toEqual([1, 2, 2, 3]);
  });

  it("keep what stands although the host counts fewer by now", () => {
    expect(placedPages([loaded(0, 100), loaded(1, 0)], 90).total).toBe(100);
  });

  it("are as many as the host counts where only their number was asked for", () => {
    expect(placedPages([loaded(null, 1)], 321)).toEqual({ total: 321, pages: [] });
    expect(pageAt({ total: 321, pages: [] }, 250)).toBe(2);
  });
});

import { describe, expect, it } from "vitest";
import { usualSizeOfSmall } from "#domain/content/small.ts";

/** As many files of one day as there are sizes, newest first. */
function files(name: (n: number) => string, sizes: readonly number[]) {
  return sizes.map((size, n) => ({ relPath: `2026/11/${name(n)}`, size }));
}

const hourly = (n: number) => `261123_${String(23 - n).padStart(2, "0")}0000_P09_ZEN.LV1`;
const sizes = [500, 100, 110, 90, 105, 95, 100, 100, 101, 99, 100, 102, 98, 3];

describe("an unusually small file", () => {
  it("has less than a fifth of the median of the 14 before it", () => {
    const before = files(hourly, sizes);
    const at = (size: number) => usualSizeOfSmall({ relPath: hourly(0), size }, before);
    expect([at(19), at(20), at(0), at(5000)]).toEqual([100, null, 100, null]);
  });

  it("is not known with fewer before it, and older ones do not count", () => {
    const small = { relPath: hourly(0), size: 1 };
    expect(usualSizeOfSmall(small, files(hourly, sizes.slice(1)))).toBeNull();
    const before = files(hourly, [...sizes, ...Array.from({ length: 50 }, () => 1)]);
    expect(usualSizeOfSmall(small, before)).toBe(100);
  });

  it("is compared with files of its own kind: the same name but for digits, in any case and folder", () => {
    const large = files(
      (n) => `${n}_zen.brt`,
      Array.from({ length: 40 }, () => 5000),
    );
    const small = files(
      (n) => `${n}_zen.MET`,
      Array.from({ length: 14 }, () => 200),
    );
    const before = [...large, ...small];
    expect(usualSizeOfSmall({ relPath: "a/77_ZEN.met", size: 180 }, before)).toBeNull();
    expect(usualSizeOfSmall({ relPath: "a/77_ZEN.met", size: 39 }, before)).toBe(200);
    expect(usualSizeOfSmall({ relPath: "a/77_ZEN.brt", size: 180 }, before)).toBe(5000);
  });

  it("is not measured by single large files before it, wherever they stand", () => {
    for (let at = 0; at < 13; at += 1) {
      const before = files(hourly, [...Array(14).fill(100)].fill(9_000, at, at + 2));
      expect(usualSizeOfSmall({ relPath: hourly(0), size: 19 }, before)).toBe(100);
      expect(usualSizeOfSmall({ relPath: hourly(0), size: 20 }, before)).toBeNull();
    }
  });

  it("is not compared with files of numbered names where its own has no number", () => {
    const before = files((n) => `${n}_zen.met`, Array(14).fill(200));
    expect(usualSizeOfSmall({ relPath: "_zen.met", size: 1 }, before)).toBeNull();
  });

  it("is compared with the mean of the two in the middle", () => {
    const before = files(hourly, [
      ...Array.from({ length: 7 }, () => 100),
      ...Array.from({ length: 7 }, () => 301),
    ]);
    expect(usualSizeOfSmall({ relPath: hourly(0), size: 40 }, before)).toBe(201);
    expect(usualSizeOfSmall({ relPath: hourly(0), size: 41 }, before)).toBeNull();
  });
});

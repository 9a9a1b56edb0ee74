import { expect, test } from "vitest";
import { filesOnDesktop, flagsOfDesktopPages, sampleOf } from "#test/support/hosts/desktop-pages.ts";

test("on a desktop every file of pages runs but those that need HTTP between page and host", async () => {
  const files = await filesOnDesktop();
  expect(files).toContain("test/pages/window.test.ts");
  expect(files).not.toContain("test/pages/slow-host.test.ts");
  expect(files.length).toBeGreaterThan(35);
});

test("a sample is the same for the same seed, has no file twice, and another seed chooses others", () => {
  const files = Array.from({ length: 40 }, (_, n) => `file${n}`);
  const sample = sampleOf(files, 5, 1);
  expect(new Set(sample).size).toBe(5);
  expect(sampleOf(files, 5, 1)).toEqual(sample);
  expect(sampleOf(files, 5, 2)).not.toEqual(sample);
  const everywhere = Array.from({ length: 60 }, (_, seed) => sampleOf(files, 5, seed)).flat();
  expect(new Set(everywhere).size).toBe(40);
});

test("bad flags are named", () => {
  expect(flagsOfDesktopPages(["--sample", "x"])).toBe("--sample: x is no whole number from 0.");
  expect(flagsOfDesktopPages(["--seed", "1.5"])).toBe("--seed: 1.5 is no whole number from 0.");
  expect(flagsOfDesktopPages(["--sample", "5", "today"])).toMatchObject({
    sample: 5,
    seed: 1,
    filters: ["today"],
  });
});

import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const top = path.join(import.meta.dirname, "../..");
const citing = globSync(
  [
    "{electron,renderer,test,bench,build,docs}/**/*.{ts,tsx,md,css,html,yml,sh,service}",
    "*.{md,ts,json,yml}",
    ".github/**/*.{md,yml}",
  ],
  { cwd: top },
).filter((file) => file !== "package-lock.json");

/** The text of a file with the line ends of its comments and paragraphs taken out, so that no citation is cut in two. */
function textOf(file: string): string {
  return readFileSync(path.join(top, file), "utf8").replace(/\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, " ");
}

/** Gives the place of the cited page, from the top: as it is written, or beside the file that cites it; null when nowhere. */
function pageOf(file: string, cited: string): string | null {
  const places = [cited, path.join(path.dirname(file), cited)];
  return places.find((place) => existsSync(path.join(top, place))) ?? null;
}

/** `PATH.md` in the help of `npm run long -- soak` is made by the reader. */
const patterns = new Set(["PATH.md"]);

function citationsOf(file: string): readonly string[] {
  const found = [...textOf(file).matchAll(/(?<![\w*])[\w@./-]*\w\.md\b/g)].map(([page]) => page);
  return found.filter((page) => !patterns.has(page));
}

describe("every page that is cited", () => {
  it("exists", () => {
    const missing = citing.flatMap((file) =>
      citationsOf(file)
        .filter((page) => pageOf(file, page) === null)
        .map((page) => `${file}: ${page}`),
    );
    expect(missing).toEqual([]);
  });

  it("has the section that is cited", () => {
    const missing = citing.flatMap((file) =>
      [...textOf(file).matchAll(/([\w./-]+\.md)((?: §\d+(?:,| and)?)+)/g)].flatMap(
        ([, page = "", sections = ""]) => {
          const place = pageOf(file, page);
          const text = place === null ? "" : readFileSync(path.join(top, place), "utf8");
          return [...sections.matchAll(/§(\d+)/g)]
            .filter(([, number]) => !text.includes(`\n## ${number}. `))
            .map(([section]) => `${file}: ${page} ${section}`);
        },
      ),
    );
    expect(missing).toEqual([]);
  });

  it("has the words that are cited", () => {
    const missing = citing.flatMap((file) =>
      [...textOf(file).matchAll(/([\w./-]+\.md)(?: §\d+)?,? \(?"([^"]+)"/g)]
        .filter(([, page = "", words = ""]) => {
          const place = pageOf(file, page);
          return place === null || !textOf(place).includes(words);
        })
        .map(([citation]) => `${file}: ${citation}`),
    );
    expect(missing).toEqual([]);
  });

  it("is looked for in all rooms", () => {
    const cited = citing.flatMap(citationsOf);
    for (const page of [
      "docs/portal/api.md",
      "docs/portal/observed.md",
      "docs/instruments.md",
      "docs/settings.md",
    ])
      expect(cited).toContain(page);
    expect(cited.length).toBeGreaterThan(150);
  });
});

import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const top = path.join(import.meta.dirname, "../..");
const defined =
  /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (?<name>[\w$]+)/gm;

/** Each for a reason that docs/glossary.md gives. */
const twice = ["upload"];

/** Files by the exported names that they define. */
function definitions(texts: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [file, text] of texts)
    for (const { groups } of text.matchAll(defined)) {
      const name = groups?.name ?? "";
      found.set(name, (found.get(name) ?? new Set()).add(file));
    }
  return found;
}

function definedTwice(texts: ReadonlyMap<string, string>): readonly string[] {
  return [...definitions(texts)].filter(([, files]) => files.size > 1).map(([name]) => name);
}

it("an exported name has one definition in the program and its pages", () => {
  const files = globSync("{electron,renderer}/**/*.{ts,tsx}", { cwd: top });
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(top, file), "utf8")]));
  expect(definitions(texts).size).toBeGreaterThan(2_000);
  expect(definedTwice(texts)).toEqual(twice);
});

it("a name that two files define is found, whatever it is", () => {
  const pairs = [
    ["one.ts", "export interface Site {}\nexport const flag = true;\nexport async function ask() {}\n"],
    ["other.ts", "export type Site = string;\nconst flag = false;\nexport function ask() {}\n"],
  ] as const;
  expect(definedTwice(new Map(pairs))).toEqual(["Site", "ask"]);
});

it("at most thirty names of files in the program and its pages occur twice", () => {
  const files = globSync("{electron,renderer}/**/*.*", { cwd: top });
  const names = files.map((file) => path.basename(file));
  const again = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  expect(names.length).toBeGreaterThan(900);
  expect(again.size).toBeLessThanOrEqual(30);
});

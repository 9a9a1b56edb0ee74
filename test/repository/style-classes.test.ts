import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const cwd = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(cwd, file), "utf8");
const components = globSync("renderer/**/*.tsx", { cwd }).map((file) => ({ file, text: read(file) }));

/** The classes that a style sheet has rules for. */
function classesIn(sheet: string): ReadonlySet<string> {
  const selectors = read(sheet).replace(/\/\*[\s\S]*?\*\/|(?<=\{)[^{}]*(?=\})/g, "");
  return new Set([...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = ""]) => name));
}

/** Gives the classes of one sheet that the components use; `isOpen` where one chooses the class by a value. */
function usesOf(sheet: string): { names: ReadonlySet<string>; isOpen: boolean } {
  const names = new Set<string>();
  let isOpen = false;
  for (const { file, text } of components)
    for (const [, styles, from = ""] of text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)) {
      const found = from.startsWith("#") ? from.slice(1) : path.join(path.dirname(file), from);
      if (found !== sheet) continue;
      for (const [, name = ""] of text.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, "g"))) names.add(name);
      isOpen ||= new RegExp(`\\b${styles}(?!\\.\\w| from)`).test(text);
    }
  return { names, isOpen };
}

describe("classes of style sheets", () => {
  it.each(globSync("renderer/**/*.module.css", { cwd }))(
    "%s: what components use is there, and all of it is used",
    (sheet) => {
      const { names, isOpen } = usesOf(sheet);
      const there = classesIn(sheet);
      expect({ missing: [...names.difference(there)] }).toEqual({ missing: [] });
      if (!isOpen) expect({ unused: [...there.difference(names)] }).toEqual({ unused: [] });
    },
  );

  it("names of no module are in renderer/styles", () => {
    const there = new Set(
      globSync("renderer/styles/*.css", { cwd }).flatMap((sheet) => [...classesIn(sheet)]),
    );
    const missing = components.flatMap(({ file, text }) =>
      [...text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
        .flatMap(([, plain, template]) =>
          (plain ?? template?.replace(/\$\{[^}]*\}/g, " ") ?? "").split(/\s+/),
        )
        .filter((name) => name !== "" && !there.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  // Chromium styles all that lies in a list again for each row that comes into it, in any list of the page.
  it("no rule is for whatever follows another element", () => {
    const universal = globSync("renderer/**/*.css", { cwd }).filter((sheet) =>
      /[+~]\s*\*/.test(read(sheet).replace(/\/\*[\s\S]*?\*\/|(?<=\{)[^{}]*(?=\})/g, "")),
    );
    expect(universal).toEqual([]);
  });

  it("shared looks are used", () => {
    const words = new Set(
      components.flatMap(({ text }) =>
        [...text.matchAll(/"[^"\n]*"|`[^`]*`/g)].flatMap(([literal]) => literal.split(/[^\w-]+/)),
      ),
    );
    const shared = [...classesIn("renderer/styles/looks.css")];
    expect(shared.length).toBeGreaterThan(30);
    expect(shared.filter((name) => !words.has(name))).toEqual([]);
  });
});

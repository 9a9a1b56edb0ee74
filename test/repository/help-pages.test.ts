import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { helpGroups, shownPages } from "#build/help/help-index.ts";
import { helpName, renderHelp } from "#build/help/render-help.ts";
import { findHelp, helpSections } from "#renderer/model/help-search.ts";
import { helpQuestions } from "#test/support/help-questions.ts";

const top = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(top, file), "utf8");
const shown = shownPages(helpGroups(read("docs/index.md")));

it("the index of the documents has the four doors", () => {
  const doors = helpGroups(read("docs/index.md")).map(({ name }) => name);
  expect(doors).toEqual(["Operator", "Network", "Developer", "Portal operator"]);
});

describe("the help of the program", () => {
  const sources = globSync("renderer/**/*.tsx", { cwd: top });
  const sections = sources.flatMap((file) =>
    [...read(file).matchAll(/\b(?:help|section)="([^"]+)"/g)].map(([, section = ""]) => section),
  );

  it("is asked from several pages", () => expect(sections.length).toBeGreaterThan(5));

  it.each([...new Set(sections)])("has %s", (section) => {
    const [page = "", anchor] = section.split("#");
    expect(shown).toContain(`${page}.md`);
    const { headings } = renderHelp(read(`docs/${page}.md`), `${page}.md`, shown);
    if (anchor !== undefined) expect(headings.map((one) => one.anchor)).toContain(anchor);
  });
});

describe("an operator's question", () => {
  const sections = [...shown].flatMap((file) => {
    const { html, ...page } = renderHelp(read(`docs/${file}`), file, shown);
    return helpSections({ name: helpName(file), ...page, load: async () => ({ html }) }, html);
  });

  it("is one of fifteen or more", () => expect(helpQuestions.length).toBeGreaterThanOrEqual(15));

  it.each(helpQuestions)(
    "$asked: the answer is among the first three that Help finds",
    ({ asked, ...answer }) => {
      const found = findHelp(sections, asked).map(({ page, title, heading }) => ({
        page,
        heading: heading ?? title,
      }));
      expect(found.slice(0, 3)).toContainEqual(answer);
    },
  );

  it.each(helpQuestions)("$asked: the answer is two clicks from the first page", ({ page, heading }) => {
    expect(shown).toContain(`${page}.md`);
    const { title, headings } = renderHelp(read(`docs/${page}.md`), `${page}.md`, shown);
    expect([title, ...headings.map(({ text }) => text)]).toContain(heading);
  });
});

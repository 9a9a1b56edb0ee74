import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { readLanguage } from "#adapters/languages/language-files.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";

const files = "{files, plural, one {# file is} other {# files are}} on the portal.";
const good = {
  pages: { "Needs you": "Wymaga działania" },
  station: {
    [files]: "{files, plural, one {Plik w portalu: #.} few {Pliki: #.} many {Plików: #.} other {Pliku: #.}}",
    "{name} has no file since {moment}": "{name}: od {moment} brak plików",
  },
  commands: { "Nothing has happened yet.": "Jeszcze nic się nie stało." },
};

/** Reads Polish, of which `parts` are written as they are given; gives a sayer and what was told. */
async function readWith(parts: Readonly<Record<string, unknown>>) {
  const folder = await scratchOfTest("skyferry-languages-");
  await mkdir(path.join(folder, "pl"));
  for (const [part, texts] of Object.entries(parts))
    await writeFile(
      path.join(folder, "pl", `${part}.json`),
      typeof texts === "string" ? texts : JSON.stringify(texts),
    );
  const faults: string[] = [];
  const spoken = readLanguage("pl", folder, (fault) => faults.push(fault));
  return { say: spoken?.inLanguage ?? null, faults };
}

it("says what its files have, with each plural form and with values", async () => {
  const { say, faults } = await readWith(good);
  expect(
    [1, 3, 5, 1204].map((count) =>
      say?.(`${count.toLocaleString("en")} ${count === 1 ? "file is" : "files are"} on the portal.`),
    ),
  ).toEqual(["Plik w portalu: 1.", "Pliki: 3.", "Plików: 5.", "Pliki: 1204."]);
  expect(say?.("Mira has no file since yesterday 23:10 UTC")).toBe("Mira: od wczoraj 23:10 UTC brak plików");
  expect(say?.("Needs you: Nothing has happened yet.")).toBe("Wymaga działania: Jeszcze nic się nie stało.");
  expect(faults).toEqual([]);
});

it("has nothing to say without a file", async () => {
  const { say, faults } = await readWith({});
  expect(say).toBeNull();
  expect(faults).toHaveLength(3);
  expect(faults[0]).toMatch(/^pl, pages: ENOENT/);
});

it.each([
  ["missing", { ...good, commands: undefined }, /^pl, commands: ENOENT/],
  ["broken", { ...good, commands: '{"a": ' }, /^pl, commands: .*JSON/],
  ["a list", { ...good, commands: "[]" }, /^pl, commands: .* is no object$/],
])("a file that is %s is English, told once, and the others are used", async (_, parts, told) => {
  const { commands, ...others } = parts;
  const { say, faults } = await readWith(commands === undefined ? others : { ...others, commands });
  for (let times = 0; times < 3; times++) {
    expect(say?.("Nothing has happened yet.")).toBe("Nothing has happened yet.");
    expect(say?.("Needs you")).toBe("Wymaga działania");
  }
  expect(faults).toEqual([expect.stringMatching(told)]);
});

it.each([
  [
    "a wrong placeholder",
    "{name}: {chwila}",
    "Mira has no file since 14:02 UTC",
    "{name} has no file since {moment}",
  ],
  [
    "a missing plural form",
    "{files, plural, one {#} few {#} other {#}}",
    "5 files are on the portal.",
    files,
  ],
  ["half of a placeholder", "{files", "5 files are on the portal.", files],
  ["nothing", "", "5 files are on the portal.", files],
  ["a number", 5, "5 files are on the portal.", files],
])("a text with %s is English, and told once", async (_, text, sentence, message) => {
  const { say, faults } = await readWith({ ...good, station: { ...good.station, [message]: text } });
  for (let times = 0; times < 3; times++) {
    expect(say?.(sentence)).toBe(sentence);
    expect(say?.(`${sentence} `)).toBe(`${sentence} `);
  }
  expect(say?.("Needs you")).toBe("Wymaga działania");
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain("is not used");
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { allCommands } from "#cli/run-command.ts";

const top = path.join(import.meta.dirname, "../..");
const commands = await allCommands();
const read = (name: string) => readFileSync(path.join(top, name), "utf8");
const page = read("docs/cli.md");
/** Commands with much beside them have their sections on pages of their own. */
const sections = [
  "docs/cli.md",
  "docs/cli-files.md",
  "docs/moving.md",
  "docs/settings-layers.md",
  "docs/portal/mock.md",
]
  .map(read)
  .join("\n");

function sectionOf(heading: string): string {
  return sections.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

/** The flags of a text, with what stands for their values: `--from D`, `--json`. */
function flagsOf(text: string): readonly string[] {
  const all = text.replaceAll("\\|", "|").matchAll(/(?<![\w-])--[a-z]+(?:-[a-z]+)*(?: [A-Z]+\b(?! [a-z]))?/g);
  return [...new Set([...all].map(([flag]) => flag))].toSorted();
}

/** The flags that the lists of a help tell, each at the beginning of a line. */
function listedIn(help: string): readonly string[] {
  return flagsOf(
    help
      .split("\n")
      .filter((line) => /^ {2}--/.test(line))
      .map((line) => line.slice(0, line.slice(2).search(/ {2}/) + 2))
      .join("\n"),
  );
}

/** The flags that the tables of a section tell. */
function toldIn(section: string): readonly string[] {
  return flagsOf([...section.matchAll(/^\| (`--.+?`) \|/gm)].map(([, cell]) => cell).join("\n"));
}

/** Exit codes of a sentence: whole words. */
function codesOf(text: string): string[] {
  return [...text.matchAll(/(?<![\w.])\d+(?![\w.])/g)].map(([code]) => code);
}

describe("the page of commands", () => {
  it("has every command of the program, and no other", () => {
    const overview = [...page.matchAll(/^\| \[`([a-z-]+)`\]\((?:[a-z/-]+\.md)?#\1\) \|/gm)].map(
      ([, name]) => name,
    );
    expect(overview).toEqual(commands.map(({ name }) => name));
  });

  it.each(commands.map((one) => [one.name, one.help] as const))(
    "tells every flag of %s, and no other",
    (name, help) => {
      expect(listedIn(help)).not.toEqual([]);
      expect(toldIn(sectionOf(name))).toEqual(listedIn(help));
    },
  );

  it.each(commands.map((one) => [one.name, one.help] as const))("tells what %s ends with", (name, help) => {
    const told = /^Exit codes: .+$/ms.exec(sectionOf(name))?.[0] ?? "";
    expect(codesOf(told)).toContain("0");
    const known = /(?:Ends with|Exit codes:) .+$/s.exec(help)?.[0] ?? "";
    expect(codesOf(told)).toEqual(expect.arrayContaining(codesOf(known)));
  });
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { cliPage, cliPages } from "#build/cli-pages.ts";
import { readArguments } from "#cli/arguments.ts";
import { flagTerm } from "#cli/help-text.ts";
import { commandTables } from "#cli/tables/all-tables.ts";

const top = path.join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(path.join(top, name), "utf8");
/** Commands with much beside them have their sections on pages of their own. */
const sections = cliPages.map(read).join("\n");

function sectionOf(heading: string): string {
  return sections.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

describe("the pages of commands", () => {
  it.each(cliPages)("%s is as `npm run -s docs:cli` writes it", (page) => {
    expect(read(page) === cliPage(top, page) ? "as written" : "old: run `npm run -s docs:cli`").toBe(
      "as written",
    );
  });

  it.each(commandTables.map((table) => [table.name, table] as const))(
    "tell %s: every flag, and what it ends with",
    (name, { flags, exits }) => {
      const section = sectionOf(name);
      for (const named of Object.entries(flags)) {
        const [flag] = flagTerm(named).split(" ");
        expect(section).toContain(`\`${flag}`);
      }
      for (const [code, text] of Object.entries(exits)) expect(section).toContain(`${code} ${text}`);
    },
  );

  it.each(commandTables.map((table) => [table.name, table] as const))(
    "the examples of %s can be written so",
    (name, { examples, ...table }) => {
      expect(examples.length).toBe(2);
      for (const [line] of examples) {
        const [first, ...rest] = line.replace(/ [|>] .*$/, "").split(" ");
        expect(first).toBe(name);
        expect(() => readArguments({ ...table, examples }, rest)).not.toThrow();
      }
    },
  );
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { flagMeaning, flagsByOwner, flagTerm } from "#cli/help-text.ts";
import type { CommandFlag, CommandTable } from "#cli/table.ts";
import { commandTables } from "#cli/tables/all-tables.ts";
import { globalFlags, sharedFlags } from "#cli/tables/shared-flags.ts";

/** Pages with a section for each command, and their places in the repository. */
export const cliPages = [
  "docs/cli.md",
  "docs/cli-files.md",
  "docs/cli-moving.md",
  "docs/settings-layers.md",
  "docs/portal/mock.md",
] as const;

const shared = "flags-that-several-commands-share";
const head = "| flag | meaning |\n|---|---|\n";
const anyTable = /(?<=\n\n)\| flag \| meaning \|\n(?:\|.*\n)+/;

/**
 * A page with the lists of flags and the exit codes of its commands as the tables of the commands say them, on docs/cli.md
 * with the list of commands; the rest of the page as it is.
 */
export function cliPage(top: string, page: (typeof cliPages)[number]): string {
  const parts = read(top, page).split(/^(?=## )/m);
  return parts
    .map((part) => {
      const title = /^## (.+)\n/.exec(part)?.[1] ?? "";
      const table = commandTables.find(({ name }) => name === title);
      if (table !== undefined) return sectionOf(table, part, page);
      if (page !== "docs/cli.md") return part;
      if (title === "Flags that several commands share")
        return part.replace(anyTable, () => head + Object.entries(sharedFlags).map(flagLine).join(""));
      return part.replace(/(?<=^\| command \| does \|\n\|---\|---\|\n)(?:\|.*\n)+/m, () => overviewOf(top));
    })
    .join("");
}

function sectionOf(table: CommandTable, part: string, page: string): string {
  const { own, shared: common } = flagsByOwner(table);
  const told = common.filter(([name]) => !Object.hasOwn(globalFlags, name));
  const main = path.posix.relative(path.posix.dirname(page), "docs/cli.md");
  const link = `${page === "docs/cli.md" ? "" : main}#${shared}`;
  const terms = told.map(([name]) => `\`--${name}\``).join(", ");
  const lines = [
    ...own.map(flagLine),
    ...(told.length === 0 ? [] : [`| ${terms} | [as everywhere](${link}) |\n`]),
  ];
  const codes = Object.entries(table.exits).map(([code, text]) => `${code} ${text}`);
  return part
    .replace(anyTable, () => head + lines.join(""))
    .replace(/^Exit codes: .+(?:\n.+)*$/m, () => `Exit codes: ${codes.join("; ")}.`);
}

function flagLine(named: readonly [string, CommandFlag]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  return `| \`${cell(flagTerm(named))}\` | ${cell(flagMeaning(named[1]))} |\n`;
}

function overviewOf(top: string): string {
  const lines = commandTables.map(({ name, summary }) => {
    const page = cliPages.find((one) => read(top, one).includes(`\n## ${name}\n`)) ?? "docs/cli.md";
    const file = page === "docs/cli.md" ? "" : page.replace("docs/", "");
    return `| [\`${name}\`](${file}#${name}) | ${summary} |\n`;
  });
  return lines.join("");
}

function read(top: string, page: string): string {
  return readFileSync(path.join(top, page), "utf8");
}

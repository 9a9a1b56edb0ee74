import { flagMeaning, flagsByOwner, flagTerm, usageOf } from "#cli/help-text.ts";
import type { CommandTable } from "#cli/table.ts";
import { commandTables } from "#cli/tables/all-tables.ts";
import { sharedFlags } from "#cli/tables/shared-flags.ts";

/** `skyferry(1)` in man's macros, from the tables of the commands. */
export function manualPage(version: string): string {
  return `${[
    `.TH SKYFERRY 1 "" "skyferry ${version}" "User Commands"`,
    // A flag that is hyphenated at the end of a line cannot be copied.
    ".nh",
    ".ad l",
    ".SH NAME",
    "skyferry \\- sends a measuring station\\(aqs files to the atmospheric data portal",
    ".SH SYNOPSIS",
    ".B skyferry",
    ".I COMMAND",
    "[\\fIFLAG\\fR]...",
    ".SH DESCRIPTION",
    "Every finished file of an instrument is delivered byte for byte, and nothing is called delivered without the portal\\(aqs own confirmation.",
    ".SH FLAGS THAT COMMANDS SHARE",
    ...Object.entries(sharedFlags).flatMap((named) => item(flagTerm(named), flagMeaning(named[1]))),
    ...commandTables.flatMap(commandLines),
    ".SH FILES",
    ...item(
      "settings.json",
      "In the data folder: the portal, the instruments and their folders. The pages write it, too.",
    ),
    ...item("host.json", "In the data folder while Skyferry runs: where its pages are."),
  ].join("\n")}\n`;
}

function commandLines(table: CommandTable): readonly string[] {
  const { name, summary, about, actions = {}, words = [], examples, exits } = table;
  const { own, shared } = flagsByOwner(table);
  const codes = Object.entries(exits).map(([code, text]) => `${code} ${text}`);
  return [
    `.SH ${name.toUpperCase()}`,
    roff(`${name} ${summary}.${about === undefined ? "" : ` ${about}`}`),
    ".PP",
    `.B ${roff(usageOf(table))}`,
    ...Object.entries(actions).flatMap(([term, text]) => item(term, text)),
    ...words.flatMap((word) => item(word.name, word.text)),
    ...own.flatMap((named) => item(flagTerm(named), flagMeaning(named[1]))),
    ".PP",
    roff(`Also: ${shared.map(([key]) => `--${key}`).join(", ")}.`),
    ".PP",
    ...examples.flatMap(([line, does]) => item(`skyferry ${line}`, does)),
    ".PP",
    roff(`Exit codes: ${codes.join("; ")}.`),
  ];
}

function item(term: string, text: string): readonly string[] {
  return [".TP", `.B ${roff(term)}`, roff(text)];
}

/** Text as troff takes it: nothing in it commands. */
function roff(text: string): string {
  const plain = text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("'", "\\(aq");
  return plain.startsWith(".") ? `\\&${plain}` : plain;
}

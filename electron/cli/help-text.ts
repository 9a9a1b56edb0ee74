import { allFlags, isSwitch, valueName } from "./arguments.ts";
import type { Say } from "./command.ts";
import { sayEnglish } from "./speaker.ts";
import type { CommandFlag, CommandTable } from "./table.ts";
import { commandGroups } from "./tables/all-tables.ts";
import { sharedFlags } from "./tables/shared-flags.ts";

const width = 80;

/** Terms of a list that are longer stand on a line of their own. */
const [widestTerm, widestExample] = [26, 44];

/** The explanation of a command, at most 80 characters wide. */
export function helpText(table: CommandTable, say: Say = sayEnglish): string {
  const { name, summary, about, actions = {}, words = [], examples, exits } = table;
  const { own, shared } = flagsByOwner(table);
  const flagRow = (named: Named): Row => [flagTerm(named), flagMeaning(named[1], say)];
  const lists: readonly (readonly [title: string, rows: readonly Row[], widest?: number])[] = [
    [say("Actions"), inLanguage(Object.entries(actions), say)],
    [say("Arguments"), words.map((word) => [word.name, say(word.text)])],
    [say("Flags"), own.map(flagRow)],
    [say("Flags that commands share"), shared.map(flagRow)],
    [say("Examples"), examples.map(([line, does]) => [`skyferry ${line}`, say(does)]), widestExample],
    [say("Exit codes"), inLanguage(Object.entries(exits), say)],
  ];
  const head = `skyferry ${name}: ${say(summary)}.${about === undefined ? "" : ` ${say(about)}`}`;
  return [
    wrapped(head, ""),
    `${say("Usage: {line}", { line: usageOf(table) })}\n`,
    ...lists.flatMap(([title, rows, widest]) =>
      rows.length === 0 ? [] : [titled(title, rows, say, widest)],
    ),
  ].join("\n");
}

function titled(title: string, rows: readonly Row[], say: Say, widest = widestTerm): string {
  return `${say("{title}:", { title })}\n${columns(rows, widest)}`;
}

function inLanguage(rows: readonly Row[], say: Say): readonly Row[] {
  return rows.map(([term, text]) => [term, say(text)]);
}

/** `skyferry restore FILE --data DIR [FLAGS]`. */
export function usageOf({ name, actions, words = [], flags }: CommandTable): string {
  const needed = Object.entries(flags).filter(([, { isRequired }]) => isRequired === true);
  return [
    `skyferry ${name}`,
    ...(actions === undefined ? [] : [Object.keys(actions).join("|")]),
    ...words.map(({ name: word, isMany, isRequired }) => {
      const shown = isMany === true ? `${word}…` : word;
      return isRequired === true ? shown : `[${shown}]`;
    }),
    ...needed.map(flagTerm),
    "[FLAGS]",
  ].join(" ");
}

type Named = readonly [name: string, flag: CommandFlag];

/** Gives the flags of a command's own, and those that it shares with others and means alike. */
export function flagsByOwner(table: Pick<CommandTable, "flags">): {
  readonly own: readonly Named[];
  readonly shared: readonly Named[];
} {
  const { own = [], shared = [] } = Object.groupBy(Object.entries(allFlags(table)), ([name, flag]) =>
    Object.entries(sharedFlags).some(([key, one]) => key === name && one === flag) ? "shared" : "own",
  );
  return { own, shared };
}

/** `--data DIR`, `--json`. */
export function flagTerm([name, flag]: Named): string {
  return isSwitch(flag) ? `--${name}` : `--${name} ${valueName(flag)}`;
}

/** Meaning of a flag, for which actions, and what holds without it. */
export function flagMeaning(
  { text, actions, otherwise, default: value }: CommandFlag,
  say: Say = sayEnglish,
): string {
  const of = actions === undefined ? "" : `${actions.join(", ")}: `;
  const without = otherwise === undefined ? value : say(otherwise);
  if (without === undefined) return of + say(text);
  const meaning = say("{meaning}; default: {without}", { meaning: say(text), without });
  return of + meaning;
}

type Row = readonly [term: string, text: string];

function columns(rows: readonly Row[], widestTerm: number): string {
  const left = "  ";
  const column = left.length + Math.min(widestTerm, Math.max(...rows.map(([term]) => term.length))) + 2;
  const indent = " ".repeat(column);
  return rows
    .map(([term, text]) => {
      const lines = wrapped(text, indent);
      const isLong = left.length + term.length + 2 > column;
      return isLong ? `${left}${term}\n${lines}` : (left + term).padEnd(column) + lines.slice(column);
    })
    .join("");
}

/** Lines of at most 80 characters, each indented and ended. */
function wrapped(text: string, indent: string): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(" ")) {
    const isFull = line.length > indent.length && line.length + 1 + word.length > width;
    if (isFull) lines.push(line);
    line = isFull || line.length === indent.length ? indent + word : `${line} ${word}`;
  }
  return [...lines, line].map((one) => `${one}\n`).join("");
}

/** The list of commands. */
export function overview(say: Say): string {
  const groups = Object.entries(commandGroups).map(([title, tables]) => {
    const rows = tables.map(({ name, summary }): Row => [name, say(summary)]);
    return titled(say(title), rows, say);
  });
  return [
    wrapped(say("Skyferry sends a measuring station's files to the atmospheric data portal."), ""),
    `${say("Usage: {line}", { line: "skyferry COMMAND [FLAGS]" })}\n`,
    ...groups,
    wrapped(say("skyferry help COMMAND explains one, with examples."), ""),
  ].join("\n");
}

import { parseArgs } from "node:util";
import { UsageError } from "./command.ts";
import { didYouMean } from "./did-you-mean.ts";
import type { Arguments, CommandFlag, CommandTable, Flags } from "./table.ts";
import { globalFlags } from "./tables/shared-flags.ts";

/** Gives the flags that a command takes, those of every command last. */
export function allFlags({ flags }: Pick<CommandTable, "flags">): Flags {
  return { ...flags, ...globalFlags };
}

export function isSwitch({ value, choices }: CommandFlag): boolean {
  return value === undefined && choices === undefined;
}

/**
 * Reads a command line strictly. An unknown flag, a missing, empty or wrong value, or a word too many is a UsageError that
 * names it.
 */
export function readArguments<T extends CommandTable>(table: T, argv: readonly string[]): Arguments<T> {
  const flags = allFlags(table);
  const given = new Map<string, string[]>();
  const said: string[] = [];
  for (const token of tokensOf(argv, flags)) {
    if (token.kind === "positional") said.push(token.value);
    else if (token.kind === "option") {
      const value = givenValue(token, table, flags);
      const { isMany } = flags[token.name] ?? {};
      given.set(token.name, [...(isMany === true ? (given.get(token.name) ?? []) : []), value]);
    }
  }
  if (said.includes("")) throw new UsageError("An argument is empty; see --help.");
  const action =
    table.actions === undefined ? undefined : actionOf(table.name, Object.keys(table.actions), said.shift());
  checkActions(given, flags, action, table.name);
  checkWords(table, said);
  const values = Object.entries(flags).map(([name, flag]) => [name, asTyped(name, flag, given.get(name))]);
  return { flags: Object.fromEntries(values), action, words: said } as unknown as Arguments<T>;
}

type Token = ReturnType<typeof tokensOf>[number];

function tokensOf(argv: readonly string[], flags: Flags) {
  const types = Object.entries(flags).map(([name, flag]) => [
    name,
    { type: isSwitch(flag) ? ("boolean" as const) : ("string" as const) },
  ]);
  const options = Object.fromEntries(types) as Record<string, { type: "boolean" | "string" }>;
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function givenValue(token: Extract<Token, { kind: "option" }>, table: CommandTable, flags: Flags): string {
  const { name, rawName, value, inlineValue } = token;
  const flag = rawName.startsWith("--") && Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (flag === undefined) {
    const hint = didYouMean(
      rawName,
      Object.keys(flags).map((one) => `--${one}`),
    );
    throw new UsageError(`${rawName} is not a flag of ${table.name}${hint ?? "; see --help."}`);
  }
  if (isSwitch(flag)) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value; see --help.`);
    return "";
  }
  if (value === undefined) throw new UsageError(`${rawName} needs a value; see --help.`);
  if (value === "") throw new UsageError(`${rawName} is empty: give it a value or leave it out; see --help.`);
  // A word that begins with a dash may be a flag; `--last -3` is a number that is too small.
  if (inlineValue === false && /^-(?!\d|$)/.test(value))
    throw new UsageError(
      `${rawName} is followed by ${value}: write ${rawName}=${value} if that is its value; see --help.`,
    );
  return value;
}

function asTyped(name: string, flag: CommandFlag, given: readonly string[] | undefined): unknown {
  if (isSwitch(flag)) return given !== undefined;
  if (given === undefined && flag.isRequired === true)
    throw new UsageError(`--${name} ${valueName(flag)} is missing; see --help.`);
  const values = given ?? (flag.default === undefined ? [] : [flag.default]);
  const typed = values.map((value) => typedValue(name, flag, value));
  if (flag.isMany === true) return typed.length === 0 ? undefined : typed;
  return typed.at(-1);
}

function typedValue(name: string, { choices, whole }: CommandFlag, value: string): string | number {
  if (choices !== undefined && !choices.includes(value))
    throw new UsageError(`--${name} must be ${orList(choices)}, not ${JSON.stringify(value)}.`);
  if (whole === undefined) return value;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < whole.from || number > whole.to)
    throw new UsageError(
      `--${name} must be a whole number from ${whole.from} to ${whole.to}, not ${JSON.stringify(value)}.`,
    );
  return number;
}

/** Stands for the value of a flag: `DIR`, `text|html`; nothing for a switch. */
export function valueName({ value, choices }: CommandFlag): string {
  return value ?? choices?.join("|") ?? "";
}

function actionOf(command: string, actions: readonly string[], said: string | undefined): string {
  if (said === undefined) throw new UsageError(`${orList(actions)} is missing; see --help.`);
  if (!actions.includes(said))
    throw new UsageError(
      `${JSON.stringify(said)} is not an action of ${command}${didYouMean(said, actions) ?? `: use ${orList(actions)}.`}`,
    );
  return said;
}

function checkActions(
  given: ReadonlyMap<string, unknown>,
  flags: Flags,
  action: string | undefined,
  command: string,
): void {
  for (const name of given.keys()) {
    const { actions } = flags[name] ?? {};
    if (actions !== undefined && action !== undefined && !actions.includes(action))
      throw new UsageError(
        `--${name} belongs to ${command} ${orList(actions)}, not to ${action}; see --help.`,
      );
  }
}

function checkWords({ words = [] }: CommandTable, said: readonly string[]): void {
  const missing = words.find((word, n) => word.isRequired === true && said[n] === undefined);
  if (missing !== undefined) throw new UsageError(`${missing.name} is missing; see --help.`);
  const extra = words.at(-1)?.isMany === true ? undefined : said[words.length];
  if (extra !== undefined)
    throw new UsageError(`${JSON.stringify(extra)} is an unexpected argument; see --help.`);
  for (const [n, { choices, name }] of words.entries()) {
    const word = said[n];
    if (word !== undefined && choices !== undefined && !choices.includes(word))
      throw new UsageError(
        `${name} must be ${orList(choices)}, not ${JSON.stringify(word)}${didYouMean(word, choices) ?? "."}`,
      );
  }
}

/** `a`, `a or b`, `a, b or c`. */
function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

import { isAbsolute, resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";

/** Output of a command: a stream of the process, or what stands for one. */
export interface TextOutput {
  write(text: string): unknown;
  /** True where a person looks on. */
  readonly isTTY?: boolean;
  /** Width of a terminal in characters. */
  readonly columns?: number;
}

/** Outputs of a command, and what it reads from its surroundings. */
export interface Surroundings {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly env: NodeJS.ProcessEnv;
  /** Absolute path of the folder that relative paths start from. */
  readonly cwd: () => string;
  readonly version: string;
  /** Aborts when the process is asked to end (SIGTERM, Ctrl-C). */
  readonly stopping: AbortSignal;
}

/** Exit code of a program that goes on when it is started again (EX_TEMPFAIL). */
export const startAgain = 75;

export interface Command {
  readonly name: string;
  /** A line for the list of commands. */
  readonly summary: string;
  /** Text that `--help` prints. */
  readonly help: string;
  /** Gives the exit code: 0 well, 1 something needs attention, 2 bad usage or settings, `startAgain`. */
  run(argv: readonly string[], around: Surroundings): Promise<number>;
}

/** Bad usage: one line on standard error, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * Reads flags strictly: an unknown flag, a missing or empty value or a word too many is a UsageError that names it.
 * `words` is how many words beside flags there are.
 */
export function readFlags<const O extends Options>(
  argv: readonly string[],
  options: O,
  words = 0,
): {
  readonly flags: ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>["values"];
  readonly words: readonly string[];
} {
  try {
    const parsed = parseArgs({
      args: withNegativeNumbers(argv, options),
      options,
      allowPositionals: true,
      strict: true,
    });
    const extra = parsed.positionals[words];
    if (extra !== undefined)
      throw new UsageError(`${JSON.stringify(extra)} is an unexpected argument; see --help.`);
    for (const [name, value] of Object.entries(parsed.values))
      if (value === "" || (Array.isArray(value) && value.includes("")))
        throw new UsageError(`--${name} is empty: give it a value or leave it out; see --help.`);
    if (parsed.positionals.includes("")) throw new UsageError("An argument is empty; see --help.");
    return { flags: parsed.values, words: parsed.positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const said = error instanceof Error ? (error.message.split(/\.\s/)[0] ?? "") : String(error);
    // A value that begins with a dash may be a flag.
    const remedy = said.endsWith("is ambiguous") ? "write it as --flag=VALUE" : "see --help";
    throw new UsageError(`${said.replace(/\.$/, "")}; ${remedy}.`);
  }
}

/** `--last -3` is a number that is too small, not another flag. */
function withNegativeNumbers(argv: readonly string[], options: Options): string[] {
  const args: string[] = [];
  for (const word of argv) {
    const flag = args.at(-1) ?? "";
    const isNumberOf =
      /^-\d/.test(word) && options[flag.slice(2)]?.type === "string" && flag.startsWith("--");
    if (isNumberOf) args[args.length - 1] = `${flag}=${word}`;
    else args.push(word);
  }
  return args;
}

/** Absolute path of what a flag or a word names. */
export function absolutePath(path: string, { cwd }: Pick<Surroundings, "cwd">): string {
  // The folder that one is in may be gone; what is absolute does not need it.
  return isAbsolute(path) ? resolve(path) : resolve(cwd(), path);
}

/** The value of a flag that must be given. */
export function required(value: string | undefined, flag: string): string {
  if (value === undefined || value === "") throw new UsageError(`${flag} is missing; see --help.`);
  return value;
}

/** A whole number of a flag within bounds, or `otherwise` where it is not given. */
export function wholeNumber(
  value: string | undefined,
  flag: string,
  bounds: { readonly from: number; readonly to: number; readonly otherwise: number },
): number {
  if (value === undefined) return bounds.otherwise;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < bounds.from || number > bounds.to)
    throw new UsageError(
      `${flag} must be a whole number from ${bounds.from} to ${bounds.to}, not ${JSON.stringify(value)}.`,
    );
  return number;
}

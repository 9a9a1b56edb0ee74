/** How a program is called. */
interface Usage<Flags> {
  readonly name: string;
  /** Text that `--help` prints. */
  readonly help: string;
  /** The flags, or what is wrong with them; may throw as `parseArgs` does. */
  read(args: string[]): Flags | string;
}

/** A program that a person runs with flags. */
interface Program<Flags> extends Usage<Flags> {
  /** Gives the exit code. */
  run(flags: Flags): Promise<number>;
}

/** Runs the program and gives its exit code: 0 after `--help`, 2 for bad usage, which is said on standard error. */
export async function runProgram<Flags extends { readonly help?: boolean }>(
  program: Program<Flags>,
): Promise<number> {
  const flags = flagsOf(program);
  return typeof flags === "number" ? flags : await program.run(flags);
}

/** The flags; or the exit code where there is nothing to run, after help or what is wrong with them has been said. */
export function flagsOf<Flags extends { readonly help?: boolean }>(usage: Usage<Flags>): Flags | number {
  const flags = read(usage);
  if (typeof flags === "string") {
    process.stderr.write(`${usage.name}: ${flags}\n`);
    return 2;
  }
  if (flags.help !== true) return flags;
  process.stdout.write(usage.help);
  return 0;
}

function read<Flags>(usage: Usage<Flags>): Flags | string {
  try {
    return usage.read(process.argv.slice(2));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

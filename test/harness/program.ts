/** A program that a person runs with flags. */
interface Program<Flags> {
  readonly name: string;
  /** What `--help` prints. */
  readonly help: string;
  /** The flags, or what is wrong with them; may throw as `parseArgs` does. */
  read(args: string[]): Flags | string;
  /** Gives the exit code. */
  run(flags: Flags): Promise<number>;
}

/** Runs the program and gives its exit code: 0 after `--help`, 2 for bad usage, which is said on standard error. */
export async function runProgram<Flags extends { readonly help?: boolean }>(
  program: Program<Flags>,
): Promise<number> {
  const flags = flagsOf(program);
  if (typeof flags === "string") {
    process.stderr.write(`${program.name}: ${flags}\n`);
    return 2;
  }
  if (flags.help === true) {
    process.stdout.write(program.help);
    return 0;
  }
  return await program.run(flags);
}

function flagsOf<Flags>(program: Program<Flags>): Flags | string {
  try {
    return program.read(process.argv.slice(2));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

import { oneLine } from "#base/text.ts";
import { check } from "./check.ts";
import { type Command, type Surroundings, UsageError } from "./command.ts";
import { daemon } from "./daemon.ts";
import { demo } from "./demo/demo.ts";
import { doctor } from "./doctor.ts";
import { explain } from "./explain.ts";
import { importSubmitConfig } from "./import-submit-config.ts";
import { mockPortal } from "./mock-portal.ts";
import { status } from "./status.ts";
import { submit } from "./submit.ts";

/** Every command of `skyferry`, in the order of its overview. */
export const commands: readonly Command[] = [
  demo,
  daemon,
  submit,
  status,
  explain,
  check,
  doctor,
  importSubmitConfig,
  mockPortal,
];

/**
 * Runs `skyferry ARGV…` and gives its exit code. It touches nothing of the process: what it reads and where it writes
 * are its surroundings. Throws what is a mistake of the program.
 */
export async function runCommand(argv: readonly string[], around: Surroundings): Promise<number> {
  const { stdout, stderr } = around;
  const [name = "", ...rest] = argv;
  if (name === "" || name === "--help" || name === "-h" || name === "help") {
    stdout.write(overview());
    return name === "" ? 2 : 0;
  }
  if (name === "--version") {
    stdout.write(`${around.version}\n`);
    return 0;
  }
  const command = commands.find((one) => one.name === name);
  if (command === undefined) {
    const known = commands.map((one) => one.name).join(", ");
    stderr.write(`skyferry: ${JSON.stringify(name)} is not a command; the commands are ${known}.\n`);
    return 2;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    stdout.write(command.help);
    return 0;
  }
  try {
    return await command.run(rest, around);
  } catch (error) {
    // What the system refuses (a folder, a file) is said in its own words; anything else is a bug.
    if (!(error instanceof UsageError) && !(error instanceof Error && "syscall" in error)) throw error;
    stderr.write(`skyferry ${command.name}: ${oneLine(error.message)}\n`);
    return 2;
  }
}

function overview(): string {
  const lines = commands.map((one) => `  ${one.name.padEnd(22)} ${one.summary}`);
  return `Skyferry sends a measuring station's files to the atmospheric data portal.

Usage: skyferry COMMAND [--help]

${lines.join("\n")}
`;
}

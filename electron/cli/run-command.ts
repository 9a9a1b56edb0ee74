import { oneLine } from "#base/text.ts";
import { type Command, type Surroundings, UsageError } from "./command.ts";

/** Every command of `skyferry`, in the order of its overview. It is loaded when it is asked for: the others cost it nothing. */
const loaders: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ["demo", async () => (await import("./demo/demo.ts")).demo],
  ["daemon", async () => (await import("./daemon.ts")).daemon],
  ["service", async () => (await import("./service/service.ts")).service],
  ["submit", async () => (await import("./submit.ts")).submit],
  ["plan", async () => (await import("./plan.ts")).plan],
  ["status", async () => (await import("./status.ts")).status],
  ["explain", async () => (await import("./explain.ts")).explainCommand],
  ["log", async () => (await import("./log.ts")).log],
  ["coverage", async () => (await import("./coverage.ts")).coverage],
  ["report", async () => (await import("./report-command.ts")).report],
  ["receipts", async () => (await import("./receipts.ts")).receipts],
  ["verify", async () => (await import("./verify.ts")).verify],
  ["cleanup", async () => (await import("./cleanup.ts")).cleanup],
  ["resend", async () => (await import("./resend.ts")).resend],
  ["backup", async () => (await import("./backup.ts")).backupCommand],
  ["restore", async () => (await import("./restore.ts")).restoreCommand],
  ["pause", async () => (await import("./pause-command.ts")).pauseCommand],
  ["resume", async () => (await import("./resume.ts")).resume],
  ["check", async () => (await import("./check.ts")).check],
  ["notify", async () => (await import("./notify.ts")).notify],
  ["settings", async () => (await import("./settings-command.ts")).settingsCommand],
  ["doctor", async () => (await import("./doctor.ts")).doctor],
  ["import-submit-config", async () => (await import("./import-submit-config.ts")).importSubmitConfig],
  ["mock-portal", async () => (await import("./mock-portal.ts")).mockPortal],
]);

/** Loads every command, in the order of the overview. */
export function allCommands(): Promise<readonly Command[]> {
  return Promise.all(loaders.values().map((load) => load()));
}

/**
 * Runs `skyferry ARGV…` and gives its exit code. It touches nothing of the process: what it reads and where it writes
 * are its surroundings. Throws what is a mistake of the program.
 */
export async function runCommand(argv: readonly string[], around: Surroundings): Promise<number> {
  const { stdout, stderr } = around;
  // `help submit` is `submit --help`.
  const [first, about = "-"] = argv;
  const isHelpOn = first === "help" && !about.startsWith("-");
  const [name = "", ...rest] = isHelpOn ? [about, "--help"] : argv;
  if (name === "" || name === "--help" || name === "-h" || name === "help") {
    stdout.write(overview(await allCommands()));
    return name === "" ? 2 : 0;
  }
  if (name === "--version") {
    stdout.write(`${around.version}\n`);
    return 0;
  }
  const command = await loaders.get(name)?.();
  if (command === undefined) {
    const known = [...loaders.keys()].join(", ");
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
    // A refusal of the system (a folder, a file) is said in its own words; anything else is a bug.
    if (!(error instanceof UsageError) && !(error instanceof Error && "syscall" in error)) throw error;
    stderr.write(`skyferry ${command.name}: ${oneLine(error.message)}\n`);
    return 2;
  }
}

function overview(commands: readonly Command[]): string {
  const lines = commands.map((one) => `  ${one.name.padEnd(22)} ${one.summary}`);
  return `Skyferry sends a measuring station's files to the atmospheric data portal.

Usage: skyferry COMMAND [--help]

${lines.join("\n")}
`;
}

import { oneLine } from "#base/text.ts";
import { readArguments } from "./arguments.ts";
import { type Surroundings, UsageError } from "./command.ts";
import { didYouMean } from "./did-you-mean.ts";
import { createPaint } from "./paint.ts";
import type { Run } from "./table.ts";
import { type CommandName, commandTables, type TableOf } from "./tables/all-tables.ts";

/** Code of the commands: it is loaded when it is asked for, so that the others cost it nothing. */
const runs: { readonly [N in CommandName]: () => Promise<Run<TableOf<N>>> } = {
  submit: async () => (await import("./submit.ts")).submit,
  daemon: async () => (await import("./daemon.ts")).daemon,
  service: async () => (await import("./service/service.ts")).service,
  pause: async () => (await import("./pause-command.ts")).pauseCommand,
  resume: async () => (await import("./resume.ts")).resume,
  plan: async () => (await import("./plan.ts")).plan,
  status: async () => (await import("./status.ts")).status,
  instruments: async () => (await import("./instruments-command.ts")).instrumentsCommand,
  open: async () => (await import("./open-command.ts")).openCommand,
  log: async () => (await import("./log.ts")).log,
  coverage: async () => (await import("./coverage.ts")).coverage,
  report: async () => (await import("./report-command.ts")).report,
  receipts: async () => (await import("./receipts.ts")).receipts,
  explain: async () => (await import("./explain.ts")).explainCommand,
  check: async () => (await import("./check.ts")).check,
  retry: async () => (await import("./retry-command.ts")).retryCommand,
  cancel: async () => (await import("./retry-command.ts")).cancelCommand,
  resend: async () => (await import("./resend.ts")).resend,
  verify: async () => (await import("./verify.ts")).verify,
  cleanup: async () => (await import("./cleanup.ts")).cleanup,
  doctor: async () => (await import("./doctor.ts")).doctor,
  notify: async () => (await import("./notify.ts")).notify,
  settings: async () => (await import("./settings-command.ts")).settingsCommand,
  token: async () => (await import("./token-command.ts")).tokenCommand,
  backup: async () => (await import("./backup.ts")).backupCommand,
  restore: async () => (await import("./restore.ts")).restoreCommand,
  "import-submit-config": async () => (await import("./import-submit-config.ts")).importSubmitConfig,
  demo: async () => (await import("./demo/demo.ts")).demo,
  "mock-portal": async () => (await import("./mock-portal.ts")).mockPortal,
  completion: async () => (await import("./completion.ts")).completion,
  help: async () => (await import("./help-command.ts")).help,
  version: async () => (await import("./help-command.ts")).version,
};

/** Other words for a command, as the first one. */
const spoken: Readonly<Record<string, CommandName>> = {
  "--help": "help",
  "-h": "help",
  "--version": "version",
  "-V": "version",
};

/**
 * Runs `skyferry ARGV…` and gives its exit code. It touches nothing of the process: what it reads and where it writes
 * are its surroundings. Throws what is a mistake of the program.
 */
export async function runCommand(
  argv: readonly string[],
  around: Omit<Surroundings, "paint">,
): Promise<number> {
  const [first = "", ...rest] = argv;
  const name = first === "" ? "help" : (spoken[first] ?? first);
  const known = commandTables.find((one) => one.name === name);
  if (known === undefined) {
    const hint = didYouMean(name, Object.keys(runs)) ?? "; skyferry help lists them.";
    around.stderr.write(`skyferry: ${oneLine(JSON.stringify(name))} is not a command${hint}\n`);
    return 2;
  }
  try {
    const code = await runOf(known.name, rest, around);
    return first === "" ? 2 : code;
  } catch (error) {
    // A refusal of the system (a folder, a file) is said in its own words; anything else is a bug.
    if (!(error instanceof UsageError) && !(error instanceof Error && "syscall" in error)) throw error;
    around.stderr.write(`skyferry ${known.name}: ${oneLine(error.message)}\n`);
    return 2;
  }
}

async function runOf<N extends CommandName>(
  name: N,
  argv: readonly string[],
  around: Omit<Surroundings, "paint">,
): Promise<number> {
  const isExplained = argv.includes("--help") || argv.includes("-h");
  if (isExplained && name !== "help") return await runOf("help", [name], around);
  const table = commandTables.find((one) => one.name === name) as TableOf<N> | undefined;
  if (table === undefined) throw new Error(`No table is named ${name}.`);
  const given = readArguments(table, isExplained ? [] : argv);
  const { color, quiet } = given.flags as { readonly color: string; readonly quiet: boolean };
  const paint = createPaint(color, around);
  const stdout = quiet ? { write: () => true } : around.stdout;
  return await (await runs[name]())(given, { ...around, stdout, paint });
}

import { oneLine } from "#base/text.ts";
import { readArguments } from "./arguments.ts";
import { type Surroundings, UsageError } from "./command.ts";
import { commandFirst, ofOneCommand } from "./command-first.ts";
import { didYouMean } from "./did-you-mean.ts";
import { createPaint } from "./paint.ts";
import { englishSpeaker, type Speaker } from "./speaker.ts";
import type { Run } from "./table.ts";
import { type CommandName, commandTables, type TableOf } from "./tables/all-tables.ts";
import { wantedLanguage } from "./wanted-language.ts";

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

/** Surroundings of a command line, before it is known what it asks for. */
export interface CommandSurroundings extends Omit<Surroundings, "paint" | "say" | "language"> {
  /** Folder of the languages; left out: the program's own. */
  readonly languages?: string;
}

/** Commands that print what other programs read, or a log. */
const forPrograms: readonly CommandName[] = ["daemon", "mock-portal", "completion"];

/** Actions that print a document of the settings. */
const documents: readonly unknown[] = ["schema", "show", "get", "set", "apply"];

/**
 * Runs `skyferry ARGV…` and gives its exit code. It touches nothing of the process: what it reads and where it writes
 * are its surroundings. Throws what is a mistake of the program.
 */
export async function runCommand(argv: readonly string[], around: CommandSurroundings): Promise<number> {
  const [first, ...rest] = commandFirst(argv);
  const speaker = await speakerFor(argv, around);
  const stderr = speaker.toPerson(around.stderr);
  const name = first === "" ? "help" : (spoken[first] ?? first);
  const known = commandTables.find((one) => one.name === name);
  if (first === "" && rest.some((word) => ofOneCommand.test(word))) {
    stderr.write("skyferry: A command is missing; skyferry help lists them.\n");
    return 2;
  }
  if (known === undefined && name.startsWith("-")) {
    stderr.write(
      `skyferry: ${oneLine(name)} cannot stand before the command: name the command first; skyferry help lists them.\n`,
    );
    return 2;
  }
  if (known === undefined) {
    const hint = didYouMean(name, Object.keys(runs)) ?? "; skyferry help lists them.";
    stderr.write(`skyferry: ${oneLine(JSON.stringify(name))} is not a command${hint}\n`);
    return 2;
  }
  try {
    const code = await runOf(known.name, rest, around, speaker);
    return first === "" ? 2 : code;
  } catch (error) {
    // A refusal of the system (a folder, a file) is said in its own words; anything else is a bug.
    if (!(error instanceof UsageError) && !(error instanceof Error && "syscall" in error)) throw error;
    stderr.write(`skyferry ${known.name}: ${oneLine(error.message)}\n`);
    return 2;
  }
}

/** Programs read JSON: with it, nothing is translated. */
async function speakerFor(
  argv: readonly string[],
  { env, languages }: CommandSurroundings,
): Promise<Speaker> {
  const tag = argv.includes("--json") ? "en" : wantedLanguage(argv, env);
  return tag === "en" ? englishSpeaker : (await import("./translated.ts")).speakerOf(tag, languages);
}

async function runOf<N extends CommandName>(
  name: N,
  argv: readonly string[],
  around: CommandSurroundings,
  speaker: Speaker,
): Promise<number> {
  const isExplained = argv.includes("--help") || argv.includes("-h");
  if (isExplained && name !== "help") return await runOf("help", [name], around, speaker);
  const table = commandTables.find((one) => one.name === name) as TableOf<N> | undefined;
  if (table === undefined) throw new Error(`No table is named ${name}.`);
  const given = readArguments(table, isExplained ? [] : argv);
  const { color, quiet, format, csv } = given.flags as Readonly<Record<string, unknown>>;
  const paint = createPaint(String(color), around);
  const { toPerson } = forPrograms.includes(name) ? englishSpeaker : speaker;
  const { say, language } = speaker;
  const isText = (format ?? "text") === "text" && !documents.includes(given.action) && csv !== true;
  const printed = isText && name !== "help" ? toPerson(around.stdout) : around.stdout;
  const stdout = quiet === true ? { write: () => true } : printed;
  const stderr = toPerson(around.stderr);
  return await (await runs[name]())(given, { ...around, stdout, stderr, paint, say, language });
}

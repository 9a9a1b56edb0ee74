import { join } from "node:path";
import { oneLine } from "#base/text.ts";
import { checkFile, type FoundFile, filesOf, unreadableText } from "#compose/check-files.ts";
import { instrumentTypes } from "#domain/content/check-content.ts";
import { absolutePath, type Command, readFlags, required, type Surroundings, UsageError } from "./command.ts";
import { jsonLine, printed } from "./words.ts";

interface Checked {
  readonly path: string;
  readonly verdict: "sound" | "damaged" | "foreign" | "unknown" | "unreadable";
  /** A clause behind "the file", for `unreadable` a sentence; null for sound and unknown. */
  readonly reason: string | null;
}

export const check: Command = {
  name: "check",
  summary: "says whether files look complete, before they are sent",
  help: `skyferry check: says whether files look complete. It reads the first and last 64 KiB of each. It sends and records nothing.

Usage: skyferry check [--instrument ID] [--json] PATH…

  --instrument ID       the portal's id of the instrument type, such as hatpro: also reports files that this type does not write
  --json                prints one JSON document
  PATH                  files or folders, absolute or relative to this folder

Each file is sound, damaged, foreign (the instrument does not write such files) or unknown (Skyferry does not know its format).

Exit codes: 0 every file is sound or unknown; 1 one is damaged or foreign; 2 bad usage, or a file cannot be read: the others are checked.
`,
  async run(argv, around) {
    const { flags, words } = readFlags(
      argv,
      { instrument: { type: "string" }, json: { type: "boolean" } },
      Number.POSITIVE_INFINITY,
    );
    required(words[0], "PATH");
    const instrumentId = instrumentOf(flags.instrument);
    const checked: Checked[] = [];
    for (const word of words) {
      let isEmpty = true;
      for await (const found of filesOf(absolutePath(word, around))) {
        if (around.stopping.aborted) break;
        isEmpty = false;
        const one = await checkOne(join(word, found.name), found, around, instrumentId);
        checked.push(one);
        say(one, around, flags.json === true);
      }
      if (isEmpty && !around.stopping.aborted)
        around.stderr.write(`skyferry check: ${oneLine(JSON.stringify(word))} contains no files.\n`);
    }
    if (flags.json === true) around.stdout.write(jsonLine(checked));
    if (checked.some(({ verdict }) => verdict === "unreadable")) return 2;
    if (around.stopping.aborted) return 1;
    return checked.every(({ verdict }) => verdict === "sound" || verdict === "unknown") ? 0 : 1;
  },
};

/** Without rules for a type nothing could be called foreign. */
function instrumentOf(id: string | undefined): string | null {
  if (id === undefined || instrumentTypes.includes(id)) return id ?? null;
  throw new UsageError(
    `--instrument ${JSON.stringify(id)}: Skyferry does not know what this type writes. Leave the flag out, or give one of ${instrumentTypes.join(", ")}.`,
  );
}

async function checkOne(
  path: string,
  { error }: FoundFile,
  around: Pick<Surroundings, "cwd">,
  instrumentId: string | null,
): Promise<Checked> {
  const unreadable = (why: unknown): Checked => ({
    path,
    verdict: "unreadable",
    reason: unreadableText(path, why),
  });
  if (error !== undefined) return unreadable(error);
  try {
    const verdict = await checkFile(absolutePath(path, around), instrumentId);
    return { path, verdict: verdict.kind, reason: "reason" in verdict ? verdict.reason : null };
  } catch (why) {
    return unreadable(why);
  }
}

/** A path that cannot be read is told on standard error; the rest as text, unless it is printed as JSON in the end. */
function say({ path, verdict, reason }: Checked, { stdout, stderr }: Surroundings, isJson: boolean): void {
  if (verdict === "unreadable") stderr.write(`skyferry check: ${oneLine(reason ?? "")}\n`);
  else if (!isJson)
    stdout.write(printed([`${verdict.padEnd(8)} ${path}${reason === null ? "" : `: it ${reason}`}`]));
}

import { join } from "node:path";
import { checkFile, filesOf, unreadableText } from "#compose/check-files.ts";
import { absolutePath, type Command, readFlags, required, type Surroundings, UsageError } from "./command.ts";
import { jsonLine, printed } from "./words.ts";

interface Checked {
  readonly path: string;
  readonly verdict: "sound" | "damaged" | "foreign" | "unknown";
  /** One clause behind "the file"; null for sound and unknown. */
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

Exit codes: 0 every file is sound or unknown; 1 one is damaged or foreign; 2 a file cannot be read.
`,
  async run(argv, around) {
    const { flags, words } = readFlags(
      argv,
      { instrument: { type: "string" }, json: { type: "boolean" } },
      Number.POSITIVE_INFINITY,
    );
    required(words[0], "PATH");
    const instrumentId = flags.instrument ?? null;
    const checked: Checked[] = [];
    for (const word of words)
      for (const name of await readable(word, filesOf(absolutePath(word, around))))
        checked.push(await checkOne(join(word, name), around, instrumentId));
    around.stdout.write(flags.json === true ? jsonLine(checked) : printed(checked.map(inWords)));
    return checked.every(({ verdict }) => verdict === "sound" || verdict === "unknown") ? 0 : 1;
  },
};

async function checkOne(
  path: string,
  around: Pick<Surroundings, "cwd">,
  instrumentId: string | null,
): Promise<Checked> {
  const verdict = await readable(path, checkFile(absolutePath(path, around), instrumentId));
  return { path, verdict: verdict.kind, reason: "reason" in verdict ? verdict.reason : null };
}

/** What was read of `path`; a usage error that names it where it cannot be read. */
async function readable<T>(path: string, reading: Promise<T>): Promise<T> {
  return await reading.catch((error: unknown) => {
    throw new UsageError(unreadableText(path, error));
  });
}

function inWords({ path, verdict, reason }: Checked): string {
  return reason === null ? `${verdict.padEnd(8)} ${path}` : `${verdict.padEnd(8)} ${path}: it ${reason}`;
}

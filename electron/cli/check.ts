import { join } from "node:path";
import { oneLine } from "#base/text.ts";
import { checkFile, type FoundFile, filesOf, unreadableText } from "#compose/check-files.ts";
import { instrumentTypes } from "#domain/content/check-content.ts";
import { absolutePath, type Surroundings, UsageError } from "./command.ts";
import { sayEnglish as message } from "./speaker.ts";
import type { Run } from "./table.ts";
import type { checkTable } from "./tables/file-tables.ts";
import { inColumn, jsonLine, printed } from "./words.ts";

interface Checked {
  readonly path: string;
  readonly verdict: "sound" | "damaged" | "foreign" | "unknown" | "unreadable";
  /** A clause behind "the file", for `unreadable` a sentence; null for sound and unknown. */
  readonly reason: string | null;
}

export const check: Run<typeof checkTable> = async ({ flags, words }, around) => {
  const instrumentId = instrumentOf(flags.instrument);
  const checked: Checked[] = [];
  for (const word of words) {
    let isEmpty = true;
    for await (const found of filesOf(absolutePath(word, around))) {
      if (around.stopping.aborted) break;
      isEmpty = false;
      const one = await checkOne(join(word, found.name), found, around, instrumentId);
      checked.push(one);
      tell(one, around, flags.json);
    }
    if (isEmpty && !around.stopping.aborted)
      around.stderr.write(`skyferry check: ${oneLine(JSON.stringify(word))} contains no files.\n`);
  }
  if (flags.json) around.stdout.write(jsonLine(checked));
  if (checked.some(({ verdict }) => verdict === "unreadable")) return 2;
  if (around.stopping.aborted) return 1;
  return checked.every(({ verdict }) => verdict === "sound" || verdict === "unknown") ? 0 : 1;
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

const verdicts = {
  sound: message("sound"),
  damaged: message("damaged"),
  foreign: message("foreign"),
  unknown: message("unknown"),
} as const;

const tones = { sound: "good", damaged: "bad", foreign: "bad", unknown: "faint" } as const;

/** A path that cannot be read is told on standard error; the rest as text, unless it is printed as JSON in the end. */
function tell(
  { path, verdict, reason }: Checked,
  { stdout, stderr, paint, say }: Surroundings,
  isJson: boolean,
): void {
  if (verdict === "unreadable") stderr.write(`skyferry check: ${oneLine(reason ?? "")}\n`);
  else if (!isJson)
    stdout.write(
      `${paint(tones[verdict], inColumn(verdicts[verdict], verdicts, say))}  ${printed([`${path}${reason === null ? "" : `: it ${reason}`}`])}`,
    );
}

import { setTimeout as sleep } from "node:timers/promises";
import { bytesInWords, counted, minuteStamp } from "#base/text.ts";
import {
  allCleanupFiles,
  type CleanupFound,
  cleanupDocument,
  keptByReason,
  pathsEndedByNul,
  wholeMonths,
} from "#contract/cleanup-lists.ts";
import { powershellScript } from "#contract/cleanup-script.ts";
import { type CleanupRequirement, cleanupRequirements, keepReasons } from "#domain/removable.ts";
import { type Ask, withAnswers } from "./ask.ts";
import { type Command, readFlags, type Surroundings, UsageError } from "./command.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { jsonLine, printed } from "./words.ts";

const formats = ["text", "null", "ps1", "json"] as const;

export const cleanup: Command = {
  name: "cleanup",
  summary: "says which files may be removed, and removes none",
  help: `skyferry cleanup: says which files may be removed, because the portal has them byte for byte right now. It removes none. Also while
a daemon is running.

Usage: skyferry cleanup [--data DIR] [--older-than Nd] [--require accepted|processed|published] [--instrument NAME] [--now] [--format text|null|ps1|json] [--json]

${stationHelp}  --older-than Nd       only files whose day, or month, has been over for N days; default: 30d
  --require accepted|processed|published  how far the portal must be with a file; default: processed
  --instrument NAME     only this instrument of the settings
  --now                 asks for one list and the record of each file, instead of two lists 10 minutes apart
  --format text|null|ps1|json  a summary, paths that end in NUL, a PowerShell script, or one JSON document; default: text
  --json                the same as --format json

Every file is read again, slowly, one at a time, and compared with the portal's lists. The earlier list may be one that Skyferry has already.
The script is valid for 24 hours and checks each file again, by size, time and MD5, before it removes it.

Exit codes: 0 the portal was asked; 1 it could not be asked, or the command was ended early, and nothing is named; 2 bad usage, or the data folder cannot be read.
`,
  async run(argv, around) {
    const { flags } = readFlags(argv, {
      ...stationFlags,
      "older-than": { type: "string" },
      require: { type: "string" },
      instrument: { type: "string" },
      now: { type: "boolean" },
      format: { type: "string" },
      json: { type: "boolean" },
    });
    if (flags.json === true && (flags.format ?? "json") !== "json")
      throw new UsageError(`--json and --format ${flags.format} cannot be combined; give one of them.`);
    const format = flags.json === true ? "json" : oneOf(formats, flags.format ?? "text", "--format");
    const request = {
      olderThanDays: daysOf(flags["older-than"] ?? "30d"),
      require: oneOf<CleanupRequirement>(cleanupRequirements, flags.require ?? "processed", "--require"),
      instrument: flags.instrument ?? null,
      now: flags.now === true,
      waits: false,
    };
    const found = await withAnswers(flags, around, async (ask) => {
      const { started } = await ask("cleanup.start", request);
      if (!started) throw new UsageError("A check of the files is already running: wait until it ends.");
      const result = await untilOver(ask, around);
      return result === null
        ? null
        : { result, files: await allCleanupFiles((after) => ask("cleanup.files", { after })) };
    });
    if (found === null) {
      around.stderr.write("skyferry cleanup: ended early; nothing is named. Run it again.\n");
      return 1;
    }
    const { result, files } = found;
    const { unanswered } = result;
    if (unanswered !== null)
      around.stderr.write(
        `skyferry cleanup: the portal could not be asked, so nothing is named: ${unanswered}\n`,
      );
    if (format === "json") around.stdout.write(jsonLine(cleanupDocument(result, files)));
    else if (format === "text") around.stdout.write(inWords(result));
    else if (unanswered === null && format === "null") around.stdout.write(pathsEndedByNul(files));
    else if (unanswered === null)
      around.stdout.write(powershellScript(files, Date.parse(result.asOf), around.version));
    return unanswered === null ? 0 : 1;
  },
};

function oneOf<Word extends string>(words: readonly Word[], given: string, flag: string): Word {
  const found = words.find((word) => word === given);
  if (found === undefined)
    throw new UsageError(`${flag} must be one of ${words.join(", ")}, not ${JSON.stringify(given)}.`);
  return found;
}

function daysOf(given: string): number {
  const days = Number(/^(\d{1,5})d$/.exec(given)?.[1] ?? 0);
  if (days < 1 || days > 36_500)
    throw new UsageError(
      `--older-than must be a number of days from 1d to 36500d, such as 30d, not ${JSON.stringify(given)}.`,
    );
  return days;
}

/** Between two looks at how far it is; each twice as late as the one before, up to the last of these. */
const [firstLookMs, lastLookMs] = [20, 1_000];

/** Null where it did not come to its end. */
async function untilOver(ask: Ask, { stopping }: Surroundings): Promise<CleanupFound | null> {
  for (let lookMs = firstLookMs; ; lookMs = Math.min(lastLookMs, 2 * lookMs)) {
    const { running, result } = await ask("cleanup.read", {});
    if (!running) return result;
    if (stopping.aborted) await ask("cleanup.stop", {});
    await sleep(lookMs, null, { signal: stopping }).catch(() => sleep(firstLookMs));
  }
}

function inWords({ asOf, files, bytes, months }: CleanupFound): string {
  const named = `${counted(files, "file")}, ${bytesInWords(bytes)}`;
  const lines = [
    files === 0
      ? `No file may be removed, as of ${minuteStamp(asOf)}.`
      : `${named}, may be removed: the portal has ${files === 1 ? "it" : "them"} byte for byte, as of ${minuteStamp(asOf)}.`,
  ];
  for (const month of wholeMonths(months).filter((one) => one.files > 0))
    lines.push(`  ${month.month}: ${counted(month.files, "file")}, ${bytesInWords(month.bytes)}`);
  const kept = keptByReason(months);
  if (kept.length > 0) lines.push("Kept:");
  for (const one of kept)
    lines.push(`  ${counted(one.files, "file")}, ${bytesInWords(one.bytes)}: ${keepReasons[one.reason]}`);
  lines.push(
    files === 0
      ? "Skyferry removes nothing."
      : "Skyferry removes nothing: --format ps1 or null names the files, for you to remove.",
  );
  return printed(lines);
}

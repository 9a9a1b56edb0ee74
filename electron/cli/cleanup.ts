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
import { keepReasons } from "#domain/removable.ts";
import { type Ask, withAnswers } from "./ask.ts";
import { type Surroundings, UsageError } from "./command.ts";
import type { Run } from "./table.ts";
import type { cleanupTable } from "./tables/file-tables.ts";
import { jsonLine, printed } from "./words.ts";

export const cleanup: Run<typeof cleanupTable> = async ({ flags }, around) => {
  if (flags.json && (flags.format ?? "json") !== "json")
    throw new UsageError(`--json and --format ${flags.format} cannot be combined; give one of them.`);
  const format = flags.json ? "json" : (flags.format ?? "text");
  const request = {
    olderThanDays: daysOf(flags["older-than"]),
    require: flags.require,
    instrument: flags.instrument ?? null,
    now: flags.now,
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
};

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

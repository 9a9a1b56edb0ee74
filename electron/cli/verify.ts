import { setTimeout as sleep } from "node:timers/promises";
import { counted, countText, minuteStamp } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import type { VerifyResult } from "#contract/verify.ts";
import { type Ask, withAnswers } from "./ask.ts";
import { type Surroundings, UsageError } from "./command.ts";
import { selectedDates } from "./date-flags.ts";
import type { Run } from "./table.ts";
import type { verifyTable } from "./tables/file-tables.ts";
import { backInQueue, jsonLine, printed } from "./words.ts";

export const verify: Run<typeof verifyTable> = async ({ flags }, around) => {
  const dates = selectedDates(flags, [], Date.now());
  const found = await withAnswers(flags, around, async (ask, isRunning) => {
    const { started } = await ask("verify.start", { dates, disk: flags.disk });
    if (!started) throw new UsageError("A verification is already running: wait until it ends.");
    return { ...(await untilOver(ask, around)), isRunning };
  });
  const { result, complete, isRunning } = found;
  if (result === null || !complete) {
    around.stderr.write(
      `skyferry verify: ended early${result === null ? "" : `, ${counted(result.checked, "receipt")} checked`}; run it again.\n`,
    );
    return 1;
  }
  around.stdout.write(flags.json ? jsonLine(result) : inWords(result, isRunning));
  return isAllSame(result) ? 0 : 1;
};

/** Between two looks; each twice as late as the one before, up to the last of these. */
const [firstLookMs, lastLookMs] = [20, 1_000];

async function untilOver(ask: Ask, { stopping }: Surroundings): Promise<Output<"verify.read">> {
  for (let lookMs = firstLookMs; ; lookMs = Math.min(lastLookMs, 2 * lookMs)) {
    const found = await ask("verify.read", {});
    if (!found.running) return found;
    if (stopping.aborted) await ask("verify.stop", {});
    await sleep(lookMs, null, { signal: stopping }).catch(() => sleep(firstLookMs));
  }
}

function isAllSame(found: VerifyResult): boolean {
  const { checked, same, localChanged, localGone, notAsked } = found;
  return checked === same && [localChanged, localGone, notAsked].every(({ length }) => length === 0);
}

const sections = [
  [
    "restored",
    (files) =>
      counted(files, "file on the portal again, as confirmed", "files on the portal again, as confirmed"),
  ],
  ["lost", (files) => counted(files, "file no longer on the portal", "files no longer on the portal")],
  [
    "notReceived",
    (files) => counted(files, "file on the portal without content", "files on the portal without content"),
  ],
  ["replaced", (files) => counted(files, "file replaced on the portal", "files replaced on the portal")],
  [
    "localChanged",
    (files) => counted(files, "file with other content on this PC", "files with other content on this PC"),
  ],
  ["localGone", (files) => counted(files, "file no longer on this PC", "files no longer on this PC")],
] as const satisfies readonly (readonly [string, (files: number) => string])[];

function inWords(found: VerifyResult, isRunning: boolean): string {
  const { checked, same } = found;
  const lines = [`${counted(checked, "receipt")} checked, ${countText(same)} as confirmed.`];
  for (const [key, countedWords] of sections) {
    const files = found[key];
    if (files.length > 0) lines.push(`${countedWords(files.length)}:`);
    for (const { instrument, path, record } of files)
      lines.push(
        `  ${instrument}: ${path}${record === null ? "" : ` (${record.status}, MD5 ${record.checksum})`}`,
      );
  }
  const queued = sections.flatMap(([key]) => found[key]).filter((file) => file.queued).length;
  if (queued > 0) lines.push(`${counted(queued, "file")} ${backInQueue(isRunning)}`);
  if (found.lookAgainAt !== null)
    lines.push(
      `${counted(found.unconfirmed.length, "file")} not confirmed yet: nothing was changed; look again after ${minuteStamp(found.lookAgainAt)}.`,
    );
  for (const { instrument, path } of found.unconfirmed) lines.push(`  ${instrument}: ${path}`);
  for (const { reason, count } of found.notAsked)
    lines.push(`${counted(count, "file")} not checked: ${reason}`);
  return printed(lines);
}

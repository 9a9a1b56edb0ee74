import { setTimeout as sleep } from "node:timers/promises";
import { counted, countText, minuteStamp } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import type { VerifyResult } from "#contract/verify.ts";
import { type Ask, withAnswers } from "./ask.ts";
import { type Command, readFlags, type Surroundings, UsageError } from "./command.ts";
import { dateFlags, selectedDates } from "./date-flags.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { backInQueue, jsonLine, printed } from "./words.ts";

export const verify: Command = {
  name: "verify",
  summary: "asks the portal whether it still has what it confirmed",
  help: `skyferry verify: asks the portal whether it still has what it confirmed. Also while a daemon is running.

Usage: skyferry verify [--data DIR] [--date D … | --last N | --from D --to D] [--disk] [--json]

${stationHelp}  --date D              only this measurement date (YYYY-MM-DD); may be given more than once
  --last N              only the last N days, including today (UTC)
  --from D, --to D      only these days, both included; you can give only one
  --disk                also reads the files on this PC again, slowly, one at a time
  --json                prints one JSON document

A receipt is withdrawn only where two looks at least 10 minutes apart agree: a daemon looks again by itself, else run this again.
Files that the portal has lost, or has in an older version of this station, go back to the queue: the daemon, or the next submit, sends them.
Files that another program has replaced on the portal are reported and not sent.

Exit codes: 0 everything is as confirmed; 1 something is not, or could not be checked; 2 bad usage, or the data folder cannot be read.
`,
  async run(argv, around) {
    const { flags } = readFlags(argv, {
      ...stationFlags,
      ...dateFlags,
      disk: { type: "boolean" },
      json: { type: "boolean" },
    });
    const dates = selectedDates(flags, [], Date.now());
    const found = await withAnswers(flags, around, async (ask, isRunning) => {
      const { started } = await ask("verify.start", { dates, disk: flags.disk === true });
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
    around.stdout.write(flags.json === true ? jsonLine(result) : inWords(result, isRunning));
    return isAllSame(result) ? 0 : 1;
  },
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
  ["restored", "on the portal again, as confirmed"],
  ["lost", "no longer on the portal"],
  ["notReceived", "on the portal without content"],
  ["replaced", "replaced on the portal"],
  ["localChanged", "with other content on this PC"],
  ["localGone", "no longer on this PC"],
] as const;

function inWords(found: VerifyResult, isRunning: boolean): string {
  const { checked, same } = found;
  const lines = [`${counted(checked, "receipt")} checked, ${countText(same)} as confirmed.`];
  for (const [key, words] of sections) {
    const files = found[key];
    if (files.length > 0) lines.push(`${counted(files.length, "file")} ${words}:`);
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

import { capital, counted, countText, dateText, minuteText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import type { StatusIssue } from "#contract/status.ts";
import { progressClauses } from "#domain/sending-progress.ts";
import { inFlightStates, totalOf } from "#domain/upload.ts";
import { askStation, isAnswering, withAnswers } from "./ask.ts";
import type { Surroundings } from "./command.ts";
import { sayEnglish as message } from "./speaker.ts";
import type { StationFlags } from "./station-flags.ts";
import type { Run } from "./table.ts";
import type { statusTable } from "./tables/telling-tables.ts";
import { jsonLine, ofNextRun, printed } from "./words.ts";

/** A host of an older version does not tell. */
const howRun: Readonly<Record<string, string>> = {
  window: " in its window",
  service: " as a service",
  daemon: " as a daemon",
};

export const status: Run<typeof statusTable> = async ({ flags }, around) => {
  // A look at the record itself would be in the way of a daemon that is about to start.
  if (flags.alive) return (await isAnswering(flags, around)) ? 0 : 1;
  if (flags.report) return await stationReport(flags, around);
  const { found, host } = await withAnswers(
    flags,
    around,
    async (ask) => {
      const status = await ask("status", {});
      const isToldHow = status.running && !flags.json;
      return { found: status, host: isToldHow ? await ask("host", {}) : null };
    },
    { ledgerHere: "always" },
  );
  const tone = found.needsAttention ? "bad" : "good";
  const colored = () => inWords(found, host).replace(/^.+/, (headline) => around.paint(tone, headline));
  around.stdout.write(flags.json ? jsonLine(found) : colored());
  return found.needsAttention ? 1 : 0;
};

async function stationReport(flags: StationFlags, around: Surroundings): Promise<number> {
  const signed = await askStation(flags, around, "stationReport", {});
  around.stdout.write(jsonLine(signed));
  return signed.report.state === "needs-you" ? 1 : 0;
}

function inWords(found: Output<"status">, host: Output<"host"> | null): string {
  const { totals } = found;
  const lines = [
    `${found.truth.sentence}.`,
    ...(found.truth.detail.length === 0 ? [] : [`${capital(found.truth.detail.join("; "))}.`]),
    ...found.holds.flatMap(({ lane, message }) => (lane === "pause" ? [message] : [])),
    ...found.issues.flatMap((issue) => issueLines(issue, found)),
    host === null
      ? "Last recorded status:"
      : `Skyferry is running${howRun[host.runsAs] ?? ""} (process ${host.pid}).`,
    // A host of an older version tells of no replaced ones.
    `${counted(totals.delivered - (found.replaced ?? 0), "file")} delivered, ${countText(totals.queued + totalOf(totals, inFlightStates))} in the queue, ${countText(totals.waiting)} waiting for a retry, ${countText(totals.blocked)} blocked.`,
  ];
  // A host of an older version does not tell.
  const progress = found.sending.progress ?? null;
  if (found.running && progress !== null) lines.push(`Sending: ${progressClauses(progress).join(" · ")}.`);
  if (found.duplicates > 0)
    lines.push(
      `Of those delivered, ${counted(found.duplicates, "file is", "files are")} on the portal only under another name.`,
    );
  // A host of an older version does not tell.
  const [worst, ...others] = found.questionable ?? [];
  if (worst !== undefined)
    lines.push(
      `Delivered or on the way although it looks wrong: ${worst.path} ${worst.reason}${others.length === 0 ? "" : `; and ${counted(others.length, "more file")}`}.`,
    );
  if (found.oldestUnsentAt !== null)
    lines.push(`Oldest file not on the portal: ${minuteText(found.oldestUnsentAt, Date.now())}.`);
  for (const { name, lastFileAt, today, growing, folderTrouble, silence, offUntil } of found.instruments) {
    const last = lastFileAt === null ? "no file yet" : `last file ${minuteText(lastFileAt, Date.now())}`;
    lines.push(
      `  ${name}: ${last}, ${dayWords(today)}, ${message("{growing} unfinished", { growing: countText(growing) })}`,
    );
    // A host of an older version tells neither.
    if (silence) lines.push(`    silent: ${silence.charAt(0).toLowerCase()}${silence.slice(1)}`);
    if (offUntil) lines.push(`    off until ${dateText(offUntil, Date.now())}`);
    if (folderTrouble !== null)
      lines.push(`    since ${minuteText(folderTrouble.since, Date.now())}: ${folderTrouble.message}`);
  }
  if (found.ledgerMessage !== null) lines.push(found.ledgerMessage);
  return printed(host === null ? lines.map(ofNextRun) : lines);
}

/** Gives the lines of an issue: what, since when, what to do; below it what is known of why. */
function issueLines(issue: StatusIssue, { causes }: Output<"status">): readonly string[] {
  const { key, cause, label, since, remedy, instrument, message, snoozed } = issue;
  const isOfFiles = key.startsWith("files:");
  const words = isOfFiles ? (issue.portalMessage ?? null) : null;
  const isSaid = words !== null && label.includes(words);
  const why = [
    ...(message === null ? [] : [message]),
    ...causes.flatMap((one) =>
      one.cause === cause &&
      (one.portalMessage ?? null) === words &&
      (isOfFiles || (instrument !== null && one.message.startsWith(`${instrument} `)))
        ? [one.message]
        : [],
    ),
  ];
  const next = issue.nextTryAt === null ? "" : ` Next try ${minuteText(issue.nextTryAt, Date.now())}.`;
  const when = since === null ? "" : `since ${minuteText(since, Date.now())}`;
  const added = when === "" || label.includes(when) ? "" : ` (${when})`;
  return [
    `- ${label}${added}${snoozedWords(snoozed)}: ${remedy}.`,
    ...why.map((sentence) => `  ${sentence}${isSaid ? "" : quoted(issue.portalMessage)}${next}`),
  ];
}

/** A host of an older version does not tell. */
function dayWords(today: Output<"status">["instruments"][number]["today"] | undefined): string {
  if (today === undefined || today.found === 0) return "none finished today";
  return `${countText(today.delivered)} of ${countText(today.found)} finished today delivered`;
}

/** A host of an older version does not tell. */
function snoozedWords(snoozed: StatusIssue["snoozed"] | undefined): string {
  if (!snoozed) return "";
  return `, snoozed until ${snoozed.until === null ? "it changes" : minuteText(snoozed.until, Date.now())}`;
}

function quoted(portalMessage: string | null): string {
  return portalMessage === null ? "" : ` The portal said: “${portalMessage}”.`;
}

import { bytesText, counted, countText, oneLine } from "#base/text.ts";
import type { DataFolder } from "#compose/data-folder.ts";
import { progressClauses } from "#domain/sending-progress.ts";
import type { TextOutput } from "./command.ts";
import { listed, more, ofNextRun, printed } from "./words.ts";

type RunReport = Awaited<ReturnType<DataFolder["runOnce"]>>;

/** Tells the result of a run in sentences. */
export function reportInWords(report: RunReport, isDryRun: boolean): string {
  const { found, delivered, deliveredBefore, known, twins, superseded, planned } = report;
  const lines = isDryRun
    ? [
        `Dry run: ${counted(found, "finished file")} found, ${countText(planned.length)} would be sent. Nothing was sent.`,
      ]
    : [
        `${counted(found, "finished file")} found, ${countText(delivered)} delivered (${bytesText(report.bytesSent)} in ${report.seconds.toFixed(1)} s).`,
      ];
  if (deliveredBefore > 0) lines.push(`${counted(deliveredBefore, "file")} already delivered before.`);
  if (known > 0) lines.push(`${counted(known, "file")} already on the portal.`);
  if (twins > 0) lines.push(`${counted(twins, "file")} already on the portal under another name.`);
  if (superseded > 0)
    lines.push(`${counted(superseded, "file")} changed in the meantime; the newer version counts.`);
  if (report.clock !== null) lines.push(report.clock.message);
  for (const { message } of report.holds) lines.push(`Sending stopped: ${ofNextRun(message)}`);
  const stops = new Set(report.holds.map(({ message }) => message));
  const waiting = report.waiting.map(({ path, reason }) => ({
    path,
    reason: stops.has(reason) ? "sending is stopped, see above" : ofNextRun(reason),
  }));
  return printed([
    ...lines,
    ...listed("Would be sent", planned, (file) => `${file.path} (${file.measurementDate})`),
    ...withReasons(
      "Blocked",
      report.blocked.map(({ path, message }) => ({ path, reason: message })),
    ),
    ...withReasons("Delivered, but the content looks wrong", report.questionable),
    ...withReasons("Not sent yet", waiting),
    ...withReasons("Held for their dates", report.held),
    ...withReasons("Not checked (may contain finished files)", report.unreadable),
    ...withReasons("Skipped", report.skipped),
  ]);
}

/** From so many files on, what they share is said once. */
const sharedFrom = 4;
const namedAtMost = 5;

/** Each file with its reason; a reason that many share stands above them. */
function withReasons(title: string, files: RunReport["skipped"]): readonly string[] {
  const groups = [...Map.groupBy(files, ({ reason }) => reason)];
  const shared = groups.filter(([, own]) => own.length >= sharedFrom);
  const single = groups.flatMap(([, own]) => (own.length < sharedFrom ? own : []));
  const named = shared.flatMap(([reason, own]) => [
    `  ${counted(own.length, "file")}: ${reason}`,
    ...own.slice(0, namedAtMost).map(({ path }) => `    ${path}`),
    ...more(own.length - namedAtMost, "    "),
  ]);
  const rest = listed(title, single, ({ path, reason }) => `${path}: ${reason}`);
  return named.length === 0 ? rest : [`${title}:`, ...named, ...rest.slice(1)];
}

type Progress = ReturnType<Parameters<Parameters<DataFolder["runOnce"]>[0]["onProgress"]>[0]>;

interface ProgressLine {
  readonly show: (progress: () => Progress) => void;
  /** Clears the line; nothing is shown afterwards. */
  end(): void;
}

/** On a terminal, and elsewhere: milliseconds between two lines. */
const [liveMs, plainMs] = [100, 60_000];

/** A live line on a terminal, a line a minute elsewhere; silent where `out` is null. */
export function createProgressLine(
  out: TextOutput | null,
  monotonicMs: () => number = () => performance.now(),
): ProgressLine {
  const isLive = out?.isTTY === true;
  let isOver = out === null;
  let shownAt = isLive ? Number.NEGATIVE_INFINITY : monotonicMs();
  return {
    show(progress) {
      const now = monotonicMs();
      if (isOver || out === null || now - shownAt < (isLive ? liveMs : plainMs)) return;
      shownAt = now;
      const line = oneLine(progressLine(progress()));
      // A terminal that does not know its width says 0.
      out.write(isLive ? `\r\x1b[K${line.slice(0, (out.columns || 80) - 1)}` : `${line}\n`);
    },
    end() {
      if (!isOver && isLive) out?.write("\r\x1b[K");
      isOver = true;
    },
  };
}

/** How far a run is, on one line, with the largest file under way. */
export function progressLine(progress: Progress): string {
  const { failed, growing, inFlight } = progress;
  const [largest] = inFlight;
  return [
    ...progressClauses(progress),
    ...(failed > 0 ? [`${countText(failed)} failed`] : []),
    ...(growing > 0 ? [`${countText(growing)} unfinished`] : []),
    ...(largest === undefined ? [] : [largestWords(largest)]),
  ].join(" · ");
}

function largestWords({ upload, sentBytes }: Progress["inFlight"][number]): string {
  const share = upload.size === 0 ? 0 : Math.min(1, sentBytes / upload.size);
  return `${upload.relPath.split("/").at(-1)} ${Math.floor(share * 100)} %`;
}

import { bytesText, counted, countText, oneLine } from "#base/text.ts";
import type { DataFolder } from "#compose/data-folder.ts";
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

const barCells = 20;
const betweenMs = 100;

/** A live line on a terminal; silent where `out` is null or no terminal. */
export function createProgressLine(out: TextOutput | null): ProgressLine {
  let isOver = out === null || !out.isTTY;
  let shownAt = 0;
  return {
    show(progress) {
      const now = performance.now();
      if (isOver || out === null || now - shownAt < betweenMs) return;
      shownAt = now;
      out.write(`\r\x1b[K${oneLine(lineOf(progress())).slice(0, (out.columns ?? 80) - 1)}`);
    },
    end() {
      if (!isOver) out?.write("\r\x1b[K");
      isOver = true;
    },
  };
}

function lineOf({ found, delivered, failed, growing, inFlight }: Progress): string {
  const part = found === 0 ? 0 : Math.min(1, delivered / found);
  const full = Math.round(part * barCells);
  const bar = `${"█".repeat(full)}${"░".repeat(barCells - full)}`;
  const more = [
    failed > 0 ? `${countText(failed)} failed` : "",
    growing > 0 ? `${countText(growing)} unfinished` : "",
  ].filter(Boolean);
  const [first] = inFlight;
  const now =
    first === undefined
      ? ""
      : ` · ${first.upload.relPath.split("/").at(-1)} ${bytesText(first.sentBytes)} of ${bytesText(first.upload.size)}`;
  return `${bar} ${countText(delivered)} of ${counted(found, "file")}${more.map((word) => ` · ${word}`).join("")}${now}`;
}

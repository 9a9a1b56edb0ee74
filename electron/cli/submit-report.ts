import { bytesText, counted } from "#base/text.ts";
import type { Station } from "#compose/station.ts";
import { printed } from "./words.ts";

type PassReport = Awaited<ReturnType<Station["runPass"]>>;

const listedAtMost = 20;

/** What a pass came to, in sentences. */
export function reportInWords(report: PassReport, isDryRun: boolean): string {
  const {
    found,
    delivered,
    known,
    twins,
    superseded,
    blocked,
    waiting,
    skipped,
    unreadable,
    holds,
    planned,
  } = report;
  const lines = isDryRun
    ? [
        `Dry run: ${counted(found, "finished file")} found, ${planned.length} would be sent. Nothing was sent.`,
      ]
    : [
        `${counted(found, "finished file")} found, ${delivered} delivered (${bytesText(report.bytesSent)} in ${report.seconds.toFixed(1)} s).`,
      ];
  if (report.deliveredBefore > 0)
    lines.push(`${counted(report.deliveredBefore, "file")} already delivered before.`);
  if (known > 0) lines.push(`${counted(known, "file")} already on the portal.`);
  if (twins > 0) lines.push(`${counted(twins, "file")} already on the portal under another name.`);
  if (superseded > 0)
    lines.push(`${counted(superseded, "file")} changed in the meantime; the newer version counts.`);
  for (const { message } of holds) lines.push(`Sending stopped: ${message}`);
  lines.push(
    ...listed(
      "Would be sent",
      planned.map((file) => `${file.path} (${file.measurementDate})`),
    ),
  );
  lines.push(
    ...listed(
      "Blocked",
      blocked.map(({ path, message }) => `${path}: ${message}`),
    ),
  );
  lines.push(
    ...listed(
      "Not sent yet",
      waiting.map(({ path, reason }) => `${path}: ${reason}`),
    ),
  );
  lines.push(
    ...listed(
      "Not checked (may contain finished files)",
      unreadable.map(({ path, reason }) => `${path}: ${reason}`),
    ),
  );
  lines.push(
    ...listed(
      "Skipped",
      skipped.map(({ path, reason }) => `${path}: ${reason}`),
    ),
  );
  return printed(lines);
}

function listed(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const rest =
    items.length > listedAtMost ? [`  … and ${items.length - listedAtMost} more (--json lists all)`] : [];
  return [`${title}:`, ...items.slice(0, listedAtMost).map((item) => `  ${item}`), ...rest];
}

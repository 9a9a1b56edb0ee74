import { mkdir, open, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Flatness } from "./flatness.ts";
import { longestLife } from "./flatness.ts";
import { soakChart } from "./soak-chart.ts";
import type { SoakResult } from "./soak-result.ts";

/** Writes `PATH.md`, `PATH.json` and `PATH.svg`. Gives the first of them, and what it comes to in one sentence. */
export async function writeReport(
  result: SoakResult,
  path: string,
): Promise<{ readonly file: string; readonly summary: string }> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.json`, `${JSON.stringify(result, null, 1)}\n`);
  await writeFile(`${path}.svg`, soakChart(result));
  await writeFile(`${path}.md`, soakMarkdown(result, `${basename(path)}.svg`));
  return { file: `${path}.md`, summary: summaryOf(result) };
}

/** Why the report could not be written there, null where it can: to be asked before hours of measuring. */
export async function reportTrouble(path: string): Promise<string | null> {
  try {
    await mkdir(dirname(path), { recursive: true });
    for (const ending of ["json", "svg", "md"]) await (await open(`${path}.${ending}`, "a")).close();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function summaryOf({ violations, written, faults }: SoakResult): string {
  const count = Object.values(faults).reduce((sum, { times }) => sum + times, 0);
  const held =
    violations.length === 0 ? "everything held" : `what was not as promised:\n${violations.join("\n")}`;
  return `${written.files} files in ${written.versions} versions, ${count} faults: ${held}`;
}

/** The report as an operator reads it. */
function soakMarkdown(result: SoakResult, picture: string): string {
  const { plan, written, requests, ledger, logs, violations, samples } = result;
  const life = longestLife(samples);
  const cpuShare = (life.at(-1)?.cpuSeconds ?? 0) / ((life.at(-1)?.livedMs ?? Number.NaN) / 1000);
  const faultRows = Object.entries(result.faults).map(
    ([name, { times, totalMs }]) => `| ${name} | ${times} | ${Math.round(totalMs / 1000)} |`,
  );
  const verdict = violations.length === 0 ? ["None."] : violations.map((line) => `- ${line}`);
  return `${[
    "# Long run",
    "",
    `\`npm run long -- soak --hours ${round(plan.durationMs / 3_600_000, 3)} --seed ${plan.seed}\`, ${result.at.slice(0, 16).replace("T", " ")} UTC, Node ${result.node}.`,
    "",
    "A daemon and a mock portal, each a process of its own, and five simulated instruments (cloud radar, ceilometer in",
    `its one-minute mode, Doppler lidar with two channels, radiometer, disdrometer) that write at ${plan.speed} times their cadence; files`,
    `above 5 MB have ${plan.largeFileShare} of their size. ${endOf(result)}`,
    "",
    `![Memory, descriptors, ledger and logs over time](${picture})`,
    "",
    "## What it came to",
    "",
    "| | |",
    "|---|---|",
    `| instruments wrote for | ${minutes(result.lastedMs)} |`,
    `| queue empty after the last fault | ${result.drainedAfterMs === null ? "never" : `${Math.round(result.drainedAfterMs / 1000)} s`} |`,
    `| files, versions of them that were finished | ${written.files}, ${written.versions} |`,
    `| bytes written | ${megabytes(written.bytes)} |`,
    `| versions delivered | ${result.delivered} |`,
    `| files written again after they were finished | ${result.rewritten} |`,
    `| requests | ${pairs(requests.byMethod)} |`,
    `| answers | ${pairs(requests.byStatus)} |`,
    `| PUTs beyond one a content | ${requests.repeatedPuts}, of ${requests.mostRepeatedPuts} that the faults excuse |`,
    `| ledger | ${ledger.bytes} bytes, ${ledger.uploads} uploads (${Math.round(ledger.bytes / Math.max(1, ledger.uploads))} bytes each), ${ledger.journalLines} journal lines |`,
    `| largest write-ahead log | ${megabytes(ledger.largestWalBytes)} |`,
    `| logs | ${megabytes(logs.largestBytes)}, of ${megabytes(logs.limitBytes)} at most |`,
    `| processor, longest life | ${round(cpuShare * 100, 1)} % of a core |`,
    "",
    "## What must not grow",
    "",
    `Medians of the first and the last third of the longest life of the daemon (${minutes(life.at(-1)?.livedMs ?? 0)}), without its first ${minutes(plan.warmUpMs)}.`,
    "Flat is: the last third is at most 1.1 × the first, and a stated slack.",
    "",
    "| | first third | last third | limit | flat | by quarters |",
    "|---|---|---|---|---|---|",
    ...result.flatness.map(flatnessRow),
    "",
    "## Faults",
    "",
    "| fault | times | seconds in all |",
    "|---|---|---|",
    ...faultRows,
    "",
    "## What was not as promised (I1 to I7, logs, growth)",
    "",
    ...verdict,
  ].join("\n")}\n`;
}

function endOf({ endedBy }: SoakResult): string {
  if (endedBy === "time") return "It ran to its end.";
  return endedBy === "request" ? "It was ended before its time." : "It ended before its time, in trouble.";
}

/** Gives a line of the table of figures that must not grow. */
export function flatnessRow({ what, firstThird, lastThird, limit, quarters, isFlat }: Flatness): string {
  const isBytes = what.endsWith(", bytes");
  const shown = (value: number) =>
    Number.isNaN(value) ? "–" : isBytes ? megabytes(value) : String(round(value, 1));
  const verdict = isFlat === null ? "too short to tell" : isFlat ? "yes" : "**no**";
  return `| ${what.replace(", bytes", "")} | ${shown(firstThird)} | ${shown(lastThird)} | ${shown(limit)} | ${verdict} | ${quarters.map(shown).join(", ")} |`;
}

function pairs(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

function minutes(ms: number): string {
  return `${round(ms / 60_000, 1)} min`;
}

function megabytes(bytes: number): string {
  return `${round(bytes / 1e6, 2)} MB`;
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

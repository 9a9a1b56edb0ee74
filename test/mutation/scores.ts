import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Stryker } from "@stryker-mutator/core";

/** A mutant and what became of it. */
export type MutantResult = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

/** Results of some mutants. */
export interface Score {
  readonly mutants: number;
  readonly killed: number;
  /** Ran forever or too long, which a test would show, too: counted as killed. */
  readonly timedOut: number;
  readonly survived: number;
  /** Mutants that no test touched. */
  readonly noCoverage: number;
  /** Killed of all, 0 to 100; 100 where there are none. */
  readonly percent: number;
}

/** Counts the mutants. Those that could not run at all do not count. */
export function scoreOf(results: readonly MutantResult[]): Score {
  const count = (...states: readonly MutantResult["status"][]): number =>
    results.filter(({ status }) => states.includes(status)).length;
  const [killed, timedOut] = [count("Killed", "Timeout"), count("Timeout")];
  const [survived, noCoverage] = [count("Survived"), count("NoCoverage")];
  const mutants = killed + survived + noCoverage;
  const percent = mutants === 0 ? 100 : (100 * killed) / mutants;
  return { mutants, killed, timedOut, survived, noCoverage, percent };
}

/** A table in Markdown: all, then each file. */
export function tableOf(results: readonly MutantResult[]): string {
  const rows = [...Map.groupBy(results, pathOf)]
    .map(([path, ofFile]) => [path, scoreOf(ofFile)] as const)
    .filter(([, { mutants }]) => mutants > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = [["all", scoreOf(results)] as const, ...rows].map(
    ([name, { mutants, killed, timedOut, survived, noCoverage, percent }]) =>
      `| ${name} | ${mutants} | ${killed} | ${timedOut} | ${survived} | ${noCoverage} | ${percent.toFixed(1)} % |`,
  );
  return [
    "| file | mutants | killed | of them by time-out | survived | no coverage | score |",
    "|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

/** Gives a line for each mutant that nobody noticed: where it is, what was there and what was put there. */
export function survivorLines(results: readonly MutantResult[]): string {
  return results
    .filter(({ status }) => status === "Survived" || status === "NoCoverage")
    .sort((a, b) => pathOf(a).localeCompare(pathOf(b)) || a.location.start.line - b.location.start.line)
    .map((result) => {
      const { start } = result.location;
      const what = `${oneLine(originalOf(result))}  ->  ${oneLine(result.replacement ?? "")}`;
      const state = result.status === "NoCoverage" ? " (no test touches it)" : "";
      return `${pathOf(result)}:${start.line}:${start.column} ${result.mutatorName}${state}: ${what}`;
    })
    .join("\n");
}

function originalOf({ fileName, location: { start, end } }: MutantResult): string {
  const lines = readFileSync(fileName, "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join("\n");
}

function pathOf({ fileName }: MutantResult): string {
  return relative(process.cwd(), fileName).replaceAll("\\", "/");
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

import { readFileSync, writeFileSync } from "node:fs";
import { Stryker } from "@stryker-mutator/core";
import { type MutantResult, scoreOf } from "./scores.ts";
import type { Subject } from "./subjects.ts";

/** Percent; less makes the run fail. */
const leastScore = 90;

type Options = ConstructorParameters<typeof Stryker>[0];

export interface SubjectRun {
  readonly results: readonly MutantResult[];
  readonly isGood: boolean;
  readonly tookMs: number;
  /** Path of the JSON report, in Stryker's own format. */
  readonly report: string;
}

/** Mutates one subject in a copy of the project below `out/`; the sources themselves are not touched. */
export async function runSubject(
  subject: Subject,
  { concurrency, fresh }: { readonly concurrency: number; readonly fresh: boolean },
): Promise<SubjectRun> {
  const startedMs = performance.now();
  const name = subject.isPart === true ? `${subject.name}-part` : subject.name;
  const report = `out/mutation/${name}.json`;
  const incrementalFile = `out/mutation/${subject.name}-incremental.json`;
  forgetSurvivors(incrementalFile);
  // vitest.config.ts reads it, in the processes that Stryker starts.
  process.env.SKYFERRY_SUBJECT = subject.name;
  const results = await new Stryker({
    testRunner: "vitest",
    plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
    vitest: { configFile: "test/mutation/vitest.config.ts" },
    mutate: [...subject.mutate],
    ignorePatterns: ["out", "dist", "docs", "renderer", "bench", "build"],
    coverageAnalysis: "perTest",
    concurrency,
    timeoutMS: 20_000,
    incremental: true,
    incrementalFile,
    force: fresh,
    tempDirName: `out/mutation/${name}-sandbox`,
    reporters: ["json", "progress-append-only"],
    jsonReporter: { fileName: report },
    thresholds: { high: 100, low: leastScore, break: leastScore },
    logLevel: "error" as NonNullable<Options["logLevel"]>,
    allowConsoleColors: false,
    // There is nothing in it that Stryker would have to bend for its copy.
    tsconfigFile: "none.json",
    warnings: false,
  }).runMutationTest();
  return {
    results,
    isGood: scoreOf(results).percent >= leastScore,
    tookMs: performance.now() - startedMs,
    report,
  };
}

/** Part of Stryker's report of earlier runs that is read. */
interface Report {
  readonly files: Readonly<Record<string, { mutants: readonly { readonly status: string }[] }>>;
}

/**
 * Takes out of an earlier report all that was not noticed, so that it is tried again: Stryker itself would take it over
 * where it does not know which tests touch the place, whatever tests were added.
 */
function forgetSurvivors(path: string): void {
  const report = readReport(path);
  if (report === null) return;
  for (const file of Object.values(report.files))
    file.mutants = file.mutants.filter(({ status }) => status === "Killed");
  writeFileSync(path, JSON.stringify(report));
}

function readReport(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Report;
  } catch {
    return null;
  }
}

import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Check } from "#test/windows/check.ts";
import { knownUnderWine } from "#test/windows/known-under-wine.ts";
import { must } from "#test/windows/station.ts";
import type { Windows } from "#test/windows/windows.ts";

/** A report of vitest, as far as it is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

function suite(folder: string, testMs: number): Check {
  return {
    name: folder,
    promise: `the tests of test/${folder} pass`,
    async run(windows: Windows) {
      const report = path.join(windows.driveC, `${folder}.json`);
      rmSync(report, { force: true });
      const words = [
        "--project",
        "node",
        `test/${folder}`,
        "--reporter=json",
        `--outputFile=C:\\${folder}.json`,
      ];
      // Files one after another and patient: the starts of Wine take what two at once would need.
      const timeout = [`--testTimeout=${testMs}`, `--hookTimeout=${testMs}`];
      const { code, stderr } = await windows.node(
        ["node_modules/vitest/vitest.mjs", "run", ...words, ...timeout],
        { timeoutMs: 3_600_000 },
      ).end;
      const read = readReport(report);
      if (read === null) throw new Error(`vitest ended with ${code} and without a report: ${stderr}`);
      return verdictOf(folder, read);
    },
  };
}

function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** Counts; throws with the names of what failed and is not known to. */
function verdictOf(folder: string, report: Report): string {
  let passed = 0;
  let skipped = 0;
  let known = 0;
  const wrong: string[] = [];
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = name.replaceAll("\\", "/").replace(/^.*\/test\//, "");
    const fail = (what: string, why = "") => {
      if (knownUnderWine.some((that) => that.file === file && that.test.test(what))) known += 1;
      else wrong.push(`${file}: ${what}${why === "" ? "" : `: ${why}`}`);
    };
    const failed = assertionResults.filter((one) => one.status === "failed");
    for (const one of failed) fail(one.fullName, one.failureMessages?.[0]?.split("\n")[0]);
    // A file that does not load, or whose preparation fails, has no test that failed.
    if (status === "failed" && failed.length === 0) fail(message);
    passed += assertionResults.filter((one) => one.status === "passed").length;
    skipped += assertionResults.filter((one) => !["passed", "failed"].includes(one.status)).length;
  }
  const seen = `${passed} passed, ${wrong.length} failed, ${known} known to fail under Wine, ${skipped} not for Windows`;
  must(passed > 0 && wrong.length === 0, [`test/${folder}: ${seen}`, ...wrong].join("\n    "));
  return seen;
}

export const testChecks: readonly Check[] = [
  suite("unit", 180_000),
  // Two months of files and eight simulated days take minutes on a busy machine.
  suite("engine", 600_000),
  // Each start of a process takes many seconds on a busy machine; those that are known to fail hang so long.
  suite("ports", 300_000),
];

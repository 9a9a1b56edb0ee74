import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { longRuns } from "#test/long-runs.ts";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

const long = "test/long-main.ts";
const programs = {
  long: [long],
  faults: [long, "faults"],
  model: ["test/model/model-main.ts"],
  mutation: [long, "mutation"],
  bench: [long, "bench"],
  fleet: [long, "fleet"],
  requests: [long, "requests"],
  soak: [long, "soak"],
  "packaged-smoke": [long, "packaged-smoke"],
  shots: ["test/shots/shots-main.ts"],
  "deps:check": ["build/check-dependencies.ts"],
} as const;

const timeoutMs = 60_000;

/** Runs it as `npm run` does. */
async function ended(name: keyof typeof programs, words: readonly string[]) {
  const said = { stdout: "", stderr: "" };
  const child = execFile(process.execPath, [...programs[name], ...words], { timeout: timeoutMs });
  child.stdout?.on("data", (text: string) => {
    said.stdout += text;
  });
  child.stderr?.on("data", (text: string) => {
    said.stderr += text;
  });
  const [code] = await once(child, "close");
  return { ...said, code };
}

/** A file is no folder, so nothing can be written below it. */
const nowhere = "package.json/report";

const wrong: readonly (readonly [keyof typeof programs, readonly string[], string])[] = [
  ["faults", ["--only", "F9,F99"], "--only: there is no row F99; there are F1, F2,"],
  ["faults", ["--only", "F9", "--short", "--json", nowhere], "--json: EEXIST"],
  ["model", ["--steps", "few"], "--steps: few is no number of steps"],
  ["mutation", ["--subject", "other"], "there is no subject other; there are domain, outcome,"],
  [
    "mutation",
    ["--file", "electron/compose/data-folder.ts"],
    "--file: electron/compose/data-folder.ts is no source of domain, outcome,",
  ],
  ["bench", ["--only", "B9,B99"], "--only: there is no row B99; there are B1, B2,"],
  ["bench", ["--only", "B9", "--scale", "0"], "--scale must be a number above 0"],
  ["bench", ["--scales"], "Unknown option '--scales'"],
  ["fleet", ["--stations", "many"], "--stations must be a whole number from 1 to 99999, not many."],
  ["fleet", ["--outage", "0"], "--outage must be a whole number from 1 to 99999, not 0."],
  ["requests", ["--count", "0"], "--count must be a whole number from 1 to 9999999, not 0."],
  ["soak", ["--hours", "0"], "--hours must be a number of hours above 0"],
  ["soak", ["--hours", "0.001", "--out", nowhere], "--out: EEXIST"],
  ["packaged-smoke", ["--picture", "a.png"], "PROGRAM is missing; see --help."],
  ["shots", ["--only", "nowhere"], "--only: there is no picture nowhere; there are today, today-foot,"],
  ["shots", ["--onyl", "queue"], "Unknown option '--onyl'"],
  ["shots", ["--out", nowhere], "--out: ENOTDIR"],
  ["deps:check", ["--audits"], "there is no --audits; there is --audit."],
];

test.each(wrong)(
  "%s %j is told in one line, and nothing is run",
  { timeout: timeoutMs },
  async (name, words, told) => {
    const { code, stdout, stderr } = await ended(name, words);
    expect(stderr).toContain(`${name}: ${told}`);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(2);
    // A seed is printed first.
    expect(stdout).toMatch(/^(seed .*\s*)?$/);
  },
);

test.each([[], ["fault"], ["toString"], ["--only", "F9"]])(
  "npm run long -- %s prints the list and ends with 2",
  { timeout: timeoutMs },
  async (...words) => {
    const { code, stdout, stderr } = await ended("long", words);
    expect([code, stdout]).toEqual([2, ""]);
    const listed = [...stderr.matchAll(/^ {2}([\w-]+) {2,}\S.*$/gm)].map(([, name]) => name);
    expect(listed).toEqual(Object.keys(longRuns));
  },
);

test.each(Object.entries(longRuns))("npm run %s is npm run long with this name", (name, { file }) => {
  expect([scripts[name], existsSync(file)]).toEqual([`node ${long} ${name}`, true]);
});

test.each([
  "faults",
  "model",
  "mutation",
  "bench",
  "fleet",
  "requests",
  "soak",
  "packaged-smoke",
  "shots",
] as const)("%s --help tells the flags", { timeout: timeoutMs }, async (name) => {
  const { code, stdout, stderr } = await ended(name, ["--help"]);
  expect(stdout).toContain(
    `Usage: npm run ${name in longRuns ? `long -- ${name}` : `${name} --`} ${name === "soak" ? "--hours H [" : "["}`,
  );
  expect(stderr).toBe("");
  expect(code).toBe(0);
});

test("faults: a step that there is not is told, and does not count as held", {
  timeout: timeoutMs,
}, async () => {
  const report = join(tmpdir(), `skyferry-faults-${process.pid}.json`);
  const { code, stderr } = await ended("faults", ["--only", "F20", "--step", "none", "--json", report]);
  rmSync(report);
  expect(stderr).toBe("faults: a row tried nothing; is the step's name right?\n");
  expect(code).toBe(2);
});

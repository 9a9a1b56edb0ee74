import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { TestModule } from "vitest/node";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { keepBusy } from "./busy-loops.ts";
import type { Failure, Outcome } from "./outcome.ts";
import OutcomeReporter, { brokenOff, outcomeOf } from "./outcome-reporter.ts";
import { outcomeIn } from "./run-tests.ts";
import { filesAgain, verdictOf } from "./second-run.ts";
import { flagsOfSteady } from "./steady-flags.ts";
import { linesOf } from "./steady-report.ts";

const failure = (name: string, file = "test/unit/a.test.ts"): Failure => ({
  file,
  name,
  message: "1, not 2",
});
const outcome = (failures: readonly Failure[], passed = 10, errors: readonly string[] = []): Outcome => ({
  passed,
  skipped: 1,
  failures,
  errors,
});

describe("the flags of steady", () => {
  it("are three rounds without load, of a new seed, where none is given", () => {
    const flags = flagsOfSteady([]);
    expect(flags).toMatchObject({ rounds: 3, load: 0, filters: [] });
    expect(flags).toHaveProperty("seed", expect.any(Number));
  });

  it("are taken with the filters of vitest", () => {
    const words = ["--rounds", "5", "test/pages", "--load", "8", "--seed", "7", "test/e2e"];
    const filters = ["test/pages", "test/e2e"];
    expect(flagsOfSteady(words)).toEqual({ help: false, rounds: 5, load: 8, seed: 7, filters });
  });

  it.each([
    ["--rounds", "0"],
    ["--rounds", "1.5"],
    ["--rounds", ""],
    ["--load", "-1"],
    ["--load", "two"],
    ["--load", "257"],
    ["--seed", "x"],
  ])("%s %j is refused in one line that names it", (flag, value) => {
    expect(flagsOfSteady([`${flag}=${value}`])).toMatch(new RegExp(`^${flag}: ${value} is no .*\\.$`));
  });

  it("end the program with 2 where there is no such flag", async () => {
    const child = execFile(process.execPath, [join(import.meta.dirname, "steady-main.ts"), "--rond", "3"]);
    let said = "";
    child.stderr?.on("data", (text: string) => {
      said += text;
    });
    expect(await once(child, "close")).toEqual([2, null]);
    expect(said).toMatch(/^steady: Unknown option '--rond'.*\n$/);
  });
});

describe("the report of steady", () => {
  it("names each test that failed once, with its rounds and the last message", () => {
    const { lines, isSteady } = linesOf(
      [
        { number: 1, seed: 7, outcome: outcome([failure("a > b")]) },
        { number: 2, seed: 8, outcome: outcome([]) },
        { number: 3, seed: 9, outcome: outcome([{ ...failure("a > b"), message: "late\nagain" }]) },
      ],
      3,
    );
    expect(isSteady).toBe(false);
    expect(lines).toEqual([
      "round 1, seed 7: 10 passed, 1 failed, 1 skipped",
      "round 2, seed 8: 10 passed, 0 failed, 1 skipped",
      "round 3, seed 9: 10 passed, 1 failed, 1 skipped",
      "UNSTEADY test/unit/a.test.ts > a > b",
      "  round 1, seed 7",
      "  round 3, seed 9",
      "  late\n  again",
      "1 of the tests failed in 3 rounds.",
    ]);
  });

  it.each([
    ["all passed", outcome([]), 1, true],
    ["an error stands outside of the tests", outcome([], 10, ["boom"]), 1, false],
    ["no test ran", outcome([], 0), 1, false],
    ["a round did not end", outcome([]), 2, false],
  ])("where %s", (_, only, wanted, expected) => {
    expect(linesOf([{ number: 1, seed: 1, outcome: only }], wanted).isSteady).toBe(expected);
  });
});

describe("a second run of what failed", () => {
  const file = "test/unit/a.test.ts";
  const second = (again: Outcome) => new Map([[file, again]]);

  it("is of each file once, and of none where very many failed", () => {
    expect(filesAgain(outcome([failure("a"), failure("b"), failure("c", "test/unit/b.test.ts")]))).toEqual([
      file,
      "test/unit/b.test.ts",
    ]);
    expect(filesAgain(outcome(Array.from({ length: 21 }, (_, at) => failure(`${at}`))))).toEqual([]);
  });

  it("forgives two tests that pass then", () => {
    expect(verdictOf(outcome([failure("a"), failure("b")]), second(outcome([])))).toEqual({
      passed: 12,
      failed: 0,
      unsteady: [`${file} > a`, `${file} > b`],
    });
  });

  it("forgives no three", () => {
    const names = ["a", "b", "c"];
    const { passed, failed, unsteady } = verdictOf(
      outcome(names.map((name) => failure(name))),
      second(outcome([])),
    );
    expect([passed, failed, unsteady.length]).toEqual([10, 3, 3]);
  });

  it("forgives none of a third, when two were unsteady in a part before", () => {
    expect(verdictOf(outcome([failure("a")]), second(outcome([])), 2)).toMatchObject({
      passed: 10,
      failed: 1,
    });
    expect(verdictOf(outcome([failure("a")]), second(outcome([])), 1)).toMatchObject({
      passed: 11,
      failed: 0,
    });
  });

  it("leaves red what fails again, and counts what fails in it alone", () => {
    expect(
      verdictOf(outcome([failure("a"), failure("b")]), second(outcome([failure("a"), failure("c")]))),
    ).toEqual({ passed: 11, failed: 1, unsteady: [`${file} > b`, `${file} > c`] });
  });

  it.each([
    ["broke", second(outcome([], 0, ["does not load"]))],
    ["never was", new Map()],
  ])("that %s forgives nothing", (_, again) => {
    expect(verdictOf(outcome([failure("a")]), again)).toEqual({ passed: 10, failed: 1, unsteady: [] });
  });

  it("forgives no error outside of tests", () => {
    const first = outcome([failure("a")], 10, ["b.test.ts does not load"]);
    expect(verdictOf(first, second(outcome([])))).toMatchObject({ passed: 11, failed: 1 });
  });
});

describe("a process of the tests that ends", () => {
  const told = (how: string) => ({
    message: "[vitest-pool]: Worker forks emitted error.",
    cause: {
      message: `Worker exited unexpectedly with ${how} during started state while running test file ${home}`,
    },
  });
  const home = join(process.cwd(), "test/unit/a.test.ts");

  it("by a signal is a failure of its file, which runs once more", () => {
    const first = outcomeOf([], [told("signal SIGILL")]);
    expect(first.errors).toEqual([]);
    expect(filesAgain(first)).toEqual(["test/unit/a.test.ts"]);
    expect(verdictOf(first, new Map([["test/unit/a.test.ts", outcome([])]])).unsteady).toEqual([
      "test/unit/a.test.ts > its process was ended by SIGILL",
    ]);
    expect(verdictOf(first, new Map([["test/unit/a.test.ts", outcome([], 0, ["ended"])]])).failed).toBe(1);
  });

  it("by itself is an error, and so is a file that does not load", () => {
    const first = outcomeOf([], [told("exit code 1 "), { message: "Cannot find module" }]);
    expect(first).toMatchObject({
      failures: [],
      errors: ["[vitest-pool]: Worker forks emitted error.", "Cannot find module"],
    });
  });
});

describe("a run that breaks off", () => {
  const ended = (name: string, state: "passed" | "failed"): TestModule => {
    const test = { fullName: "a > b", result: () => ({ state, errors: [{ message: "late" }] }) };
    const children = { allSuites: () => [], allTests: () => [test] };
    const moduleId = join(process.cwd(), name);
    return { moduleId, state: () => state, errors: () => [], children } as unknown as TestModule;
  };

  it("tells what had failed until then, and forgives nothing", async () => {
    const file = join(await makeScratch("skyferry-outcome-"), "outcome.json");
    vi.stubEnv("SKYFERRY_OUTCOME", file);
    onTestFinished(() => void vi.unstubAllEnvs());
    const reporter = new OutcomeReporter();
    reporter.onTestModuleEnd(ended("test/a.test.ts", "passed"));
    expect(outcomeIn(file, "SIGINT").errors).toHaveLength(1);
    reporter.onTestModuleEnd(ended("test/b.test.ts", "failed"));
    const broken = outcomeIn(file, "SIGINT");
    const failures = [{ file: "test/b.test.ts", name: "a > b", message: "late" }];
    expect(broken).toEqual({ passed: 1, skipped: 0, failures, errors: [brokenOff] });
    expect(verdictOf(broken, new Map([["test/b.test.ts", outcome([])]])).failed).toBe(1);
    expect(linesOf([{ number: 1, seed: 1, outcome: broken }], 1)).toMatchObject({ isSteady: false });
  });
});

it("busy loops end with those who began them", async () => {
  const busy = keepBusy(2);
  expect(busy.pids).toHaveLength(2);
  const isRunning = (pid: number) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0] ?? "";
  if (process.platform === "linux") expect(busy.pids.map(isRunning).join("")).not.toMatch(/[ZX]/);
  busy.end();
  for (const pid of busy.pids)
    await expect.poll(() => isAlive(pid), { message: `process ${pid} goes on` }).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

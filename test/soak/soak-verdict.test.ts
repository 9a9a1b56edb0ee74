import { describe, expect, test } from "vitest";
import { flatnessOf } from "./flatness.ts";
import type { Sample } from "./samples.ts";
import { longPlan } from "./soak-plan.ts";
import { flatnessRow } from "./soak-report.ts";
import { complaintsOf, type SoakResult } from "./soak-result.ts";

const minuteMs = 60_000;
const plan = longPlan(1, "1");

/** Gives one sample a minute of one life, from its first minute on. */
function life(
  number: number,
  minutes: number,
  change: (minute: number) => Partial<Sample> = () => ({}),
): Sample[] {
  return Array.from({ length: minutes }, (_, index) => ({
    atMs: index * minuteMs,
    life: number,
    livedMs: (index + 1) * minuteMs,
    residentBytes: 250_000_000,
    anonymousBytes: 180_000_000,
    descriptors: 47,
    threads: 16,
    cpuSeconds: index,
    ledgerBytes: 100_000,
    walBytes: 0,
    logBytes: 10_000,
    totals: null,
    growing: null,
    requests: index,
    ...change(index + 1),
  }));
}

function grown(samples: readonly Sample[]): string[] {
  return flatnessOf(samples, plan).flatMap(({ what, isFlat }) => (isFlat === false ? [what] : []));
}

describe("what grows", () => {
  test("a flat life is flat in everything", () => {
    expect(flatnessOf(life(1, 40), plan).map(({ isFlat }) => isFlat)).toEqual([true, true, true, true]);
  });

  test("two megabytes a minute are a leak of memory", () => {
    const leaking = life(1, 45, (minute) => ({ residentBytes: 250_000_000 + minute * 2_000_000 }));
    expect(grown(leaking)).toEqual(["resident memory, bytes"]);
  });

  test("one descriptor in two minutes is a leak of descriptors", () => {
    const leaking = life(1, 45, (minute) => ({ descriptors: 47 + Math.floor(minute / 2) }));
    expect(grown(leaking)).toEqual(["open descriptors"]);
  });

  test("a life that is too short is said to be, without figures", () => {
    const lines = flatnessOf(life(1, 3), plan).map(flatnessRow);
    expect(lines[0]).toBe("| resident memory | – | – | – | too short to tell | –, –, –, – |");
    expect(lines.join()).not.toContain("NaN");
  });

  test("the warm-up does not count", () => {
    const warming = life(1, 45, (minute) => ({ residentBytes: minute < 5 ? 20_000_000 : 250_000_000 }));
    expect(grown(warming)).toEqual([]);
  });

  test("a death hides no leak: the longest life alone is judged", () => {
    const leaking = life(1, 45, (minute) => ({ threads: 16 + minute }));
    expect(grown([...leaking, ...life(2, 20)])).toEqual(["threads"]);
    expect(grown([...life(1, 20, (minute) => ({ threads: 16 + minute })), ...life(2, 45)])).toEqual([]);
  });

  test("a short life tells nothing", () => {
    expect(flatnessOf(life(1, 8), plan).map(({ isFlat }) => isFlat)).toEqual([null, null, null, null]);
  });
});

describe("what was not as promised", () => {
  const well: Omit<SoakResult, "violations"> = {
    at: "2026-11-21T10:00:00.000Z",
    node: "v24.21.0",
    plan,
    lastedMs: plan.durationMs,
    endedBy: "time",
    drainedAfterMs: 1_000,
    faults: {},
    rewritten: 0,
    written: { files: 1, versions: 1, bytes: 1 },
    delivered: 1,
    requests: { byMethod: {}, byStatus: {}, repeatedPuts: 16, mostRepeatedPuts: 16 },
    ledger: { bytes: 1, uploads: 1, journalLines: 1, largestWalBytes: 0 },
    logs: { largestBytes: 25_000_000, limitBytes: 25_000_000, errors: [] },
    flatness: flatnessOf(life(1, 40), plan),
    samples: [],
  };

  test("nothing, where everything keeps within its limits", () => {
    expect(complaintsOf(well)).toEqual([]);
  });

  test.each<[string, Partial<SoakResult>]>([
    ["I7 the queue did not become empty", { drainedAfterMs: null }],
    ["I4 17 PUTs were repeated", { requests: { ...well.requests, repeatedPuts: 17 } }],
    ["the logs took 25000001 bytes", { logs: { ...well.logs, largestBytes: 25_000_001 } }],
    ["the log holds an error: a mistake", { logs: { ...well.logs, errors: ["a mistake"] } }],
    [
      "open descriptors: 67",
      {
        flatness: flatnessOf(
          life(1, 40, (minute) => ({ descriptors: minute < 20 ? 47 : 67 })),
          plan,
        ),
      },
    ],
  ])("%s", (words, change) => {
    const [first, ...others] = complaintsOf({ ...well, ...change });
    expect(first).toContain(words);
    expect(others).toEqual([]);
  });
});

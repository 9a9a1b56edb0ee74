import { expect, test } from "vitest";
import { coverageWords } from "#cli/coverage-lines.ts";
import type { CoverageDayShown } from "#contract/coverage.ts";

const product = (name: string, errorLevel: string | null, volatile = false) => ({
  product: name,
  uuid: name,
  volatile,
  errorLevel,
  reasons: null,
});

test("products are marked: those that may change, and those with errors", () => {
  const day: CoverageDayShown = {
    instrument: "Cloud radar",
    date: "2026-11-20",
    measured: 24,
    accepted: 24,
    unlisted: 0,
    processed: 24,
    invalid: 0,
    otherContent: 0,
    onlyOnPortal: 0,
    published: [
      product("radar", "pass"),
      product("lwc", "warning", true),
      product("iwc", "error"),
      product("drizzle", "error", true),
      product("classification", null),
    ],
    state: "complete",
    dueAt: null,
    gaps: [],
  };
  expect(coverageWords({ asOf: null, days: [day] }, [day])).toContain(
    "24 processed; radar, lwc (volatile), iwc (errors), drizzle (volatile, errors), classification\n",
  );
});

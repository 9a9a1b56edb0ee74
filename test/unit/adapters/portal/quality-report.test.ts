import { expect, it } from "vitest";
import { reasonsIn } from "#adapters/portal/quality-report.ts";

const test = (result: string, ...messages: readonly string[]) => ({
  testId: "TestA",
  name: "Data coverage",
  result,
  exceptions: messages.map((message) => ({ result, message })),
});

it("tells errors and warnings, errors first, five at most", () => {
  const testReports = [
    test("warning", "Few values."),
    test("pass"),
    test("info", "Old."),
    test("error", "None.", "Bad"),
  ];
  expect(reasonsIn({ testReports })).toEqual([
    "Data coverage: None",
    "Data coverage: Bad",
    "Data coverage: Few values",
  ]);
  expect(reasonsIn({ testReports: [test("error", ..."abcdefg")] })).toHaveLength(5);
});

it("takes what it knows of other shapes, in one short line each", () => {
  expect(
    reasonsIn({ tests: [{ testId: "TestB", result: "error", messages: [`a\n${"b".repeat(300)}`, 7] }] }),
  ).toEqual([`TestB: a ${"b".repeat(190)}…`]);
  expect(reasonsIn({ testReports: [{ result: "error" }] })).toEqual(["Quality control"]);
  expect(reasonsIn({ testReports: [null, 5, {}] })).toEqual([]);
});

it("says where it is no report", () => {
  for (const other of [null, [], {}, "OK", { tests: 4 }, { testReports: {} }])
    expect(reasonsIn(other)).toBeNull();
});

it("tells what was compared where there is no message", () => {
  const exceptions = [
    { result: "error", variable: "Zh", expected: "dBZ", received: "1" },
    { result: "warning", title: "lwp", dimension: "time", value: -3.5, limits: [0, 5] },
    { result: "error", expected: null, received: { a: 1 } },
    { result: "error", variable: "v" },
    { result: "error" },
  ];
  expect(reasonsIn({ testReports: [{ testId: "TestUnits", result: "error", exceptions }] })).toEqual([
    "TestUnits: Zh: expected dBZ, received 1",
    "TestUnits: lwp: dimension time, value -3.5, limits [0,5]",
    'TestUnits: received {"a":1}',
    "TestUnits: v",
  ]);
});

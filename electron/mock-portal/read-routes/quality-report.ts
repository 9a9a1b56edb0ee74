import type { z } from "zod";
import * as resources from "#mock-portal/resources.ts";
import type { ProductFile } from "#mock-portal/store/records.ts";

type Report = z.output<typeof resources.qualityReport>;
type Test = Report["testReports"][number];

const checks: readonly Pick<Test, "testId" | "name" | "description">[] = [
  {
    testId: "TestDataCoverage",
    name: "Data coverage",
    description: "Test that the file has data for the whole day.",
  },
  {
    testId: "TestValueRange",
    name: "Value range",
    description: "Test that the values lie in the range that is usual for each variable.",
  },
  {
    testId: "TestUnits",
    name: "Units",
    description: "Test that the variables have the units that are expected of them.",
  },
  {
    testId: "TestGlobalAttributes",
    name: "Global attributes",
    description: "Test that no global attribute is missing.",
  },
];

const worstFirst = ["error", "warning", "info", "pass"];

/** The report behind the level of a product file; undefined for one that was never tested. */
export function qualityReport({
  uuid,
  errorLevel,
  coverage,
  productId,
  updatedAt,
}: ProductFile): Report | undefined {
  if (errorLevel === null) return undefined;
  const isFull = coverage === null || coverage >= 1;
  const failing = errorLevel === "pass" ? undefined : isFull ? "TestValueRange" : "TestDataCoverage";
  const message = isFull
    ? `Some values of ${productId} lie outside of their usual range.`
    : `The data cover ${Math.round((coverage ?? 0) * 1000) / 10} % of the day.`;
  const testReports = checks
    .map(
      (check): Test =>
        check.testId === failing
          ? { ...check, result: errorLevel, exceptions: [{ result: errorLevel, message }] }
          : { ...check, result: "pass", exceptions: [] },
    )
    .toSorted((one, other) => worstFirst.indexOf(one.result) - worstFirst.indexOf(other.result));
  const count = (level: string): number => testReports.filter(({ result }) => result === level).length;
  return {
    uuid,
    errorLevel,
    qcVersion: "1.31.0",
    timestamp: updatedAt,
    tests: testReports.length,
    errors: count("error"),
    warnings: count("warning"),
    info: count("info"),
    testReports,
  };
}

import { expect, test } from "vitest";
import { coverageHandlers } from "#api/handlers/coverage-handlers.ts";
import { createFakeCoverage } from "#test/support/fakes/fake-coverage.ts";

test("a product says what its quality control found, as far as that is known", async () => {
  const coverage = createFakeCoverage();
  const day = { instrument: "Radar", date: "2026-11-20" };
  const reasonsFrom = async (reasonsOf: typeof coverage.reasonsOf) => {
    const reply = await coverageHandlers({ ...coverage, reasonsOf })["coverage.day"](day, {} as never);
    return reply.ok ? reply.value.day.published.map(({ uuid, reasons }) => [uuid, reasons]) : reply;
  };
  const uuid = "0197a000-0000-7000-8000-000000000001";
  expect(await reasonsFrom(() => null)).toEqual([[uuid, null]]);
  expect(await reasonsFrom((asked) => (asked === uuid ? ["No data"] : null))).toEqual([[uuid, ["No data"]]]);
});

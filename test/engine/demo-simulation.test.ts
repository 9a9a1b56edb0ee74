import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startSimulation } from "#demo/simulation.ts";

test("instruments that cannot write end quietly: a try-out shares the process of a station", async () => {
  // There is a file where their folder should be.
  const simulation = startSimulation(fileURLToPath(import.meta.url), Date.UTC(2024, 5, 1));
  await simulation.finish();
  expect(simulation.written()).toEqual([]);
});

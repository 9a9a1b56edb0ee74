import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { SimulatedInstrument } from "#demo/instrument-files.ts";
import { startSimulation } from "#demo/simulation.ts";

const pauseMs = 10;
const hourly: SimulatedInstrument = {
  name: "Hourly",
  stepMinutes: 60,
  pauseMs,
  filesAt: (startMs) => [
    { relPath: `${new Date(startMs).toISOString().slice(0, 13)}.nc`, pieces: [new Uint8Array(3)] },
  ],
};

/** Pauses between pieces are over at once; a longer wait lasts until the time is `moved`. */
function simulatedClock(nowMs: number) {
  let waiting = Promise.withResolvers<void>();
  const waits: number[] = [];
  return {
    waits,
    nowMs: () => nowMs,
    async sleep(ms: number, signal?: AbortSignal) {
      if (ms === pauseMs) return;
      waits.push(ms);
      signal?.addEventListener("abort", () => waiting.resolve());
      await waiting.promise;
    },
    move(ms: number) {
      nowMs += ms;
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
    },
  };
}

test("instruments write what was measured until now, and then at their own pace", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "skyferry-simulation-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const clock = simulatedClock(Date.UTC(2024, 5, 1, 2, 59, 30));
  const simulation = startSimulation(folder, clock, [hourly]);
  await expect.poll(() => clock.waits).toEqual([30_000]);
  const names = simulation.written().map((file) => path.basename(file));
  expect(names).toEqual(["2024-06-01T00.nc", "2024-06-01T01.nc", "2024-06-01T02.nc"]);
  clock.move(30_000);
  await expect.poll(() => clock.waits).toHaveLength(2);
  expect(
    simulation
      .written()
      .map((file) => path.basename(file))
      .slice(3),
  ).toEqual(["2024-06-01T03.nc"]);
  await simulation.finish();
  expect(readdirSync(folder)).toHaveLength(4);
});

test("instruments that cannot write end quietly: a try-out shares the process of a station", async () => {
  // There is a file where their folder should be.
  const simulation = startSimulation(fileURLToPath(import.meta.url), simulatedClock(Date.UTC(2024, 5, 1)));
  await simulation.finish();
  expect(simulation.written()).toEqual([]);
});

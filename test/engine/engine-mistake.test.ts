import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { runEngine } from "#main/engine/engine-run.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

vi.mock(import("#compose/data-folder.ts"), () => ({
  openDataFolder: async () => {
    throw new Error("planted, with hunter2");
  },
}));

test("a mistake before the station is open is told, and is in the station's log without the password", async () => {
  const dataFolder = await makeScratch("skyferry-mistake-");
  const told: unknown[] = [];
  const code = await new Promise<number>((exit) => {
    const port = { postMessage: (message: unknown) => told.push(message), on: () => {}, start: () => {} };
    runEngine(port, { dataFolder, version: "0", pagesFolder: dataFolder, password: "hunter2" }, {}, exit);
  });
  expect(code).toBe(70);
  expect(told).toContainEqual({ id: null, name: "failed", given: ["planted, with hunter2"] });
  const log = await readFile(path.join(dataFolder, "logs/skyferry.log"), "utf8");
  expect(log).toMatch(/ error internal error: the engine starts again .*planted, with /);
  expect(log).not.toContain("hunter2");
  await rm(dataFolder, { recursive: true });
});

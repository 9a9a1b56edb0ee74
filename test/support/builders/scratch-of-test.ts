import { rm } from "node:fs/promises";
import { onTestFinished } from "vitest";
import { makeScratch } from "./scratch.ts";

/** A new folder that goes with the running test, after all that `afterEach` closes. */
export async function scratchOfTest(prefix: string): Promise<string> {
  const folder = await makeScratch(prefix);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

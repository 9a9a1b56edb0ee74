import { cpSync } from "node:fs";
import { rm } from "node:fs/promises";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { type MockPortal, type MockPortalOptions, startMockPortal } from "#mock-portal/portal.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openPortal } from "./cli-portal.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Holds a portal with the demo seed. */
    demoPortalFolder: string;
  }
}

/** Makes the demo seed once for a whole run: it takes seconds, a copy of it does not. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = await makeScratch("skyferry-demo-portal-");
  const portal = await startMockPortal({ dataFolder, seed: "demo" });
  await portal.close();
  project.provide("demoPortalFolder", dataFolder);
  return () => rm(dataFolder, { recursive: true, force: true });
}

/** Makes `dataFolder` that of a portal with the demo seed. */
export function copyDemoSeed(dataFolder: string): void {
  // Thousands of files: by the asynchronous call, they take a second of work.
  cpSync(inject("demoPortalFolder"), dataFolder, { recursive: true });
}

/** The bundled portal with the demo seed, a copy for one test. */
export async function openDemoPortal(options: Partial<MockPortalOptions> = {}): Promise<MockPortal> {
  const dataFolder = await makeScratch("skyferry-portal-");
  copyDemoSeed(dataFolder);
  return await openPortal({ ...options, dataFolder });
}

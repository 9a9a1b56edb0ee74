import { copyFileSync, linkSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { todayUtc } from "#base/dates.ts";
import { type MockPortal, type MockPortalOptions, startMockPortal } from "#mock-portal/portal.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { fillKept } from "#test/support/hosts/made-once.ts";
import { openPortal } from "./cli-portal.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Holds a portal with the demo seed. */
    demoPortalFolder: string;
    /** The last day (UTC) of that seed. */
    demoPortalDate: string;
  }
}

/** Everything that the seed is made of; the mock portal imports nothing of other rooms. */
const sources = ["electron/mock-portal"];

/** Makes the demo seed once a day and for a whole run: it takes half a minute of a core, a copy of it a second. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = await makeScratch("skyferry-demo-portal-");
  const startMs = Date.now();
  const date = todayUtc(startMs);
  await fillKept(dataFolder, { name: "demo-portal", sources, facts: [date] }, async () => {
    const portal = await startMockPortal({ dataFolder, seed: "demo", clock: { nowMs: () => startMs } });
    await portal.close();
  });
  project.provide("demoPortalFolder", dataFolder);
  project.provide("demoPortalDate", date);
  return () => rm(dataFolder, { recursive: true, force: true });
}

/** Makes `dataFolder` that of a portal with the demo seed, unless midnight has passed since: then the portal makes its own. */
export function copyDemoSeed(dataFolder: string): void {
  if (inject("demoPortalDate") !== todayUtc(Date.now())) return;
  const seed = inject("demoPortalFolder");
  mkdirSync(dataFolder, { recursive: true });
  // For thousands of files, links take a quarter of the work of copies; a portal replaces contents and writes into none.
  const isOneDisk = statSync(seed).dev === statSync(dataFolder).dev;
  copyFolder(seed, dataFolder, (source) => (isOneDisk && contents.test(source) ? linkSync : copyFileSync));
}

const contents = /[\\/]content[\\/]/;

type Copy = (from: string, to: string) => void;

function copyFolder(from: string, to: string, copyOf: (file: string) => Copy): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      mkdirSync(target, { recursive: true });
      copyFolder(source, target, copyOf);
    } else copyOf(source)(source, target);
  }
}

/** The bundled portal with the demo seed, a copy for one test. */
export async function openDemoPortal(options: Partial<MockPortalOptions> = {}): Promise<MockPortal> {
  const dataFolder = await makeScratch("skyferry-portal-");
  copyDemoSeed(dataFolder);
  return await openPortal({ seed: "demo", ...options, dataFolder });
}

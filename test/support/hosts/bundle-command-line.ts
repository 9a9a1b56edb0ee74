import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleNode } from "#build/bundle/node-bundle.ts";

const top = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "");

/** Folders whose tests start no command line of their own. */
const without = /^test\/(unit|engine|shell|repository|package)\b/;

/**
 * Bundles the command line once before the tests that start it: a bundle is there in half the processor time of its hundreds
 * of sources. Left out where vitest was asked for other tests alone, and on Windows.
 */
export async function setup(): Promise<void> {
  const asked = process.argv.filter((word) => word.startsWith("test/"));
  const isNeeded = asked.length === 0 || asked.some((name) => !without.test(name));
  if (!isNeeded || process.platform === "win32") return;
  const out = join(top, "node_modules", ".cache", "command-line");
  await rm(out, { recursive: true, force: true });
  await bundleNode(top, out, { "cli/skyferry": "electron/cli/skyferry.ts" });
  process.env.SKYFERRY_TESTED_BUNDLE = join(out, "cli", "skyferry.js");
}

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const top = fileURLToPath(new URL("../../..", import.meta.url));

/** Builds the pages once before the tests that look at them, from the sources as they are. */
export async function setup(): Promise<void> {
  await viteBuild([]);
}

/** Builds the pages as they are shipped into a folder of one's own, with `.vite/manifest.json` beside them. */
export async function buildPagesTo(folder: string): Promise<void> {
  await viteBuild(["--outDir", folder, "--emptyOutDir", "--manifest"]);
}

async function viteBuild(words: readonly string[]): Promise<void> {
  // A test runner's own NODE_ENV would take the libraries' parts for development into the pages.
  const env = { ...process.env, NODE_ENV: "production" };
  const all = ["node_modules/vite/bin/vite.js", "build", "--logLevel", "error", ...words];
  await promisify(execFile)(process.execPath, all, { cwd: top, env });
}

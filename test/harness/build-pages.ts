import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";

const top = fileURLToPath(new URL("../..", import.meta.url));

/** Builds the pages once before the tests that look at them, from the sources as they stand. */
export async function setup(): Promise<void> {
  await build({ logLevel: "error" });
}

/** Builds the pages as they are shipped into a folder of one's own, with `.vite/manifest.json` beside them. */
export async function buildPagesTo(folder: string): Promise<void> {
  const words = ["build", "--logLevel", "error", "--outDir", folder, "--emptyOutDir", "--manifest"];
  // A test runner's own NODE_ENV would take the libraries' parts for development into the pages.
  const env = { ...process.env, NODE_ENV: "production" };
  await promisify(execFile)(process.execPath, ["node_modules/vite/bin/vite.js", ...words], { cwd: top, env });
}

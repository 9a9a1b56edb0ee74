import { execFile } from "node:child_process";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { fillKept } from "./made-once.ts";

const top = fileURLToPath(new URL("../../..", import.meta.url));

/** Folder of the pages, and Vite's manifest of them, which is not shipped. */
export const builtPages = {
  folder: path.join(top, "out", "renderer"),
  manifest: path.join(top, "node_modules", ".cache", "pages-manifest.json"),
} as const;

/** Everything that a build of the pages may read. */
const sources = [
  "renderer",
  "electron",
  "docs",
  "build/help",
  "build/languages",
  "languages",
  "build/sbom",
  "vite.config.ts",
  "tsconfig.json",
];

/** Builds the pages before the tests that look at them, from the sources as they are, unless an earlier run has. */
export async function setup(): Promise<void> {
  await fillKept(builtPages.folder, { name: "pages", sources }, () =>
    viteBuild(["--manifest", "manifest.json"]),
  );
  await mkdir(path.dirname(builtPages.manifest), { recursive: true });
  await rename(path.join(builtPages.folder, "manifest.json"), builtPages.manifest);
}

/** Builds the pages as they are shipped into a folder of one's own. */
export async function buildPagesTo(folder: string): Promise<void> {
  await viteBuild(["--outDir", folder, "--emptyOutDir"]);
}

async function viteBuild(words: readonly string[]): Promise<void> {
  // A test runner's own NODE_ENV would take the libraries' parts for development into the pages.
  const env = { ...process.env, NODE_ENV: "production" };
  const all = ["node_modules/vite/bin/vite.js", "build", "--logLevel", "error", ...words];
  await promisify(execFile)(process.execPath, all, { cwd: top, env });
}

import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { copyLanguages } from "./bundle/copy-languages.ts";
import { type BundledFile, bundleNode, bundlePreload, type Entries } from "./bundle/node-bundle.ts";
import { writeSbom } from "./sbom/write-sbom.ts";

/** Started by Electron, and by hand with Node. */
const nodeEntries: Entries = {
  "main/start": "electron/main/start.ts",
  "cli/skyferry": "electron/cli/skyferry.ts",
};
const preloadEntries: Entries = { "preload/index": "electron/preload/index.ts" };

const top = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");
const out = path.join(top, "out");

// The pages in out/renderer and the site in out/docs are built by themselves; everything else there is of this bundle.
const before = await readdir(out).catch(() => []);
for (const name of before)
  if (name !== "renderer" && name !== "docs")
    await rm(path.join(out, name), { recursive: true, force: true });

const node = await bundleNode(top, out, nodeEntries);
await copyLanguages(top, out);
const preload = await bundlePreload(top, out, preloadEntries);
const files = [...node.files, ...preload.files];
for (const { file, bytes } of files.toSorted(bySize))
  process.stdout.write(`${kilobytes(bytes)}  out/${file}\n`);
process.stdout.write(
  `${kilobytes(files.reduce((sum, { bytes }) => sum + bytes, 0))}  ${files.length} files\n`,
);
process.stdout.write(`Threads and processes of their own: ${node.scripts.join(", ")}\n`);
const components = await writeSbom(top, out, { bundled: [...node.packages, ...preload.packages] });
process.stdout.write(
  components === null
    ? "The pages are not built: no list of what the program is made of.\n"
    : `Made of ${components.length} packages: out/sbom.cdx.json\n`,
);
process.stdout.write(`Looked for at run time: ${node.outside.join(", ") || "nothing"}\n`);

function bySize(one: BundledFile, other: BundledFile): number {
  return other.bytes - one.bytes;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(9)} kB`;
}

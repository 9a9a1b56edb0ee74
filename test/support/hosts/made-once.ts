import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../..", import.meta.url));
const cache = join(top, "node_modules", ".cache", "kept");

/** Versions of all packages, as they are asked for and as they are installed. */
const packages = ["package.json", "package-lock.json", "node_modules/.package-lock.json"];

interface Kept {
  /** Among the things that are kept. */
  readonly name: string;
  /** Files and folders of the checkout that go into it, beside the packages. */
  readonly sources: readonly string[];
  /** Further facts that it depends on. */
  readonly facts?: readonly string[];
  readonly root?: string;
  readonly cache?: string;
}

/**
 * Fills a folder with what an earlier run has made of the same contents, else by `make`, and keeps a copy of that. Times of files
 * do not count. The newest of a name is kept, no other.
 */
export async function fillKept(folder: string, kept: Kept, make: () => Promise<void>): Promise<void> {
  const all = join(kept.cache ?? cache, kept.name);
  const own = join(all, keyOf(kept));
  rmSync(folder, { recursive: true, force: true });
  if (isCopied(own, folder)) return;
  await make();
  mkdirSync(all, { recursive: true });
  // Whole or not there: a run that is ended while it copies leaves nothing under the key.
  const copy = mkdtempSync(join(all, "copy-"));
  cpSync(folder, copy, { recursive: true });
  rmSync(own, { recursive: true, force: true });
  renameSync(copy, own);
  for (const other of readdirSync(all)) {
    const path = join(all, other);
    if (path !== own && !other.startsWith("copy-")) rmSync(path, { recursive: true, force: true });
  }
}

function isCopied(from: string, to: string): boolean {
  try {
    cpSync(from, to, { recursive: true });
    return true;
  } catch {
    // Not there, or another run has just put its own in the place.
    rmSync(to, { recursive: true, force: true });
    return false;
  }
}

/** Hash of all that goes into it: names and bytes of files, versions of Node and of the packages. */
function keyOf({ sources, facts = [], root = top }: Kept): string {
  const hash = createHash("sha256");
  const add = (text: string) => hash.update(`${text.length} ${text} `);
  for (const fact of [process.version, process.platform, process.arch, ...facts]) add(fact);
  const addPath = (path: string): void => {
    const at = join(root, path);
    const stat = statSync(at, { throwIfNoEntry: false });
    if (stat?.isDirectory()) for (const name of readdirSync(at).toSorted()) addPath(`${path}/${name}`);
    else {
      add(path);
      const bytes = stat === undefined ? null : readFileSync(at);
      add(bytes === null ? "none" : String(bytes.length));
      if (bytes !== null) hash.update(bytes);
    }
  };
  for (const path of [...packages, ...sources]) addPath(path);
  return hash.digest("hex").slice(0, 32);
}

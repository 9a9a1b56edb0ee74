import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { manifestIn, pinnedPackages } from "#build/dependencies/installed.ts";

const run = promisify(execFile);

/**
 * Folder with the contents of a package of npm in the version and with the checksum that the lock file pins: as installed
 * here, else fetched once, for npm installs only what fits this system. Throws where the checksum is another.
 */
export async function packageFolder(top: string, name: string): Promise<string> {
  const pinned = pinnedPackages(top).find((one) => one.name === name);
  if (pinned === undefined || pinned.integrity === null) throw new Error(`No lock file pins ${name}.`);
  const installed = path.join(top, pinned.folder);
  if (manifestIn(installed)?.version === pinned.version) return installed;
  const cache = path.join(top, "node_modules/.cache/station");
  const kept = path.join(cache, `${name.replace("/", "-")}-${pinned.version}`);
  if (existsSync(kept)) return kept;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(path.join(cache, "fetch-"));
  try {
    const words = ["pack", `${name}@${pinned.version}`, "--pack-destination", work, "--silent"];
    await run("npm", words, { cwd: top, shell: process.platform === "win32" });
    const [archive = ""] = await readdir(work);
    await checkIntegrity(path.join(work, archive), name, pinned.integrity);
    await run("tar", ["-xzf", archive], { cwd: work });
    await rename(path.join(work, "package"), kept);
    return kept;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function checkIntegrity(archive: string, name: string, integrity: string): Promise<void> {
  const [algorithm = "", digest = ""] = integrity.split("-", 2);
  const found = createHash(algorithm)
    .update(await readFile(archive))
    .digest("base64");
  if (found !== digest) throw new Error(`${name} has another checksum than the one in package-lock.json.`);
}

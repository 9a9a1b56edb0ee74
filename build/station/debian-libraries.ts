import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Debian's packages that Node and the keychain's library need of a system, and no others. */
const packages = ["libc6", "libgcc-s1", "libstdc++6"];
const release = "bookworm";
const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";

/**
 * Folder with the C and C++ libraries of Debian for a processor, unpacked with their copyrights. They are fetched once, by
 * apt with its checks of signatures, from the mirror that this system uses, in a place of its own: the system is not changed.
 */
export async function debianLibraries(top: string, architecture: string): Promise<string> {
  const cache = path.join(top, "node_modules/.cache/station");
  const kept = path.join(cache, `${release}-${architecture}`);
  if (existsSync(kept)) return kept;
  const work = `${kept}.part`;
  await rm(work, { recursive: true, force: true });
  for (const folder of ["lists/partial", "cache/archives/partial", "debs", "root"])
    await mkdir(path.join(work, folder), { recursive: true });
  await writeFile(path.join(work, "status"), "");
  const sources = `deb [signed-by=${keyring}] ${await mirror()} ${release} main\n`;
  await writeFile(path.join(work, "sources.list"), sources);
  const own = {
    "APT::Architecture": architecture,
    "APT::Architectures": architecture,
    "APT::Sandbox::User": "root",
    "Acquire::Languages": "none",
    "Dir::State::lists": path.join(work, "lists"),
    "Dir::State::status": path.join(work, "status"),
    "Dir::Cache": path.join(work, "cache"),
    "Dir::Etc::SourceList": path.join(work, "sources.list"),
    "Dir::Etc::SourceParts": "-",
  };
  const words = Object.entries(own).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  const cwd = path.join(work, "debs");
  await run("apt-get", [...words, "update"], { cwd });
  await run("apt-get", [...words, "download", ...packages], { cwd });
  for (const file of await readdir(cwd))
    await run("dpkg-deb", ["-x", file, path.join(work, "root")], { cwd });
  await rename(path.join(work, "root"), kept);
  await rm(work, { recursive: true, force: true });
  return kept;
}

/** Gives the address from which this system takes Debian's packages. */
async function mirror(): Promise<string> {
  const words = ["indextargets", "--format", "$(REPO_URI) $(ORIGIN) $(LABEL)", "Created-By: Packages"];
  const { stdout } = await run("apt-get", words);
  const debian = stdout.split("\n").find((line) => line.endsWith(" Debian Debian"));
  if (debian === undefined)
    throw new Error("The sources of apt name no mirror of Debian: add one, and run apt-get update.");
  return debian.split(" ")[0] ?? "";
}

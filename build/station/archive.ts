import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type Zippable, zipSync } from "fflate";
import { fileTime } from "#build/packages/deb-file.ts";

const run = promisify(execFile);

/** Words for GNU tar that leave nothing of this machine in an archive. */
export const plainTar: readonly string[] = [
  "--sort=name",
  "--owner=0",
  "--group=0",
  "--numeric-owner",
  "--format=gnu",
  `--mtime=@${fileTime.getTime() / 1000}`,
];

/** Writes a folder, by its own name, into `FOLDER.tar.gz` beside it; gives that file. */
export async function tarGz(folder: string): Promise<string> {
  const archive = `${folder}.tar.gz`;
  const words = [...plainTar, "--use-compress-program=gzip -n", "-cf", archive, path.basename(folder)];
  await run("tar", words, { cwd: path.dirname(folder) });
  return archive;
}

/** The same as `FOLDER.zip`, for Windows. */
export async function zip(folder: string): Promise<string> {
  const archive = `${folder}.zip`;
  const top = path.basename(folder);
  const files: Zippable = {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join("/");
    files[`${top}/${name}`] = [await readFile(file), { mtime: fileTime }];
  }
  await writeFile(archive, zipSync(files));
  return archive;
}

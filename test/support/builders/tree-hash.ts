import { createHash } from "node:crypto";
import { lstat, readdir, readFile, readlink } from "node:fs/promises";

/**
 * Gives a line for each entry of a folder, by path: kind, mode, size, modification time and MD5. Names are taken as
 * bytes. Two lists that are equal mean a tree that nobody has touched.
 */
export async function treeLines(folder: string): Promise<Map<string, string>> {
  const lines = new Map<string, string>();
  const walk = async (at: Buffer): Promise<void> => {
    const names = await readdir(at, { encoding: "buffer" });
    for (const name of names) {
      const path = Buffer.concat([at, Buffer.from("/"), name]);
      lines.set(path.toString("latin1"), await treeLine(path));
      if ((await lstat(path)).isDirectory()) await walk(path);
    }
  };
  await walk(Buffer.from(folder));
  return lines;
}

/** The line of one entry. */
export async function treeLine(path: Buffer): Promise<string> {
  const stat = await lstat(path, { bigint: true });
  const content = stat.isFile()
    ? md5(await readFile(path))
    : stat.isSymbolicLink()
      ? String(await readlink(path))
      : "";
  return `${stat.mode} ${stat.size} ${stat.mtimeNs} ${stat.ino} ${content}`;
}

/** Gives the differences between two moments of a tree, in words; nothing when it is untouched. */
export function treeChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const changes: string[] = [];
  for (const [path, line] of before) {
    const now = after.get(path);
    if (now === undefined) changes.push(`${path} is gone`);
    else if (now !== line) changes.push(`${path} was ${line} and is ${now}`);
  }
  for (const path of after.keys()) if (!before.has(path)) changes.push(`${path} is new`);
  return changes;
}

function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex");
}

import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** The time that every file in a package has: the same sources give the same package. */
export const fileTime = new Date("2026-01-01T00:00:00Z");

export interface DebParts {
  /** Fields of the control file with their values, in their order; `Installed-Size` is added. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Texts of postinst, prerm, postrm. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Paths of files that an administrator may change. */
  readonly conffiles?: readonly string[];
  readonly compression: string;
}

/**
 * Makes the Debian package `file` of the tree below `root` by dpkg-deb. All belongs to root; a file may be started by
 * everyone where its owner may. Writes into `root/DEBIAN`. Rejects with what dpkg-deb says.
 */
export async function writeDeb(root: string, file: string, parts: DebParts): Promise<void> {
  const kilobytes = Math.ceil((await setModes(root)) / 1024);
  const control = path.join(root, "DEBIAN");
  await mkdir(control);
  await chmod(control, 0o755);
  const fields = [...parts.fields, ["Installed-Size", String(kilobytes)] as const];
  const text = fields.map(([name, value]) => `${name}: ${value.replaceAll("\n", "\n ")}\n`).join("");
  await writeFile(path.join(control, "control"), text, { mode: 0o644 });
  if (parts.conffiles !== undefined)
    await writeFile(path.join(control, "conffiles"), parts.conffiles.map((one) => `${one}\n`).join(""));
  for (const [name, script] of Object.entries(parts.scripts)) {
    await writeFile(path.join(control, name), script);
    await chmod(path.join(control, name), 0o755);
  }
  const words = ["--root-owner-group", `-Z${parts.compression}`, "--build", root, file];
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(fileTime.getTime() / 1000) };
  await promisify(execFile)("dpkg-deb", words, { env });
}

/** Whatever the umask here is. Gives the bytes of all files. */
async function setModes(root: string): Promise<number> {
  let bytes = 0;
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(place, 0o755);
    else if (entry.isFile()) {
      const { mode, size } = await stat(place);
      await chmod(place, (mode & 0o100) === 0 ? 0o644 : 0o755);
      bytes += size;
    }
  }
  return bytes;
}

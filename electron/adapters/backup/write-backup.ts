import { createReadStream, createWriteStream } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { lateModules } from "#adapters/late-modules.ts";
import { type BackupManifest, type BackupPart, manifestName, newManifest } from "./manifest.ts";
import { type TarEntry, tarOf } from "./tar.ts";

/** A part as it is found: a text, or a file that nobody changes meanwhile. */
export interface PartSource {
  readonly name: string;
  readonly from: { readonly text: string } | { readonly file: string };
}

/**
 * Writes a backup under a name of its own beside `file` and renames it: `file` is a whole backup, or as it was. Throws what the
 * system says; nothing is left behind then.
 */
export async function writeBackup(
  file: string,
  facts: Omit<BackupManifest, "kind" | "format" | "parts">,
  sources: readonly PartSource[],
): Promise<BackupManifest> {
  const parts: BackupPart[] = [];
  for (const source of sources) parts.push(await measured(source));
  const manifest = newManifest({ ...facts, parts });
  const draft = await draftBeside(file);
  try {
    const bytes = tarOf([
      textEntry(manifestName, JSON.stringify(manifest, null, 2)),
      ...sources.map(entryOf(parts)),
    ]);
    const gzip = lateModules.zlib().createGzip({ level: 4 });
    await pipeline(Readable.from(bytes), gzip, createWriteStream(draft, { flags: "wx", mode: 0o600 }));
    await flush(draft);
    await rename(draft, file);
    await flushFolder(path.dirname(file));
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

const draftName = /^\.skyferry-backup-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;
/** A draft grows all the time; nobody writes one any more that has not changed for so long. */
const deadAfterMs = 3_600_000;

/** Path of a new draft of a backup beside `file`. Removes drafts there that a killed run has left. */
export async function draftBeside(file: string): Promise<string> {
  const folder = path.dirname(file);
  const names = await readdir(folder).catch(() => []);
  for (const draft of names.filter((name) => draftName.test(name)).map((name) => path.join(folder, name))) {
    const found = await stat(draft).catch(() => null);
    if (found?.isFile() && found.mtimeMs < Date.now() - deadAfterMs)
      await rm(draft, { force: true }).catch(() => {});
  }
  return path.join(folder, `.skyferry-backup-${crypto.randomUUID()}.tmp`);
}

async function measured({ name, from }: PartSource): Promise<BackupPart> {
  const hash = lateModules.crypto().createHash("sha256");
  if ("text" in from)
    return { name, bytes: Buffer.byteLength(from.text), sha256: hash.update(from.text).digest("hex") };
  let bytes = 0;
  for await (const chunk of createReadStream(from.file)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { name, bytes, sha256: hash.digest("hex") };
}

function entryOf(parts: readonly BackupPart[]): (source: PartSource, at: number) => TarEntry {
  return ({ name, from }, at) =>
    "text" in from
      ? textEntry(name, from.text)
      : { name, size: parts[at]?.bytes ?? 0, content: exactly(from.file, parts[at]?.bytes ?? 0) };
}

/** So many bytes of the file, whatever becomes of it: the archive stays one, and the checksum tells. */
async function* exactly(file: string, bytes: number): AsyncGenerator<Uint8Array> {
  if (bytes === 0) return;
  let given = 0;
  for await (const chunk of createReadStream(file, { end: bytes - 1 })) {
    given += chunk.length;
    yield chunk;
  }
  if (given < bytes) throw new Error(`${file} became shorter while it was copied.`);
}

function textEntry(name: string, text: string): TarEntry {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, content: Readable.from([bytes]) };
}

/** Waits until the file's bytes are on the disk. */
export async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  await handle.sync().finally(() => handle.close());
}

/** Waits until the names in a folder are on the disk, where the system can do that. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { lateModules } from "#adapters/late-modules.ts";
import { codeOrEmpty, plainReason } from "#adapters/settings/json-file.ts";
import {
  type BackupManifest,
  type BackupPart,
  backupFormat,
  manifestName,
  parseManifest,
} from "./manifest.ts";
import { readTar, type TarEntry, TarFault } from "./tar.ts";

/** A backup that cannot be used, or a folder that cannot take it: one sentence that says what to do. */
export class BackupFault extends Error {}

/** The manifest of a backup. Throws `BackupFault`. */
export async function readManifest(file: string): Promise<BackupManifest> {
  let manifest: BackupManifest | null = null;
  await read(file, async (one) => {
    manifest = one;
    return false;
  });
  if (manifest === null) throw new BackupFault(foreign(file));
  return manifest;
}

/**
 * Gives each part to `take` with its content, which is checked as it is read: it throws `BackupFault` where the file is cut,
 * altered or no backup, at the latest at its end.
 */
export async function readParts(
  file: string,
  take: (part: BackupPart, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<BackupManifest> {
  let manifest: BackupManifest | null = null;
  const taken = new Set<string>();
  await read(
    file,
    async (one) => {
      manifest = one;
      return true;
    },
    async ({ name, size, content }, { parts }) => {
      const part = parts.find((one) => one.name === name);
      if (part === undefined || part.bytes !== size || taken.has(name)) throw new BackupFault(altered(file));
      taken.add(name);
      const hash = lateModules.crypto().createHash("sha256");
      await take(part, hashing(content, hash));
      if (hash.digest("hex") !== part.sha256) throw new BackupFault(altered(file));
    },
  );
  if (manifest === null) throw new BackupFault(foreign(file));
  const { parts } = manifest as BackupManifest;
  if (parts.some(({ name }) => !taken.has(name))) throw new BackupFault(altered(file));
  return manifest;
}

async function* hashing(
  content: AsyncIterable<Uint8Array>,
  hash: { update(chunk: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Ends the streams before their end. */
class Enough extends Error {}

/** Reads the manifest, then entry after entry as long as `begin` says so. */
async function read(
  file: string,
  begin: (manifest: BackupManifest) => Promise<boolean>,
  each: (entry: TarEntry, manifest: BackupManifest) => Promise<void> = async () => {},
): Promise<void> {
  let manifest: BackupManifest | null = null;
  try {
    await pipeline(createReadStream(file), lateModules.zlib().createGunzip(), async (bytes) => {
      for await (const entry of readTar(bytes)) {
        if (manifest === null) {
          if (entry.name !== manifestName || entry.size > 100_000_000) throw new TarFault("foreign");
          manifest = parseManifest(await textOf(entry.content));
          if (manifest === null) throw new TarFault("foreign");
          refuseNewer(file, manifest);
          if (!(await begin(manifest))) throw new Enough();
        } else {
          await each(entry, manifest);
        }
      }
      // The checksum of the file is behind the end of the archive.
      for await (const _ of bytes);
    });
  } catch (error) {
    if (error instanceof Enough) return;
    throw faultOf(error, file, manifest !== null);
  }
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function refuseNewer(file: string, { format, version }: BackupManifest): void {
  if (format > backupFormat) throw new BackupFault(newerBackup(file, version));
}

/** The sentence about a backup of a newer Skyferry. */
export function newerBackup(file: string, version: string): string {
  return `${file} was made by a newer Skyferry (${version}): install that version or a later one, then restore it.`;
}

function faultOf(error: unknown, file: string, isBackup: boolean): unknown {
  if (error instanceof BackupFault) return error;
  // Whole as gzip, it is cut where its manifest promises more.
  if (error instanceof TarFault)
    return new BackupFault(!isBackup ? foreign(file) : error.kind === "cut" ? cut(file) : altered(file));
  const code = codeOrEmpty(error);
  if (code === "Z_BUF_ERROR") return new BackupFault(cut(file));
  if (code.startsWith("Z_")) return new BackupFault(isBackup ? altered(file) : foreign(file));
  if (code === "ENOENT" && error instanceof Error && "path" in error && error.path === file)
    return new BackupFault(`${file} does not exist: name the file of a backup.`);
  const isOfFile = error instanceof Error && "path" in error && error.path === file;
  if (isOfFile || code === "EISDIR") return new BackupFault(`${file} cannot be read: ${plainReason(error)}.`);
  return error;
}

function foreign(file: string): string {
  return `${file} is not a backup of a station: name a file that skyferry backup has written.`;
}

function cut(file: string): string {
  return `${file} is cut off: copy it again from where it was made, or take another backup.`;
}

function altered(file: string): string {
  return `${file} is damaged or was altered: copy it again from where it was made, or take another backup.`;
}

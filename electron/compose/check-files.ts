import type { Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readSample } from "#adapters/files/content-sample.ts";
import { codeOf, errorOf, quoted } from "#adapters/files/file-errors.ts";
import { phrase } from "#base/phrase.ts";
import { checkContent } from "#domain/content/check-content.ts";
import type { ContentVerdict } from "#domain/content/verdict.ts";

/** A file that a path stands for, or what of it cannot be read. */
export interface FoundFile {
  /** Relative to the path; "" is the path itself. */
  readonly name: string;
  /** Why it cannot be read, for `unreadableText`; undefined for a file. */
  readonly error?: unknown;
}

/** Something that a person named and that has no content to check. */
class NotAFile extends Error {}

/**
 * Judges the content of one file by its ends; nothing is sent or recorded. Throws when it cannot be read.
 *
 * @param path absolute
 * @param instrumentId the portal's id of the instrument type; null where it is not known
 */
export async function checkFile(path: string, instrumentId: string | null): Promise<ContentVerdict> {
  return checkContent(await readSample(path), instrumentId, path);
}

/** Gives the files that `path` stands for: itself, or every file in the folder and its subfolders, sorted. Links in it are not followed. */
export async function* filesOf(path: string): AsyncGenerator<FoundFile> {
  const found = await stat(path).catch((error: unknown) => ({ error }));
  if ("error" in found) yield { name: "", error: found.error };
  else if (found.isDirectory()) yield* filesIn(path, "");
  else yield found.isFile() ? { name: "" } : { name: "", error: new NotAFile(kindOf(found)) };
}

async function* filesIn(top: string, folder: string): AsyncGenerator<FoundFile> {
  const read = readdir(join(top, folder), { withFileTypes: true });
  const entries = await read.catch((error: unknown) => ({ error }));
  if ("error" in entries) return yield { name: folder, error: entries.error };
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(top, name);
    else if (entry.isFile()) yield { name };
  }
}

function kindOf(found: Stats): string {
  if (found.isFIFO()) return phrase("a pipe");
  return found.isSocket() ? phrase("a socket") : phrase("a device");
}

/** Why `path` cannot be read, in a sentence. Any error but one of the system is a bug and is thrown on. */
export function unreadableText(path: string, error: unknown): string {
  if (error instanceof NotAFile) return `${quoted(path)} is ${error.message}, not a file.`;
  return errorOf(codeOf(error), { kind: "file", path }).message;
}

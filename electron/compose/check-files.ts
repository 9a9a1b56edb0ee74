import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { readSample } from "#adapters/files/content-sample.ts";
import { codeOf, errorOf } from "#adapters/files/file-errors.ts";
import { checkContent } from "#domain/content/check-content.ts";
import type { ContentVerdict } from "#domain/content/verdict.ts";

/**
 * Judges the content of one file by its ends; nothing is sent or recorded. Throws when it cannot be read.
 *
 * @param path absolute
 * @param instrumentId the portal's id of the instrument type; null where it is not known
 */
export async function checkFile(path: string, instrumentId: string | null): Promise<ContentVerdict> {
  return checkContent(await readSample(path), instrumentId);
}

/**
 * What `path` stands for, relative to it and sorted: itself (""), or every file in the folder and its subfolders.
 * Throws when it cannot be read.
 */
export async function filesOf(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [""];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    .sort();
}

/** Why `path` cannot be read, in a sentence. Any error but one of the system is a bug and is thrown on. */
export function unreadableText(path: string, error: unknown): string {
  return errorOf(codeOf(error), { kind: "file", path }).message;
}

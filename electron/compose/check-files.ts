import { readSample } from "#adapters/files/content-sample.ts";
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

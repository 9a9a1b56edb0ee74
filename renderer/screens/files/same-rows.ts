import { replaceEqualDeep } from "@tanstack/react-query";
import type { UploadRow } from "#renderer/text/states.ts";

/**
 * The rows of an answer, in which each upload that is as it was before is the same object, wherever it stands now: a cell is
 * drawn again only when its upload is another.
 */
export function sameRows(before: readonly UploadRow[], now: readonly UploadRow[]): readonly UploadRow[] {
  const known = new Map(before.map((upload) => [upload.id, upload]));
  return now.map((upload) => replaceEqualDeep(known.get(upload.id), upload));
}

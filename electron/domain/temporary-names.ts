import { baseName } from "./file-version.ts";

/** What copy programs and editors append while they write. */
const suffixes = [".tmp", ".temp", ".part", ".partial", ".filepart", ".crdownload", ".download", ".swp", "~"];

/**
 * Why a name is one that programs give to unfinished files, or null. A suffix that the operator's own pattern ends in
 * is the operator's word and counts as a name like any other; a leading dot or `~$` never does, and the portal
 * refuses such names anyway (docs/portal/observed.md §1).
 */
export function temporaryReason(relPath: string, patternText: string): string | null {
  const name = baseName(relPath).toLowerCase();
  if (name.startsWith(".")) return "the name starts with a dot, like an unfinished copy";
  if (name.startsWith("~$")) return 'the name starts with "~$", like a lock file of an office program';
  const suffix = suffixes.find((end) => name.endsWith(end));
  if (suffix === undefined || patternText.toLowerCase().endsWith(suffix)) return null;
  return `the name ends in "${suffix}", like an unfinished file; add "${suffix}" to the end of the pattern to send such files`;
}

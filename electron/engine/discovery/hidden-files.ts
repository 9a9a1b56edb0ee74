import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import { isOfSystem } from "#domain/selection.ts";
import type { SkippedEntry } from "#engine/ports/host.ts";

/** True where what could not be read may be, or hold, a finished file of the instrument. */
export function mayHideFiles(
  { instrument: { since }, pattern }: ConfiguredInstrument,
  { kind, relPath }: SkippedEntry,
  options: { readonly caseInsensitive: boolean },
): boolean {
  if (isOfSystem(relPath)) return false;
  if (kind === "unreadable-folder") return pattern.couldEnter(relPath, { ...options, since });
  return kind === "unreadable-file" && pattern.dateOf(relPath, options) !== null;
}

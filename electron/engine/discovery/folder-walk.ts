import { todayUtc } from "#base/dates.ts";
import type { FileVersion, SeenFile } from "#domain/file-version.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import { isOfSystem, selectFile } from "#domain/selection.ts";
import type { SkippedEntry, WalkBatch } from "#engine/ports/host.ts";
import type { ScannerParts } from "./scanner-parts.ts";

/**
 * Walks the folder of an instrument, and waits for `take` after each batch: it gets the files that the ledger does not
 * hold. Paths of markers are added to `sentinels`. Gives whether there is a file whose name fits; null where the walk
 * came to no end.
 */
export type FolderWalk = (
  configured: ConfiguredInstrument,
  signal: AbortSignal,
  sentinels: Set<string>,
  take: (unknown: readonly SeenFile[]) => Promise<void>,
) => Promise<boolean | null>;

/** Walks of one engine, or of one run. */
export function createFolderWalk(parts: ScannerParts): FolderWalk {
  const { clock, files, ledger, folderStates, pathStyle } = parts;
  const caseInsensitive = pathStyle === "win32";

  /** Fits the pattern and, in a run, its dates. A file of any date may be the next one that another waits for. */
  const isWanted = (configured: ConfiguredInstrument, file: FileVersion, today: string): boolean => {
    const { instrument, pattern } = configured;
    const date = pattern.dateOf(file.relPath, { caseInsensitive });
    if (date !== null) folderStates.note(instrument.name, file, date);
    if (parts.runOnce === null) return date !== null;
    if (date !== null && !parts.runOnce.wants(date)) return false;
    const options = { caseInsensitive, todayUtc: today };
    parts.runOnce.onSeen(configured, file, selectFile(instrument, pattern, file, options));
    return date !== null;
  };

  const noteSkipped = (configured: ConfiguredInstrument, entry: SkippedEntry): void => {
    const { relPath, reason } = entry;
    const mayHide = mayHideFiles(configured, entry, { caseInsensitive });
    if (mayHide) folderStates.noteUnreadable(configured.instrument.name, relPath, reason);
    if (mayHide) parts.runOnce?.onUnreadable(configured, relPath, reason);
    else parts.runOnce?.onSkipped(configured, relPath, reason);
  };

  /** Gives the files of a batch that the ledger does not hold; tells those that are held, doubted or cannot be read. */
  const compareBatch = async (
    configured: ConfiguredInstrument,
    batch: WalkBatch,
  ): Promise<readonly SeenFile[]> => {
    const today = todayUtc(clock.nowMs());
    const matching = batch.files.filter((file) => isWanted(configured, file, today));
    for (const entry of batch.skipped) noteSkipped(configured, entry);
    folderStates.noteUnmatched(configured.instrument.name, batch.unmatched ?? []);
    const { unknown, doubted } = await ledger.compare(configured.instrument.name, matching);
    parts.onDoubted(configured, doubted);
    if (parts.runOnce !== null) {
      const isUnknown = new Set(unknown);
      const held = matching.filter((file) => !isUnknown.has(file));
      parts.runOnce.onHeld(configured, held);
    }
    return unknown;
  };

  return async (configured, signal, sentinels, take) => {
    const { instrument, pattern } = configured;
    const { folder, finish } = instrument;
    const alsoSuffixes = finish.policy === "sentinel" ? [finish.suffix] : [];
    const wanted = parts.runOnce === null ? instrument.pattern : null;
    let hasFiles = false;
    for await (const batch of files.walk({ folder, pattern: wanted, alsoSuffixes }, signal)) {
      if (!parts.instruments().includes(configured)) return null;
      if ("error" in batch) {
        folderStates.folderFailed(instrument.name, batch.message);
        parts.onChanged();
        return null;
      }
      hasFiles ||= batch.files.some(({ relPath }) => pattern.dateOf(relPath, { caseInsensitive }) !== null);
      for (const { relPath } of batch.files)
        if (alsoSuffixes.some((suffix) => relPath.endsWith(suffix))) sentinels.add(relPath);
      await take(await compareBatch(configured, batch));
    }
    return hasFiles;
  };
}

/** True where what could not be read may be, or hold, a finished file of the instrument. */
function mayHideFiles(
  { instrument: { since }, pattern }: ConfiguredInstrument,
  { kind, relPath }: SkippedEntry,
  options: { readonly caseInsensitive: boolean },
): boolean {
  if (isOfSystem(relPath)) return false;
  if (kind === "unreadable-folder") return pattern.couldEnter(relPath, { ...options, since });
  return kind === "unreadable-file" && pattern.dateOf(relPath, options) !== null;
}

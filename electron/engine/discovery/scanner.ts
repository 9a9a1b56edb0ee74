import type { SeenFile } from "#domain/file-version.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import type { FoundVersion } from "#engine/ports/ledger.ts";
import { createFinishedFiles, type ScanOfFiles } from "./finished-files.ts";
import { createFolderWalk } from "./folder-walk.ts";
import type { ScannerParts } from "./scanner-parts.ts";

/** Finds finished files and puts them into the queue. The same rules for rescans, hints and second looks. */
export interface Scanner {
  /** Looks through the folder of one instrument. */
  rescan(configured: ConfiguredInstrument, signal: AbortSignal): Promise<void>;
  /** Looks at single files. */
  look(configured: ConfiguredInstrument, relPaths: readonly string[]): Promise<void>;
  /** Takes a file that no longer has the content which its version had, MD5 `formerChecksum`. */
  takeRewritten(configured: ConfiguredInstrument, file: SeenFile, formerChecksum: string): Promise<void>;
}

/** A scanner over the configured instruments (ARCHITECTURE.md, "The path of one file"). */
export function createScanner(parts: ScannerParts): Scanner {
  const { clock, files, ledger, unsettled, folderStates, empty, drives, pathStyle } = parts;
  const caseInsensitive = pathStyle === "win32";
  const finishedVersion = createFinishedFiles(parts);
  const walkFolder = createFolderWalk(parts);

  /** The settings were changed meanwhile: what it takes may be what was just taken out of them. A rescan follows. */
  const isOutdated = (configured: ConfiguredInstrument): boolean => !parts.instruments().includes(configured);

  const queueFinished = async (
    configured: ConfiguredInstrument,
    unknown: readonly SeenFile[],
    scan: ScanOfFiles,
    rewrittenFrom: string | null = null,
  ): Promise<void> => {
    const found: FoundVersion[] = [];
    for (const file of unknown) {
      const version = await finishedVersion(configured, file, scan);
      if (version !== null) found.push({ ...version, rewrittenFrom });
    }
    if (found.length === 0 || isOutdated(configured)) return;
    const queued = await ledger.enqueue(found, clock.nowMs()).catch((error: unknown) => {
      folderStates.noteUnrecorded(configured.instrument.name);
      throw error;
    });
    for (const version of found) unsettled.forget(version.instrument, version.relPath);
    unsettled.noteFinished(configured.instrument.name);
    if (queued.length > 0) parts.onQueued(queued);
  };

  /** `doubt`: why the empty folder may not be the instrument's, null where nothing speaks against it. */
  const endRescan = (name: string, doubt: string | null): void => {
    if (doubt === null) {
      folderStates.endRescan(name);
      empty.endRescan(name);
    } else folderStates.folderFailed(name, doubt);
    parts.onChanged();
  };

  return {
    async rescan(configured, signal) {
      const { instrument } = configured;
      const isFirst = ledger.opening.kind === "rebuilt" || (await ledger.isFirstMeeting(instrument.name));
      // These policies judge a file by others, so all must have been seen.
      const { policy } = instrument.finish;
      const deferred: SeenFile[] | null = policy === "next-file" || policy === "sentinel" ? [] : null;
      const sentinels = new Set<string>();
      if (isOutdated(configured)) return;
      folderStates.beginRescan(instrument.name);
      empty.beginRescan(instrument.name);
      const drive = await drives.of(instrument);
      const hasFiles = await walkFolder(configured, signal, sentinels, async (unknown) => {
        if (deferred !== null) deferred.push(...unknown);
        else await queueFinished(configured, unknown, { isFirst, sentinels: null });
      });
      if (hasFiles === null) return;
      if (signal.aborted) return;
      if (deferred !== null) await queueFinished(configured, deferred, { isFirst, sentinels });
      if (isOutdated(configured)) return;
      const doubt = hasFiles ? null : await drives.doubt(instrument, drive);
      if (hasFiles) await drives.remember(instrument, drive);
      endRescan(instrument.name, doubt);
    },

    async look(configured, relPaths) {
      const { instrument, pattern } = configured;
      const seen: SeenFile[] = [];
      // It may be gone before the next rescan.
      const drive = await drives.ofFirst(instrument);
      for (const relPath of relPaths) {
        const date = pattern.dateOf(relPath, { caseInsensitive });
        if (date === null) continue;
        const stat = await files.stat(instrument.folder, relPath);
        // That it cannot be looked at now says nothing of it: what was seen of it holds.
        if ("error" in stat && stat.error !== "vanished") continue;
        if ("error" in stat || stat.kind !== "file") {
          unsettled.forget(instrument.name, relPath);
          empty.forget(instrument.name, relPath);
          continue;
        }
        const { size, mtimeUs, ctimeUs, fileId } = stat;
        const file = { relPath, size, mtimeUs, ctimeUs, fileId };
        folderStates.note(instrument.name, file, date);
        seen.push(file);
      }
      if (seen.length === 0) return;
      if (drive !== null) await drives.remember(instrument, drive);
      const { unknown, doubted } = await ledger.compare(instrument.name, seen);
      parts.onDoubted(configured, doubted);
      // Files that are doubted may have other content, whose time to be finished goes on.
      const open = new Set([...unknown, ...doubted].map((file) => file.relPath));
      for (const { relPath } of seen) if (!open.has(relPath)) unsettled.forget(instrument.name, relPath);
      await queueFinished(configured, unknown, {
        isFirst: ledger.opening.kind === "rebuilt",
        sentinels: null,
      });
      parts.onChanged();
    },

    takeRewritten: (configured, file, formerChecksum) =>
      queueFinished(configured, [file], { isFirst: false, sentinels: null }, formerChecksum),
  };
}

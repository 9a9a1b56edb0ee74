import { todayUtc } from "#base/dates.ts";
import type { DoubtedFile, FileVersion, SeenFile } from "#domain/file-version.ts";
import type { PathStyle } from "#domain/folder-paths.ts";
import {
  type ConfiguredInstrument,
  conflictReason,
  matchingInstruments,
  overlappingInstruments,
} from "#domain/instrument-match.ts";
import { isOfSystem, type Selection, selectFile } from "#domain/selection.ts";
import { settle } from "#domain/settle.ts";
import type { Upload } from "#domain/upload.ts";
import type { Clock, Files, SkippedEntry, WalkBatch } from "#engine/ports/host.ts";
import type { FoundVersion, Ledger } from "#engine/ports/ledger.ts";
import type { Drives } from "./drives.ts";
import type { EmptyFileWatch } from "./empty-files.ts";
import type { FolderStates } from "./folder-state.ts";
import type { Unsettled } from "./unsettled.ts";

export interface ScannerParts {
  readonly clock: Clock;
  readonly files: Files;
  readonly ledger: Ledger;
  readonly unsettled: Unsettled;
  readonly facts: FolderStates;
  readonly empty: EmptyFileWatch;
  readonly drives: Drives;
  readonly pathStyle: PathStyle;
  /** The configured instruments, their patterns compiled, in the order of the settings. */
  instruments(): readonly ConfiguredInstrument[];
  onQueued(uploads: readonly Upload[]): void;
  /** Held, and perhaps rewritten since: only the bytes can tell. */
  onDoubted(configured: ConfiguredInstrument, files: readonly DoubtedFile[]): void;
  onChanged(): void;
  /** A run takes some dates only and wants to hear of every file, also of those that match nothing. */
  readonly runOnce: {
    wants(measurementDate: string): boolean;
    onSeen(configured: ConfiguredInstrument, file: FileVersion, selection: Selection): void;
    onSkipped(configured: ConfiguredInstrument, relPath: string, reason: string): void;
    /** It could not be read and may be, or hold, a finished file. */
    onUnreadable(configured: ConfiguredInstrument, relPath: string, reason: string): void;
    onConflict(configured: ConfiguredInstrument, relPath: string, reason: string): void;
    /** Versions that the ledger held before this run looked. */
    onHeld(configured: ConfiguredInstrument, files: readonly FileVersion[]): void;
  } | null;
}

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
  const { clock, files, ledger, unsettled, facts, empty, drives, pathStyle } = parts;
  const caseInsensitive = pathStyle === "win32";

  /** The settings were changed meanwhile: what it takes may be what was just taken out of them. A rescan follows. */
  const isOutdated = (configured: ConfiguredInstrument): boolean => !parts.instruments().includes(configured);

  const considerAll = async (
    configured: ConfiguredInstrument,
    unknown: readonly SeenFile[],
    rescan: { readonly isFirst: boolean; readonly sentinels: ReadonlySet<string> | null },
    rewrittenFrom: string | null = null,
  ): Promise<void> => {
    const found: FoundVersion[] = [];
    for (const file of unknown) {
      const version = await consider(configured, file, rescan);
      if (version !== null) found.push({ ...version, rewrittenFrom });
    }
    if (found.length === 0 || isOutdated(configured)) return;
    const queued = await ledger.enqueue(found, clock.nowMs()).catch((error: unknown) => {
      facts.noteUnrecorded(configured.instrument.name);
      throw error;
    });
    for (const version of found) unsettled.forget(version.instrument, version.relPath);
    unsettled.noteFinished(configured.instrument.name);
    if (queued.length > 0) parts.onQueued(queued);
  };

  const consider = async (
    configured: ConfiguredInstrument,
    file: SeenFile,
    rescan: { readonly isFirst: boolean; readonly sentinels: ReadonlySet<string> | null },
  ): Promise<Omit<FoundVersion, "rewrittenFrom"> | null> => {
    const { instrument, pattern } = configured;
    const wallMs = clock.nowMs();
    const today = todayUtc(wallMs);
    // An empty file is never sent; a host tells of it once it is finished, so it is judged like any other.
    const isEmpty = file.size === 0 && parts.runOnce === null;
    if (!isEmpty) empty.forget(instrument.name, file.relPath);
    const candidate = isEmpty ? { relPath: file.relPath, size: null } : file;
    const selection = selectFile(instrument, pattern, candidate, { caseInsensitive, todayUtc: today });
    if (selection.kind === "skipped") {
      if (selection.rule === "not-in-future") hold(configured, file, selection.reason, futureLookMs, true);
      else unsettled.forget(instrument.name, file.relPath);
      return null;
    }
    const conflict = conflictOf(configured, file.relPath);
    if (conflict !== null) {
      unsettled.forget(instrument.name, file.relPath);
      // Told once, by the first of those who take it.
      if (conflict.isFirst) {
        facts.noteConflict(instrument.name, file.relPath, conflict.reason);
        parts.runOnce?.onConflict(configured, file.relPath, conflict.reason);
      }
      return null;
    }
    if (isEmpty && empty.has(instrument.name, file)) {
      empty.note(instrument.name, file);
      return null;
    }
    const { measurementDate } = selection;
    const { unchangedSince, wasSeenChanging } = unsettled.seen(instrument.name, file);
    const observation = {
      mtimeUs: file.mtimeUs,
      unchangedSince,
      wasSeenChanging,
      now: { monotonicMs: clock.monotonicMs(), wallMs },
      isNetwork: instrument.network,
      measurementDate,
      period: pattern.period,
      hasNewerSibling: facts.hasNewer(instrument.name, file),
      hasSentinel: await hasSentinel(configured, file.relPath, rescan.sentinels),
      lastQueuedAtMs: await lastQueuedAtMs(configured, file.relPath),
      isHeldForWriting: false,
    };
    let settling = settle(instrument.finish, observation);
    if (settling.kind === "settled" && (await files.isHeldForWriting(instrument.folder, file.relPath)))
      settling = settle(instrument.finish, { ...observation, isHeldForWriting: true });
    if (settling.kind === "growing") {
      hold(configured, file, settling.reason, settling.againInMs);
      return null;
    }
    if (isEmpty) {
      unsettled.forget(instrument.name, file.relPath);
      empty.note(instrument.name, file);
      return null;
    }
    const lane = measurementDate >= today ? "fresh" : "backfill";
    return {
      instrument: instrument.name,
      relPath: file.relPath,
      size: file.size,
      mtimeUs: file.mtimeUs,
      ctimeUs: file.ctimeUs,
      fileId: file.fileId,
      measurementDate,
      lane,
      checkFirst: rescan.isFirst || lane === "backfill",
    };
  };

  /** Fits the pattern and, in a run, its dates. A file of any date may be the next one that another waits for. */
  const isWanted = (configured: ConfiguredInstrument, file: FileVersion): boolean => {
    const { instrument, pattern } = configured;
    const date = pattern.dateOf(file.relPath, { caseInsensitive });
    if (date !== null) facts.note(instrument.name, file);
    if (parts.runOnce === null) return date !== null;
    if (date !== null && !parts.runOnce.wants(date)) return false;
    const options = { caseInsensitive, todayUtc: todayUtc(clock.nowMs()) };
    parts.runOnce.onSeen(configured, file, selectFile(instrument, pattern, file, options));
    return date !== null;
  };

  const meetSkipped = (configured: ConfiguredInstrument, entry: SkippedEntry): void => {
    const { relPath, reason } = entry;
    const mayHide = mayHideFiles(configured, entry, { caseInsensitive });
    if (mayHide) facts.noteUnreadable(configured.instrument.name, relPath, reason);
    if (mayHide) parts.runOnce?.onUnreadable(configured, relPath, reason);
    else parts.runOnce?.onSkipped(configured, relPath, reason);
  };

  const hold = (
    { instrument }: ConfiguredInstrument,
    file: FileVersion,
    reason: string,
    againInMs: number,
    isAhead = false,
  ): void => {
    const { relPath, size, mtimeUs } = file;
    const { unchangedSince, wasSeenChanging } = unsettled.seen(instrument.name, file);
    unsettled.keep(
      {
        instrument: instrument.name,
        relPath,
        size,
        mtimeUs,
        unchangedSince,
        wasSeenChanging,
        reason,
        isAhead,
      },
      againInMs,
    );
  };

  /** Names all who take the file, in the order of the settings, and says whether this one is the first of them. */
  const conflictOf = (
    configured: ConfiguredInstrument,
    relPath: string,
  ): { reason: string; isFirst: boolean } | null => {
    const overlapping = overlappingInstruments(configured, parts.instruments(), pathStyle);
    if (overlapping.length === 0) return null;
    const path = `${configured.instrument.folder}/${relPath}`;
    const involved = parts.instruments().filter((one) => one === configured || overlapping.includes(one));
    const found = matchingInstruments(involved, path, { caseInsensitive, pathStyle });
    const reason = conflictReason(found);
    return reason === null ? null : { reason, isFirst: found[0]?.name === configured.instrument.name };
  };

  const hasSentinel = async (
    { instrument }: ConfiguredInstrument,
    relPath: string,
    seen: ReadonlySet<string> | null,
  ): Promise<boolean> => {
    if (instrument.finish.policy !== "sentinel") return false;
    const sentinel = relPath + instrument.finish.suffix;
    if (seen?.has(sentinel)) return true;
    return !("error" in (await files.stat(instrument.folder, sentinel)));
  };

  const lastQueuedAtMs = async (
    { instrument }: ConfiguredInstrument,
    relPath: string,
  ): Promise<number | null> => {
    if (instrument.finish.policy !== "append") return null;
    const [latest] = await ledger.versions(instrument.name, relPath);
    return latest?.createdAtMs ?? null;
  };

  /** Gives the files of a batch that the ledger does not hold; tells those that are held, doubted or cannot be read. */
  const compareBatch = async (
    configured: ConfiguredInstrument,
    batch: WalkBatch,
  ): Promise<readonly SeenFile[]> => {
    const matching = batch.files.filter((file) => isWanted(configured, file));
    for (const entry of batch.skipped) meetSkipped(configured, entry);
    facts.noteUnmatched(configured.instrument.name, batch.unmatched ?? []);
    const { unknown, doubted } = await ledger.compare(configured.instrument.name, matching);
    parts.onDoubted(configured, doubted);
    if (parts.runOnce !== null) {
      const isUnknown = new Set(unknown);
      const held = matching.filter((file) => !isUnknown.has(file));
      parts.runOnce.onHeld(configured, held);
    }
    return unknown;
  };

  /**
   * Walks the folder of an instrument, and waits for `take` after each batch. Gives whether it held a file whose name
   * fits; null where the walk came to no end.
   */
  const walkFolder = async (
    configured: ConfiguredInstrument,
    signal: AbortSignal,
    sentinels: Set<string>,
    take: (unknown: readonly SeenFile[]) => Promise<void>,
  ): Promise<boolean | null> => {
    const { instrument, pattern } = configured;
    const { folder, finish } = instrument;
    const alsoSuffixes = finish.policy === "sentinel" ? [finish.suffix] : [];
    const wanted = parts.runOnce === null ? instrument.pattern : null;
    let hasFiles = false;
    for await (const batch of files.walk({ folder, pattern: wanted, alsoSuffixes }, signal)) {
      if (isOutdated(configured)) return null;
      if ("error" in batch) {
        facts.folderFailed(instrument.name, batch.message);
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

  /** `doubt`: why the empty folder may not be the instrument's, null where nothing speaks against it. */
  const endRescan = (name: string, doubt: string | null): void => {
    if (doubt === null) {
      facts.endRescan(name);
      empty.endRescan(name);
    } else facts.folderFailed(name, doubt);
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
      facts.beginRescan(instrument.name);
      empty.beginRescan(instrument.name);
      const drive = await drives.of(instrument);
      const hasFiles = await walkFolder(configured, signal, sentinels, async (unknown) => {
        if (deferred !== null) deferred.push(...unknown);
        else await considerAll(configured, unknown, { isFirst, sentinels: null });
      });
      if (hasFiles === null) return;
      if (signal.aborted) return;
      if (deferred !== null) await considerAll(configured, deferred, { isFirst, sentinels });
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
        if (pattern.dateOf(relPath, { caseInsensitive }) === null) continue;
        const stat = await files.stat(instrument.folder, relPath);
        if ("error" in stat || stat.kind !== "file") {
          unsettled.forget(instrument.name, relPath);
          empty.forget(instrument.name, relPath);
          continue;
        }
        const { size, mtimeUs, ctimeUs, fileId } = stat;
        const file = { relPath, size, mtimeUs, ctimeUs, fileId };
        facts.note(instrument.name, file);
        seen.push(file);
      }
      if (seen.length === 0) return;
      if (drive !== null) await drives.remember(instrument, drive);
      const { unknown, doubted } = await ledger.compare(instrument.name, seen);
      parts.onDoubted(configured, doubted);
      // Files that are doubted may have other content, whose time to be finished goes on.
      const open = new Set([...unknown, ...doubted].map((file) => file.relPath));
      for (const { relPath } of seen) if (!open.has(relPath)) unsettled.forget(instrument.name, relPath);
      await considerAll(configured, unknown, { isFirst: ledger.opening.kind === "rebuilt", sentinels: null });
      parts.onChanged();
    },

    takeRewritten: (configured, file, formerChecksum) =>
      considerAll(configured, [file], { isFirst: false, sentinels: null }, formerChecksum),
  };
}

const futureLookMs = 3_600_000;

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

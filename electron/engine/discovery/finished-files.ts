import { todayUtc } from "#base/dates.ts";
import type { FileVersion, SeenFile } from "#domain/file-version.ts";
import type { PathStyle } from "#domain/folder-paths.ts";
import {
  type ConfiguredInstrument,
  conflictReason,
  matchingInstruments,
  overlappingInstruments,
} from "#domain/instrument-match.ts";
import { selectFile } from "#domain/selection.ts";
import type { Instrument } from "#domain/settings.ts";
import { type Settling, settle } from "#domain/settle.ts";
import type { Files } from "#engine/ports/host.ts";
import type { FoundVersion } from "#engine/ports/ledger.ts";
import type { ScannerParts } from "./scanner-parts.ts";

/** The scan in which files were seen. */
export interface ScanOfFiles {
  /** The portal may have files of this instrument that the ledger never saw. */
  readonly isFirst: boolean;
  /** Paths of the markers that the scan saw; null: each is looked up. */
  readonly sentinels: ReadonlySet<string> | null;
}

/**
 * Decides whether a file is finished and may be sent: the same rules for every scan. Gives the version to queue, or null:
 * then a file that is not finished is kept in `unsettled`, and an empty one or a conflict is noted.
 */
export type FinishedFiles = (
  configured: ConfiguredInstrument,
  file: SeenFile,
  scan: ScanOfFiles,
) => Promise<Omit<FoundVersion, "rewrittenFrom"> | null>;

const futureLookMs = 3_600_000;

/** Finished files of the configured instruments. */
export function createFinishedFiles(parts: ScannerParts): FinishedFiles {
  const { clock, files, unsettled, folderStates, empty, pathStyle } = parts;
  const caseInsensitive = pathStyle === "win32";

  const keepUnsettled = (
    { name }: Instrument,
    file: FileVersion,
    reason: string,
    againInMs: number,
    isAhead = false,
  ): void => {
    const { relPath, size, mtimeUs } = file;
    const { unchangedSince, wasSeenChanging } = unsettled.seen(name, file);
    const version = { instrument: name, relPath, size, mtimeUs };
    unsettled.keep({ ...version, unchangedSince, wasSeenChanging, reason, isAhead }, againInMs);
  };

  /** A conflict is told once, by the first of those who take the file. */
  const isInConflict = (configured: ConfiguredInstrument, relPath: string): boolean => {
    const { name } = configured.instrument;
    const conflict = conflictOf(configured, parts.instruments(), relPath, pathStyle);
    if (conflict === null) return false;
    unsettled.forget(name, relPath);
    if (!conflict.isFirst) return true;
    folderStates.noteConflict(name, relPath, conflict.reason);
    parts.runOnce?.onConflict(configured, relPath, conflict.reason);
    return true;
  };

  const lastQueuedAtMs = async ({ finish, name }: Instrument, relPath: string): Promise<number | null> => {
    if (finish.policy !== "append") return null;
    const [latest] = await parts.ledger.versions(name, relPath);
    return latest?.createdAtMs ?? null;
  };

  const settlingOf = async (
    { instrument, pattern }: ConfiguredInstrument,
    file: SeenFile,
    measurementDate: string,
    sentinels: ScanOfFiles["sentinels"],
  ): Promise<Settling> => {
    const { unchangedSince, wasSeenChanging } = unsettled.seen(instrument.name, file);
    const observation = {
      mtimeUs: file.mtimeUs,
      unchangedSince,
      wasSeenChanging,
      now: { monotonicMs: clock.monotonicMs(), wallMs: clock.nowMs() },
      isNetwork: instrument.network,
      measurementDate,
      period: pattern.period,
      hasNewerSibling:
        instrument.finish.policy === "next-file" &&
        folderStates.hasNewer(instrument.name, file, measurementDate),
      hasSentinel: await hasSentinel(files, instrument, file.relPath, sentinels),
      lastQueuedAtMs: await lastQueuedAtMs(instrument, file.relPath),
      isHeldForWriting: false,
    };
    const settling = settle(instrument.finish, observation);
    if (settling.kind === "growing") return settling;
    const isHeldForWriting = await files.isHeldForWriting(instrument.folder, file.relPath);
    return isHeldForWriting ? settle(instrument.finish, { ...observation, isHeldForWriting }) : settling;
  };

  return async (configured, file, { isFirst, sentinels }) => {
    const { instrument, pattern } = configured;
    const { name } = instrument;
    const today = todayUtc(clock.nowMs());
    // An empty file is never sent; a host tells of it once it is finished, so it is judged like any other.
    const isEmpty = file.size === 0 && parts.runOnce === null;
    if (!isEmpty) empty.forget(name, file.relPath);
    const candidate = isEmpty ? { relPath: file.relPath, size: null } : file;
    const selection = selectFile(instrument, pattern, candidate, { caseInsensitive, todayUtc: today });
    if (selection.kind === "skipped") {
      if (selection.rule === "not-in-future")
        keepUnsettled(instrument, file, selection.reason, futureLookMs, true);
      else unsettled.forget(name, file.relPath);
      return null;
    }
    if (isInConflict(configured, file.relPath)) return null;
    if (isEmpty && empty.has(name, file)) {
      empty.note(name, file);
      return null;
    }
    const { measurementDate } = selection;
    const settling = await settlingOf(configured, file, measurementDate, sentinels);
    if (settling.kind === "growing") {
      keepUnsettled(instrument, file, settling.reason, settling.againInMs);
      return null;
    }
    if (isEmpty) {
      unsettled.forget(name, file.relPath);
      empty.note(name, file);
      return null;
    }
    const lane = measurementDate >= today ? "fresh" : "backfill";
    const { relPath, size, mtimeUs, ctimeUs, fileId } = file;
    const version = { instrument: name, relPath, size, mtimeUs, ctimeUs, fileId };
    return { ...version, measurementDate, lane, checkFirst: isFirst || lane === "backfill" };
  };
}

/** Names all who take the file, in the order of the settings, and says whether this one is the first of them; null: it alone. */
function conflictOf(
  configured: ConfiguredInstrument,
  all: readonly ConfiguredInstrument[],
  relPath: string,
  pathStyle: PathStyle,
): { readonly reason: string; readonly isFirst: boolean } | null {
  const overlapping = overlappingInstruments(configured, all, pathStyle);
  if (overlapping.length === 0) return null;
  const path = `${configured.instrument.folder}/${relPath}`;
  const involved = all.filter((one) => one === configured || overlapping.includes(one));
  const found = matchingInstruments(involved, path, { caseInsensitive: pathStyle === "win32", pathStyle });
  const reason = conflictReason(found);
  return reason === null ? null : { reason, isFirst: found[0]?.name === configured.instrument.name };
}

async function hasSentinel(
  files: Pick<Files, "stat">,
  { finish, folder }: Instrument,
  relPath: string,
  seen: ScanOfFiles["sentinels"],
): Promise<boolean> {
  if (finish.policy !== "sentinel") return false;
  const sentinel = relPath + finish.suffix;
  return seen?.has(sentinel) || !("error" in (await files.stat(folder, sentinel)));
}

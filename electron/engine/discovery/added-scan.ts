import { todayUtc } from "#base/dates.ts";
import { addedDate, isAdded } from "#domain/added-files.ts";
import { isSameVersion, type SeenFile } from "#domain/file-version.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import type { FoundVersion } from "#engine/ports/ledger.ts";
import type { AddedFiles } from "#engine/ports/received-copies.ts";
import type { Scanner } from "./scanner.ts";
import type { ScannerParts } from "./scanner-parts.ts";

export interface AddedScanParts
  extends Pick<ScannerParts, "clock" | "files" | "ledger" | "onQueued" | "onDoubted" | "instruments"> {
  /** Undefined: no files are added. */
  readonly added: AddedFiles | undefined;
  /** False: nothing is removed, as in a run that may only plan. */
  readonly isHost: boolean;
}

/** A delivered copy is not needed any more after so long: verification asks again at times, and a receipt may be withdrawn. */
const keptAfterDeliveryMs = 7 * 86_400_000;

/**
 * The scanner, which also takes what a person added to an instrument: those files are whole, so that nothing is waited for,
 * and they do not depend on the instrument's own folder. Copies of files that were delivered a week ago are removed.
 */
export function withAddedFiles(scanner: Scanner, parts: AddedScanParts): Scanner {
  const { clock, files, ledger, added } = parts;
  if (added === undefined) return scanner;

  const enqueue = async (
    { instrument: { name: instrument } }: ConfiguredInstrument,
    unknown: readonly SeenFile[],
    rewrittenFrom: string | null,
  ): Promise<void> => {
    const today = todayUtc(clock.nowMs());
    const found = unknown.flatMap((file): readonly FoundVersion[] => {
      const measurementDate = addedDate(file.relPath);
      if (measurementDate === null || file.size === 0) return [];
      const lane = measurementDate >= today ? "fresh" : "backfill";
      return [{ ...file, instrument, measurementDate, lane, checkFirst: true, rewrittenFrom }];
    });
    if (found.length === 0) return;
    const queued = await ledger.enqueue(found, clock.nowMs());
    if (queued.length > 0) parts.onQueued(queued);
  };

  const take = async (configured: ConfiguredInstrument, seen: readonly SeenFile[]): Promise<void> => {
    if (seen.length === 0 || !parts.instruments().includes(configured)) return;
    const { unknown, doubted } = await ledger.compare(configured.instrument.name, seen);
    parts.onDoubted(configured, doubted);
    await enqueue(configured, unknown, null);
  };

  const removeDelivered = async (
    { instrument: { name } }: ConfiguredInstrument,
    kept: readonly SeenFile[],
  ): Promise<void> => {
    const untilMs = clock.nowMs() - keptAfterDeliveryMs;
    for (const file of kept) {
      if (file.ctimeUs / 1000 > untilMs) continue;
      const versions = await ledger.versions(name, file.relPath);
      const newest = versions.find(({ state }) => state !== "superseded");
      if (newest?.receipt == null || !isSameVersion(newest, file)) continue;
      if (newest.receipt.confirmedAtMs <= untilMs) await added.remove(file.relPath);
    }
  };

  return {
    async rescan(configured, signal) {
      const kept = await added.list(configured.instrument.name);
      await take(configured, kept);
      if (parts.isHost) await removeDelivered(configured, kept);
      await scanner.rescan(configured, signal);
    },
    async look(configured, relPaths) {
      const [ofPerson, ofFolder] = [true, false].map((one) =>
        relPaths.filter((relPath) => isAdded(relPath) === one),
      );
      const seen: SeenFile[] = [];
      for (const relPath of ofPerson ?? []) {
        const stat = await files.stat(configured.instrument.folder, relPath);
        if (!("error" in stat) && stat.kind === "file") seen.push({ ...seenOf(stat), relPath });
      }
      await take(configured, seen);
      if (ofFolder !== undefined && ofFolder.length > 0) await scanner.look(configured, ofFolder);
    },
    takeRewritten: (configured, file, formerChecksum) =>
      isAdded(file.relPath)
        ? enqueue(configured, [file], formerChecksum)
        : scanner.takeRewritten(configured, file, formerChecksum),
  };
}

function seenOf({ size, mtimeUs, ctimeUs, fileId }: Omit<SeenFile, "relPath">) {
  return { size, mtimeUs, ctimeUs, fileId };
}

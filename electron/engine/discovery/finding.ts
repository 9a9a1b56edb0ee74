import { createEmitter } from "#base/event.ts";
import type { DoubtedFile } from "#domain/file-version.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import { type Ledger, LedgerError } from "#engine/ports/ledger.ts";
import type { SafeRunner } from "#engine/run-safely.ts";
import { withAddedFiles } from "./added-scan.ts";
import { createDisks, type Disks } from "./disks.ts";
import { createDrives, type Drives, folderTroubleOf } from "./drives.ts";
import { createEmptyFileWatch, type EmptyFileWatch } from "./empty-files.ts";
import { createFolderStates, type FolderStates, unmoved } from "./folder-state.ts";
import { createRechecks, type Rechecks } from "./rechecks.ts";
import { createScanner, type Scanner } from "./scanner.ts";
import type { RunScan, ScannerParts } from "./scanner-parts.ts";
import { createUnmatched, type UnmatchedWatch } from "./unmatched.ts";
import { createUnsettled, type Unsettled } from "./unsettled.ts";

/** Parts that find files and put them into the queue, wired. */
export interface Finding {
  readonly unsettled: Unsettled;
  readonly folderStates: FolderStates;
  readonly empty: EmptyFileWatch;
  readonly unmatched: UnmatchedWatch;
  /** Null where room is not watched. */
  readonly disks: Disks | null;
  readonly drives: Drives;
  readonly scanner: Scanner;
  readonly rechecks: Rechecks;
  /** Why the instrument's folder cannot be used now, one or two sentences; null where it can. Noted for all its files. */
  folderTrouble(instrument: Instrument): Promise<string | null>;
  /** Resolves when every file that became another one has been looked at again. */
  lookedAgain(): Promise<void>;
}

interface FindingParts extends EnginePorts, Pick<SafeRunner, "runSafely"> {
  instruments(): readonly ConfiguredInstrument[];
  /** Null: a host finds, and not a run. */
  readonly runOnce: RunScan | null;
  onQueued(uploads: readonly Upload[]): void;
  /** The folder of the instrument with this name could not be read, and was looked through. */
  onFolderBack(instrument: string): void;
  /** Folders, disks or growing files changed. */
  onChanged(): void;
}

/** The finding part of one pipeline. */
export function createFinding(parts: FindingParts) {
  const { clock, files, ledger, pathStyle, runOnce, instruments, runSafely, onChanged } = parts;
  const looks = new Set<Promise<unknown>>();
  const unsettled = createUnsettled(clock);
  const empty = createEmptyFileWatch(clock);
  const folders = () => instruments().map(({ instrument }) => instrument.folder);
  const disks =
    parts.room === undefined ? null : createDisks({ clock, files, ...parts.room, folders, onChanged });
  const folderStates = createFolderStates(clock, parts.onFolderBack);
  // A run looks at every file, so that none is left over.
  const store = runOnce === null ? (parts.unmatchedStore ?? null) : null;
  const unmatched = createUnmatched({ clock, folderStates, pathStyle, store, instruments });
  const drives = createDrives(files, parts.drivesStore);
  const doubted = createEmitter<{
    readonly configured: ConfiguredInstrument;
    readonly files: readonly DoubtedFile[];
  }>();
  const scannerParts: ScannerParts = {
    clock,
    files,
    ledger: onlyOf(ledger, (name) => instruments().some(({ instrument }) => instrument.name === name)),
    unsettled,
    folderStates,
    empty,
    drives,
    pathStyle,
    runOnce,
    instruments,
    onQueued: parts.onQueued,
    onDoubted: (configured, files) => doubted.emit({ configured, files }),
    onChanged,
  };
  const addedParts = { ...scannerParts, added: parts.added, isHost: runOnce === null };
  const scanner = withAddedFiles(createScanner(scannerParts), addedParts);
  const rechecks = createRechecks({
    clock,
    files,
    ledger,
    runSafely,
    isRunOnce: runOnce !== null,
    onRewritten: scanner.takeRewritten,
    onSame: ({ instrument }, { relPath }) => unsettled.forget(instrument.name, relPath),
  });
  doubted.on(({ configured, files }) => rechecks.offer(configured, files));

  return {
    unsettled,
    folderStates,
    empty,
    unmatched,
    disks,
    drives,
    scanner,
    rechecks,
    /** Looks at a file again that became another one; `lookedAgain` waits for it. */
    lookAgain(name: string, relPath: string): void {
      const configured = instruments().find(({ instrument }) => instrument.name === name);
      if (configured === undefined) return;
      const look = runSafely(() => scanner.look(configured, [relPath])).finally(() => looks.delete(look));
      looks.add(look);
    },
    async lookedAgain(): Promise<void> {
      while (looks.size > 0) await Promise.all(looks);
    },
    isUnreachable: (name: string): boolean => folderStates.of(name).folderTrouble !== null,
    /** Why the instrument's folder cannot be used now, one or two sentences; null where it can. */
    async folderTrouble(instrument: Instrument): Promise<string | null> {
      const message = await folderTroubleOf(instrument, { files, drives });
      if (message === null) return null;
      folderStates.folderFailed(instrument.name, message);
      onChanged();
      return message;
    },
    /** Queues finished files that the ledger did not take. Rejects with LedgerError where it still takes none. */
    async queueUnrecorded(signal: AbortSignal): Promise<void> {
      if (runOnce !== null) return;
      const isLeft = ({ instrument }: ConfiguredInstrument) => folderStates.of(instrument.name).hasUnrecorded;
      for (const configured of instruments().filter(isLeft))
        await scanner.rescan(configured, signal).catch((error: unknown) => {
          // An internal error is met again, and told, by the next rescan.
          if (error instanceof LedgerError) throw error;
        });
    },
    /** Other instruments are configured than `before`: what is known of folders that are not theirs any more is dropped. */
    instrumentsTaken(before: readonly ConfiguredInstrument[]): void {
      const unmovedInstruments = unmoved(before, instruments());
      folderStates.keepOnly(unmovedInstruments);
      empty.keepOnly(unmovedInstruments);
    },
    stop: () => Promise.all([rechecks.stop(), disks?.stop()]),
  };
}

/** The ledger, which takes new files of these instruments only: a walk that began with former settings may go on for hours. */
function onlyOf(ledger: Ledger, isMeant: (instrument: string) => boolean): Ledger {
  const enqueue: Ledger["enqueue"] = (found, nowMs) =>
    ledger.enqueue(
      found.filter(({ instrument }) => isMeant(instrument)),
      nowMs,
    );
  return Object.assign(Object.create(ledger) as Ledger, { enqueue });
}

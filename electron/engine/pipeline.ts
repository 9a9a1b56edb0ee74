import { createEmitter, type Subscribe } from "#base/event.ts";
import type { DoubtedFile } from "#domain/file-version.ts";
import { type ConfiguredInstrument, compileAll } from "#domain/instrument-match.ts";
import type { Settings, SettingsProblem } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import type { AttemptEnd } from "./delivery/attempt-result.ts";
import type { Holds } from "./delivery/holds.ts";
import { createRecordsWatch } from "./delivery/ledger-recovery.ts";
import { createOrphans, type Orphans, onlyOf } from "./delivery/orphans.ts";
import { createReceiptCheck, type ReceiptCheck } from "./delivery/receipt-check.ts";
import { createReceivedFiles, type ReceivedFilesReader } from "./delivery/received-files.ts";
import type { Scheduler } from "./delivery/scheduler.ts";
import { createSending } from "./delivery/sending.ts";
import { retryFellows, type Sender, type SiteRefusals } from "./delivery/site-refusals.ts";
import { withAddedFiles } from "./discovery/added-scan.ts";
import { createDisks, type Disks } from "./discovery/disks.ts";
import { createDrives, type Drives } from "./discovery/drives.ts";
import { createEmptyFileWatch, type EmptyFileWatch } from "./discovery/empty-files.ts";
import { createFolderStates, type FolderStates, unmoved } from "./discovery/folder-state.ts";
import { createRechecks, type Rechecks } from "./discovery/rechecks.ts";
import { createScanner, type Scanner } from "./discovery/scanner.ts";
import type { RunScan, ScannerParts } from "./discovery/scanner-parts.ts";
import { createUnmatched, type UnmatchedWatch } from "./discovery/unmatched.ts";
import { createUnsettled, type Unsettled } from "./discovery/unsettled.ts";
import type { EnginePorts } from "./engine-ports.ts";
import { namesIn } from "./instrument-entries.ts";
import { type DateSpan, LedgerError } from "./ports/ledger.ts";
import { createSafeRunner, type SafeRunner } from "./run-safely.ts";

export interface Configuration {
  readonly settings: Settings;
  readonly problems: readonly SettingsProblem[];
}

/** Events of a pipeline; there are none before it is started or asked to look. */
export interface PipelineEvents {
  readonly onQueued: Subscribe<readonly Upload[]>;
  readonly onAttemptEnd: Subscribe<AttemptEnd>;
  readonly onProgress: Subscribe<{ readonly id: string; readonly sentBytes: number }>;
  /** The folder of the instrument with this name could not be read, and was looked through. */
  readonly onFolderBack: Subscribe<string>;
  /** Other settings are in force. */
  readonly onConfigured: Subscribe<void>;
  /** Holds, growing files, folders or settings changed. */
  readonly onStatus: Subscribe<void>;
}

/** The parts of delivery, wired: shared by the running engine and by the single run. */
export interface Pipeline extends SafeRunner, PipelineEvents {
  readonly holds: Holds;
  readonly unsettled: Unsettled;
  readonly facts: FolderStates;
  readonly empty: EmptyFileWatch;
  readonly unmatched: UnmatchedWatch;
  /** Null where room is not watched. */
  readonly disks: Disks | null;
  readonly drives: Drives;
  readonly scanner: Scanner;
  readonly rechecks: Rechecks;
  readonly scheduler: Scheduler;
  readonly refusals: SiteRefusals;
  readonly orphans: Orphans;
  /** Restores the holds that an earlier run met. Before anything is claimed. */
  restore(): Promise<void>;
  /** Started by a host; ended by `stop`. */
  readonly receiptCheck: ReceiptCheck;
  readonly receivedFiles: ReceivedFilesReader;
  configuration(): Configuration;
  configure(configuration: Configuration): void;
  instruments(): readonly ConfiguredInstrument[];
  /** Resolves when every file that became another one has been looked at again. */
  lookedAgain(): Promise<void>;
  onLedgerError(message: string): void;
  stop(): Promise<void>;
}

/** Wires one pipeline. `dates` limits what is claimed; `runOnce` what is looked for. */
export function createPipeline(
  ports: EnginePorts,
  first: Configuration,
  runOnce: (RunScan & { readonly dates: readonly DateSpan[] | null }) | null,
): Pipeline {
  const { clock, files, ledger, portal, log, pathStyle } = ports;
  let configuration = first;
  let instruments = compileAll(first.settings.instruments);
  const looks = new Set<Promise<unknown>>();
  const queued = createEmitter<readonly Upload[]>();
  const folderBack = createEmitter<string>();
  const configured = createEmitter();
  const status = createEmitter();
  const ledgerError = createEmitter<string>();
  /** A sender whose files are taken again. */
  const siteOpened = createEmitter<Sender>();
  const unsettled = createUnsettled(clock);
  const empty = createEmptyFileWatch(clock);
  const disks =
    ports.room === undefined
      ? null
      : createDisks({
          clock,
          files,
          ...ports.room,
          folders: () => instruments.map(({ instrument }) => instrument.folder),
          onChanged: () => status.emit(),
        });
  const facts = createFolderStates(clock, folderBack.emit);
  const unmatched = createUnmatched({
    clock,
    facts,
    pathStyle,
    // A run looks at every file, so that none is left over.
    store: runOnce === null ? (ports.unmatchedStore ?? null) : null,
    instruments: () => instruments,
  });
  const drives = createDrives(files, ports.drivesStore);
  const receivedFiles = createReceivedFiles(portal, ports.linkClock ?? clock);
  const { runSafely, mistakes } = createSafeRunner(log, ledgerError.emit);
  const sending = createSending({
    ...ports,
    configuration: () => configuration,
    instruments: () => instruments,
    drives,
    facts,
    receivedFiles,
    dates: runOnce?.dates ?? null,
    runSafely,
    onChanged: () => status.emit(),
    onLedgerError: ledgerError.emit,
    onSiteOpened: siteOpened.emit,
  });
  const { holds, refusals, scheduler, claimable, instrumentOf } = sending;
  const names = () => namesIn(configuration);
  const orphans = createOrphans({ ...ports, runSafely, names, onFreed: scheduler.wake });
  const doubted = createEmitter<{
    readonly configured: ConfiguredInstrument;
    readonly files: readonly DoubtedFile[];
  }>();
  const scannerParts: ScannerParts = {
    clock,
    files,
    ledger: onlyOf(ledger, (name) => instrumentOf(name) !== undefined),
    unsettled,
    facts,
    empty,
    drives,
    pathStyle,
    runOnce,
    instruments: () => instruments,
    onQueued: queued.emit,
    onDoubted: (configured, files) => doubted.emit({ configured, files }),
    onChanged: () => status.emit(),
  };
  const addedParts = { ...scannerParts, added: ports.added, isHost: runOnce === null };
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
  const writeAgain = async (signal: AbortSignal): Promise<void> => {
    // Claimed here, it is released as all that is in flight.
    await ledger.claim({ ...claimable(), limit: 1, maxSize: null, nowMs: clock.nowMs() });
    if (runOnce !== null) return;
    for (const configured of instruments.filter(({ instrument }) => facts.of(instrument.name).hasUnrecorded))
      await scanner.rescan(configured, signal).catch((error: unknown) => {
        // An internal error is met again, and told, by the next rescan.
        if (error instanceof LedgerError) throw error;
      });
  };
  const recordsWatch = createRecordsWatch(
    { clock, ledger, holds, writeAgain },
    () => scheduler.inFlight().size === 0,
    () => scheduler.wake(),
  );
  const receiptCheck = createReceiptCheck({
    clock,
    ledger,
    log,
    receivedFiles,
    instrumentOf,
    isFree: () => holds.mayRead() && scheduler.inFlight().size === 0,
    runSafely,
  });

  const recheck = (name: string, relPath: string): void => {
    const configured = instruments.find(({ instrument }) => instrument.name === name);
    if (configured === undefined) return;
    const look = runSafely(() => scanner.look(configured, [relPath])).finally(() => looks.delete(look));
    looks.add(look);
  };

  status.on(() => void runSafely(unmatched.look));
  queued.on(() => scheduler.wake());
  doubted.on(({ configured, files }) => rechecks.offer(configured, files));
  folderBack.on(() => {
    rechecks.forgetIds();
    scheduler.wake();
  });
  sending.onAttemptEnd(({ upload, result }) => {
    if (result.kind === "changed") recheck(upload.instrument, upload.relPath);
  });
  ledgerError.on((message) => {
    log.error("the ledger cannot be written", { message });
    recordsWatch.failed(message);
  });
  siteOpened.on((sender) => {
    const all = instruments.map(({ instrument }) => instrument);
    void runSafely(() => retryFellows(sender, all, ports).then(scheduler.wake));
  });
  // Found again, what was displaced is sent under its own name.
  const endJournal = ledger.onCommitted((entries) => {
    for (const { event, instrument, relPath } of entries)
      if (event === "displaced") recheck(instrument, relPath);
  });

  return {
    onQueued: queued.on,
    onAttemptEnd: sending.onAttemptEnd,
    onProgress: sending.onProgress,
    onFolderBack: folderBack.on,
    onConfigured: configured.on,
    onStatus: status.on,
    holds,
    unsettled,
    facts,
    empty,
    unmatched,
    disks,
    drives,
    scanner,
    rechecks,
    scheduler,
    refusals,
    orphans,
    restore: sending.restore,
    receiptCheck,
    receivedFiles,
    configuration: () => configuration,
    configure(next) {
      configuration = next;
      receivedFiles.forget();
      const before = instruments;
      instruments = compileAll(next.settings.instruments);
      const kept = unmoved(before, instruments);
      facts.keepOnly(kept);
      empty.keepOnly(kept);
      configured.emit();
      sending.settingsTaken();
      status.emit();
    },
    instruments: () => instruments,
    async lookedAgain() {
      while (looks.size > 0) await Promise.all(looks);
    },
    onLedgerError: ledgerError.emit,
    runSafely,
    mistakes,
    async stop() {
      endJournal();
      orphans.stop();
      recordsWatch.stop();
      await Promise.all([scheduler.stop(), rechecks.stop(), receiptCheck.stop(), disks?.stop()]);
    },
  };
}

import { createEmitter, type Subscribe } from "#base/event.ts";
import { createKeyedLock } from "#base/keyed-lock.ts";
import { errorText } from "#base/text.ts";
import type { Failure } from "#domain/cause.ts";
import type { DoubtedFile } from "#domain/file-version.ts";
import { type ConfiguredInstrument, compileAll, dateNow } from "#domain/instrument-match.ts";
import { localMinuteOfDay, quietForMs } from "#domain/quiet-hours.ts";
import type { Settings, SettingsProblem } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import { type AttemptParts, attempt } from "./delivery/attempt.ts";
import { type AttemptEnd, hasFailed } from "./delivery/attempt-result.ts";
import { claimableOf } from "./delivery/claimable.ts";
import { createConnectionLimit } from "./delivery/connection-limit.ts";
import { createDueClock } from "./delivery/due-clock.ts";
import { programFailure } from "./delivery/failures.ts";
import { createHolds, type Holds } from "./delivery/holds.ts";
import { createJudge } from "./delivery/judge.ts";
import { createRecordsWatch } from "./delivery/ledger-recovery.ts";
import { createOrphans, type Orphans, onlyOf } from "./delivery/orphans.ts";
import { createReceiptCheck, type ReceiptCheck } from "./delivery/receipt-check.ts";
import { createReceivedFiles, type ReceivedFilesReader } from "./delivery/received-files.ts";
import { createScheduler, type Scheduler } from "./delivery/scheduler.ts";
import {
  createSiteRefusals,
  retryFellows,
  type Sender,
  type SiteRefusals,
} from "./delivery/site-refusals.ts";
import { withAddedFiles } from "./discovery/added-scan.ts";
import { createDisks, type Disks } from "./discovery/disks.ts";
import { createDrives, folderTroubleOf } from "./discovery/drives.ts";
import { createEmptyFileWatch, type EmptyFileWatch } from "./discovery/empty-files.ts";
import { createFolderStates, type FolderStates, unmoved } from "./discovery/folder-state.ts";
import { createRechecks, type Rechecks } from "./discovery/rechecks.ts";
import { createScanner, type Scanner, type ScannerParts } from "./discovery/scanner.ts";
import { createUnmatched, type UnmatchedWatch } from "./discovery/unmatched.ts";
import { createUnsettled, type Unsettled } from "./discovery/unsettled.ts";
import type { EnginePorts } from "./engine-ports.ts";
import { namesIn } from "./instrument-entries.ts";
import { type DateSpan, LedgerError } from "./ports/ledger.ts";
import { createSafeRunner, type SafeRunner } from "./run-safely.ts";
import { type Cadences, createCadences } from "./status/cadences.ts";
import { createVerdicts, type VerdictWatch } from "./status/verdicts.ts";

export interface Configuration {
  readonly settings: Settings;
  readonly problems: readonly SettingsProblem[];
}

/** What happens in a pipeline; nothing does before it is started or asked to look. */
export interface PipelineEvents {
  readonly onQueued: Subscribe<readonly Upload[]>;
  readonly onAttemptEnd: Subscribe<AttemptEnd>;
  readonly onProgress: Subscribe<{ readonly id: string; readonly sentBytes: number }>;
  /** The folder of the instrument with this name could not be read, and was looked through. */
  readonly onFolderBack: Subscribe<string>;
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
  readonly cadences: Cadences;
  readonly verdicts: VerdictWatch;
  /** Null where room is not watched. */
  readonly disks: Disks | null;
  readonly scanner: Scanner;
  readonly rechecks: Rechecks;
  readonly scheduler: Scheduler;
  readonly refusals: SiteRefusals;
  readonly orphans: Orphans;
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

const bugPauseMs = 60_000;

/** Wires one pipeline. `dates` limits what is claimed; `runOnce` what is looked for. */
export function createPipeline(
  ports: EnginePorts,
  first: Configuration,
  runOnce: (ScannerParts["runOnce"] & { readonly dates: readonly DateSpan[] | null }) | null,
): Pipeline {
  const { clock, files, ledger, portal, log, pathStyle } = ports;
  let configuration = first;
  let instruments = compileAll(first.settings.instruments);
  const looks = new Set<Promise<unknown>>();
  const queued = createEmitter<readonly Upload[]>();
  const ended = createEmitter<AttemptEnd>();
  const progress = createEmitter<{ readonly id: string; readonly sentBytes: number }>();
  const folderBack = createEmitter<string>();
  const status = createEmitter();
  const ledgerError = createEmitter<string>();
  const held = createEmitter<void>();
  /** A sender whose files are taken again. */
  const siteOpened = createEmitter<Sender>();
  const quiet = () => quietForMs(configuration.settings.portal.quietHours, localMinuteOfDay(clock.nowMs()));
  const holds = createHolds(clock, quiet, () => status.emit());
  const due = createDueClock(clock);
  const unsettled = createUnsettled(clock);
  const empty = createEmptyFileWatch(clock);
  const cadences = createCadences(ledger, clock);
  const verdicts = createVerdicts(ports, () => instruments.map(({ instrument }) => instrument));
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
  const refusals = createSiteRefusals(siteOpened.emit);
  const connections = createConnectionLimit(
    () => configuration.settings.portal.concurrency,
    ports.linkClock ?? clock,
  );
  const onHold = (failure: Failure, retryAfterMs: number | null): void => {
    connections.slowStart();
    log.warn("sending is on hold", { cause: failure.cause, message: failure.message });
    holds.raise(failure, retryAfterMs);
    held.emit();
  };
  const judge = createJudge({ clock, linkClock: ports.linkClock ?? clock, ledger, portal, holds, onHold });

  const attemptParts: Omit<AttemptParts, "isOutdated"> = {
    clock,
    due,
    files,
    ledger,
    portal,
    receivedFiles,
    locks: createKeyedLock(),
    refusals,
    connections,
    onSilence: (failure) => onHold(failure, null),
    judge: judge.judge,
    isOpen: () => holds.gate().kind === "open",
    onVerdict(id, request) {
      connections.endSlowStart();
      judge.judged(id, request);
    },
    portalUrl: () => configuration.settings.portal.url,
    instrumentOf: (name) => instruments.find(({ instrument }) => instrument.name === name)?.instrument,
    dateNow: (upload) => dateNow(instruments, upload, pathStyle),
    async folderTrouble(instrument) {
      const message = await folderTroubleOf(instrument, { files, drives });
      if (message === null) return null;
      facts.folderFailed(instrument.name, message);
      status.emit();
      return message;
    },
    onProgress: (id, sentBytes) => progress.emit({ id, sentBytes }),
  };
  const mayClaim = (): boolean => ports.mayClaim?.() ?? true;
  const claimable = () => {
    const names = mayClaim() ? instruments.map(({ instrument }) => instrument.name) : [];
    const isUnreachable = (name: string) => facts.of(name).folderTrouble !== null;
    return claimableOf(names, isUnreachable, runOnce?.dates ?? null);
  };
  const scheduler = createScheduler({
    clock,
    ledger,
    holds,
    due,
    mayClaim,
    concurrency: () => configuration.settings.portal.concurrency,
    claimable,
    attempt: (upload, signal, isProbe) => {
      const begunWith = configuration;
      const isOutdated = () => configuration !== begunWith;
      return attempt(upload, { ...attemptParts, isOutdated }, signal, isProbe);
    },
    alone: judge.alone,
    onNothingElse: () => void runSafely(judge.nothingElse),
    onEnd: (upload, result) => {
      if (result.kind === "delivered" || result.kind === "changed") judge.forget(upload.id);
      if (hasFailed(result)) {
        const { cause, message } = result.failure;
        log.warn("an upload failed", { file: upload.relPath, cause, message });
      }
      ended.emit({ upload, result });
    },
    onLedgerError: ledgerError.emit,
    onBug: (error, upload) => {
      log.error("internal error", { file: upload?.relPath ?? null, error: errorText(error) });
      if (upload === null) return;
      const failure = programFailure(upload.relPath, errorText(error));
      const event = { type: "failed-passing", failure, notBeforeMs: due.nowMs() + bugPauseMs } as const;
      void runSafely(async () => void (await ledger.apply(upload.id, event, clock.nowMs())));
    },
  });
  const names = () => namesIn(configuration);
  const orphans = createOrphans({ ...ports, runSafely, names, onFreed: scheduler.wake });
  const doubted = createEmitter<{
    readonly configured: ConfiguredInstrument;
    readonly files: readonly DoubtedFile[];
  }>();
  const scannerParts: ScannerParts = {
    clock,
    files,
    ledger: onlyOf(ledger, (name) => attemptParts.instrumentOf(name) !== undefined),
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
    instrumentOf: attemptParts.instrumentOf,
    isFree: () => holds.gate().kind === "open" && scheduler.inFlight().size === 0,
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
  ended.on(({ upload, result }) => {
    if (result.kind === "changed") recheck(upload.instrument, upload.relPath);
  });
  ledgerError.on((message) => {
    log.error("the ledger cannot be written", { message });
    recordsWatch.failed(message);
  });
  held.on(() => scheduler.wake());
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
    onAttemptEnd: ended.on,
    onProgress: progress.on,
    onFolderBack: folderBack.on,
    onStatus: status.on,
    holds,
    unsettled,
    facts,
    empty,
    unmatched,
    cadences,
    verdicts,
    disks,
    scanner,
    rechecks,
    scheduler,
    refusals,
    orphans,
    receiptCheck,
    receivedFiles,
    configuration: () => configuration,
    configure(next) {
      configuration = next;
      connections.slowStart();
      judge.forgetAll();
      receivedFiles.forget();
      const before = instruments;
      instruments = compileAll(next.settings.instruments);
      const kept = unmoved(before, instruments);
      facts.keepOnly(kept);
      empty.keepOnly(kept);
      refusals.forget();
      verdicts.forget();
      holds.tryNow();
      scheduler.wake();
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

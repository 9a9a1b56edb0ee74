import { createEmitter, type Subscribe } from "#base/event.ts";
import type { Periodic } from "#base/periodic.ts";
import { type ConfiguredInstrument, compileAll } from "#domain/instrument-match.ts";
import type { Settings, SettingsProblem } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import type { AttemptEnd } from "./delivery/attempt-result.ts";
import { createRecordsWatch } from "./delivery/ledger-recovery.ts";
import { createOrphans, type Orphans } from "./delivery/orphans.ts";
import { createReceiptCheck } from "./delivery/receipt-check.ts";
import { createReceivedFiles, type ReceivedFilesReader } from "./delivery/received-files.ts";
import { createSending, type Sending } from "./delivery/sending.ts";
import { retryRefused, type Sender } from "./delivery/site-refusals.ts";
import { createFinding, type Finding } from "./discovery/finding.ts";
import type { RunScan } from "./discovery/scanner-parts.ts";
import type { EnginePorts } from "./engine-ports.ts";
import { namesIn } from "./instrument-entries.ts";
import type { DateSpan } from "./ports/ledger.ts";
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
export interface Pipeline
  extends SafeRunner,
    PipelineEvents,
    Finding,
    Pick<
      Sending,
      | "holds"
      | "scheduler"
      | "refusals"
      | "confirmation"
      | "backlogPause"
      | "isBacklogStopped"
      | "restore"
      | "instrumentOf"
    > {
  readonly orphans: Orphans;
  /** Started by a host; ended by `stop`. */
  readonly receiptCheck: Periodic;
  readonly receivedFiles: ReceivedFilesReader;
  configuration(): Configuration;
  configure(configuration: Configuration): void;
  instruments(): readonly ConfiguredInstrument[];
  onLedgerError(message: string): void;
  stop(): Promise<void>;
}

/** Wires one pipeline. `dates` limits what is claimed; `runOnce` what is looked for. */
export function createPipeline(
  ports: EnginePorts,
  first: Configuration,
  runOnce: (RunScan & { readonly dates: readonly DateSpan[] | null }) | null,
): Pipeline {
  const { clock, ledger, portal, log } = ports;
  let configuration = first;
  let instruments = compileAll(first.settings.instruments);
  const queued = createEmitter<readonly Upload[]>();
  const folderBack = createEmitter<string>();
  const configured = createEmitter();
  const status = createEmitter();
  const ledgerError = createEmitter<string>();
  const siteOpened = createEmitter<Sender>();
  const runner = createSafeRunner(log, ledgerError.emit);
  const { runSafely } = runner;
  const parts = {
    ...ports,
    receivedFiles: createReceivedFiles(portal, ports.linkClock ?? clock),
    configuration: () => configuration,
    instruments: () => instruments,
    runSafely,
    onChanged: () => status.emit(),
  };
  const finding = createFinding({ ...parts, runOnce, onQueued: queued.emit, onFolderBack: folderBack.emit });
  const sending = createSending({
    ...parts,
    isUnreachable: finding.isUnreachable,
    folderTrouble: finding.folderTrouble,
    dates: runOnce?.dates ?? null,
    onLedgerError: ledgerError.emit,
    onSiteOpened: siteOpened.emit,
  });
  const { holds, scheduler, instrumentOf } = sending;
  const isIdle = () => scheduler.inFlight().size === 0;
  const orphans = createOrphans({ ...parts, names: () => namesIn(configuration), onFreed: scheduler.wake });
  const writeAgain = async (signal: AbortSignal): Promise<void> => {
    // Claimed here, it is released as all that is in flight.
    await ledger.claim({ ...sending.claimable(), limit: 1, maxSize: null, nowMs: clock.nowMs() });
    await finding.queueUnrecorded(signal);
  };
  const recordsWatch = createRecordsWatch({ clock, ledger, holds, writeAgain }, isIdle, scheduler.wake);
  const isFree = () => holds.mayRead() && isIdle();
  const receiptCheck = createReceiptCheck({ ...parts, instrumentOf, isFree });

  status.on(() => void runSafely(finding.unmatched.look));
  queued.on(() => scheduler.wake());
  folderBack.on(() => {
    finding.rechecks.forgetIds();
    scheduler.wake();
  });
  sending.onAttemptEnd(({ upload, result }) => {
    if (result.kind === "changed") finding.lookAgain(upload.instrument, upload.relPath);
  });
  ledgerError.on((message) => {
    log.error("the ledger cannot be written", { message });
    recordsWatch.failed(message);
  });
  siteOpened.on((sender) => {
    const all = instruments.map(({ instrument }) => instrument);
    void runSafely(() => retryRefused(sender, all, ports).then(scheduler.wake));
  });
  // Found again, what was displaced is sent under its own name.
  const endJournal = ledger.onCommitted((entries) => {
    for (const { event, instrument, relPath } of entries)
      if (event === "displaced") finding.lookAgain(instrument, relPath);
  });

  return {
    ...finding,
    ...sending,
    ...runner,
    onQueued: queued.on,
    onFolderBack: folderBack.on,
    onConfigured: configured.on,
    onStatus: status.on,
    orphans,
    receiptCheck,
    receivedFiles: parts.receivedFiles,
    configuration: parts.configuration,
    configure(next) {
      configuration = next;
      parts.receivedFiles.forget();
      const before = instruments;
      instruments = compileAll(next.settings.instruments);
      finding.instrumentsTaken(before);
      configured.emit();
      sending.settingsTaken();
      status.emit();
    },
    instruments: parts.instruments,
    onLedgerError: ledgerError.emit,
    async stop() {
      endJournal();
      orphans.stop();
      recordsWatch.stop();
      await Promise.all([scheduler.stop(), finding.stop(), receiptCheck.stop()]);
    },
  };
}

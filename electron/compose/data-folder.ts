import { join } from "node:path";
import { withAddedRoot } from "#adapters/added/added-root.ts";
import { createAddedStore } from "#adapters/added/added-store.ts";
import { createHangGuard } from "#adapters/files/hang-guard.ts";
import { createNodeFiles } from "#adapters/files/node-files.ts";
import { openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import { createLog } from "#adapters/log/log-file.ts";
import { createNodeClock } from "#adapters/node-clock.ts";
import { meteredPortal, type StageEnd } from "#adapters/portal/metered-portal.ts";
import { openKeychain } from "#adapters/secrets/keychain.ts";
import { createJsonStore } from "#adapters/settings/json-file.ts";
import { openSettings } from "#adapters/settings/settings-store.ts";
import { createEmitter } from "#base/event.ts";
import { isoTime } from "#base/text.ts";
import type { CheckedInput, Handlers, MethodName, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import type { MetricsSettings, Settings } from "#domain/settings.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import type { DateSpan } from "#engine/ports/ledger.ts";
import type { RunReport } from "#engine/run-once/report.ts";
import type { RunRequest } from "#engine/run-once/run-once.ts";
import type { MadeStation } from "./alone.ts";
import type { Answering } from "./answering.ts";
import type { DataFolderOptions, DataFolderParts } from "./data-folder-parts.ts";
import type { RunningHost } from "./host.ts";
import type { Missing } from "./missing.ts";
import type { UiPlace } from "./pages-place.ts";
import { createPortalLink } from "./portal-connection.ts";
import { createProxyFor } from "./system-proxy.ts";

/** A data folder opened for work, by this process alone. */
export interface DataFolder {
  /** Problems of the settings, one sentence each. */
  readonly problems: readonly string[];
  /** There is no settings file yet, which is what `problems` says: the pages begin with the guided setup. */
  readonly isFirstStart: boolean;
  /** How many instruments can be used. */
  readonly instrumentCount: number;
  readonly canSend: boolean;
  /** Message about the way the ledger was opened; null when there is nothing to say. */
  readonly ledgerMessage: string | null;
  /** Gives the methods that a station answers without a host. */
  handlers(): Promise<Handlers>;
  /** Answers one of them with an input that is right, and loads no more than it needs; never rejects. */
  answer<M extends MethodName>(
    method: M,
    input: CheckedInput<M>,
    signal: AbortSignal,
  ): Promise<Reply<Output<M>>>;
  /** Log for what a shell has to say. */
  readonly log: Log;
  /** For the run that follows; dates as in RunRequest. */
  queueMissing(dates: RunRequest["dates"], signal: AbortSignal): Promise<Missing>;
  /** The portal's lists of these dates, where a host would ask for them by now; `onPlan` hears how many. False where one failed. */
  readLists(dates: DateSpan, signal: AbortSignal, onPlan: (lists: number) => void): Promise<boolean>;
  /** Records finished files of these dates that nobody met yet, and sends nothing. Gives what could not be read, a sentence each. */
  lookThrough(dates: readonly DateSpan[], signal: AbortSignal): Promise<readonly string[]>;
  runOnce(request: RunRequest): Promise<RunReport>;
  /**
   * Watches and delivers until `stop`; the contract is served on loopback. `metricsAt`: where the metrics are served
   * whatever the settings say.
   */
  startHost(
    uiAt?: UiPlace,
    metricsAt?: MetricsSettings | null,
  ): Promise<RunningHost | { readonly message: string }>;
  close(): Promise<void>;
}

async function openLedgerOf({ dataFolder, ledgerHere }: DataFolderOptions, clock: Clock) {
  const nowMs = clock.nowMs();
  if (ledgerHere === undefined) return await openLedger({ dataFolder, nowMs });
  if (ledgerHere === "until-written") {
    const { openLedgerUntilWritten } = await import("#adapters/ledger/until-written.ts");
    return openLedgerUntilWritten({ dataFolder, nowMs });
  }
  const { openLedgerInThread } = await import("#adapters/ledger/in-thread.ts");
  return openLedgerInThread({ dataFolder, nowMs, beforeStatement: null });
}

/**
 * Wires settings, adapters, station and api. The only place that does. Parts that a single run does not need (watch, api, the
 * host) are loaded when they are asked for.
 * Gives one sentence when the data folder cannot be used: in use, not writable, written by a newer version, or without
 * the settings that are needed.
 */
export async function openDataFolder(
  options: DataFolderOptions,
): Promise<DataFolder | { readonly message: string }> {
  const { dataFolder, version, env, clock = createNodeClock() } = options;
  const settingsFile = openSettings({ file: options.settingsFile, dataFolder, env, keepsLayers: true });
  const absence = options.needsSettings === true ? await settingsFile.absence() : null;
  if (absence !== null) return { message: absence };
  await using ends = new AsyncDisposableStack();
  const ledger = await openLedgerOf(options, clock);
  if ("message" in ledger) return ledger;
  ends.defer(() => ledger.close());
  const log = createLog({ folder: join(dataFolder, "logs") });
  const secrets = openKeychain({
    dataFolder,
    env,
    passwordFile: options.passwordFile,
    onWarning: (message) => log.warn(message),
    ...options.keychain,
  });
  const first = await settingsFile.load();
  const proxyFor = createProxyFor(options.systemProxy, env);
  const link = createPortalLink(
    { clock, secrets, version, proxyFor },
    first.settings.portal,
    first.canSend,
    (secret, username) => log.registerSecret(secret, username),
  );
  ends.defer(() => link.close());
  const files = withAddedRoot(createHangGuard(createNodeFiles(), clock), dataFolder);
  ends.defer(() => files.close());
  const added = createAddedStore({ dataFolder, clock, log });
  ends.defer(() => added.close());
  const stageEnds = createEmitter<StageEnd>();
  const portal = meteredPortal(link.portal, clock, stageEnds.emit);
  const storeOf = (name: string) => createJsonStore(`${dataFolder}/${name}.json`, log);
  const ports = {
    clock,
    files,
    ledger,
    portal,
    log,
    added,
    drivesStore: storeOf("drives"),
    verifyStore: storeOf("verify"),
    snoozeStore: storeOf("snoozes"),
    entriesStore: storeOf("instruments"),
    knownStore: storeOf("known"),
    passwordStore: storeOf("password-tries"),
    restoredStore: storeOf("restored"),
    backlogStore: storeOf("backlog"),
    unmatchedStore: storeOf("unmatched"),
    qualityStore: storeOf("quality"),
    advisedStore: storeOf("advised"),
    lists: link.portal,
    room: { dataFolder, store: storeOf("room") },
    pathStyle: process.platform === "win32" ? "win32" : "posix",
  } as const;
  ledger.onRefused((row) => log.error("a row that the record of uploads refuses was left out", { ...row }));
  if (ledger.opening.message !== null) log.warn(ledger.opening.message);
  for (const { key, message } of first.problems) log.warn("a problem in the settings", { key, message });

  const keep = ({ keep: { journalLines, logMB } }: Settings): void => {
    log.limit(logMB * 1e6);
    // A ledger that fails keeps what it has; its limit comes with the next settings.
    ledger.limitJournal(journalLines).catch(() => {});
  };
  keep(first.settings);
  const startedAt = isoTime(clock.nowMs());
  const onStageEnd = stageEnds.on;
  const parts = { options, startedAt, settingsFile, first, keep, secrets, proxyFor, ports, link, onStageEnd };
  return dataFolderOf(parts, ends.move());
}

/** Uses of the opened parts, each loaded when it is asked for. */
function dataFolderOf(parts: DataFolderParts, ends: AsyncDisposableStack): DataFolder {
  const { first, ports } = parts;
  const { ledger, log } = ports;
  let made: Promise<MadeStation> | null = null;
  const station = (): Promise<MadeStation> => {
    made ??= import("./alone.ts").then(({ makeStation }) => makeStation(parts));
    return made;
  };
  let composed: Promise<Answering> | null = null;
  const answering = (): Promise<Answering> => {
    composed ??= Promise.all([import("./answering.ts"), station()]).then(([{ composeAnswering }, one]) =>
      composeAnswering(parts, one),
    );
    return composed;
  };
  let all: Promise<Handlers> | null = null;
  const handlers = (): Promise<Handlers> => {
    all ??= Promise.all([import("#api/handlers/all.ts"), answering()]).then(
      ([{ createHandlers }, composed]) => createHandlers({ ...composed.handlerParts, host: null }),
    );
    return all;
  };

  return {
    problems: first.problems.map(({ key, message }) =>
      message.includes(key) ? message : `${key}: ${message}`,
    ),
    isFirstStart: first.problems.some(({ isFirstStart }) => isFirstStart === true),
    instrumentCount: first.settings.instruments.length,
    canSend: first.canSend,
    ledgerMessage: ledger.opening.kind === "rebuilt" ? ledger.opening.message : null,
    handlers,
    async answer(method, input, signal) {
      const { answeredAlone } = await import("./alone.ts");
      return await answeredAlone(method, input, await station(), handlers, { signal });
    },
    log,
    async queueMissing(dates, signal) {
      const { queueMissing } = await import("./missing.ts");
      return await queueMissing(parts, first.settings, dates, signal);
    },
    async readLists(dates, signal, onPlan) {
      const { readLists } = await import("./missing.ts");
      return await readLists(parts, first.settings, dates, signal, onPlan);
    },
    async lookThrough(dates, signal) {
      const { lookThrough } = await import("#engine/run-once/look-through.ts");
      return await lookThrough(ports, first, dates, signal);
    },
    async runOnce(request) {
      const { runOnce } = await import("#engine/run-once/run-once.ts");
      return await runOnce(ports, first, request);
    },
    async startHost(uiAt = {}, metricsAt = null) {
      const { startHost } = await import("./host.ts");
      return await startHost(parts, await answering(), uiAt, metricsAt);
    },
    close: () => ends.disposeAsync(),
  };
}

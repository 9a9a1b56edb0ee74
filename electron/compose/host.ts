import { poolSize } from "#adapters/files/pool-size.ts";
import { keepHeapSmall } from "#adapters/heap-at-rest.ts";
import { ownerOnly } from "#adapters/owner-only.ts";
import { createFeed, type Feed, toldAs } from "#api/events/feed.ts";
import { createHandlers } from "#api/handlers/all.ts";
import { keepHostFile } from "#api/loopback/host-file.ts";
import type { LoopbackOptions } from "#api/loopback/server.ts";
import type { Handlers } from "#contract/methods.ts";
import type { MetricsSettings } from "#domain/settings.ts";
import { createUpkeep } from "#engine/ledger-maintenance.ts";
import { createEventRecorder } from "#station/station-events/recorder.ts";
import type { Answering } from "./answering.ts";
import type { DataFolderParts } from "./data-folder-parts.ts";
import { composeSettingsService } from "./editable-settings.ts";
import { createMetricsServer, type MetricsServer } from "./metrics-server.ts";
import { composeDigests, composeNotifications } from "./notifications.ts";
import { startAtPlace, type UiPlace } from "./pages-place.ts";
import { composePlans } from "./planning.ts";
import { createPortalFiles } from "./portal-files.ts";
import { checkRights } from "./rights.ts";
import { settingsDigest } from "./station-events.ts";
import { openTokens } from "./stored-tokens.ts";

export interface RunningHost {
  /** Address of the pages, with the token behind `#`. */
  readonly ui: string;
  /** Facts about the start that must be told, one sentence each. */
  readonly warnings: readonly string[];
  /** Address of the metrics on a port of their own, and why they are not where they should be. */
  readonly metricsPort: Pick<MetricsServer, "address" | "error">;
  /** Every method of the contract, for a shell in this process. */
  readonly handlers: Handlers;
  readonly feed: Feed;
  /** Resolves with one or two sentences when the ledger was taken away: this host has to be stopped and started again. */
  readonly lost: Promise<string>;
  /** Resolves when a backup was opened: this host has to be stopped, and its data folder opened again. */
  readonly restored: Promise<void>;
  /** After sleep: new connections, the portal is tried at once and every folder is looked through. */
  wakeUp(): Promise<void>;
  /** Gives back what is in flight; resolves within seconds. */
  stop(): Promise<void>;
}

/**
 * Watches and delivers until `stop`, and serves the contract on loopback. Everything opened is closed in reverse order, by
 * `stop` or when a later step fails. Gives one sentence when the port cannot be had.
 */
export async function startHost(
  parts: DataFolderParts,
  {
    inForce,
    settingsTaken,
    listSync,
    languages,
    openChannels,
    heartbeat,
    stationReports,
    weeklyBackups,
    backupOpening,
    handlerParts,
  }: Answering,
  uiAt: UiPlace,
  metricsAt: MetricsSettings | null,
): Promise<RunningHost | { readonly message: string }> {
  const { options, startedAt, settingsFile, ports, link } = parts;
  const { dataFolder, version, runsAs = "window" } = options;
  const { clock, files, ledger, log } = ports;
  const { station, coverage, cleanup } = handlerParts;
  const settings = inForce.now;
  const signs = () => ({ heartbeat: heartbeat.state(), report: stationReports.state() });
  const server = createMetricsServer({ ...ports, station, coverage, signs, dataFolder, version });
  parts.onStageEnd(server.onStageEnd);
  const digest = () => settingsDigest(settings());
  const recorder = createEventRecorder({ clock, keeper: ledger, log, version, settings: digest });
  const service = composeSettingsService(parts, inForce, recorder.passwordChanged);
  await using ends = new AsyncDisposableStack();

  const portalFiles = createPortalFiles({
    ...ports,
    portal: link.portal,
    dataFolder,
    settings,
    settingsFile,
  });
  ends.defer(() => portalFiles.close());
  const plans = composePlans(parts);
  ends.defer(() => plans.stop());
  const channels = openChannels();
  ends.defer(() => channels.close());
  const notifying = { ...ports, station, channels, dataFolder, settings };
  const notifications = composeNotifications({ ...notifying, onLook: recorder.look });
  const { onRecords, onTray, onNotification, onClose } = notifications;
  const others = [
    portalFiles.downloads.onEvent,
    toldAs({ type: "notifications.changed" }, onRecords),
    toldAs({ type: "tray.changed" }, onTray, onNotification, onClose),
    toldAs({ type: "log.changed" }, recorder.onChanged),
    toldAs({ type: "coverage.changed" }, coverage.onChanged),
  ];
  const onUnfit = (fault: Error) => log.error("Internal error in the feed.", { error: String(fault) });
  const feed = await createFeed(station, clock, others, { onUnfit });
  ends.defer(() => feed.close());

  const tokens = openTokens(dataFolder, clock, log);
  const handlers = createHandlers({
    ...handlerParts,
    tokens,
    portalFiles,
    host: { pid: process.pid, version, startedAt, runsAs, poolSize: poolSize() },
    settingsParts: { service, ports, plans },
    metricsEndpoint: server,
    notifications,
  });
  const served = await serveContract(
    parts,
    { handlers, feed, ...tokens, metrics: server.metrics, languages },
    uiAt,
    ends,
  );
  if ("message" in served) return served;

  const begin = <T>(part: { start(): T; stop(): Promise<void> }): T => {
    ends.defer(() => part.stop());
    return part.start();
  };
  const serveMetrics = () => server.serve(metricsAt ?? settings().metrics ?? null);
  ends.defer(() => server.close());
  ends.defer(settingsTaken(() => void serveMetrics()));
  await serveMetrics();
  ends.defer(inForce.follow());
  await begin(recorder);
  ends.defer(settingsTaken(() => recorder.settingsTaken()));
  ends.defer(() => cleanup.end());
  ends.defer(station.onKnown(recorder.known));
  ends.defer(station.onRenamed(recorder.renamed));
  ends.defer(station.onRenamed(notifications.renamed));
  ends.defer(() => files.whileEnding(station.stop()));
  await station.start();
  await begin(notifications);
  begin(composeDigests({ ...notifying, coverage }));
  begin(listSync);
  begin(createUpkeep(ports));
  begin(weeklyBackups);
  for (const sign of [heartbeat, stationReports]) {
    begin(sign);
    ends.defer(settingsTaken(() => sign.settingsTaken()));
  }
  ends.defer(() => backupOpening.close());

  const heap = keepHeapSmall();
  ends.defer(() => heap.end());
  ends.defer(ledger.onCommitted(() => heap.busy()));

  log.info("started", { version, instruments: settings().instruments.length });
  const running = ends.move();
  return {
    ...served,
    metricsPort: server,
    handlers,
    feed,
    lost: ledger.lost.then((message) => {
      log.error("the record of uploads is gone", { message });
      return message;
    }),
    restored: backupOpening.opened,
    async wakeUp() {
      log.info("woke up");
      link.reconnect();
      station.tryNow();
      await station.rescan();
    },
    async stop() {
      await running.disposeAsync();
      log.info("stopped");
    },
  };
}

/** Serves the contract and keeps its address in the data folder, which others should not read, until `ends`. */
async function serveContract(
  { options, startedAt, ports: { clock, log } }: DataFolderParts,
  contract: Pick<LoopbackOptions, "handlers" | "feed" | "tokens" | "metrics" | "languages">,
  uiAt: UiPlace,
  ends: AsyncDisposableStack,
): Promise<Pick<RunningHost, "ui" | "warnings"> | { readonly message: string }> {
  const { dataFolder, passwordFile, version, pagesFolder: staticFolder = null } = options;
  const placed = await startAtPlace({ ...contract, log, staticFolder }, uiAt, dataFolder);
  if ("message" in placed) return placed;
  const { address, token, ui, close } = placed.loopback;
  ends.defer(close);
  log.registerSecret(token);
  const record = { pid: process.pid, address, token, startedAt, version };
  ends.defer(await keepHostFile(dataFolder, record, { clock, log, protect: ownerOnly.protect }));
  const warnings = [...placed.warnings, ...checkRights({ dataFolder, passwordFile })];
  for (const message of warnings) log.warn(message);
  return { ui, warnings };
}

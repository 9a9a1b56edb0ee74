import type { Handlers } from "#contract/methods.ts";
import type { BackupOpening, Backups } from "#engine/ports/backup-made.ts";
import type { ChannelEditor } from "#engine/ports/channels.ts";
import type { PortalReads } from "#engine/ports/portal-reads.ts";
import type { Cleanup } from "#station/cleanup/cleanup-looks.ts";
import type { Coverage } from "#station/coverage/coverage.ts";
import type { Heartbeat } from "#station/heartbeat/heartbeat.ts";
import type { StationReports } from "#station/heartbeat/station-reports.ts";
import type { Downloads } from "#station/portal-files/create-downloads.ts";
import type { NetcdfLooks } from "#station/portal-files/netcdf-look.ts";
import type { MonthlyReports } from "#station/report/monthly-reports.ts";
import type { Station } from "#station/station-api.ts";
import type { StationLog } from "#station/station-events/log.ts";
import { activityHandlers } from "./activity-handlers.ts";
import { addedHandlers } from "./added-handlers.ts";
import { backupHandlers } from "./backup-handlers.ts";
import { channelHandlers } from "./channels-handlers.ts";
import { cleanupHandlers } from "./cleanup-handlers.ts";
import { coverageHandlers } from "./coverage-handlers.ts";
import { type DemoControl, demoHandlers, noDemo } from "./demo-handlers.ts";
import { downloadHandlers } from "./download-handlers.ts";
import { journalHandlers } from "./journal-handlers.ts";
import { knownHandlers } from "./known-handlers.ts";
import { logHandlers } from "./log-handlers.ts";
import { type MetricsEndpoint, metricsHandlers } from "./metrics-handlers.ts";
import { netcdfHandlers } from "./netcdf-handlers.ts";
import { type NotificationLog, notificationHandlers } from "./notifications-handlers.ts";
import { portalHandlers } from "./portal-handlers.ts";
import { queueHandlers } from "./queue-handlers.ts";
import { receiptHandlers } from "./receipts-handlers.ts";
import { reportHandlers } from "./report-handlers.ts";
import { type Retention, retentionHandlers } from "./retention-handlers.ts";
import { type SettingsServiceParts, settingsServiceHandlers } from "./settings-service.ts";
import { type Shell, shellHandlers } from "./shell-handlers.ts";
import { stationReportHandlers } from "./station-report-handlers.ts";
import { type HostFacts, statusHandlers } from "./status-handlers.ts";
import type { TokenParts } from "./token-handlers.ts";
import { uploadHandlers } from "./upload-handlers.ts";
import { verifyHandlers } from "./verify-handlers.ts";

/** Files of the portal on this PC. */
export interface PortalFiles {
  readonly downloads: Downloads;
  readonly looks: NetcdfLooks;
  /** Gives the portal's address; null where it is not set. */
  readonly portalUrl: () => string | null;
}

export interface HandlerParts {
  readonly station: Station;
  readonly portalReads: PortalReads;
  /** Left out: nothing is downloaded or looked into. */
  readonly portalFiles?: PortalFiles;
  /** Null where nothing runs and the ledger is only read. */
  readonly host: HostFacts | null;
  readonly shell: Shell;
  /** Left out: nothing was told. */
  readonly notifications?: NotificationLog;
  /** Left out: no channel is tested. */
  readonly channelEditor?: ChannelEditor;
  /** Left out: no tokens are kept. */
  readonly tokens?: TokenParts;
  /** Left out: nothing is told of what is kept. */
  readonly retention?: Retention;
  /** Left out: no backups are made. */
  readonly backups?: Backups;
  /** Left out: no backup is opened. */
  readonly backupOpening?: BackupOpening;
  /** Left out: no metrics are served. */
  readonly metricsEndpoint?: MetricsEndpoint;
  /** Left out: settings are neither read nor changed. */
  readonly settingsParts?: SettingsServiceParts;
  /** Left out: what became of the data is not known. */
  readonly coverage?: Coverage;
  /** Left out: nothing is said of files that may be removed. */
  readonly cleanup?: Cleanup;
  /** Left out: what happened to the station is not known. */
  readonly log?: StationLog;
  /** Left out: no month is reported. */
  readonly reports?: MonthlyReports;
  /** Left out: the station makes no report on itself. */
  readonly stationReports?: Pick<StationReports, "make" | "state">;
  /** Left out: it sends none. */
  readonly heartbeat?: Pick<Heartbeat, "state">;
  /** Left out: no try-out is offered. */
  readonly demo?: DemoControl;
}

/** Every method of the contract, answered by a station and the portal. */
export function createHandlers({
  station,
  portalReads,
  portalFiles,
  host,
  shell,
  notifications,
  channelEditor,
  tokens,
  retention,
  backups,
  backupOpening,
  metricsEndpoint,
  settingsParts,
  coverage,
  cleanup,
  log,
  reports,
  stationReports,
  heartbeat,
  demo,
}: HandlerParts): Handlers {
  // Not loaded by `status`, which asks for none.
  const tokenMethods = async () => (await import("./token-handlers.ts")).tokenHandlers(tokens ?? null);
  return {
    ...statusHandlers(station, host),
    ...knownHandlers(station),
    ...uploadHandlers(station),
    ...addedHandlers(station.adding),
    ...queueHandlers(station),
    ...journalHandlers(station),
    ...logHandlers(log ?? null),
    ...receiptHandlers(station),
    ...reportHandlers(reports ?? null),
    ...stationReportHandlers(stationReports ?? null, heartbeat ?? null),
    ...verifyHandlers(station),
    ...activityHandlers(station),
    ...portalHandlers(portalReads, portalFiles?.portalUrl ?? (() => null)),
    ...downloadHandlers(portalFiles?.downloads ?? null),
    ...netcdfHandlers(portalFiles ?? null),
    ...shellHandlers(shell),
    ...notificationHandlers(notifications ?? null),
    ...channelHandlers(channelEditor ?? null),
    "tokens.list": async (...call) => (await tokenMethods())["tokens.list"](...call),
    "tokens.create": async (...call) => (await tokenMethods())["tokens.create"](...call),
    "tokens.revoke": async (...call) => (await tokenMethods())["tokens.revoke"](...call),
    ...retentionHandlers(retention ?? null),
    ...backupHandlers(backups ?? null, backupOpening ?? null),
    ...metricsHandlers(metricsEndpoint ?? null),
    ...settingsServiceHandlers(station, host, settingsParts ?? null),
    ...coverageHandlers(coverage ?? null),
    ...cleanupHandlers(cleanup ?? null),
    ...demoHandlers(demo ?? noDemo),
  };
}

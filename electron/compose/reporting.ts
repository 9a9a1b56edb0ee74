import { hostname } from "node:os";
import { openReportKey } from "#adapters/notify/report-key.ts";
import { createReportSender } from "#adapters/notify/report-sender.ts";
import type { SignedReport } from "#domain/reported-station.ts";
import type { Settings } from "#domain/settings.ts";
import type { Coverage } from "#station/coverage/coverage.ts";
import { deliveryDays, stationReportOf } from "#station/heartbeat/report-content.ts";
import { createStationReports, type StationReports } from "#station/heartbeat/station-reports.ts";
import type { Station } from "#station/station-api.ts";
import type { DataFolderParts } from "./data-folder-parts.ts";

interface Reported {
  readonly station: Pick<Station, "status" | "metrics">;
  readonly coverage: Pick<Coverage, "gaps">;
  readonly settings: () => Settings;
}

const hourMs = 3_600_000;

/** Reports of a station on itself, signed with the key of its data folder. */
export function composeStationReports(
  { options, ports }: Pick<DataFolderParts, "options" | "ports">,
  { station, coverage, settings }: Reported,
): StationReports {
  const { clock, log, ledger, restoredStore } = ports;
  const { dataFolder, version } = options;

  const make = async (isRunning: boolean): Promise<SignedReport | { readonly message: string }> => {
    const key = openReportKey(dataFolder);
    if ("message" in key) return key;
    const nowMs = clock.nowMs();
    const endHour = Math.floor(nowMs / hourMs) + 1;
    const [status, { disks }, deliveries] = await Promise.all([
      station.status(),
      station.metrics(),
      ledger.deliveryHours(endHour - 24 * (deliveryDays + 1), endHour),
    ]);
    const report = stationReportOf({
      id: key.id,
      computer: hostname(),
      version,
      nowMs,
      isRunning,
      settings: settings(),
      status,
      deliveries,
      // Counted behind the answer, while the ledger is open.
      gaps: isRunning ? coverage.gaps() : null,
      disks,
      redact: (text) => log.redact(text),
    });
    return key.sign(report);
  };

  return createStationReports({
    clock,
    log,
    settings: () => settings().report ?? null,
    make,
    async isUnconfirmed() {
      const stored = await restoredStore?.read();
      return typeof stored === "object" && stored !== null && Reflect.get(stored, "isUnconfirmed") === true;
    },
    send: createReportSender({
      version,
      clock,
      proxy: () => settings().portal.proxy,
      caFile: () => settings().portal.caFile,
    }),
  });
}

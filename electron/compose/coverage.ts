import type { OpenLedger } from "#adapters/ledger/ledger-client.ts";
import type { Settings } from "#domain/settings.ts";
import type { Clock, Files, Log } from "#engine/ports/host.ts";
import type { DateSpan } from "#engine/ports/ledger.ts";
import type { PortalLists } from "#engine/ports/portal-lists.ts";
import { createSafeRunner } from "#engine/run-safely.ts";
import { type Coverage, type CoverageParts, createCoverage } from "#station/coverage/coverage.ts";
import { createListSync, type ListSync } from "#station/coverage/list-sync.ts";
import type { QualityReports } from "#station/coverage/quality-reports.ts";
import type { Station } from "#station/station-api.ts";

/** Coverage of the data, and the sync that keeps the portal's lists up to date while a host runs. */
export interface CoverageOfStation {
  readonly coverage: Coverage;
  readonly sync: ListSync;
}

export function composeCoverage(parts: {
  readonly clock: Clock;
  readonly files: Files;
  readonly ledger: OpenLedger;
  readonly portal: PortalLists;
  readonly log: Log;
  readonly settings: () => Settings;
  readonly station: Pick<Station, "isOpen" | "retry" | "listsRead" | "poorProducts">;
  /** As in `SendingParts`. */
  readonly compareReceipts: (dates: readonly DateSpan[]) => Promise<void>;
  /** Left out: nobody asks why products are poor. */
  readonly quality?: QualityReports;
  /** Left out: no file was ever named as one that may be removed. */
  readonly namedAmong?: CoverageParts["namedAmong"];
}): CoverageOfStation {
  const { clock, files, ledger, portal, log, settings, station } = parts;
  const { runSafely } = createSafeRunner(log, (message) =>
    log.warn("the ledger could not be read for coverage", { message }),
  );
  const coverage = createCoverage({
    clock,
    files,
    ledger,
    keeper: ledger,
    instruments: () => settings().instruments,
    quality: parts.quality,
    namedAmong: parts.namedAmong,
    runSafely,
    compareReceipts: parts.compareReceipts,
    retry: (ids) => station.retry({ ids }, { sendAnyway: false }),
  });
  const sync = createListSync({
    clock,
    keeper: ledger,
    portal,
    log,
    portalUrl: () => settings().portal.url || null,
    lists: () => coverage.lists(),
    isOpen: () => station.isOpen(),
    ...(parts.quality === undefined
      ? {}
      : { quality: { reports: parts.quality, poor: () => station.poorProducts() } }),
    runSafely,
  });
  sync.onRead((site) => {
    coverage.listRead(site);
    station.listsRead();
  });
  coverage.onUnknown(() => sync.hurry());
  return { coverage, sync };
}

import type { OpenLedger } from "#adapters/ledger/ledger-client.ts";
import { compileAll } from "#domain/instrument-match.ts";
import type { Settings } from "#domain/settings.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import type { PortalLists } from "#engine/ports/portal-lists.ts";
import { createSafeRunner } from "#engine/run-safely.ts";
import type { AdvisedFiles } from "#station/cleanup/advised-files.ts";
import { type Cleanup, createCleanup } from "#station/cleanup/cleanup-looks.ts";
import type { Coverage } from "#station/coverage/coverage.ts";
import type { Station } from "#station/station-api.ts";

/** Wires the clean-up advice. It gets no port that could remove anything. */
export function composeCleanup(
  parts: Pick<EnginePorts, "clock" | "files" | "portal" | "log" | "pathStyle"> & {
    readonly ledger: OpenLedger;
    readonly lists: PortalLists;
    readonly settings: () => Settings;
    readonly station: Pick<Station, "unsent" | "pathOf" | "listsRead">;
    readonly coverage: Coverage;
    readonly advised: AdvisedFiles;
  },
): Cleanup {
  const { log, ledger, settings, station, coverage } = parts;
  const { runSafely } = createSafeRunner(log, (message) =>
    log.warn("the ledger could not be read for clean-up advice", { message }),
  );
  return createCleanup({
    ...parts,
    keeper: ledger,
    runSafely,
    portalUrl: () => settings().portal.url,
    instruments: () => compileAll(settings().instruments),
    days: (from, to, instrument) => coverage.days(from, to, instrument),
    unsent: station.unsent,
    pathOf: station.pathOf,
    listRead(site) {
      coverage.listRead(site);
      station.listsRead();
    },
  });
}

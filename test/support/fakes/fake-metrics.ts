import type { Upload } from "#domain/upload.ts";
import type { Metrics } from "#station/status/metrics.ts";
import { memoryMetrics } from "./memory-ledger-metrics.ts";

/** Metrics of a healthy station with one instrument, "Radar". */
export function fakeMetrics(
  uploads: readonly Upload[],
  nowMs: number,
  change: Partial<Metrics> = {},
): Metrics {
  const radar = {
    name: "Radar",
    site: "hyytiala",
    instrument: "rpg-fmcw-94",
    unsettled: 1,
    lastFileAtMs: nowMs - 60_000,
    lastRescanAtMs: nowMs - 5_000,
    isFolderReachable: true,
    isSilent: false,
    verdicts: null,
  };
  return {
    nowMs,
    instruments: [radar],
    ledger: memoryMetrics(uploads),
    wasLedgerRebuilt: false,
    holds: [],
    inFlight: 0,
    settingsProblems: 0,
    needsAttention: false,
    requests: { post: 0, put: 0, get: 0, sentBytes: 0 },
    disks: [],
    clockAheadMs: null,
    ...change,
  };
}

import type { SignedReport } from "#domain/reported-station.ts";
import type { StationReports } from "#station/heartbeat/station-reports.ts";

const report: SignedReport["report"] = {
  version: 1,
  id: "ab".repeat(32),
  station: "hyytiala",
  computer: "pc-7",
  skyferry: "0.2.0",
  at: "2026-11-21T14:30:00.000Z",
  everySeconds: 900,
  running: true,
  state: "complete",
  headline: "Everything is safe",
  causes: [],
  files: { delivered: 12, queued: 0, waiting: 0, blocked: 0 },
  oldestUnsentAt: null,
  lastDeliveredAt: "2026-11-21T14:20:00.000Z",
  instruments: [],
  disks: [],
  clockAheadSeconds: 0,
  truncated: null,
};

/** Reports of a station in which nothing is wrong; the last one was accepted. */
export const fakeStationReports: Pick<StationReports, "make" | "state"> = {
  make: async () => ({ report, publicKey: "key", signature: "signature" }),
  state: () => ({ lastSentAtMs: Date.UTC(2026, 10, 21, 14, 30), message: null, ageMs: 60_000 }),
};

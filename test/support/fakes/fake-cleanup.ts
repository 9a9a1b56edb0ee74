import type { Cleanup } from "#station/cleanup/cleanup-looks.ts";

const nowMs = Date.UTC(2026, 10, 22, 12);

/** Names one file of the instrument "Radar" and keeps another. */
export function createFakeCleanup(): Cleanup {
  const file = {
    instrument: "Radar",
    path: "/data/radar/a.nc",
    size: 5,
    mtimeUs: nowMs * 1000,
    checksum: "0".repeat(32),
    recordUuid: "0197a000-0000-7000-8000-000000000001",
    measurementDate: "2026-09-01",
  };
  const kept = [{ reason: "gap", files: 1, bytes: 7 }] as const;
  return {
    instruments: () => ["Radar"],
    begin: () => true,
    async end() {},
    state: () => ({
      isRunning: false,
      isWhole: true,
      asOfMs: nowMs,
      request: null,
      progress: null,
      waitsUntilMs: null,
      advice: {
        named: [file],
        months: [{ month: "2026-09", instrument: "Radar", files: 1, bytes: 5, kept }],
        secondListAtMs: null,
        unanswered: null,
      },
    }),
  };
}

import { judgeDay } from "#domain/coverage.ts";
import { factsOf } from "#domain/day-facts.ts";
import { usualDeadlines } from "#domain/settings.ts";
import type { Coverage } from "#station/coverage/coverage.ts";

const nowMs = Date.UTC(2026, 10, 22, 12);

/** Gives one instrument, "Radar", each of whose days has one delivered file that is not processed yet. */
export function createFakeCoverage(): Coverage {
  const file = {
    id: "0197a000-0000-7000-8000-000000000001",
    relPath: "a.nc",
    checksum: "0".repeat(32),
    size: 5,
    state: "delivered",
    modifiedAtMs: nowMs - 7_200_000,
    foundAtMs: nowMs - 3_600_000,
    changedAtMs: nowMs - 3_500_000,
    isTwin: false,
    hasReceipt: true,
    reading: 1,
    missedAtMs: null,
    layer: "accepted",
    record: null,
  } as const;
  const published = [{ product: "radar", uuid: file.id, volatile: true, errorLevel: "pass" }];
  const facts = factsOf({ files: [file], onlyOnPortal: [] }, published);
  const day = (date: string) =>
    judgeDay(date, facts, {
      instrument: "Radar",
      since: null,
      firstWritten: date,
      expects: () => true,
      usualMs: 0,
      publishes: true,
      deadlines: usualDeadlines,
      listedAtMs: nowMs,
      isListed: () => true,
      nowMs,
    });
  return {
    instruments: () => ["Radar"],
    reasonsOf: () => null,
    places: async () => [
      { instrument: "Radar", site: "hyytiala", pid: "p", from: "2026-11-01", to: "2026-11-21" },
    ],
    days: async (from) => ({ asOfMs: nowMs, days: [day(from)] }),
    day: async (_instrument, date) => ({
      asOfMs: nowMs,
      day: day(date),
      files: [
        {
          uploadId: file.id,
          relPath: file.relPath,
          size: file.size,
          modifiedAtMs: file.modifiedAtMs,
          layer: file.layer,
          missedAtMs: null,
          state: file.state,
          recordUuid: null,
          verdict: null,
        },
        {
          uploadId: null,
          relPath: "b.nc",
          size: null,
          modifiedAtMs: null,
          layer: "only-on-portal",
          missedAtMs: null,
          state: null,
          recordUuid: file.id,
          verdict: "processed",
        },
      ],
      times: {
        spanOf: (writtenMs) => ({ fromMs: writtenMs - 3_600_000, toMs: writtenMs }),
        pauses: [{ fromMs: nowMs - 3_600_000, toMs: nowMs }],
      },
    }),
    gone: async () => [{ uploadId: file.id, namedAtMs: nowMs }],
    sendMissing: async () => ({ queued: 1, left: 0, asked: 0 }),
    gaps: () => [{ instrument: "Radar", layer: "accepted", days: 0 }],
    lists: async () => [],
    listRead: () => {},
    onChanged: () => () => {},
    onUnknown: () => () => {},
  };
}

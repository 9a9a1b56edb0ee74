import type { StationEvent } from "#domain/station-event.ts";
import type { StationLog } from "#station/station-events/log.ts";

const noonMs = Date.UTC(2026, 10, 21, 12);

/** A day with one delivered file and an outage that lasts. */
export function createFakeStationLog(): StationLog {
  const counts = { found: 1, delivered: 1, refused: 0, lost: 0 };
  const outage: StationEvent = {
    seq: 2,
    kind: "outage",
    subject: "",
    fromMs: noonMs,
    toMs: null,
    times: 1,
    detail: { cause: "unreachable" },
  };
  return {
    days: async (from) => ({
      firstDay: from,
      days: [{ date: from, ...counts, hours: [{ hour: 12, ...counts }] }],
      events: [outage],
    }),
    events: async () => [outage],
    since: async () => ({ nowMs: noonMs, ...counts, events: [outage] }),
  };
}

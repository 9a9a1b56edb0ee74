import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { stationReportMethods } from "#contract/station-report.ts";
import type { Heartbeat } from "#station/heartbeat/heartbeat.ts";
import type { StationReports } from "#station/heartbeat/station-reports.ts";

type StationReportHandlers = Pick<Handlers, keyof typeof stationReportMethods>;

/** The report of a station on itself, and its heartbeat; null where a host makes none. */
export function stationReportHandlers(
  reports: Pick<StationReports, "make" | "state"> | null,
  heartbeat: Pick<Heartbeat, "state"> | null,
): StationReportHandlers {
  const lastSent = (of: Pick<Heartbeat, "state"> | null) => async () => {
    const state = of?.state() ?? null;
    return ok({ lastSentAtMs: state?.lastSentAtMs ?? null, message: state?.message ?? null });
  };
  return {
    async stationReport() {
      if (reports === null) return fail("not-offered", "This host makes no station reports.");
      const made = await reports.make();
      return "message" in made ? fail("not-saved", made.message) : ok(made);
    },
    "stationReport.sent": lastSent(reports),
    "heartbeat.sent": lastSent(heartbeat),
  };
}

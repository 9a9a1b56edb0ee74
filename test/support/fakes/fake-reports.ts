import { type MonthFacts, monthlyReport } from "#station/report/derive-report.ts";
import type { MonthlyReports } from "#station/report/monthly-reports.ts";
import { createFakeCoverage } from "./fake-coverage.ts";
import { createFakeStationLog } from "./fake-station-log.ts";

const digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** Reports months of the radar of the other fakes. */
export const fakeReports: MonthlyReports = async (month) => {
  const facts: MonthFacts = {
    month,
    nowMs: Date.UTC(2026, 10, 22, 12),
    asOfMs: Date.UTC(2026, 10, 22, 11),
    portal: null,
    instruments: [
      {
        name: "Radar",
        sites: ["hyytiala"],
        pids: ["https://hdl.handle.net/21.12132/3.90845b3cf0c94a2e"],
        offUntil: null,
        firstWritten: null,
      },
    ],
    days: (await createFakeCoverage().days(`${month}-01`, `${month}-01`, null))?.days ?? [],
    events: await createFakeStationLog().events({ before: null, limit: 10 }),
    files: 1,
    digest,
    leftOut: 0,
  };
  return monthlyReport(facts);
};

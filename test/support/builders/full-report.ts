import { datesBetween } from "#base/dates.ts";
import { isoTime } from "#base/text.ts";
import type { MonthReportShown } from "#contract/monthly-report.ts";

const dates = datesBetween("2026-03-01", "2026-03-31");

/** A report of March 2026 with so many instruments whose every day is incomplete for reasons of its own. */
export function fullReport(count: number): MonthReportShown {
  const figures = {
    measured: 44_640,
    accepted: 44_000,
    processed: 43_210,
    notUsable: 12,
    daysMeasured: 31,
    daysPublished: 29,
    share: { accepted: 0.985, processed: 0.968, published: 29 / 31 },
  };
  const names = Array.from({ length: count }, (_, n) => `Cloud radar of the northern mast, number ${n + 1}`);
  return {
    month: "2026-03",
    state: "incomplete",
    sentence: "March 2026 is complete on none of its 31 days.",
    madeAt: "2026-04-01T10:00:00.000Z",
    asOf: "2026-04-01T09:30:00.000Z",
    portal: "https://portal.example",
    sites: ["hyytiala"],
    total: figures,
    instruments: names.map((name) => ({
      name,
      site: "hyytiala",
      pid: "https://hdl.handle.net/21.12132/3.90845b3cf0c94a2e",
      ...figures,
      days: dates.map(() => "incomplete" as const),
    })),
    incomplete: dates.flatMap((date, n) =>
      names.map((instrument) => ({
        date,
        instrument,
        reasons: [`${n + 1} of 1,440 files not on the portal`, "portal away 4 h", "Skyferry not running 2 h"],
      })),
    ),
    incompleteDays: 31,
    outages: dates.map((date, n) => ({
      seq: n + 1,
      kind: "outage",
      subject: "",
      from: isoTime(Date.parse(`${date}T04:00:00Z`)),
      to: isoTime(Date.parse(`${date}T08:00:00Z`)),
      times: 1,
      title: "Portal unreachable",
      detail: null,
      isUnclean: false,
    })),
    files: 44_000 * count,
    digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    leftOut: 3,
  };
}

import { csvLine } from "#base/csv.ts";
import type { CoverageDayShown } from "./coverage.ts";

const head = [
  "instrument",
  "date",
  "measured",
  "accepted",
  "processed",
  "invalid",
  "otherContent",
  "onlyOnPortal",
  "published",
  "state",
  "dueAt",
];

/** Gives a line for each day and instrument below the names of the fields, for a spreadsheet (RFC 4180). */
export function coverageCsv(days: readonly CoverageDayShown[]): string {
  const lines = days.map((day) => [
    day.instrument,
    day.date,
    day.measured,
    day.accepted,
    day.processed,
    day.invalid,
    day.otherContent,
    day.onlyOnPortal,
    day.published.map(({ product }) => product).join(" "),
    day.state,
    day.dueAt,
  ]);
  return [head, ...lines].map((line) => csvLine(line.map((cell) => String(cell ?? "")))).join("");
}

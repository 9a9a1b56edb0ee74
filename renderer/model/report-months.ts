import { addDays } from "#base/dates.ts";

const most = 13;

/** Months that a report is offered for, `YYYY-MM`: that of today and those before it, newest first. */
export function reportMonths(today: string): readonly string[] {
  const months: string[] = [];
  for (let day = today; months.length < most; day = addDays(`${day.slice(0, 7)}-01`, -1))
    months.push(day.slice(0, 7));
  return months;
}

/** Address of the report of a month. */
export function reportRoute(month: string): string {
  return `/report?${new URLSearchParams({ month })}`;
}

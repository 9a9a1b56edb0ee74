import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { reportMethods } from "#contract/monthly-report.ts";
import type { MonthlyReports } from "#station/report/monthly-reports.ts";
import { eventShown } from "./log-handlers.ts";

/** `report`; `null` where a host does not tell. */
export function reportHandlers(reports: MonthlyReports | null): Pick<Handlers, keyof typeof reportMethods> {
  return {
    async report({ month }) {
      if (reports === null) return fail("not-offered", "This host makes no reports.");
      const made = await reports(month);
      if ("message" in made) return fail("bad-input", made.message);
      return ok({ ...made, outages: made.outages.map(eventShown) });
    },
  };
}

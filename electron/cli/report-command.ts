import { replyInLanguage } from "#api/told-in-language.ts";
import { todayUtc } from "#base/dates.ts";
import { spokenIn } from "#base/language.ts";
import { oneLine } from "#base/text.ts";
import type { MonthReportShown } from "#contract/monthly-report.ts";
import { reportHtml } from "#contract/report-html.ts";
import { daysOfMonth, futureMonthText, isRealMonth } from "#domain/calendar-month.ts";
import { type Ask, withAnswers } from "./ask.ts";
import { type Surroundings, UsageError } from "./command.ts";
import { bringUpToDate } from "./lists-of-days.ts";
import { monthlyReportText } from "./report-lines.ts";
import type { Run } from "./table.ts";
import type { reportTable } from "./tables/telling-tables.ts";
import { jsonLine } from "./words.ts";

export const report: Run<typeof reportTable> = async ({ flags }, around) => {
  if (flags.json && (flags.format ?? "json") !== "json")
    throw new UsageError(`--json and --format ${flags.format} cannot be combined; give one of them.`);
  const format = flags.json ? "json" : (flags.format ?? "text");
  const month = monthFlag(flags.month);
  let isWhole = true;
  const found = await withAnswers(
    flags,
    around,
    async (ask) => {
      const answer = await ask("report", { month });
      return format === "json" || !isWhole ? answer : { ...answer, sites: await namesOf(ask, answer.sites) };
    },
    {
      ledgerHere: "always",
      async prepare(station) {
        isWhole = await bringUpToDate(station, daysOfMonth(month), around, "report");
      },
    },
  );
  if (format === "json") around.stdout.write(jsonLine(found));
  else around.stdout.write(format === "html" ? inReadersLanguage(found, around) : monthlyReportText(found));
  return isWhole && found.leftOut === 0 ? 0 : 1;
};

/** Names of these sites for people; the id of one that the portal does not tell. */
async function namesOf(ask: Ask, sites: readonly string[]): Promise<readonly string[]> {
  const known = await ask("portal.sites", {}).catch(() => []);
  return sites.map((site) => known.find(({ id }) => id === site)?.humanReadableName ?? site);
}

/** The page of a report; its own sentences and those of the station in the language of the reader. */
function inReadersLanguage(found: MonthReportShown, { say, language }: Surroundings): string {
  const told = replyInLanguage("report", { ok: true, value: found }, say);
  return spokenIn(language, () => reportHtml(told.ok ? (told.value as MonthReportShown) : found));
}

function monthFlag(month: string): string {
  if (!isRealMonth(month))
    throw new UsageError(`--month ${JSON.stringify(month)} is not a valid month; write it like 2026-11.`);
  const future = futureMonthText(month, todayUtc(Date.now()));
  if (future !== null) throw new UsageError(`--month ${oneLine(month)}: ${future}`);
  return month;
}

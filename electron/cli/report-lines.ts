import { countText } from "#base/text.ts";
import type { MonthReportShown } from "#contract/monthly-report.ts";
import { incompleteRuns, percentText, reportWords } from "#contract/report-words.ts";
import { printed } from "./words.ts";

/** A report in words; its sentence comes first. */
export function monthlyReportText(report: MonthReportShown): string {
  const { sentence, sites, portal, instruments, total, asOf, madeAt, files, digest, month, leftOut } = report;
  const words = reportWords();
  const runs = incompleteRuns(report).map(
    ({ dates, instrument, reasons }) => `  ${dates}  ${instrument}: ${reasons}`,
  );
  const outages = report.outages.map((one) => `  ${words.outage(one, madeAt)}`);
  return printed([
    sentence,
    ...(sites.length === 0 ? [] : [`Site: ${sites.join(", ")}${portal === null ? "" : ` (${portal})`}`]),
    `${words.asOf(asOf, madeAt)}.`,
    ...instruments.map(({ name, pid, ...figures }) => `${name} (${pid}): ${figuresText(figures)}`),
    ...(instruments.length > 1 ? [`All: ${figuresText(total)}`] : []),
    ...(runs.length === 0 ? [] : [`${words.incomplete}:`, ...runs]),
    ...(outages.length === 0 ? [] : [`${words.outages}:`, ...outages]),
    `${words.receipts(files)}: ${digest}`,
    `(${words.digestHelp(month)})`,
    ...(leftOut === 0 ? [] : [words.leftOut(leftOut)]),
  ]);
}

function figuresText({
  measured,
  share,
  ...days
}: Pick<MonthReportShown["total"], "measured" | "share" | "daysMeasured" | "daysPublished">): string {
  if (measured === 0) return "no file";
  const published = days.daysPublished === null ? "" : `, published ${reportWords().publishedOn(days)}`;
  const files = `${countText(measured)} measured, ${percentText(share.accepted)} accepted`;
  return `${files}, ${percentText(share.processed)} processed${published}`;
}

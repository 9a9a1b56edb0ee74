import { counted, countText } from "#base/text.ts";
import type { MonthReportShown } from "#contract/monthly-report.ts";
import { asOfWords, leftOutText } from "#contract/report-html.ts";
import {
  digestHelp,
  incompleteRuns,
  outageText,
  percentText,
  publishedText,
} from "#contract/report-words.ts";
import { printed } from "./words.ts";

/** A report in words; its sentence comes first. */
export function monthlyReportText(report: MonthReportShown): string {
  const { sentence, sites, portal, instruments, total, asOf, madeAt, files, digest, month, leftOut } = report;
  const runs = incompleteRuns(report).map(
    ({ dates, instrument, reasons }) => `  ${dates}  ${instrument}: ${reasons}`,
  );
  const outages = report.outages.map((one) => `  ${outageText(one, madeAt)}`);
  return printed([
    sentence,
    ...(sites.length === 0 ? [] : [`Site: ${sites.join(", ")}${portal === null ? "" : ` (${portal})`}`]),
    `${asOfWords(asOf, madeAt)}.`,
    ...instruments.map(({ name, pid, ...figures }) => `${name} (${pid}): ${figuresText(figures)}`),
    ...(instruments.length > 1 ? [`All: ${figuresText(total)}`] : []),
    ...(runs.length === 0 ? [] : ["Days that are not complete:", ...runs]),
    ...(outages.length === 0 ? [] : ["Outages:", ...outages]),
    `${counted(files, "file")} with a receipt: ${digest}`,
    `(${digestHelp(month)})`,
    ...(leftOut === 0 ? [] : [leftOutText(leftOut)]),
  ]);
}

function figuresText({
  measured,
  share,
  ...days
}: Pick<MonthReportShown["total"], "measured" | "share" | "daysMeasured" | "daysPublished">): string {
  if (measured === 0) return "no file";
  const published = days.daysPublished === null ? "" : `, published ${publishedText(days)}`;
  const files = `${countText(measured)} measured, ${percentText(share.accepted)} accepted`;
  return `${files}, ${percentText(share.processed)} processed${published}`;
}

import { todayUtc } from "#base/dates.ts";
import { oneLine } from "#base/text.ts";
import { reportHtml } from "#contract/report-html.ts";
import { daysOfMonth, futureMonthText, isRealMonth } from "#domain/calendar-month.ts";
import { askStation } from "./ask.ts";
import { type Command, readFlags, required, UsageError } from "./command.ts";
import { bringUpToDate } from "./lists-of-days.ts";
import { monthlyReportText } from "./report-lines.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { jsonLine } from "./words.ts";

const formats = ["text", "html", "json"] as const;
type Format = (typeof formats)[number];

export const report: Command = {
  name: "report",
  summary: "proves a month: what the portal has of it, and why not all",
  help: `skyferry report: proves a month (UTC) on one page: site, instruments, the share that the portal accepted, processed and published,
days that are not complete and why, outages, and number and digest of the receipts. Also while a daemon is running.

Usage: skyferry report --month YYYY-MM [--data DIR] [--format text|html|json] [--json]

${stationHelp}  --month YYYY-MM       the month; one that is not over is told until now
  --format text|html|json  default: text; html is one page to print or to mail
  --json                the same as --format json

The digest is the SHA-256 of the lines of skyferry receipts --format md5 of that month, sorted by bytes. If no daemon runs, this command
looks through the folders and reads the portal's lists as skyferry coverage does; it sends nothing.

Exit codes: 0 written; 1 written, but not all of the portal's lists could be read, or receipts were left out; 2 bad usage, a month that has not begun, or the data folder cannot be read.
`,
  async run(argv, around) {
    const { flags } = readFlags(argv, {
      ...stationFlags,
      month: { type: "string" },
      format: { type: "string" },
      json: { type: "boolean" },
    });
    const format = formatOf(flags.format, flags.json === true);
    const month = monthFlag(flags.month);
    let isWhole = true;
    const found = await askStation(
      flags,
      around,
      "report",
      { month },
      {
        async prepare(station) {
          isWhole = await bringUpToDate(station, daysOfMonth(month), around, "report");
        },
      },
    );
    if (format === "json") around.stdout.write(jsonLine(found));
    else around.stdout.write(format === "html" ? reportHtml(found) : monthlyReportText(found));
    return isWhole && found.leftOut === 0 ? 0 : 1;
  },
};

function formatOf(given: string | undefined, isJson: boolean): Format {
  const format = formats.find((one) => one === (given ?? (isJson ? "json" : "text")));
  if (format === undefined)
    throw new UsageError(`--format must be text, html or json, not ${JSON.stringify(given)}.`);
  if (isJson && format !== "json")
    throw new UsageError(`--json and --format ${format} cannot be combined; give one of them.`);
  return format;
}

function monthFlag(given: string | undefined): string {
  const month = required(given, "--month YYYY-MM");
  if (!isRealMonth(month))
    throw new UsageError(`--month ${JSON.stringify(month)} is not a valid month; write it like 2026-11.`);
  const future = futureMonthText(month, todayUtc(Date.now()));
  if (future !== null) throw new UsageError(`--month ${oneLine(month)}: ${future}`);
  return month;
}

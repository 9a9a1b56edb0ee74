import { absoluteMoment, counted, countText } from "#base/text.ts";
import type { ReportedDay } from "#domain/reported-month.ts";
import type { MonthReportShown } from "./monthly-report.ts";
import { digestHelp, incompleteRuns, outageText, percentText, publishedText } from "./report-words.ts";

/** Lines that fit on the page below twelve instruments. */
const [mostRuns, mostOutages] = [14, 6];

const style = `@page{size:A4;margin:12mm}
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0 auto;max-width:186mm;padding:6mm 0;font:8.5pt/1.25 system-ui,sans-serif;color:#1b1f24;background:#fff;overflow-wrap:anywhere}
@media print{body{padding:0}}
h1{font-size:15pt;line-height:1.2;margin:0 0 1mm}
h2{font-size:10pt;margin:3mm 0 .5mm}
p{margin:0 0 1mm}
table{width:100%;border-collapse:collapse}
th,td{padding:.35mm 1.5mm .35mm 0;text-align:left;vertical-align:top;border-bottom:.2mm solid #d5d9de;font-weight:400}
thead th{color:#57606a}
tfoot td{font-weight:600}
.n{text-align:right;white-space:nowrap}
.name{max-width:58mm;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.pid{display:block;color:#57606a;font-size:7pt;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.one{max-width:0;width:99%;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.when{white-space:nowrap}
.strip{white-space:nowrap}
i{display:inline-block;width:1.3mm;height:2.6mm;margin-right:.3mm;border:.2mm solid #57606a;print-color-adjust:exact}
.complete{background:#57606a}
.incomplete{border-color:#b3261e}
.empty{border-color:transparent;border-bottom-color:#57606a}
.open{border-color:transparent}
code{font:8pt ui-monospace,monospace}
.help{color:#57606a}`;

/** Mark of a day; its shapes differ without colour, too. */
const mark = (state: ReportedDay): string => `<i class="${state}"></i>`;

/** The report on one page: HTML without scripts or anything from elsewhere, in light, A4 for up to twelve instruments. */
export function reportHtml(report: MonthReportShown): string {
  const { sentence, sites, portal, instruments, total, asOf, madeAt, files, digest, month, leftOut } = report;
  const runs = incompleteRuns(report).map(
    ({ dates, instrument, reasons }) =>
      `<tr><td class="when">${text(dates)}</td><td class="one">${text(`${instrument}: ${reasons}`)}</td></tr>`,
  );
  const outages = report.outages.map(
    (one) => `<tr><td class="one">${text(outageText(one, madeAt))}</td></tr>`,
  );
  const lines = [
    `<h1>${text(sentence)}</h1>`,
    `<p>${text([`Site ${sites.join(", ") || "–"}`, portal ?? ""].filter((part) => part !== "").join(" · "))}</p>`,
    `<p>${text(asOfWords(asOf, madeAt))}</p>`,
    "<table><thead><tr><th>Instrument</th><th class=n>Files</th><th class=n>Accepted</th><th class=n>Processed</th>",
    `<th class=n>Published</th><th>${text(stripHead(instruments[0]?.days.length ?? 0))}</th></tr></thead><tbody>`,
    ...instruments.map(instrumentRow),
    "</tbody><tfoot><tr><td>All</td>",
    `${figureCells(total)}<td></td></tr></tfoot></table>`,
    `<p class="help">${mark("complete")} complete, ${mark("incomplete")} not complete, ${mark("empty")} no file expected</p>`,
    ...table("Days that are not complete", runs, mostRuns),
    ...table("Outages", outages, mostOutages),
    `<h2>${text(`${counted(files, "file")} with a receipt`)}</h2>`,
    `<p><code>${text(digest)}</code></p><p class="help">${text(`${digestHelp(month)}.`)}`,
    leftOut === 0 ? "" : text(` ${leftOutText(leftOut)}`),
    "</p>",
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text(sentence)}</title>
<style>${style}</style></head><body>
${lines.join("\n")}
</body></html>
`;
}

/** Says how old the portal's lists are. */
export function asOfWords(asOf: string | null, madeAt: string): string {
  const lists =
    asOf === null ? "The portal's lists have not all been read yet" : `As of ${absoluteMoment(asOf)}`;
  return `${lists}; made ${absoluteMoment(madeAt)}`;
}

/** Says that receipts are not in the digest. */
export function leftOutText(leftOut: number): string {
  return `${counted(leftOut, "receipt")} left out, because their instrument is no longer in the settings.`;
}

function instrumentRow({ name, pid, days, ...figures }: MonthReportShown["instruments"][number]): string {
  const strip = days.map(mark).join("");
  return `<tr><td class="name">${text(name)}<span class="pid">${text(pid)}</span></td>${figureCells(figures)}<td class="strip">${strip}</td></tr>`;
}

function figureCells({
  measured,
  share,
  ...figures
}: Pick<MonthReportShown["total"], "measured" | "share" | "daysMeasured" | "daysPublished">): string {
  const cells = [countText(measured), percentText(share.accepted), percentText(share.processed)];
  return [...cells, publishedText(figures)].map((cell) => `<td class="n">${text(cell)}</td>`).join("");
}

function stripHead(days: number): string {
  return days === 0 ? "Days" : `Days 1 to ${days}`;
}

function table(title: string, rows: readonly string[], most: number): readonly string[] {
  if (rows.length === 0) return [];
  const more = rows.length - most;
  const rest =
    more > 0 ? `<p class="help">… and ${more} more lines (skyferry report --json lists all)</p>` : "";
  return [`<h2>${text(title)}</h2><table>`, ...rows.slice(0, most), `</table>${rest}`];
}

function text(plain: string): string {
  const escaped = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" } as const;
  return plain.replace(/[&<>"']/g, (char) => escaped[char as keyof typeof escaped]);
}

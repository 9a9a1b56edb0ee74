import { spokenLanguage } from "#base/language.ts";
import { say } from "#base/say.ts";
import { countText } from "#base/text.ts";
import type { ReportedDay } from "#domain/reported-month.ts";
import type { MonthReportShown } from "./monthly-report.ts";
import { incompleteRuns, percentText, reportWords } from "./report-words.ts";

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

/** States of a day that are explained below the table. */
const legend = ["complete", "incomplete", "empty"] as const;

/** Mark of a day; its shapes differ without colour, too. */
const mark = (state: ReportedDay): string => `<i class="${state}"></i>`;

/**
 * The report on one page, in the language that is spoken: HTML without scripts or anything from elsewhere, in light, A4 for up
 * to twelve instruments.
 */
export function reportHtml(report: MonthReportShown): string {
  const { sentence, sites, portal, instruments, total, asOf, madeAt, files, digest, month, leftOut } = report;
  const words = reportWords();
  const runs = incompleteRuns(report).map(
    ({ dates, instrument, reasons }) =>
      `<tr><td class="when">${text(dates)}</td><td class="one">${text(`${instrument}: ${reasons}`)}</td></tr>`,
  );
  const outages = report.outages.map(
    (one) => `<tr><td class="one">${text(words.outage(one, madeAt))}</td></tr>`,
  );
  const lines = [
    `<h1>${text(sentence)}</h1>`,
    `<p>${text([words.site(sites.length === 0 ? ["–"] : sites), portal ?? ""].filter((part) => part !== "").join(" · "))}</p>`,
    `<p>${text(words.asOf(asOf, madeAt))}</p>`,
    `<table><thead><tr><th>${text(words.instrument)}</th>`,
    ...[words.files, words.accepted, words.processed, words.published].map(
      (head) => `<th class=n>${text(head)}</th>`,
    ),
    `<th>${text(say("Days 1 to {days}", { days: instruments[0]?.days.length ?? 0 }))}</th></tr></thead><tbody>`,
    ...instruments.map(instrumentRow),
    `</tbody><tfoot><tr><td>${text(words.allInstruments)}</td>`,
    `${figureCells(total)}<td></td></tr></tfoot></table>`,
    `<p class="help">${legend.map((state) => `${mark(state)} ${text(words.days[state])}`).join(" ")}</p>`,
    ...table(words.incomplete, runs, mostRuns),
    ...table(words.outages, outages, mostOutages),
    `<h2>${text(words.receipts(files))}</h2>`,
    `<p><code>${text(digest)}</code></p><p class="help">${text(`${words.digestHelp(month)}.`)}`,
    leftOut === 0 ? "" : text(` ${words.leftOut(leftOut)}`),
    "</p>",
  ];
  return `<!doctype html>
<html lang="${spokenLanguage().tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text(sentence)}</title>
<style>${style}</style></head><body>
${lines.join("\n")}
</body></html>
`;
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
  return [...cells, reportWords().publishedOn(figures)]
    .map((cell) => `<td class="n">${text(cell)}</td>`)
    .join("");
}

function table(title: string, rows: readonly string[], most: number): readonly string[] {
  if (rows.length === 0) return [];
  const lines = rows.length - most;
  const rest =
    lines > 0
      ? `<p class="help">${text(say("… and {lines, plural, one {# more line} other {# more lines}}; skyferry report --json lists all.", { lines }))}</p>`
      : "";
  return [`<h2>${text(title)}</h2><table>`, ...rows.slice(0, most), `</table>${rest}`];
}

function text(plain: string): string {
  const escaped = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" } as const;
  return plain.replace(/[&<>"']/g, (char) => escaped[char as keyof typeof escaped]);
}

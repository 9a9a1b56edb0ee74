import { describe, expect, test } from "vitest";
import { languageOf, spokenIn } from "#base/language.ts";
import { monthlyReportText } from "#cli/report-lines.ts";
import type { MonthReportShown } from "#contract/monthly-report.ts";
import { reportHtml } from "#contract/report-html.ts";
import { incompleteRuns, percentText, reportWords } from "#contract/report-words.ts";
import { byBytes, md5Line, sortedLines } from "#domain/receipt-lines.ts";
import { fullReport } from "#test/support/builders/full-report.ts";
import { seededRandom } from "#test/support/builders/seeded-random.ts";

const days = (instrument: string, reason: string, ...dates: readonly number[]) =>
  dates.map((date) => ({ date: `2026-03-${String(date).padStart(2, "0")}`, instrument, reasons: [reason] }));

describe("words of a report", () => {
  test.for([
    [1, "100 %"],
    [0.9999, "99.9 %"],
    [0.57, "57 %"],
    [0.0004, "0 %"],
    [0, "0 %"],
    [null, "–"],
  ] as const)("a share of %s is %s: 100 only where it is all", ([share, text]) => {
    expect(percentText(share)).toBe(text);
  });

  test("days of one instrument with the same reasons are one line, by the first of them", () => {
    const incomplete = [
      ...days("A", "no file", 3, 7, 8, 9),
      ...days("B", "no file", 4),
      ...days("A", "late", 5),
    ];
    const sorted = incomplete.toSorted((one, other) => (one.date < other.date ? -1 : 1));
    expect(incompleteRuns({ ...fullReport(1), incomplete: sorted })).toEqual([
      { dates: "3, 7–9 Mar", instrument: "A", reasons: "no file" },
      { dates: "4 Mar", instrument: "B", reasons: "no file" },
      { dates: "5 Mar", instrument: "A", reasons: "late" },
    ]);
  });

  test("an outage that lasts is told until the report was made", () => {
    const [outage] = fullReport(1).outages;
    if (outage === undefined) throw new Error("no outage");
    const lasts = { ...outage, from: "2026-03-31T20:00:00.000Z", to: null };
    expect(reportWords().outage(lasts, "2026-04-01T00:00:00.000Z")).toBe(
      `2026-03-31 20:00 UTC, for 4 h until now: ${outage.title}`,
    );
  });

  test("texts are sorted as their bytes are", () => {
    const random = seededRandom("bytes");
    const parts = ["a", "\uff21", "\u{1f4a7}", "\u{10ffff}", "é", "\\", "", "\ue000", "z", "0"];
    const texts = Array.from({ length: 300 }, () =>
      Array.from({ length: random.int(0, 4) }, () => random.pick(parts as [string])).join(""),
    );
    const asBytes = texts.map((text) => Buffer.from(text)).toSorted(Buffer.compare);
    expect(texts.toSorted(byBytes)).toEqual(asBytes.map((bytes) => bytes.toString()));
  });

  test("lines of the same bytes are sorted as sort does, which leaves their ends aside", () => {
    const sameBytes = ["/a", "/a\tb", "/a\u0001"].map((name) => md5Line("0".repeat(32), name));
    const order = sortedLines(sameBytes.toReversed()).map((line) => line.slice(34, -1));
    expect(order).toEqual(["/a", "/a\u0001", "/a\tb"]);
  });

  test("a name with a line break is on one line", () => {
    expect(md5Line("0".repeat(32), "/a\nb\\c")).toBe(`\\${"0".repeat(32)}  /a\\nb\\\\c\n`);
  });
});

describe("the page of a report", () => {
  const evil = `<img src=x onerror="alert('1')">&amp;`;

  test("escapes whatever comes from settings, portal and ledger", () => {
    const [first, ...rest] = fullReport(2).instruments;
    const report: MonthReportShown = {
      ...fullReport(2),
      sites: [evil],
      portal: evil,
      instruments: first === undefined ? [] : [{ ...first, name: evil, pid: evil }, ...rest],
      incomplete: [{ date: "2026-03-04", instrument: evil, reasons: [evil] }],
      outages: fullReport(2).outages.map((one) => ({ ...one, title: evil })),
    };
    const html = reportHtml(report);
    expect(html).not.toMatch(/<img|"alert|'1'/);
    expect(
      html.split("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;").length,
    ).toBeGreaterThan(7);
  });

  test("has neither scripts nor anything from elsewhere, and is light", () => {
    const html = reportHtml(fullReport(12));
    expect(html).toMatch(/^<!doctype html>\n<html lang="en"><head><meta charset="utf-8">/);
    expect(html).toContain("color-scheme:light");
    expect(html).not.toMatch(/<script|<link|<img|src=|url\(|@import/);
    expect(html).toContain("<h1>March 2026 is complete on none of its 31 days.</h1>");
  });

  test("in another language has no word in English besides what it is given", () => {
    const report = {
      ...fullReport(1),
      sentence: "",
      portal: null,
      incomplete: days("", "", 3),
      instruments: fullReport(1).instruments.map((one) => ({ ...one, name: "", pid: "" })),
    };
    const html = spokenIn(
      languageOf("de", () => "·"),
      () => reportHtml(report),
    );
    expect(html).toContain('<html lang="de">');
    expect(html).toContain("98,5 %");
    const [, body = ""] = html.split("</style>");
    const own = body.replace(/<code>.*<\/code>|<[^>]*>|Portal unreachable|UTC|Mär/g, " ");
    expect(own.match(/[a-z]+ ?[a-z]{2,}/gi)).toBeNull();
    expect(reportHtml(report)).toContain('<html lang="en">');
  });

  test("in words, control characters are written out", () => {
    const [first] = fullReport(1).instruments;
    const report = {
      ...fullReport(1),
      instruments: first === undefined ? [] : [{ ...first, name: "a\u001b[2Jb" }],
    };
    expect(monthlyReportText(report)).toContain("a\\u001b[2Jb");
  });
});

import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { MonthReportShown } from "#contract/monthly-report.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf, jsonOf } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

/** `skyferry report`, on a month with files in subfolders, two of one day, and one whose name has to be escaped. */

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
const written = [
  liveName("2021-03-03"),
  `z/${liveName("2021-03-04")}`,
  `odd\nfolder\\here/${liveName("2021-03-05")}`,
  `\u{1f4a7}/${liveName("2021-03-05", "b")}`,
  `\uff21/${liveName("2021-03-31")}`,
];

const run = (...words: readonly string[]) => place.run("report", words);
const ofMarch = (...words: readonly string[]) => run("--month", "2021-03", ...words);
const madeAt = /"madeAt":"[^"]+"/;

beforeAll(async () => {
  for (const name of [...written, liveName("2021-04-01"), liveName("2021-02-28")])
    await place.write(name, `content of ${name}`);
  expect((await place.submit()).report).toMatchObject({ delivered: 7 });
});

describe("report", () => {
  test("tells a month whose files are not processed yet: JSON by both flags", async () => {
    const first = await ofMarch("--json");
    const found = jsonOf<MonthReportShown>(first);
    expect(first.code).toBe(0);
    expect(found).toMatchObject({
      month: "2021-03",
      state: "incomplete",
      sentence: "March 2021 is complete but for 4 days.",
      portal: portal.url,
      sites: ["hyytiala"],
      total: { measured: 5, accepted: 5, processed: 0, notUsable: 0, daysMeasured: 4, daysPublished: null },
      incompleteDays: 4,
      files: 5,
      leftOut: 0,
    });
    expect(found.asOf).not.toBeNull();
    expect(found.total.share).toEqual({ accepted: 1, processed: 0, published: null });
    expect(found.incomplete.map(({ date, reasons }) => [date, reasons])).toEqual([
      ["2021-03-03", ["1 file not processed"]],
      ["2021-03-04", ["1 file not processed"]],
      ["2021-03-05", ["all 2 files not processed"]],
      ["2021-03-31", ["1 file not processed"]],
    ]);
    const other = await ofMarch("--format", "json");
    expect(other.stdout.replace(madeAt, "")).toBe(first.stdout.replace(madeAt, ""));
  });

  test("its digest is that of the lines of receipts --format md5, sorted by bytes", async () => {
    const { stdout } = await place.run("receipts", [
      "--format",
      "md5",
      "--from",
      "2021-03-01",
      "--to",
      "2021-03-31",
    ]);
    const lines = stdout.split(/(?<=\n)/).map((line) => Buffer.from(line));
    expect(lines).toHaveLength(5);
    const digest = createHash("sha256")
      .update(Buffer.concat(lines.toSorted(Buffer.compare)))
      .digest("hex");
    expect(jsonOf<MonthReportShown>(await ofMarch("--json")).digest).toBe(digest);
    expect((await ofMarch()).stdout).toContain(digest);
    expect((await ofMarch("--format", "html")).stdout).toContain(digest);
  });

  test("in words, begins with its sentence", async () => {
    const { code, stdout, stderr } = await ofMarch();
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^March 2021 is complete but for 4 days\.\nSite: Hyytiälä \(http/);
    expect((await ofMarch("--format", "html")).stdout).toContain("<p>Site Hyytiälä · http");
    expect(jsonOf<MonthReportShown>(await ofMarch("--json")).sites).toEqual(["hyytiala"]);
    expect(stdout).toContain(
      "Ceilometer (https://hdl.handle.net/21.12132/3.241bda142975460b): 5 measured, 100 %",
    );
    expect(stdout).toMatch(/\n {2}3–4, 31 Mar {2}Ceilometer: 1 file not processed\n/);
  });

  test("of a month with nothing, and of one that is not over, says so", async () => {
    const { code, stdout } = await run("--month", "2019-02");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^February 2019 is without data: no file was measured here\.\n/);
    const now = jsonOf<MonthReportShown>(await run("--month", dayFromToday(0).slice(0, 7), "--json"));
    expect(now.sentence).toMatch(/^\w+ \d{4} is not over yet; /);
    expect(now.state).toBe("running");
  });

  test("of a portal that does not answer, tells what is known and ends with 1", async () => {
    portal.setFaults([{ method: "GET", fault: { answer: { status: 503 } } }]);
    const { code, stdout, stderr } = await run("--month", "2021-04");
    portal.setFaults([]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/skyferry report: not all of the portal's lists could be read/);
    expect(stdout).toMatch(/^April 2021 is not known yet: 1 day is not yet checked against the portal\.\n/);
    expect(stdout).toContain("1 Apr  Ceilometer: not yet checked against the portal");
  });

  test("of an instrument that left the settings, says how many receipts have no line, and ends with 1", async () => {
    await place.configure({ ...place.settings, instruments: [] });
    const found = await ofMarch("--json");
    const words = await ofMarch();
    await place.configure(place.settings);
    expect([found.code, jsonOf<MonthReportShown>(found)]).toMatchObject([1, { files: 0, leftOut: 5 }]);
    expect(words.stdout).toContain(
      "5 receipts left out, because their instrument is no longer in the settings.\n",
    );
  });

  test.for([
    ["no month", [], "--month YYYY-MM is missing; see --help."],
    [
      "a 13th month",
      ["--month", "2026-13"],
      '--month "2026-13" is not a valid month; write it like 2026-11.',
    ],
    ["a word", ["--month", "foo"], '--month "foo" is not a valid month; write it like 2026-11.'],
    ["a day", ["--month", "2026-11-01"], '--month "2026-11-01" is not a valid month; write it like 2026-11.'],
    ["year 0", ["--month", "0000-01"], '--month "0000-01" is not a valid month; write it like 2026-11.'],
    [
      "another form",
      ["--month", "2021-03", "--format", "pdf"],
      '--format must be text, html or json, not "pdf".',
    ],
    [
      "two forms",
      ["--month", "2021-03", "--json", "--format", "html"],
      "--json and --format html cannot be combined; give one of them.",
    ],
  ] as const)("refuses %s in one sentence", async ([, words, message]) => {
    expect(complaintOf(await run(...words))).toBe(`skyferry report: ${message}`);
  });

  test("refuses a month that has not begun, and a folder that is no station's", async () => {
    expect(complaintOf(await run("--month", "9999-12"))).toBe(
      `skyferry report: --month 9999-12: December 9999 has not begun: choose a month up to ${dayFromToday(0).slice(0, 7)}.`,
    );
    expect(complaintOf(await run("--month", "2021-03", "--data", place.root))).toMatch(
      /contains neither settings nor a record of uploads/,
    );
  });
});

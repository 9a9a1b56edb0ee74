import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

const dates = ["2021-02-03", "2021-02-04", "2021-02-05", dayFromToday(-2), dayFromToday(-1), dayFromToday(0)];
const [first = "", second = "", third = "", _before = "", yesterday = "", today = ""] = dates;

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

beforeAll(async () => {
  for (const date of dates) await place.write(liveName(date), `of ${date}`);
});

test.each<readonly [string, readonly string[]]>([
  ["", dates],
  [`--date ${first} ${third}`, [first, third]],
  [`--date ${first} --date ${today}`, [first, today]],
  ["--last 2", [yesterday, today]],
  [`--to ${second}`, [first, second]],
  [`--from ${second} --to ${third}`, [second, third]],
])("submit --dry-run %s plans these days and sends nothing", async (words, wanted) => {
  const { code, report } = await place.submit(["--dry-run", ...words.split(" ").filter(Boolean)]);
  expect(code).toBe(0);
  expect(report.planned.map(({ measurementDate }) => measurementDate).sort()).toEqual(wanted);
  expect(report).toMatchObject({ found: wanted.length, delivered: 0, blocked: [], waiting: [] });
  expect(report.requests).toEqual({ post: 0, put: 0, get: 0 });
  expect(portal.counts()).toEqual({});
});

test("a dry run in words lists what would be sent; the real run with the same days sends just that", async () => {
  const dry = await place.run("submit", ["--dry-run", "--date", first, second]);
  expect(dry).toMatchObject({ code: 0, stderr: "" });
  expect(dry.stdout.split("\n").slice(0, 4)).toEqual([
    "Dry run: 2 finished files found, 2 would be sent. Nothing was sent.",
    "Would be sent:",
    `  ${join(place.folder, liveName(first))} (${first})`,
    `  ${join(place.folder, liveName(second))} (${second})`,
  ]);
  const { code, report } = await place.submit(["--date", first, second]);
  expect({ code, ...report }).toMatchObject({ code: 0, found: 2, delivered: 2 });
  expect(
    portal
      .acceptances()
      .map(({ measurementDate }) => measurementDate)
      .sort(),
  ).toEqual([first, second]);
});

test("a dry run needs no password, and the settings may be elsewhere", async () => {
  const words = ["--data", join(place.root, "other"), "--settings", place.settingsFile, "--dry-run"];
  const { code, stdout } = await runInProcess(["submit", ...words], { password: null });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Dry run: 6 finished files found, 6 would be sent/);
});

import { rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Output } from "#contract/methods.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf } from "#test/support/hosts/cli-run.ts";
import { passLooks } from "#test/support/hosts/past-looks.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

/** `skyferry coverage` and `submit --missing`, each on what the one before has left. */

const [before, yesterday, today] = [dayFromToday(-2), dayFromToday(-1), dayFromToday(0)] as const;

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

const run = (...words: readonly string[]) => place.run("coverage", words);

async function days(...words: readonly string[]) {
  const end = await run("--json", "--last", "3", ...words);
  return { code: end.code, ...jsonOf<Output<"coverage.days">>(end) };
}

beforeAll(async () => {
  for (const date of [before, yesterday, today])
    for (const n of [1, 2]) await place.write(liveName(date, `0${n}`), `${n} of ${date}`);
  await place.submit();
});

describe("coverage", () => {
  test("where no daemon runs and no list was read, reads them and says so; within the hour no more", async () => {
    const asked = requestsOf(portal, "GET /api");
    const first = await run("--json", "--last", "3");
    expect(first.stderr).toBe("skyferry coverage: no daemon is running: reading the portal's lists.\n");
    const found = jsonOf<Output<"coverage.days">>(first);
    expect(found.asOf).not.toBeNull();
    expect(
      found.days.map(({ date, measured, accepted, state }) => [date, measured, accepted, state]),
    ).toEqual([before, yesterday, today].map((date) => [date, 2, 2, "pending"]));
    const lists = requestsOf(portal, "GET /api") - asked;
    expect(lists).toBeGreaterThanOrEqual(2);
    expect(lists).toBeLessThanOrEqual(4);
    expect(await run("--json", "--last", "3")).toMatchObject({ stderr: "", stdout: first.stdout });
    expect(requestsOf(portal, "GET /api") - asked).toBe(lists);
  });

  test("where no daemon runs, finds files that nobody sent; submit --missing sends them", async () => {
    const date = dayFromToday(-20);
    const path = await place.write(liveName(date), "finished, and outside every run");
    const writtenAt = new Date(Date.now() - 19 * 86_400_000);
    await utimes(path, writtenAt, writtenAt);
    const posts = requestsOf(portal, "POST");
    const span = ["--from", date, "--to", date] as const;
    const found = await run("--json", ...span);
    const [day] = jsonOf<Output<"coverage.days">>(found).days;
    expect(day).toMatchObject({ measured: 1, accepted: 0, state: "pending" });
    expect(found.stderr).toMatch(/1 finished file is not on the portal, and no daemon is running/);
    expect([found.code, requestsOf(portal, "POST") - posts]).toEqual([1, 0]);
    expect((await place.submit(["--missing", ...span])).report.delivered).toBe(1);
    const after = await run(...span);
    expect([after.code, after.stderr]).toEqual([0, ""]);
    expect(after.stdout).toMatch(/1 measured, 1 accepted/);
  });

  test("of a portal that does not answer, shows what is known, and asks once", async () => {
    await place.write(liveName("2025-01-05"), "of another month");
    await place.submit();
    const asked = requestsOf(portal, "GET /api");
    portal.setFaults([{ method: "GET", fault: { answer: { status: 503 } } }]);
    const { code, stdout, stderr } = await run("--from", "2025-01-01", "--to", "2025-01-31");
    expect(requestsOf(portal, "GET /api") - asked).toBe(1);
    const csv = (await run("--csv", "--from", "2025-01-05", "--to", "2025-01-05")).stdout;
    portal.setFaults([]);
    expect(csv).toMatch(/\r\nCeilometer,2025-01-05,1,1,,,,,,pending,\r\n$/);
    expect(code).toBe(0);
    expect(stderr).toMatch(/not all of the portal's lists could be read; the older ones are used\.\n$/);
    expect(stdout).toMatch(/2025-01-01 {2}unknown\n/);
    expect(stdout).toMatch(/2025-01-05 {2}pending {3}1 measured, 1 accepted\n/);
  });

  test("of an instrument whose lists were not read yet, says that these are not all", async () => {
    const [ceilometer] = place.settings.instruments;
    const radar = {
      ...ceilometer,
      name: "Radar",
      instrument: "mira-35",
      folder: place.root,
      pattern: "%Y%m%d.znc",
    };
    await place.configure({ ...place.settings, instruments: [ceilometer, radar] });
    portal.setFaults([{ method: "GET", fault: { answer: { status: 503 } } }]);
    const both = await run("--last", "2");
    const none = await run("--last", "2", "--instrument", "Radar");
    const gaps = await run("--last", "2", "--gaps");
    await place.configure({ ...place.settings, instruments: [] });
    const nothing = await run("--last", "2");
    portal.setFaults([]);
    await place.configure(place.settings);
    expect(both.stdout).toMatch(/^Not yet checked in full against the portal:\nCeilometer\n/);
    expect(none.stdout).toMatch(/^Not yet checked against the portal: /);
    expect(gaps.stdout).toBe(
      "Not yet checked in full against the portal:\nNo gap is known; 2 days unknown.\n",
    );
    expect(nothing.stdout).toBe("The settings contain no instrument.\n");
  });

  test("submit --missing reads the lists, and nothing is missing", async () => {
    const { code, stderr, report } = await place.submit(["--missing", "--last", "3"]);
    expect({ code, stderr, delivered: report.delivered }).toEqual({ code: 0, stderr: "", delivered: 0 });
    const found = await days();
    expect(found.code).toBe(0);
    expect(found.asOf).not.toBeNull();
    expect(
      found.days.map(({ measured, accepted, processed, state }) => [measured, accepted, processed, state]),
    ).toEqual(Array.from({ length: 3 }, () => [2, 2, 0, "pending"]));
  });

  test("what was processed is complete, but for today; what it could not use is a gap in the end", async () => {
    await portal.processDue(Date.now() + 3_600_000);
    await place.submit(["--missing", "--last", "3"]);
    const found = await days("--instrument", "Ceilometer");
    expect(found.days.map(({ processed, state }) => [processed, state])).toEqual([
      [2, "complete"],
      [2, "complete"],
      [2, "pending"],
    ]);
    expect(found.code).toBe(0);
    expect(found.days[0]?.published.length).toBeGreaterThan(0);
  });

  test("what the portal lost is asked for by submit --missing and sent again, unless it is gone from the disk", async () => {
    const [first, second] = portal.acceptances().filter(({ measurementDate }) => measurementDate === before);
    for (const one of [first, second]) portal.tampering.forget(one?.checksum ?? "");
    await rm(join(place.folder, second?.filename ?? ""));
    const { code, stderr, report } = await place.submit(["--missing", "--last", "3"]);
    expect(stderr).toMatch(/^skyferry submit: 2 delivered files not in the portal's lists: asked for again/m);
    // A single look withdraws nothing.
    expect({ code, delivered: report.delivered }).toEqual({ code: 0, delivered: 0 });
    expect((await days()).days[0]).toMatchObject({ date: before, measured: 2, accepted: 2, unlisted: 2 });
    passLooks(place);
    const again = await place.submit(["--missing", "--last", "3"]);
    expect({ code: again.code, delivered: again.report.delivered }).toEqual({ code: 1, delivered: 1 });
    await place.submit(["--missing", "--last", "3"]);
    const [day] = (await days()).days;
    expect(day).toMatchObject({ date: before, measured: 2, accepted: 1, state: "pending" });
  });

  test("in words and as CSV", async () => {
    const words = await run("--from", before, "--to", before);
    expect(words).toMatchObject({ code: 1, stderr: expect.stringMatching(/1 finished file is not on the/) });
    expect(words.stdout).toMatch(
      /^As of .+ UTC:\nCeilometer\n {2}\S+ {2}pending {3}2 measured, 1 accepted, 0 processed; /,
    );
    const csv = (await run("--csv", "--last", "1")).stdout.split("\r\n");
    expect(csv[1]).toMatch(new RegExp(`^Ceilometer,${today},2,2,2,0,0,0,.*,pending,`));
    expect((await run("--gaps", "--last", "3")).stdout).toMatch(/No gaps\.\n$/);
  });

  test("is 1 when something is overdue, by the settings' deadlines", async () => {
    const [one] = place.settings.instruments;
    const deadlines = { acceptedHours: 0.000_001 };
    await place.configure({ ...place.settings, instruments: [{ ...one, deadlines }] });
    const found = await days("--gaps");
    expect(found.code).toBe(1);
    expect(found.days.map(({ date, state, gaps }) => [date, state, gaps])).toEqual([
      [before, "gap", ["accepted"]],
    ]);
    expect((await run("--gaps", "--last", "3")).stdout).toMatch(
      /; accepted late since .+\n1 day with a gap\.\n$/,
    );
  });

  test.each([
    [["--last", "401"], "At most 400 days"],
    [["--last", "0"], "--last must be"],
    [["--from", "2026-02-30"], "is not a valid date"],
    [["--from", "2999-01-01"], "is after today"],
    [["--json", "--csv"], "cannot be combined"],
    [["--instrument", "Sodar"], 'No instrument or model of the settings is called "Sodar".'],
  ])("%j is bad usage", async (words, said) => {
    const { code, stdout, stderr } = await run(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(said);
  });

  test("--missing goes with no dry run", async () => {
    const { code, stderr } = await place.run("submit", ["--missing", "--dry-run"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--missing and --dry-run cannot be combined");
  });
});

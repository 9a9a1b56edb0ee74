import { rename } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { InstrumentInput } from "#contract/settings-file.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { treeChanges, treeLines } from "#test/support/builders/tree-hash.ts";
import { startInProcess } from "#test/support/hosts/cli-in-process.ts";
import { ceilometer, dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf } from "#test/support/hosts/cli-run.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

/** `skyferry plan` on a station of which two of five files are on the portal. */

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

const run = (...words: readonly string[]) => place.run("plan", words);
const plan = async (...words: readonly string[]) =>
  jsonOf<Record<string, unknown>>(await run("--json", ...words));
const yesterday = dayFromToday(-1);

beforeAll(async () => {
  for (const [date, what, content] of [
    ["2021-03-05", "a", "sent"],
    ["2021-04-06", "a", "sent, too"],
  ] as const)
    await place.write(liveName(date, what), content);
  await place.submit();
  await place.write(liveName("2021-03-05", "b"), "not sent");
  // Other bytes under a name that is there.
  await place.write(liveName("2021-04-06", "a"), "sent, and then longer");
  await place.write(liveName(yesterday, "a"), "new of a day");
  await place.write("readme.txt", "of no pattern");
});

describe("plan", () => {
  test("counts by month what is here and not there, and changes nothing", async () => {
    const before = await treeLines(place.root);
    const asked = requestsOf(portal, "GET /api/raw-files");
    const found = await run("--json", "--at", "0.5");
    expect(found).toMatchObject({ code: 0, stderr: "" });
    const bytes = [8, 21, 12];
    expect(jsonOf(found)).toEqual({
      files: 3,
      bytes: 41,
      onPortal: 1,
      months: ["2021-03", "2021-04", yesterday.slice(0, 7)].map((month, place) => ({
        month,
        files: 1,
        bytes: bytes[place],
      })),
      perDay: { files: 1, bytes: 12 },
      bytesPerSecond: 500,
      days: { least: 8.6e-7, most: 1e-6 },
    });
    // A list a month.
    expect(requestsOf(portal, "GET /api/raw-files") - asked).toBe(3);
    expect(requestsOf(portal, "POST")).toBe(2);
    expect(treeChanges(before, await treeLines(place.root))).toEqual([]);
  });

  test("of a range and of an instrument counts these alone", async () => {
    expect(await plan("--from", "2021-03-01", "--to", "2021-03-31")).toMatchObject({
      ...{
        files: 1,
        bytes: 8,
        onPortal: 1,
        months: [{ month: "2021-03" }],
        bytesPerSecond: null,
        days: null,
      },
    });
    expect(await plan("--to", "2021-02-28", "--instrument", "Ceilometer", "--at", "9")).toMatchObject({
      ...{ files: 0, bytes: 0, onPortal: 0, months: [], days: { least: 0, most: 0 } },
    });
  });

  test("counts what is before the start date only where it is asked for", async () => {
    const since = { ...place.settings.instruments[0], since: "2021-04-01" };
    await place.configure({ ...place.settings, instruments: [since] });
    const counts = [await plan(), await plan("--to", "2021-12-31"), await plan("--from", "2021-01-01")];
    await place.configure(place.settings);
    expect(counts.map(({ files }) => files)).toEqual([2, 1, 3]);
  });

  test("in words gives months, new data and time", async () => {
    const { code, stdout } = await run("--at", "1");
    expect(code).toBe(0);
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      "3 files, 41 B: here and not on the portal. 1 file is already on the portal.",
      "  2021-03  1 file  8 B",
    ]);
    expect(stdout).toContain("New data a day: 1 file, 12 B.\nAt 1.0 kB/s it takes about 1 s.\n");
    expect((await run()).stdout).toContain("give a rate with --at KBPS");
  });

  test("of a station with a timetable keeps to it", async () => {
    const nights = [{ from: "01:00", kBps: "off" as const }];
    await place.configure({ ...place.settings, portal: { ...place.settings.portal, rates: nights } });
    const shown = await plan("--at", "0.5");
    const { stdout } = await run("--at", "0.5");
    await place.configure(place.settings);
    // An hour of 24: 41 bytes at 500 a second would take 1e-6 days.
    expect(shown).toMatchObject({ bytes: 41, bytesPerSecond: 500, days: { least: 2.1e-5, most: 2.5e-5 } });
    expect(stdout).toContain("At 500 B/s, limited by the timetable (portal.rates), it takes about 2 s.\n");
  });

  test("works beside a daemon", async () => {
    const found = await besideDaemon(place.settings, () => run("--json"));
    expect(found.code).toBe(0);
    expect(jsonOf(found)).toMatchObject({ files: 3, onPortal: 1 });
  });

  test.each<[string, Partial<InstrumentInput>]>([
    ["an exchanged instrument", { pid: "https://hdl.handle.net/21.12132/3.c1352739ade843a7" }],
    ["one of another type", { instrument: "chm15k" }],
    ["one of another type and site", { instrument: "chm15k", site: "juelich" }],
    ["one with other tags", { tags: ["co"] }],
  ])("of %s counts what was delivered before the change", async (_, change) => {
    const changed = {
      ...place.settings,
      instruments: place.settings.instruments.map((one) => ({ ...one, ...change })),
    };
    await place.configure(changed);
    const alone = await plan();
    const beside = await besideDaemon(changed, () => plan());
    await place.configure(place.settings);
    for (const counts of [alone, beside]) expect(counts).toMatchObject({ files: 3, onPortal: 1 });
  });

  test.each([
    [["--at", "0"], '--at must be a number of kilobytes a second above 0, such as 2000, not "0".'],
    [["--at", "fast"], "--at must be a number of kilobytes a second"],
    [["--from", "2021-03-02", "--to", "2021-03-01"], "--from 2021-03-02 is after --to 2021-03-01"],
    [["--from", "2021-02-30"], "is not a valid date"],
    [["--instrument", "Radar"], 'is called "Radar". They have Ceilometer.'],
  ])("refuses %j", async (words, message) => {
    const end = await run(...words);
    expect(end).toMatchObject({ code: 2, stdout: "" });
    expect(end.stderr).toContain(message);
    expect(end.stderr.split("\n")).toHaveLength(2);
  });

  test("without an instrument, without a portal and without a folder says so in a sentence", async () => {
    const { settings } = place;
    await place.configure({ ...settings, instruments: [] });
    expect(await run()).toMatchObject({ code: 2, stdout: "" });
    await place.configure({ ...settings, portal: { ...settings.portal, url: "http://127.0.0.1:9" } });
    const away = await run("--json");
    expect(away).toMatchObject({ code: 1, stdout: "" });
    expect(away.stderr).toContain("skyferry plan: the portal could not be asked. ");
    await place.configure(settings);
    await rename(place.folder, `${place.folder}-moved`);
    const gone = await run("--json");
    await rename(`${place.folder}-moved`, place.folder);
    expect(gone.code).toBe(1);
    expect(gone.stderr).toContain(`not counted, could not be read: ${ceilometer.name}: `);
  });
});

/** The answer while a daemon runs that sends nothing. */
async function besideDaemon<T>(settings: typeof place.settings, ask: () => Promise<T>): Promise<T> {
  await place.configure({ ...settings, portal: { ...settings.portal, quietHours: allDay() } });
  const daemon = startInProcess(["daemon", "--data", place.dataFolder]);
  await daemon.ready;
  try {
    return await ask();
  } finally {
    await daemon.stop();
    await place.configure(place.settings);
  }
}

/** From the next hour on for 23 hours, and the one before: nothing is sent while this test runs. */
function allDay(): { readonly from: string; readonly to: string } {
  const hour = new Date().getHours();
  const at = (hours: number) => `${String((hour + hours) % 24).padStart(2, "0")}:00`;
  return { from: at(23), to: at(22) };
}

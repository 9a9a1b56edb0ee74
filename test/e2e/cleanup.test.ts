import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { MockPortal } from "#mock-portal/portal.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { type CliPlace, dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf, jsonOf, startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

interface Advised {
  readonly asOf: string;
  readonly bytes: number;
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly md5: string;
    readonly record: string;
    readonly date: string;
  }[];
  readonly kept: readonly { readonly reason: string; readonly files: number; readonly bytes: number }[];
}

/** A portal and a station that are gone when the test is over. */
async function opened(): Promise<
  AsyncDisposable & { readonly portal: MockPortal; readonly place: CliPlace }
> {
  const portal = await openPortal();
  const place = await makeCliPlace(portal.url);
  return {
    portal,
    place,
    async [Symbol.asyncDispose]() {
      await place.remove();
      await portal.close();
    },
  };
}

const md5 = (content: string) => createHash("md5").update(content).digest("hex");
const nameOf = (day: number) => liveName(`2021-02-${String(day).padStart(2, "0")}`, "a");
const contentOf = (day: number) => `content of day ${day}`;

/** Days of February 2021, each with a file that is delivered and processed, beside others that are written already. */
async function processed(
  portal: MockPortal,
  place: CliPlace,
  days: readonly number[],
  others = 0,
): Promise<void> {
  for (const day of days) await place.write(nameOf(day), contentOf(day));
  expect((await place.submit()).report).toMatchObject({ delivered: days.length + others });
  for (const day of days)
    expect(portal.tampering.alter(md5(contentOf(day)), { status: "processed" })).toBe(true);
}

async function advised(place: CliPlace, words: readonly string[] = []) {
  const end = await place.run("cleanup", ["--format", "json", ...words]);
  const found = jsonOf<Advised>(end);
  return { code: end.code, stderr: end.stderr, found, kept: keptIn(found) };
}

const keptIn = ({ kept }: Advised) => Object.fromEntries(kept.map(({ reason, files }) => [reason, files]));
const namesIn = ({ files }: Advised) => files.map(({ path }) => path.split("/").at(-1));

/** As if the lists that are kept had been asked for eleven minutes earlier; no host may run. */
function passLists({ dataFolder }: CliPlace): void {
  const db = new DatabaseSync(join(dataFolder, "ledger.sqlite"));
  db.exec("UPDATE portal_lists SET whole_at_ms = whole_at_ms - 660000, read_at_ms = read_at_ms - 660000");
  db.close();
}

test("what two lists ten minutes apart show byte for byte is named, with one request each, and nothing is removed", async () => {
  await using station = await opened();
  const { portal, place } = station;
  await processed(portal, place, [1, 2, 3]);
  const before = requestsOf(portal, "GET");
  const first = await advised(place);
  expect(first).toMatchObject({
    code: 0,
    stderr: "",
    found: { bytes: 0, files: [] },
    kept: { "listed-once": 3 },
  });
  expect(requestsOf(portal, "GET") - before).toBe(1);
  expect((await advised(place)).kept).toEqual({ "listed-once": 3 });

  passLists(place);
  const asked = requestsOf(portal, "GET");
  const { code, found } = await advised(place);
  expect(requestsOf(portal, "GET") - asked).toBe(1);
  expect({ code, kept: found.kept }).toEqual({ code: 0, kept: [] });
  expect(Date.parse(found.asOf)).toBeGreaterThan(Date.now() - 60_000);
  expect(found.bytes).toBe(3 * contentOf(1).length);
  expect(found.files).toEqual(
    [1, 2, 3].map((day) => ({
      path: join(place.folder, nameOf(day)),
      bytes: contentOf(day).length,
      md5: md5(contentOf(day)),
      record: expect.stringMatching(/^[0-9a-f-]{36}$/),
      date: `2021-02-0${day}`,
    })),
  );
  expect((await place.run("cleanup", ["--format", "null"])).stdout).toBe(
    [1, 2, 3].map((day) => `${join(place.folder, nameOf(day))}\0`).join(""),
  );
  const { stdout } = await place.run("cleanup");
  expect(stdout).toContain("3 files, 48 bytes, may be removed");
  expect(stdout).toContain("2021-02: 3 files");
  for (const day of [1, 2, 3]) expect(existsSync(join(place.folder, nameOf(day)))).toBe(true);
});

/** A month of processed files that one list, asked for eleven minutes ago, has shown. */
async function listedOnce(portal: MockPortal, place: CliPlace, days: readonly number[]): Promise<void> {
  await processed(portal, place, days);
  expect((await advised(place)).found.files).toEqual([]);
  passLists(place);
}

test("a file that went after it was named is told so, and no other", async () => {
  await using station = await opened();
  const { portal, place } = station;
  await processed(portal, place, [1, 2, 3, 4]);
  const pathOf = (day: number) => join(place.folder, nameOf(day));
  const early = pathOf(4);
  await rm(early);
  expect(namesIn((await advised(place, ["--now"])).found)).toEqual([1, 2, 3].map(nameOf));
  // Another version, which nobody named, is delivered in its place.
  await place.write(nameOf(2), "new content of day 2");
  await place.submit();
  for (const day of [1, 2]) await rm(pathOf(day));
  const told = async (day: number) => (await place.run("explain", [pathOf(day)])).stdout;
  const named =
    /The file is no longer here: Skyferry named it as one that may be removed, \d+ \w{3} 20\d\d, \d\d:\d\d UTC\./;
  expect(await told(1)).toMatch(named);
  for (const day of [2, 3, 4]) expect(await told(day)).not.toContain("no longer here");

  const daemon = startCli(["daemon", "--data", place.dataFolder, "--ui-port", "0"]);
  await daemon.ready;
  const gone = async (day: number) => {
    const where = { instrument: "Ceilometer", date: `2021-02-0${day}` };
    const { uploadIds, named } = await askHost(place.dataFolder, "coverage.gone", where);
    return [
      uploadIds.length,
      named.map(({ uploadId, at }) => [uploadId === uploadIds[0], Date.parse(at) > 0]),
    ];
  };
  expect(await gone(1)).toEqual([1, [[true, true]]]);
  expect(await gone(2)).toEqual([1, []]);
  expect(await gone(3)).toEqual([0, []]);
  expect(await gone(4)).toEqual([1, []]);

  await writeFile(join(place.dataFolder, "advised.json"), "{");
  expect(await gone(1)).toEqual([1, []]);
  await daemon.stop();
});

test("whatever changed on this PC since it was delivered is kept, with the reason", async () => {
  await using station = await opened();
  const { portal, place } = station;
  await listedOnce(portal, place, [1, 2, 3, 4, 5]);
  const [, rewritten = "", grown = "", gone = "", linked = ""] = [1, 2, 3, 4, 5].map((day) =>
    join(place.folder, nameOf(day)),
  );
  const { mtime } = await stat(rewritten);
  await writeFile(rewritten, "Content of day 2");
  await utimes(rewritten, mtime, mtime);
  await appendFile(grown, "and more");
  await rm(gone);
  const elsewhere = join(place.root, "elsewhere.nc");
  await rename(linked, elsewhere);
  await symlink(elsewhere, linked);
  const { found, kept } = await advised(place);
  expect(namesIn(found)).toEqual([nameOf(1)]);
  expect(kept).toEqual({ changed: 2, link: 1 });
});

test("young, unsent, duplicate and invalid files are kept, and so is all of a day with a gap", async () => {
  await using station = await opened();
  const { portal, place } = station;
  const young = liveName(dayFromToday(-30), "young");
  await place.write(young, "young");
  await place.write(liveName("2021-02-01", "twin"), contentOf(1));
  const late = liveName("2021-02-02", "late");
  await place.write(late, "late");
  await processed(portal, place, [1, 2, 3, 4], 2);
  portal.tampering.alter(md5(contentOf(4)), { status: "invalid" });
  expect(portal.tampering.forget(md5("late"))).toBe(true);
  await advised(place);
  passLists(place);
  const { found, kept } = await advised(place);
  // The portal has one of the two files with the same bytes under its name; the first that was sent.
  const first = [nameOf(1), liveName("2021-02-01", "twin")].find((name) => namesIn(found).includes(name));
  expect(namesIn(found)).toEqual([first, nameOf(3)]);
  expect(kept).toMatchObject({ young: 1, duplicate: 1, invalid: 1, "not-listed": 1, gap: 1 });
});

test.each([
  ["another checksum", { checksum: md5("other") }, "other-content"],
  ["another size", { size: 7 }, "other-size"],
  ["no content", { status: "created" }, "not-received"],
  ["a status that is not processed", { status: "uploaded" }, "not-processed"],
  ["another name", { filename: "other.nc" }, "duplicate"],
  ["another date", { measurementDate: "2021-02-20" }, "duplicate"],
] as const)("a record with %s is not the file", async (_, change, reason) => {
  await using station = await opened();
  const { portal, place } = station;
  await listedOnce(portal, place, [1]);
  expect(portal.tampering.alter(md5(contentOf(1)), change)).toBe(true);
  expect(await advised(place)).toMatchObject({
    code: 0,
    found: { bytes: 0, files: [] },
    kept: { [reason]: 1 },
  });
  expect(await advised(place, ["--now"])).toMatchObject({
    code: 0,
    found: { files: [] },
    kept: { [reason]: 1 },
  });
});

const asJson = (value: unknown) => ({
  answer: { status: 200, body: JSON.stringify(value), headers: { "content-type": "application/json" } },
});

interface ListedRow {
  readonly uuid: string;
  readonly checksum: string;
  readonly filename: string;
}

test("a list that leaves out, doubles or cannot be read names nothing of what it is about", async () => {
  await using station = await opened();
  const { portal, place } = station;
  await listedOnce(portal, place, [1, 2]);
  const rows = (await (
    await fetch(`${portal.url}/api/raw-files?site=hyytiala&instrument=cl61d`)
  ).json()) as ListedRow[];
  const [one, two] = rows.toSorted((a, b) => (a.filename < b.filename ? -1 : 1));
  const other = "0197a000-0000-7000-8000-000000000001";
  const lists: readonly (readonly [readonly unknown[], readonly string[], object])[] = [
    [[one], [nameOf(1)], { "not-listed": 1 }],
    [[one, two, one], [nameOf(2)], { "listed-twice": 1 }],
    [[one, two, { ...one, uuid: other }], [nameOf(2)], { "listed-twice": 1 }],
    [[one, two, { ...one, uuid: other, checksum: md5("x") }], [nameOf(2)], { "listed-twice": 1 }],
    [[one, two, { ...two, filename: "x.nc", checksum: md5("x") }], [nameOf(1)], { "listed-twice": 1 }],
    [[one, { ...two, uuid: other }], [nameOf(1)], { "lists-differ": 1 }],
    [[one, two, { uuid: 7 }], [], { "list-unreadable": 2 }],
  ];
  for (const [list, names, kept] of lists) {
    portal.setFaults([{ route: "/api/raw-files", fault: asJson(list) }]);
    const found = await advised(place);
    expect([namesIn(found.found), found.kept]).toEqual([names, kept]);
  }
});

test.each([
  ["hangs up", { resetResponseAtByte: 0 }],
  ["is cut", { truncateAtByte: 10 }],
  ["fails", { answer: { status: 500, body: "{}" } }],
  ["is a web page", { loginPage: true }],
] as const)("a portal whose list %s is not asked, and nothing is named", async (_, fault) => {
  await using station = await opened();
  const { portal, place } = station;
  await place.write(liveName("2021-03-01"), "march");
  await processed(portal, place, [1, 2], 1);
  portal.tampering.alter(md5("march"), { status: "processed" });
  await advised(place);
  passLists(place);
  portal.setFaults([{ route: "/api/raw-files", fault }]);
  const { code, stderr, found, kept } = await advised(place);
  expect({ code, files: found.files, kept }).toEqual({ code: 1, files: [], kept: { "not-asked": 3 } });
  expect(stderr).toMatch(/^skyferry cleanup: the portal could not be asked, so nothing is named: .+\n$/);
  for (const format of ["null", "ps1"])
    expect(await place.run("cleanup", ["--format", format])).toMatchObject({ code: 1, stdout: "" });
});

test("with --now the record of each file takes the place of the earlier list, and has to agree", async () => {
  await using station = await opened();
  const { portal, place } = station;
  await processed(portal, place, [1, 2]);
  const now = await advised(place, ["--now"]);
  expect([namesIn(now.found), now.kept]).toEqual([[nameOf(1), nameOf(2)], {}]);
  const route = `/upload/metadata/${md5(contentOf(1))}`;
  const record = (await (await fetch(`${portal.url}${route}`)).json()) as object;
  const other = "0197a000-0000-7000-8000-000000000001";
  for (const [answer, reason] of [
    [asJson({ ...record, size: "7" }), "record-differs"],
    [asJson({ ...record, uuid: other }), "record-differs"],
    [asJson({ ...record, status: "created" }), "record-differs"],
    [asJson({ ...record, filename: "x.nc" }), "record-differs"],
    [{ answer: { status: 404, body: "" } }, "no-record"],
  ] as const) {
    portal.setFaults([{ route, method: "GET", fault: answer }]);
    const { found, kept } = await advised(place, ["--now"]);
    expect([namesIn(found), kept]).toEqual([[nameOf(2)], { [reason]: 1 }]);
  }
  portal.setFaults([{ route, method: "GET", fault: { answer: { status: 500, body: "{}" } } }]);
  expect(await advised(place, ["--now"])).toMatchObject({
    code: 1,
    found: { files: [] },
    kept: { "not-asked": 2 },
  });
});

test("a file is accepted, processed, published, as is required", async () => {
  await using station = await opened();
  const { portal, place } = station;
  await place.write(nameOf(1), contentOf(1));
  await place.submit();
  const named = async (require: string) =>
    namesIn((await advised(place, ["--now", "--require", require])).found);
  expect(await named("accepted")).toEqual([nameOf(1)]);
  expect(await named("processed")).toEqual([]);
  portal.tampering.alter(md5(contentOf(1)), { status: "processed" });
  expect(await named("processed")).toEqual([nameOf(1)]);
  expect((await advised(place, ["--now", "--require", "published"])).kept).toEqual({ "not-published": 1 });
});

test("it answers beside a daemon, for one instrument", async () => {
  await using station = await opened();
  const { portal, place } = station;
  await processed(portal, place, [1]);
  const daemon = startCli(["daemon", "--data", place.dataFolder, "--ui-port", "0"]);
  await daemon.ready;
  const found = await advised(place, ["--now", "--instrument", "Ceilometer"]);
  expect(namesIn(found.found)).toEqual([nameOf(1)]);
  await daemon.stop();
});

test.each([
  [["--older-than", "0d"], "--older-than must be a number of days from 1d to 36500d"],
  [["--older-than", "x"], 'such as 30d, not "x"'],
  [["--older-than", "30"], 'not "30"'],
  [["--older-than", "-1d"], 'not "-1d"'],
  [["--require", "sent"], '--require must be accepted, processed or published, not "sent"'],
  [["--format", "sh"], '--format must be text, null, ps1 or json, not "sh"'],
  [["--json", "--format", "ps1"], "--json and --format ps1 cannot be combined"],
  [["--instrument", "Lidar"], 'No instrument or model of the settings is called "Lidar"'],
])("%j is refused in one line", async (words, said) => {
  await using station = await opened();
  expect(complaintOf(await station.place.run("cleanup", words))).toContain(said);
});

test("a folder that is no station's is refused", async () => {
  await using station = await opened();
  const { place } = station;
  expect(complaintOf(await runInProcess(["cleanup", "--data", join(place.root, "none")]))).toContain(
    "does not exist",
  );
  expect(complaintOf(await runInProcess(["cleanup", "--data", place.folder]))).toContain(
    "neither settings nor",
  );
});

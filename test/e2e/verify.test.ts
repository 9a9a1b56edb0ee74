import { createHash } from "node:crypto";
import { rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { VerifyResult } from "#contract/verify.ts";
import type { MockPortal } from "#mock-portal/portal.ts";
import { type CliPlace, ceilometer, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf, jsonOf, startCli } from "#test/support/hosts/cli-run.ts";
import { passLooks } from "#test/support/hosts/past-looks.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

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

function md5(content: string): string {
  return createHash("md5").update(content).digest("hex");
}

async function verified(place: CliPlace, words: readonly string[] = []) {
  const end = await place.run("verify", ["--json", ...words]);
  expect(end.stderr).toBe("");
  return { code: end.code, found: jsonOf<VerifyResult>(end) };
}

/** By two looks, with more than ten minutes between them. */
async function verifiedTwice(place: CliPlace, words: readonly string[] = []) {
  const first = await verified(place, words);
  expect([first.found.lost, first.found.replaced, first.found.notReceived]).toEqual([[], [], []]);
  passLooks(place);
  return await verified(place, words);
}

const pathsOf = (findings: VerifyResult["lost"]) => findings.map(({ path }) => path).sort();

/** Three instruments of three sites and types; all files of one month. */
const others = [
  {
    name: "Rain radar",
    site: "munich",
    instrument: "mrr-pro",
    pid: "https://hdl.handle.net/21.12132/3.002a1af1dbc143b5",
  },
  {
    name: "Radiometer",
    site: "cluj",
    instrument: "hatpro",
    pid: "https://hdl.handle.net/21.12132/3.028adedd35a44733",
  },
];

test("of a month of three instruments each verdict is found, none is false, and at most 110 requests a look are made", async () => {
  await using station = await opened();
  const { portal, place } = station;
  const folders = [place.folder, ...others.map(({ name }) => join(place.root, name))];
  await place.configure({
    ...place.settings,
    instruments: [
      ...place.settings.instruments,
      ...others.map((one, at) => ({ ...ceilometer, ...one, folder: folders[at + 1] })),
    ],
  });
  const written: { readonly path: string; readonly name: string; readonly checksum: string }[] = [];
  for (const [at, folder] of folders.entries())
    for (let n = 0; n < 124; n++) {
      const date = `2021-03-${String(1 + (n % 31)).padStart(2, "0")}`;
      const name = liveName(date, `${at}-${n}`);
      const content = `${at} ${n}`;
      written.push({ path: await place.write(join(folder, name), content), name, checksum: md5(content) });
    }
  expect((await place.submit()).report).toMatchObject({ delivered: 372 });
  const before = requestsOf(portal, "GET");
  expect(await verified(place)).toMatchObject({ code: 0, found: { checked: 372, same: 372, notAsked: [] } });
  expect(requestsOf(portal, "GET") - before).toBe(3);

  const [lost, replaced, reset] = [written.slice(0, 100), written.slice(130, 230), written.slice(260, 360)];
  for (const { checksum } of lost) expect(portal.tampering.forget(checksum)).toBe(true);
  for (const { checksum } of replaced)
    expect(portal.tampering.alter(checksum, { checksum: md5(`other ${checksum}`) })).toBe(true);
  for (const { checksum } of reset)
    expect(portal.tampering.alter(checksum, { status: "created" })).toBe(true);
  const asked = requestsOf(portal, "GET");
  const { code, found } = await verifiedTwice(place, ["--from", "2021-03-01", "--to", "2021-03-31"]);
  expect(requestsOf(portal, "GET") - asked).toBeLessThanOrEqual(220);
  expect(code).toBe(1);
  expect(found).toMatchObject({ checked: 372, same: 72, notAsked: [], localChanged: [], localGone: [] });
  const names = (files: typeof written) => files.map(({ name }) => name).sort();
  expect(pathsOf(found.lost)).toEqual(names(lost));
  expect(pathsOf(found.replaced)).toEqual(names(replaced));
  expect(pathsOf(found.notReceived)).toEqual(names(reset));
  expect(found.replaced[0]?.record).toMatchObject({
    status: "uploaded",
    checksum: expect.stringMatching(/^[0-9a-f]{32}$/),
  });

  // Nobody fights over a record of somebody else; all else is there again.
  const { report } = await place.submit();
  expect(report).toMatchObject({ delivered: 200 });
  expect(report.blocked).toHaveLength(100);
  expect(new Set(report.blocked.map(({ cause }) => cause))).toEqual(new Set(["replaced-on-portal"]));
  expect(await verified(place)).toMatchObject({ code: 0, found: { checked: 272, same: 272 } });
  const { stdout } = await place.run("status");
  expect(stdout).toContain("100 files were replaced on the portal by another program");
});

test("a receipt gets the uuid of its record when it is verified, and a record of another name is a duplicate", async () => {
  await using station = await opened();
  const { portal, place } = station;
  const [kept, moved] = [liveName("2021-02-03", "kept"), liveName("2021-02-04", "moved")];
  await place.write(kept, "kept");
  await place.write(moved, "moved");
  await place.submit();
  portal.tampering.alter(md5("moved"), { filename: "renamed.nc" });
  expect(await verified(place)).toMatchObject({ code: 0, found: { checked: 2, same: 2 } });
  const { stdout } = await place.run("receipts");
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: kept, kind: "stored", recordFilename: kept, recordUuid: uuid }),
      expect.objectContaining({ path: moved, kind: "twin", recordFilename: "renamed.nc", recordUuid: uuid }),
    ]),
  );
});

test("with --disk the files of this PC are read again", async () => {
  await using station = await opened();
  const { place } = station;
  const [same, rewritten, grown, gone] = ["same", "rewritten", "grown", "gone"].map((what) =>
    liveName("2021-02-03", what),
  );
  for (const name of [same, rewritten, grown, gone]) await place.write(name ?? "", `content of ${name}`);
  await place.submit();
  const path = join(place.folder, rewritten ?? "");
  const { mtime } = await stat(path);
  await writeFile(path, `Content of ${rewritten}`);
  await utimes(path, mtime, mtime);
  await place.write(grown ?? "", `content of ${grown} and more`);
  await rm(join(place.folder, gone ?? ""));
  expect(await verified(place)).toMatchObject({
    code: 0,
    found: { same: 4, localChanged: [], localGone: [] },
  });
  const { code, found } = await verified(place, ["--disk"]);
  expect(code).toBe(1);
  expect(found).toMatchObject({ checked: 4, same: 4, lost: [] });
  expect(pathsOf(found.localChanged)).toEqual([grown, rewritten]);
  expect(pathsOf(found.localGone)).toEqual([gone]);
  expect((await place.submit(["--wait", "0"])).report).toMatchObject({ delivered: 2 });
});

test.each([
  ["hangs up", { resetResponseAtByte: 0 }],
  ["is cut", { truncateAtByte: 10 }],
  ["fails", { answer: { status: 500, body: "{}" } }],
  ["is a web page", { loginPage: true }],
  [
    "is of other things",
    { answer: { status: 200, body: '[{"uuid":7}]', headers: { "content-type": "application/json" } } },
  ],
] as const)("a list that %s is no verdict", async (_, fault) => {
  await using station = await opened();
  const { portal, place } = station;
  await place.write(liveName("2021-02-03"), "a");
  await place.submit();
  portal.setFaults([{ route: "/api/**", fault }]);
  const { code, found } = await verified(place);
  expect(code).toBe(1);
  expect(found).toMatchObject({ checked: 0, same: 0, lost: [], replaced: [], notReceived: [] });
  expect(found.notAsked).toMatchObject([{ count: 1 }]);
  expect((await place.run("status", ["--json"])).stdout).toContain('"delivered":1');
});

const asJson = (value: unknown) => ({
  answer: { status: 200, body: JSON.stringify(value), headers: { "content-type": "application/json" } },
});

test("a list of a month that leaves files out proves nothing; its days do", async () => {
  await using station = await opened();
  const { portal, place } = station;
  for (const day of ["03", "04"]) await place.write(liveName(`2021-02-${day}`), day);
  await place.submit();
  const first = { route: "/api/raw-files", requests: 1, fault: asJson([]) };
  const notOffered = { route: "/upload/metadata/*", method: "GET", fault: { answer: { status: 404 } } };
  for (const rules of [[first], [first, notOffered]]) {
    portal.setFaults(rules);
    expect(await verified(place)).toMatchObject({ code: 0, found: { checked: 2, same: 2 } });
  }
});

test("lists that leave out what the portal has by checksum prove nothing at all", async () => {
  await using station = await opened();
  const { portal, place } = station;
  for (let n = 0; n < 40; n++) await place.write(liveName("2021-02-03", `${n}`), `${n}`);
  await place.submit();
  portal.tampering.forget(md5("7"));
  portal.setFaults([{ route: "/api/raw-files", fault: asJson([]) }]);
  const { code, found } = await verified(place);
  expect({ code, lost: found.lost }).toEqual({ code: 1, lost: [] });
  expect(found.checked + (found.notAsked[0]?.count ?? 0)).toBe(40);
  expect((await place.run("status", ["--json"])).stdout).toContain('"delivered":40');
});

test("records that cannot be read, or are of other sites, are not mistaken for what is missing", async () => {
  await using station = await opened();
  const { portal, place } = station;
  const days = ["03", "04", "05"];
  for (const day of days) await place.write(liveName(`2021-02-${day}`), day);
  await place.submit();
  portal.tampering.forget(md5("05"));
  const listed = await fetch(`${portal.url}/api/raw-files?site=hyytiala&instrument=cl61d`);
  const records = (await listed.json()) as {
    checksum?: string;
    filename: string;
    site: object;
    siteId: string;
  }[];
  const [first, second] = records;
  const odd = { ...first, checksum: undefined };
  const strange = {
    ...second,
    checksum: md5("strange"),
    filename: liveName("2021-02-05"),
    siteId: "munich",
    site: null,
  };
  portal.setFaults([
    { route: "/api/raw-files", fault: asJson([odd, second, strange]) },
    { route: "/upload/metadata/*", method: "GET", fault: { answer: { status: 404 } } },
  ]);
  const { found } = await verified(place);
  expect(found).toMatchObject({ checked: 1, same: 1, lost: [], replaced: [], notAsked: [{ count: 2 }] });
  portal.setFaults([{ route: "/api/raw-files", fault: asJson([first, second, strange]) }]);
  expect((await verifiedTwice(place)).found).toMatchObject({
    same: 2,
    lost: [{ path: liveName("2021-02-05") }],
  });
});

test("a portal that knows no span of dates is asked day by day", async () => {
  await using station = await opened();
  const { portal, place } = station;
  for (const day of ["03", "04"]) await place.write(liveName(`2021-02-${day}`), day);
  await place.submit();
  portal.tampering.forget(md5("04"));
  const errors = JSON.stringify({ status: 400, errors: ["Unknown query parameters: dateFrom,dateTo"] });
  portal.setFaults([
    {
      route: "/api/raw-files",
      requests: 1,
      fault: { answer: { status: 400, body: errors, headers: { "content-type": "application/json" } } },
    },
  ]);
  const { found } = await verifiedTwice(place);
  expect(found).toMatchObject({
    checked: 2,
    same: 1,
    lost: [{ path: liveName("2021-02-04") }],
    notAsked: [],
  });
});

test("what is lost twice, or lost and gone here, waits for a person", async () => {
  await using station = await opened();
  const { portal, place } = station;
  const [twice, gone] = [liveName("2021-02-03", "twice"), liveName("2021-02-03", "gone")];
  await place.write(twice, "twice");
  await place.write(gone, "gone");
  await place.submit();
  portal.tampering.forget(md5("twice"));
  portal.tampering.forget(md5("gone"));
  await rm(join(place.folder, gone));
  expect(pathsOf((await verifiedTwice(place)).found.lost)).toEqual([gone, twice]);
  expect((await place.submit()).report).toMatchObject({ delivered: 1 });
  portal.tampering.forget(md5("twice"));
  expect(pathsOf((await verifiedTwice(place)).found.lost)).toEqual([twice]);
  const status = jsonOf<{ causes: unknown; needsAttention: boolean }>(await place.run("status", ["--json"]));
  expect(status).toMatchObject({ needsAttention: true, causes: [{ cause: "not-kept", count: 2 }] });
});

test("a stale list of other contents changes nothing while the records are asked for by checksum", async () => {
  await using station = await opened();
  const { portal, place } = station;
  for (let n = 0; n < 12; n++) await place.write(liveName("2021-02-03", `${n}`), `${n}`);
  await place.submit();
  const listed = await fetch(`${portal.url}/api/raw-files?site=hyytiala&instrument=cl61d`);
  const records = (await listed.json()) as { readonly checksum: string }[];
  const stale = records.map((one) => ({ ...one, checksum: md5(`old ${one.checksum}`) }));
  portal.setFaults([{ route: "/api/raw-files", fault: asJson(stale) }]);
  const { code, found } = await verifiedTwice(place);
  expect({ code, replaced: found.replaced }).toEqual({ code: 1, replaced: [] });
  expect(found.notAsked).toEqual([{ reason: expect.stringContaining("contradict its records"), count: 12 }]);
  portal.setFaults([]);
  expect(await verified(place)).toMatchObject({ code: 0, found: { same: 12 } });
});

test("receipts of another portal are left alone", async () => {
  await using station = await opened();
  await using other = await opened();
  const { place } = station;
  await place.write(liveName("2021-02-03"), "a");
  await place.submit();
  await place.configure({ ...place.settings, portal: { ...place.settings.portal, url: other.portal.url } });
  const { code, found } = await verified(place);
  expect({ code, found }).toMatchObject({ code: 1, found: { checked: 0, lost: [] } });
  expect(found.notAsked).toEqual([
    { reason: `Another portal has confirmed it: ${station.portal.url}.`, count: 1 },
  ]);
});

test("verify answers beside a daemon, and one look withdraws nothing", async () => {
  await using station = await opened();
  const { portal, place } = station;
  const name = liveName("2021-02-03");
  await place.write(name, "a");
  const daemon = startCli(["daemon", "--data", place.dataFolder]);
  try {
    await daemon.ready;
    await expect.poll(() => portal.acceptances().length).toBe(1);
    await expect.poll(async () => (await verified(place)).found).toMatchObject({ checked: 1, same: 1 });
    portal.tampering.forget(md5("a"));
    expect((await verified(place)).found).toMatchObject({ lost: [], unconfirmed: [{ path: name }] });
    const words = await place.run("verify");
    expect(words.code).toBe(1);
    expect(words.stdout).toMatch(/\n1 file not confirmed yet: nothing was changed; look again after .+\.\n/);
    expect((await verified(place)).found).toMatchObject({ lost: [], unconfirmed: [{ path: name }] });
    expect(portal.acceptances()).toHaveLength(1);
  } finally {
    await daemon.stop("SIGKILL");
  }
});

test("bad flags of verify are named", async () => {
  await using station = await opened();
  const { place } = station;
  for (const [words, said] of [
    [["--last", "0"], "--last must be a number of days"],
    [["--last", "1", "--from", "2021-01-01"], "cannot be combined"],
    [["file"], '"file" is an unexpected argument'],
  ] as const)
    expect(complaintOf(await place.run("verify", words))).toContain(said);
});

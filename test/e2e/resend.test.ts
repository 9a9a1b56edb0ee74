import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Output } from "#contract/methods.ts";
import type { ReceiptLine } from "#contract/receipts.ts";
import type { MockPortal } from "#mock-portal/portal.ts";
import { type CliPlace, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf, jsonOf, startCli } from "#test/support/hosts/cli-run.ts";
import { passLooks } from "#test/support/hosts/past-looks.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

let portal: MockPortal;
let place: CliPlace;
const [first, second] = [liveName("2021-02-03"), liveName("2021-02-05")];

beforeEach(async () => {
  portal = await openPortal();
  place = await makeCliPlace(portal.url);
  await place.write(first, "one");
  await place.write(second, "two");
  expect((await place.submit()).report).toMatchObject({ delivered: 2 });
});

afterEach(async () => {
  await place.remove();
  await portal.close();
});

async function again(words: readonly string[]) {
  const end = await place.run("resend", ["--json", ...words], { cwd: place.folder });
  return { code: end.code, ...jsonOf<Output<"sendAgain">>(end) };
}

async function receipts(): Promise<readonly ReceiptLine[]> {
  const { stdout } = await place.run("receipts");
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("one file is announced once more, and what the portal has already is the receipt; the former one stays", async () => {
  const posts = requestsOf(portal, "POST");
  const one = { queued: 1, gone: 0, changed: 0, leftOut: 0, notQueued: [] };
  expect(await again([first])).toEqual({ code: 0, ...one });
  // It is in the queue already.
  expect(await again([first])).toEqual({ code: 0, ...one });
  expect(requestsOf(portal, "POST")).toBe(posts);
  expect((await place.submit()).report).toMatchObject({ known: 1, bytesSent: 0 });
  expect(requestsOf(portal, "POST")).toBe(posts + 1);
  const ofFirst = (await receipts()).filter(({ path }) => path === first);
  expect(ofFirst.map(({ kind }) => kind)).toEqual(["stored", "known"]);
});

test("a day, an instrument, all of another portal", async () => {
  expect(await again(["--date", "2021-02-05"])).toMatchObject({ code: 0, queued: 1 });
  // It is in the queue already.
  expect(await again(["--date", "2021-02-05"])).toMatchObject({ code: 0, queued: 0 });
  expect(await again(["--instrument", "Ceilometer"])).toMatchObject({ code: 0, queued: 1 });
  expect(complaintOf(await place.run("resend", ["--instrument", "Radar"]))).toBe(
    'skyferry resend: No instrument or model of the settings is called "Radar". They have Ceilometer.',
  );
  await place.submit();
  expect(await again(["--other-portal"])).toMatchObject({ code: 0, queued: 0 });

  const other = await openPortal();
  onTestFinished(() => other.close());
  await place.configure({ ...place.settings, portal: { ...place.settings.portal, url: other.url } });
  expect((await place.submit()).report).toMatchObject({ delivered: 0, deliveredBefore: 2 });
  expect(await again(["--other-portal"])).toMatchObject({ code: 0, queued: 2 });
  expect((await place.submit()).report).toMatchObject({ delivered: 2 });
  expect(
    other
      .acceptances()
      .map(({ filename }) => filename)
      .sort(),
  ).toEqual([first, second]);
  const where = (await receipts()).map((one) => one.portal);
  expect(where.filter((one) => one === other.url)).toHaveLength(2);
  expect(where.filter((one) => one === portal.url)).toHaveLength(4);
});

test("a date that was corrected after delivery is announced, and the portal keeps the content under the former one", async () => {
  const [instrument] = place.settings.instruments;
  await place.configure({ ...place.settings, instruments: [{ ...instrument, pattern: "live_%Y%d%m_*.nc" }] });
  expect(await again([first])).toMatchObject({ code: 0, queued: 1 });
  expect((await place.submit()).report).toMatchObject({ twins: 1 });
  const corrected = (await receipts()).find(({ measurementDate }) => measurementDate === "2021-03-02");
  expect(corrected).toMatchObject({ path: first, kind: "twin", recordFilename: first });
});

test("files that are gone, changed, unknown or left out by the settings are counted and named", async () => {
  await rm(join(place.folder, first));
  await place.write(second, "two, changed");
  expect(await again([first, second, "never.nc"])).toEqual({
    code: 1,
    queued: 0,
    gone: 1,
    changed: 1,
    leftOut: 1,
    notQueued: [
      { instrument: "Ceilometer", path: first, reason: "gone" },
      { instrument: "Ceilometer", path: join(place.folder, second), reason: "changed" },
      { instrument: null, path: "never.nc", reason: "unknown" },
    ],
  });
  const third = await place.write(liveName("2021-02-06"), "three");
  await place.submit();
  const words = await place.run("resend", [first, third, "never.nc"], { cwd: place.folder });
  expect(words).toMatchObject({
    code: 1,
    stdout: [
      "1 file back in the queue:",
      `  ${third}`,
      "Not in the queue:",
      `  ${first}: it is no longer in the instrument's folder`,
      "  never.nc: no file of this name was ever found: check the path",
      "",
    ].join("\n"),
  });
  const ofDay = await place.run("resend", ["--date", "2021-02-03"]);
  expect(ofDay).toMatchObject({
    code: 1,
    stdout: `0 files back in the queue.\nNot in the queue:\n  Ceilometer, ${first}: it is no longer in the instrument's folder\n`,
  });
  const [instrument] = place.settings.instruments;
  await place.configure({ ...place.settings, instruments: [{ ...instrument, since: "2021-02-04" }] });
  await place.write(first, "one");
  expect(await again([first])).toMatchObject({
    code: 1,
    leftOut: 1,
    notQueued: [{ path: join(place.folder, first), reason: "leftOut" }],
  });
});

test("what another program has put on the portal is replaced when the file is named", async () => {
  const record = portal.acceptances().find(({ filename }) => filename === first);
  portal.tampering.alter(record?.checksum ?? "", { checksum: "0".repeat(32) });
  await place.run("verify");
  passLooks(place);
  await place.run("verify");
  expect((await place.submit()).report.blocked).toHaveLength(1);
  expect(await again([first])).toMatchObject({ code: 0, queued: 1 });
  expect((await place.submit()).report).toMatchObject({ delivered: 1, blocked: [] });
});

test("a daemon sends it at once", async () => {
  portal.tampering.forget(portal.acceptances().find(({ filename }) => filename === first)?.checksum ?? "");
  const daemon = startCli(["daemon", "--data", place.dataFolder]);
  try {
    await daemon.ready;
    expect(await again([first])).toMatchObject({ code: 0, queued: 1 });
    await expect.poll(() => portal.acceptances().length).toBe(3);
  } finally {
    await daemon.stop("SIGKILL");
  }
});

test("bad flags of resend are named", async () => {
  for (const [words, said] of [
    [[], "PATH is missing"],
    [[first, "--last", "2"], "is an unexpected argument"],
    [[first, "."], "skyferry resend: . is a folder: name its files, or choose them by dates or --instrument"],
    [["--date", "2021-02-30"], '--date "2021-02-30" is not a valid date'],
    [Array.from({ length: 501 }, () => first), "At most 500 files can be named at once"],
  ] as const)
    expect(complaintOf(await place.run("resend", words, { cwd: place.folder }))).toContain(said);
});

import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { ofAllTests, ofEachTest } from "#test/support/builders/of-tests.ts";
import { treeChanges, treeLines } from "#test/support/builders/tree-hash.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { runOnTerminal, startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import { portalProbe } from "#test/support/portals/portal-probe.ts";

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

/** Keys of `submit --json` that scripts may rely on. */
const reportKeys = [
  "found",
  "delivered",
  "known",
  "twins",
  "superseded",
  "deliveredBefore",
  "blocked",
  "waiting",
  "questionable",
  "planned",
  "held",
  "heldInstruments",
  "skipped",
  "unreadable",
  "holds",
  "requests",
  "bytesSent",
  "clock",
  "seconds",
];

test("every finished file is on the portal byte for byte, and a second run has nothing to do", async () => {
  const paths = [
    await place.write(liveName(dayFromToday(0)), "of today"),
    await place.write(`2021/${liveName("2021-02-03")}`, "long ago"),
  ];
  await place.write("readme.txt", "not of the pattern");
  const treeBefore = await treeLines(place.folder);

  const first = await place.submit();
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(Object.keys(first.report)).toEqual(reportKeys);
  expect(first.report).toMatchObject({ found: 2, delivered: 2, known: 0, twins: 0, superseded: 0 });
  expect(first.report.requests).toMatchObject({ post: 2, put: 2 });
  expect(first.report.bytesSent).toBe("of today".length + "long ago".length);
  expect(first.report.skipped.map(({ path }) => basename(path))).toEqual(["readme.txt"]);
  const eye = portalProbe(portal.url);
  const records = await eye.rawFiles("hyytiala");
  for (const path of paths) {
    const record = records.find(({ filename }) => filename === basename(path));
    expect(record).toMatchObject({ status: "uploaded", tags: [] });
    if (record !== undefined) expect(Buffer.from(await eye.download(record))).toEqual(await readFile(path));
  }

  const second = await place.submit();
  expect(second).toMatchObject({ code: 0, report: { found: 2, delivered: 0, deliveredBefore: 2 } });
  expect(second.report.requests).toEqual({ post: 0, put: 0, get: 0 });
  expect(treeChanges(treeBefore, await treeLines(place.folder))).toEqual([]);
});

test("a new data folder finds what the portal has: its own files known, other names as twins", async () => {
  await place.write(liveName("2021-05-01"), "same bytes");
  await place.submit();
  const other = await makeCliPlace(portal.url);
  await other.write(liveName("2021-05-01"), "same bytes");
  await other.write(liveName("2021-05-01", "copy"), "same bytes");
  const { code, report } = await other.submit();
  expect({ code, ...report }).toMatchObject({ code: 0, found: 2, delivered: 0, known: 1, twins: 1 });
  // The twin's announcement is answered by 409: the portal's own word that it has these bytes.
  expect(report.requests).toMatchObject({ post: 1, put: 0 });
  await other.remove();
});

test("a file that changes after delivery goes again and takes the place of the old content", async () => {
  const name = liveName("2021-06-01");
  await place.write(name, "first");
  await place.submit();
  await place.write(name, "first, and more");
  const { code, report } = await place.submit();
  expect({ code, ...report }).toMatchObject({ code: 0, delivered: 1, requests: { post: 1, put: 1 } });
  const eye = portalProbe(portal.url);
  const [record, ...others] = (await eye.rawFiles("hyytiala")).filter(({ filename }) => filename === name);
  expect(others).toEqual([]);
  expect(record && Buffer.from(await eye.download(record)).toString()).toBe("first, and more");
});

test("a file that is too young is waited for, or reported as growing", async () => {
  const settlingFor = (seconds: number) =>
    place.configure({
      ...place.settings,
      instruments: [{ ...place.settings.instruments[0], finish: { policy: "settle", seconds } }],
    });
  const path = await place.write(liveName("2021-07-01"), "young");
  await settlingFor(7200);
  const impatient = await place.submit(["--wait", "0"]);
  expect(impatient).toMatchObject({ code: 0, report: { found: 0, delivered: 0 } });
  expect(impatient.report.skipped).toEqual([
    { path, reason: expect.stringMatching(/^not finished yet: .*7200 s/) },
  ]);
  await place.write(path, "young");
  const { mtimeMs } = await stat(path);
  await settlingFor(Math.ceil((Date.now() - mtimeMs) / 1000) + 2);
  const patient = await place.submit(["--wait", "5"]);
  expect(patient).toMatchObject({ code: 0, report: { found: 1, delivered: 1, skipped: [] } });
});

test("a terminal shows how far it is, and in the end the same words as a pipe", async ({ skip }) => {
  portal.setFaults([{ method: "PUT", fault: { latencyMs: 300 } }]);
  await place.configure({
    ...place.settings,
    instruments: [{ ...place.settings.instruments[0], check: "off" }],
  });
  for (const what of ["a", "b", "c"]) await place.write(liveName("2021-08-02", what), `watched ${what}`);
  const shown = await runOnTerminal(["submit", "--data", place.dataFolder]);
  portal.setFaults([]);
  if (shown === null) return skip("this system has no `script` to make a terminal with");
  const pieces = shown.split("\u001b[K");
  expect(pieces.some((piece) => /^\d+ of 27 B · \d of 3 files · live_\S+ \d+ %/.test(piece))).toBe(true);
  expect(pieces.at(-1)).toMatch(/^3 finished files found, 3 delivered \(27 B in \d\.\d s\)\.\r\n$/);
});

test("piped words are plain: what was found, sent and left alone, with no control characters", async () => {
  await place.write(liveName("2021-08-01"), "words");
  await place.write(liveName("2021-08-01", "not fit!"), "words of another");
  const { code, stdout, stderr } = await place.run("submit");
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toMatch(/^2 finished files found, 1 delivered \(5 B in \d+\.\d s\)\.\nBlocked:\n {2}\//);
  expect(stdout).toContain("not fit!");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
  expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/);
});

test("a pass that is stopped before its end says so and does not end as one that had nothing to do", async () => {
  const [instrument] = place.settings.instruments;
  const patient = { ...instrument, finish: { policy: "settle", seconds: 600 } };
  await place.configure({ portal: place.settings.portal, instruments: [patient] });
  await writeFile(join(place.folder, liveName("2021-02-03")), "young");
  const pass = startCli(["submit", "--data", place.dataFolder]);
  while (!existsSync(join(place.dataFolder, "ledger.mark.json"))) await setTimeout(20);
  const { code, stderr } = await pass.stop("SIGINT");
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("stopped early") });
});

import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ofAllTests, ofEachTest } from "#test/support/builders/of-tests.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { ceilometer, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf, startCli } from "#test/support/hosts/cli-run.ts";
import { ordinaryUser } from "#test/support/hosts/ordinary-user.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

test("each instrument with a fault is left out and its key is named; the good one delivers", async () => {
  const good = { ...ceilometer, folder: place.folder };
  const at = (name: string) => join(place.root, name);
  const bad = [
    { ...good, name: "Unknown key", folder: at("a"), paterns: "x" },
    { ...good, name: "Wrong type", folder: at("b"), tags: "co" },
    { ...good, name: "No date", folder: at("c"), pattern: "live_*.nc" },
    { ...good, name: "Bad PID", folder: at("d"), pid: "21.12132/3.241bda142975460b" },
    { ...good, name: "Same files" },
    { ...good, name: "Bad policy", folder: at("f"), finish: { policy: "soon" } },
    { ...good, name: "Relative", folder: "g" },
  ];
  await place.configure({ portal: place.settings.portal, instruments: [good, ...bad], sites: [] });
  await place.write(liveName("2021-02-03"), "of the good one");
  const { code, stderr, report } = await place.submit();
  expect({ code, ...report }).toMatchObject({ code: 1, found: 1, delivered: 1, blocked: [], holds: [] });
  const lines = stderr.trimEnd().split("\n");
  expect(lines).toEqual(
    [
      /sites is not a setting/,
      /instruments\[1\]\.paterns is not a setting: .*"Unknown key" is left out/,
      /instruments\[2\]\.tags must be a list of tags.*but is "co"/,
      /instruments\[3\]\.pattern "live_\*\.nc" cannot be used: /,
      /instruments\[4\]\.pid must be a persistent identifier/,
      /instruments\[5\]\.pattern matches the same files as "Ceilometer" above/,
      /instruments\[6\]\.finish(\.policy)? must be one of settle, next-file/,
      /instruments\[7\]\.folder must be an absolute path/,
    ].map((line) => expect.stringMatching(line)),
  );
  for (const line of lines) expect(line).toMatch(/^skyferry: /);
});

test("files that two patterns take are sent by neither and named with both", async () => {
  const second = { ...ceilometer, name: "Second", folder: place.folder, pattern: "live_%Y%m%d_a*.nc" };
  await place.configure({
    portal: place.settings.portal,
    instruments: [...place.settings.instruments, second],
  });
  const path = await place.write(liveName("2021-02-03", "a1"), "of which?");
  const other = await place.write(liveName("2021-02-03", "a2"), "of which of them?");
  await place.write(liveName("2021-02-03", "b1"), "of the first");
  const { code, report } = await place.submit();
  expect({ code, ...report }).toMatchObject({ code: 1, delivered: 1 });
  const message = expect.stringContaining('The instruments "Ceilometer" and "Second" both match this file');
  expect(report.blocked.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual(
    [path, other].map((each) => ({ path: each, cause: "claimed-twice", message })),
  );
  const words = await place.run("submit");
  expect(words.stdout).toMatch(/^3 finished .*\n1 file already delivered before\.\nBlocked:\n/);
  expect((await place.run("explain", [path])).stdout).toMatch(/It is not sent: .*Ceilometer.*Second/);
});

test.each([
  [
    '{ "portal": { "url": "D:\\Data" } }',
    /settings\.json is not valid JSON: line 1, column \d+: write every/,
  ],
  ["", /settings\.json is not valid JSON: it is empty/],
  [
    '{"portal":{"url":"ftp://x","username":"a"},"instruments":[]}',
    /portal\.url must be an address.*"ftp:\/\/x"/,
  ],
  ['{"portal":{"url":"http://portal.example","username":"a"},"instruments":[]}', /portal\.url .* plain http/],
  [
    '{"portal":{"url":"https://a:b@portal.example","username":"a"},"instruments":[]}',
    /must not contain a user name/,
  ],
])("settings %j are refused in one line and nothing is sent", async (text, said) => {
  await writeFile(place.settingsFile, text);
  const complaint = complaintOf(await place.run("submit"));
  expect(complaint).toMatch(said);
  expect(complaint).not.toContain("a:b");
});

test("settings that are not there are asked for; a daemon stays and serves the setup", async () => {
  await rm(place.settingsFile);
  expect(complaintOf(await place.run("submit"))).toContain(`write ${place.settingsFile}, or import`);
  const daemon = startCli(["daemon", "--data", place.dataFolder]);
  expect((await daemon.ready).ui).toMatch(/^http:\/\/127\.0\.0\.1:/);
  const { code, stderr } = await daemon.stop();
  expect(code).toBe(0);
  expect(stderr).toContain("There are no settings yet");
  const given = await place.run("submit", ["--settings", join(place.root, "other.json")]);
  expect(complaintOf(given)).toContain(`${join(place.root, "other.json")} does not exist`);
});

test("submit without settings writes nothing: the folder may be an instrument's", async () => {
  const name = liveName("2021-02-06");
  await place.write(name, "an instrument's own");
  const nowhere = join(place.root, "nowhere");
  for (const folder of [place.folder, nowhere]) {
    const complaint = complaintOf(await runInProcess(["submit", "--data", folder]));
    expect(complaint).toContain(`write ${join(folder, "settings.json")}, or import`);
    const other = join(folder, "other.json");
    const given = await runInProcess(["submit", "--dry-run", "--data", folder, "--settings", other]);
    expect(complaintOf(given)).toContain(`${other} does not exist`);
  }
  expect(await readdir(place.folder)).toEqual([name]);
  expect(existsSync(nowhere)).toBe(false);
});

test("a folder that is not there is named; the other instrument goes on", async () => {
  const missing = { ...ceilometer, name: "Away", folder: join(place.root, "away") };
  await place.configure({
    portal: place.settings.portal,
    instruments: [missing, ...place.settings.instruments],
  });
  await place.write(liveName("2021-02-04"), "of the other");
  const { code, stderr, report } = await place.submit();
  expect({ code, ...report }).toMatchObject({ code: 1, delivered: 1 });
  expect(stderr).toContain(`instruments[0].folder of "Away": ${missing.folder} does not exist`);
  expect(report.holds).toMatchObject([
    { cause: "folder-unreachable", message: expect.stringContaining(missing.folder) },
  ]);
  await mkdir(missing.folder);
  expect(await place.submit()).toMatchObject({ code: 0, stderr: "" });
});

test("a folder and settings that this user may not read are named, and the rest goes on", async ({
  skip,
}) => {
  const user = await ordinaryUser();
  if (typeof user === "string") return skip(user);
  const closed = { ...ceilometer, name: "Closed", folder: join(place.root, "closed") };
  await place.configure({
    portal: place.settings.portal,
    instruments: [closed, ...place.settings.instruments],
  });
  await place.write(join(closed.folder, liveName("2021-02-05")), "behind the door");
  await place.write(liveName("2021-02-05", "open"), "may be read");
  await user.own(place.root);
  await chmod(closed.folder, 0o000);
  const { code, stderr, report } = await place.submit([], user.options);
  expect({ code, ...report }).toMatchObject({ code: 1, delivered: 1 });
  expect(stderr).toContain(`${closed.folder} cannot be read: this user has no permission`);
  expect(report.holds).toMatchObject([{ cause: "folder-unreachable" }]);

  await Promise.all([chmod(closed.folder, 0o700), chmod(place.settingsFile, 0o000)]);
  const unread = complaintOf(await place.run("submit", [], user.options));
  expect(unread).toContain(`${place.settingsFile} cannot be read: this user has no permission`);
  await chmod(place.settingsFile, 0o600);
  expect(await place.submit([], user.options)).toMatchObject({ code: 0, report: { delivered: 1 } });
});

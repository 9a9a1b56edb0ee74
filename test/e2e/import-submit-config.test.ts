import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test as testAnywhere } from "vitest";
import { importConfiguration } from "#compose/import-config.ts";
import { ofAllTests, ofEachTest } from "#test/support/builders/of-tests.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { ceilometer, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf, jsonOf } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

// Elsewhere the password would go into the keychain of anyone who runs the tests.
const test = testAnywhere.skipIf(process.platform !== "linux");
const password = "wort-das-niemand-sieht";
const portal = ofAllTests(
  () => openPortal({ users: [{ username: "kumpula", password, sites: ["hyytiala"] }] }),
  (one) => one.close(),
);
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
let toml: string;

beforeEach(async () => {
  toml = join(place.root, "config.toml");
  await writeFile(toml, configuration(place.folder));
});

const configuration = (folder: string) => `
[user_account]
username = "kumpula"
password = "${password}"

[[instrument]]
site = "hyytiala"
instrument = "cl61d"
instrument_pid = "${ceilometer.pid}"
path_fmt = "${folder}/live_%Y%m%d_*.nc"
`;

const importInto = (...words: string[]) =>
  runInProcess(["import-submit-config", toml, ...words], { password: null });

test("it reads what Windows' Notepad and PowerShell write, and names UTF-16 that does not say so", async () => {
  const text = `\uFEFF${configuration(place.folder)}`;
  for (const [n, bytes] of [Buffer.from(text), Buffer.from(text, "utf16le")].entries()) {
    await writeFile(toml, bytes);
    const done = await importInto("--data", join(place.root, `new${n}`), "--portal-url", portal.url);
    expect(done).toMatchObject({ code: 0, stderr: "" });
  }
  await writeFile(toml, Buffer.from(configuration(place.folder), "utf16le"));
  const complaint = complaintOf(
    await importInto("--data", join(place.root, "new"), "--portal-url", portal.url),
  );
  expect(complaint).toContain(`${toml}: The file cannot be read: it is not in UTF-8: save it as UTF-8.`);
});

test("what it writes delivers at once; the password is in the fallback alone, for this user alone", async () => {
  const dataFolder = join(place.root, "new");
  const done = await importInto("--data", dataFolder, "--portal-url", portal.url);
  expect(done).toMatchObject({ code: 0, stderr: "" });
  expect(done.stdout).toContain(`1 instrument written to ${join(dataFolder, "settings.json")}.`);
  expect(done.stdout).toContain("The password is in the fallback (credentials.json).");
  expect(JSON.parse(await readFile(join(dataFolder, "settings.json"), "utf8"))).toMatchObject({
    portal: { url: portal.url, username: "kumpula" },
    instruments: [{ ...withoutName, folder: place.folder, pattern: "live_%Y%m%d_*.nc" }],
  });

  await place.write(liveName("2021-02-03"), "imported");
  const end = await runInProcess(["submit", "--data", dataFolder, "--json"], { password: null });
  expect({ code: end.code, ...jsonOf<object>(end) }).toMatchObject({ code: 0, delivered: 1 });
  const holders: string[] = [];
  for (const name of await readdir(dataFolder, { recursive: true })) {
    const path = join(dataFolder, name);
    if ((await stat(path)).isFile() && (await readFile(path, "latin1")).includes(password))
      holders.push(name);
  }
  expect(holders).toEqual(["credentials.json"]);
  expect((await stat(join(dataFolder, "credentials.json"))).mode & 0o777).toBe(0o600);
  expect(done.stdout + end.stdout + end.stderr).not.toContain(password);
});

const { name: _name, finish: _finish, pattern: _pattern, ...withoutName } = ceilometer;

test("two that are imported at once both are in the settings", async () => {
  const request = { settingsFile: null, dataFolder: join(place.root, "new"), portalUrl: portal.url, env: {} };
  const files = await Promise.all(
    ["one", "two", "three"].map(async (name) => {
      const file = join(place.root, `${name}.toml`);
      const text = configuration(join(place.folder, name)).replace(/^password.*$/m, "");
      await writeFile(file, text);
      return file;
    }),
  );
  const done = await Promise.all(files.map((file) => importConfiguration({ ...request, file })));
  expect(done.map(({ isWritten }) => isWritten)).toEqual([true, true, true]);
  const written = JSON.parse(await readFile(join(request.dataFolder, "settings.json"), "utf8"));
  expect(written.instruments).toHaveLength(3);
  expect(new Set(written.instruments.map(({ name }: { name: string }) => name)).size).toBe(3);
});

test("settings that are there stay, and importing again adds nothing twice", async () => {
  const own = {
    ...place.settings.instruments[0],
    name: "cl61d",
    pattern: "other_%Y%m%d.nc",
    since: "2020-01-01",
  };
  await place.configure({ portal: { ...place.settings.portal, concurrency: 2 }, instruments: [own] });
  const first = await importInto("--settings", place.settingsFile);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  const written = JSON.parse(await readFile(place.settingsFile, "utf8"));
  expect(written.portal).toMatchObject({ url: portal.url, username: "kumpula", concurrency: 2 });
  expect(written.instruments).toMatchObject([own, { name: "cl61d 2", pattern: "live_%Y%m%d_*.nc" }]);

  const again = await importInto("--settings", place.settingsFile);
  expect(again.code).toBe(0);
  expect(again.stdout).toContain("1 instrument already in the settings");
  expect(JSON.parse(await readFile(place.settingsFile, "utf8"))).toEqual(written);
});

test("without the portal's address the settings are written and say what is missing", async () => {
  const dataFolder = join(place.root, "new");
  const done = await importInto("--data", dataFolder);
  expect(done.code).toBe(0);
  expect(done.stdout).toContain("add it as portal.url to");
  const daemon = await runInProcess(["submit", "--data", dataFolder], { password: null });
  expect(complaintOf(daemon)).toContain("portal.url must be an address");
});

test("what cannot be carried over is said with its key, and the rest is written", async () => {
  await writeFile(toml, configuration(place.folder).replace("https://hdl", "http://hdl"));
  const done = await importInto("--settings", place.settingsFile);
  expect(done).toMatchObject({ code: 0, stderr: expect.stringContaining("instrument[0].instrument_pid") });
  expect(done.stderr).toContain(toml);
});

test("--json tells what was written, and ends with 0", async () => {
  await writeFile(toml, configuration(place.folder).replace("https://hdl", "http://hdl"));
  const dataFolder = join(place.root, "new");
  const done = await importInto("--data", dataFolder, "--json");
  expect({ code: done.code, ...jsonOf<object>(done) }).toEqual({
    code: 0,
    isWritten: true,
    settings: join(dataFolder, "settings.json"),
    instruments: 1,
    models: 0,
    passwordPlace: "The password is in the fallback (credentials.json).",
    notes: [expect.stringContaining("portal.url")],
    problems: [expect.stringContaining("instrument[0].instrument_pid")],
  });
});

test("a file that is no TOML, no file, or settings that are no JSON change nothing", async () => {
  const before = await readFile(place.settingsFile, "utf8");
  await writeFile(toml, `[user_account]\nusername = "kumpula\npassword = "${password}"`);
  const broken = complaintOf(await importInto("--settings", place.settingsFile));
  expect(broken).toContain(`${toml}: The file is not valid TOML: line 2`);
  expect(broken).not.toContain(password);
  expect(await readFile(place.settingsFile, "utf8")).toBe(before);

  toml = join(place.root, "nowhere.toml");
  expect(complaintOf(await importInto("--settings", place.settingsFile))).toContain(toml);

  toml = join(place.root, "good.toml");
  await writeFile(toml, configuration(place.folder));
  await writeFile(place.settingsFile, "{ by hand");
  const kept = complaintOf(await importInto("--settings", place.settingsFile));
  expect(kept).toContain(`${place.settingsFile} is not valid JSON`);
  expect(await readFile(place.settingsFile, "utf8")).toBe("{ by hand");
});

test("without a flag it writes into this account's data folder", async () => {
  const env = { ...process.env, XDG_CONFIG_HOME: join(place.root, "config"), HOME: place.root };
  const words = ["import-submit-config", toml, "--portal-url", portal.url];
  expect(await runInProcess(words, { password: null, env })).toMatchObject({ code: 0, stderr: "" });
  const written = await readFile(join(place.root, "config", "Skyferry", "settings.json"), "utf8");
  expect(JSON.parse(written)).toMatchObject({ instruments: [{ pid: ceilometer.pid }] });
});

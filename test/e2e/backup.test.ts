import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf, jsonOf, startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

const files = 40;
const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
const nameOf = (n: number) => liveName("2021-02-03", String(n).padStart(3, "0"));
let backup: string;

/** Half of the files are delivered, the other half is queued; then the backup is made. */
beforeAll(async () => {
  for (let n = 0; n < files / 2; n++) await place.write(nameOf(n), `content ${n}`);
  expect((await place.submit()).report).toMatchObject({ delivered: files / 2 });
  for (let n = files / 2; n < files; n++) await place.write(nameOf(n), `content ${n}`);
  backup = join(place.root, "station.tar.gz");
  await writeFile(join(place.dataFolder, "credentials.json"), '{"station@host":"hunter2"}', { mode: 0o600 });
  await place.configure({
    ...place.settings,
    notifications: {
      channels: [{ name: "Chat", type: "slack", url: "https://hooks.slack.com/services/t0ken" }],
    },
  });
  const { code, stdout } = await place.run("backup", [backup]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining(`Backup written to ${backup}`),
  });
});

const on = (data: string, command: string, words: readonly string[] = []) =>
  runInProcess([command, "--data", data, ...words]);
const receiptsOf = async (data: string) => (await on(data, "receipts")).stdout;
const inside = async (folder: string) => (await readdir(folder)).toSorted();

async function restored(name: string, words: readonly string[] = []): Promise<string> {
  const data = join(place.root, name);
  const end = await on(data, "restore", [backup, ...words]);
  expect({ code: end.code, stderr: end.stderr }).toEqual({ code: 0, stderr: "" });
  return data;
}

test("a backup is a tar archive that begins with its manifest and holds no secret", async () => {
  const tar = gunzipSync(await readFile(backup));
  expect(tar.subarray(0, 13).toString()).toBe("manifest.json");
  expect(tar.includes("hunter2")).toBe(false);
  expect(tar.includes("t0ken")).toBe(false);
  const manifest = JSON.parse(tar.subarray(512, tar.indexOf(0, 512)).toString());
  expect(manifest).toMatchObject({
    kind: "skyferry-backup",
    format: 1,
    station: "hyytiala",
    secretsLeftOut: 1,
    parts: expect.arrayContaining([
      { name: "ledger.sqlite", bytes: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]),
  });
  expect(await inside(join(place.dataFolder, "backups"))).toEqual([]);
});

test("a restored station has the same receipts, is paused until somebody resumes, and sends each of the rest once", async () => {
  const folder = join(place.root, "other=drive");
  await cp(place.folder, folder, { recursive: true, preserveTimestamps: true });
  const data = await restored("restored", ["--folder", `${place.folder}=${folder}`]);
  const settings = JSON.parse(await readFile(join(data, "settings.json"), "utf8"));
  expect(settings.instruments[0].folder).toBe(folder);
  const asked = await on(data, "status");
  expect(asked.stdout).toMatch(/Paused after a restore: make sure that the old station is off/);
  const before = requestsOf(portal, "PUT");
  const paused = await on(data, "submit");
  expect(paused.code).toBe(1);
  expect(paused.stdout).toMatch(/Sending stopped: Paused after a restore/);
  expect(requestsOf(portal, "PUT")).toBe(before);
  const files = (text: string) => text.replaceAll(folder, place.folder);
  expect(files(await receiptsOf(data))).toBe(await receiptsOf(place.dataFolder));

  expect(await on(data, "resume")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("No longer paused"),
  });
  const report = jsonOf<{ delivered: number; deliveredBefore: number }>(await on(data, "submit", ["--json"]));
  expect(report).toMatchObject({ delivered: 20, deliveredBefore: 20 });
  expect(requestsOf(portal, "PUT") - before).toBe(20);
});

test("the record of a backup is looked through in a thread of its own", async () => {
  const here = vi.spyOn(DatabaseSync.prototype, "prepare");
  await restored("looked-through");
  const asked = here.mock.calls.map(([sql]) => sql);
  here.mockRestore();
  expect(asked.filter((sql) => /integrity_check|count\(/.test(sql))).toEqual([]);
});

test("the old station, when it runs on, sends nothing a second time", async () => {
  const before = requestsOf(portal, "PUT");
  await place.submit();
  expect(requestsOf(portal, "PUT") - before).toBe(0);
});

test("a backup is taken beside a daemon, and a daemon of a restored station waits for Resume", async () => {
  const daemon = startCli(["daemon", "--data", place.dataFolder]);
  await daemon.ready;
  const file = join(place.root, "beside.tar.gz");
  const end = await place.run("backup", [file, "--json"]);
  expect(jsonOf<object>(end)).toMatchObject({ file, secretsLeftOut: 1 });
  await daemon.stop();
  const data = join(place.root, "beside");
  expect(await on(data, "restore", [file])).toMatchObject({ code: 0 });
  expect(await receiptsOf(data)).toBe(await receiptsOf(place.dataFolder));
  const other = startCli(["daemon", "--data", data]);
  await other.ready;
  const status = async () =>
    jsonOf<{ holds: readonly { cause: string }[] }>(await on(data, "status", ["--json"])).holds;
  expect(await status()).toMatchObject([{ cause: "paused" }]);
  expect(await on(data, "resume")).toMatchObject({ stdout: "Sending goes on.\n" });
  expect(await status()).toEqual([]);
  await other.stop();
});

describe("refused, and the folder is as it was:", () => {
  async function refusal(data: string, words: readonly string[]): Promise<string> {
    const before = await inside(data).catch(() => null);
    const end = await on(data, "restore", words);
    expect(await inside(data).catch(() => null)).toEqual(before);
    return complaintOf(end);
  }

  const altered = async (name: string, change: (bytes: Buffer) => Buffer): Promise<string> => {
    const file = join(place.root, name);
    await writeFile(file, change(await readFile(backup)));
    return file;
  };

  test("a folder with a station, also a restored one", async () => {
    expect(await refusal(place.dataFolder, [backup])).toMatch(/is not empty: name a new or empty folder/);
    const data = await restored("twice");
    expect(await refusal(data, [backup])).toMatch(/already holds a restored station/);
  });

  test("a folder with an interrupted restore of another station's backup", async () => {
    const data = await restored("of another");
    await mkdir(join(data, ".restore"));
    await mkdir(join(data, "added"));
    await writeFile(join(data, "added", "theirs.nc"), "only in the other backup");
    expect(await refusal(data, [backup])).toMatch(/holds an interrupted restore of another backup/);
    expect(await inside(join(data, "added"))).toEqual(["theirs.nc"]);
  });

  test("a file that is cut, altered, of another kind, missing, or of a newer version", async () => {
    const empty = join(place.root, "empty");
    await mkdir(empty);
    const cases: readonly (readonly [string, RegExp])[] = [
      [await altered("cut", (bytes) => bytes.subarray(0, bytes.length - 2000)), /is cut off/],
      [await altered("cut2", (bytes) => bytes.subarray(0, bytes.length - 4)), /is cut off/],
      [
        await altered("altered", (bytes) => {
          const tar = gunzipSync(bytes);
          tar.writeUInt8(tar.readUInt8(tar.length - 3000) ^ 1, tar.length - 3000);
          return gzipSync(tar);
        }),
        /is damaged or was altered/,
      ],
      [
        await altered("flipped", (bytes) => {
          const at = Math.floor(bytes.length / 2);
          bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
          return bytes;
        }),
        /is damaged or was altered|is cut off/,
      ],
      [await altered("zip", () => gzipSync("some text")), /is not a backup/],
      [place.settingsFile, /is not a backup/],
      [place.folder, /cannot be read: it is a folder/],
      [join(place.root, "nowhere"), /does not exist: name the file of a backup/],
      [
        await altered("newer", (bytes) => {
          const tar = gunzipSync(bytes);
          tar.write("2", tar.indexOf('"format": 1') + '"format": '.length);
          return gzipSync(tar);
        }),
        /was made by a newer Skyferry/,
      ],
    ];
    for (const [file, words] of cases) {
      const said = await refusal(empty, [file]);
      expect(said).toMatch(words);
      expect(said).toContain(file);
    }
  });

  test("a folder that the backup does not have, and one without =", async () => {
    const data = join(place.root, "new");
    expect(await refusal(data, [backup, "--folder", "/nowhere=/data"])).toMatch(
      /--folder \/nowhere=\/data: no instrument/,
    );
    expect(await refusal(data, [backup, "--folder", "/no=where=/data"])).toMatch(
      /--folder \/no=where=\/data: no instrument of the backup has a folder \/no, \/no=where or below it/,
    );
    expect(await refusal(data, [backup, "--folder", "/nowhere"])).toMatch(/must be OLD=NEW/);
    expect(await refusal(data, [])).toMatch(/FILE is missing/);
  });

  test("a backup onto another kind of file, or into no folder", async () => {
    expect(complaintOf(await place.run("backup", [place.settingsFile]))).toMatch(
      /exists and is not a backup/,
    );
    expect(complaintOf(await place.run("backup", [join(place.root, "none", "a")]))).toMatch(/does not exist/);
    const again = join(place.root, "again.tar.gz");
    await cp(backup, again);
    expect(await place.run("backup", [again])).toMatchObject({ code: 0 });
  });
});

test("an interrupted restore opens no station, and goes on when it is run again", async () => {
  const data = await restored("interrupted");
  await mkdir(join(data, ".restore"));
  await rename(join(data, "ledger.sqlite"), join(data, ".restore", "ledger.sqlite"));
  expect(complaintOf(await on(data, "submit"))).toMatch(/was interrupted: run skyferry restore again/);
  expect(await on(data, "restore", [backup])).toMatchObject({ code: 0, stderr: "" });
  expect(await inside(data)).not.toContain(".restore");
  expect((await receiptsOf(data)).split("\n").length).toBeGreaterThan(20);
  await rm(data, { recursive: true });
});

import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import Conf from "conf";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { revisionOf, writeJsonFile } from "#adapters/settings/json-file.ts";
import { type DiskFacts, realDisk } from "#adapters/settings/settings-probe.ts";
import { openSettings, type SettingsFileOptions } from "#adapters/settings/settings-store.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "skyferry-settings-"));
  file = path.join(folder, "settings.json");
  await mkdir(path.join(folder, "radar"));
});
afterEach(() => rm(folder, { recursive: true }));

const settings = (change: object = {}) => ({
  portal: { url: "https://portal.example", username: "station" },
  instruments: [
    {
      name: "Radar",
      site: "hyytiala",
      instrument: "rpg-fmcw-94",
      pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
      folder: path.join(folder, "radar"),
      pattern: "%Y%m%d.LV0",
      ...change,
    },
  ],
});
const open = (options: Partial<SettingsFileOptions> = {}) =>
  openSettings({ file: null, dataFolder: folder, pollMs: 5, ...options });
/** Saves over what is there. */
const save = async (document: unknown, store = open()) =>
  await store.save(document, revisionOf(await store.document()));
const write = (document: unknown) => writeFile(file, JSON.stringify(document));

describe("reading", () => {
  test("a key that is there twice is told, as JSON keeps the last without a word", async () => {
    const text = JSON.stringify(settings());
    await writeFile(file, `{"instruments":[],${text.slice(1)}`);
    const { problems, settings: read } = await open().load();
    expect(read.instruments).toHaveLength(1);
    expect(problems).toEqual([
      {
        key: "instruments",
        message: '"instruments" is in the file twice, and only the last one counts: keep one of them.',
        instrument: null,
      },
    ]);
  });
  test("a schema for the editor is no mistake, and stays", async () => {
    await write({ $schema: "./settings.schema.json", ...settings() });
    expect((await open().load()).problems).toEqual([]);
  });
  test("settings.json in the data folder, or any file that the operator names", async () => {
    await write(settings());
    expect(await open().load()).toMatchObject({
      problems: [],
      canSend: true,
      settings: { instruments: [{ name: "Radar" }] },
    });
    for (const name of ["station.conf", "einstellungen", ".hidden.json", "two.dots.json"]) {
      const given = path.join(folder, name);
      await rename(file, given);
      file = given;
      const store = open({ file: given, dataFolder: path.join(folder, "nowhere") });
      expect(store.path).toBe(given);
      expect((await store.load()).problems).toEqual([]);
      expect(await save(settings({ tags: [name] }), store)).toEqual({ kind: "written" });
      expect((await store.load()).settings.instruments[0]?.tags).toEqual([name]);
    }
  });

  test("what Notepad and PowerShell write is read, and may be changed by the program", async () => {
    const text = `\uFEFF${JSON.stringify(settings({ tags: ["jülich"] }))}`;
    const little = Buffer.from(text, "utf16le");
    for (const bytes of [text, little, Buffer.from(little).swap16()]) {
      await writeFile(file, bytes);
      const store = open();
      const { problems, settings: read } = await store.load();
      expect(problems).toEqual([]);
      expect(read.instruments[0]?.tags).toEqual(["jülich"]);
      expect(await save(settings({ tags: ["changed"] }), store)).toEqual({ kind: "written" });
      expect((await store.load()).settings.instruments[0]?.tags).toEqual(["changed"]);
    }
  });

  test("UTF-16 without a mark is told, with the file and what to do", async () => {
    const text = JSON.stringify(settings());
    for (const bytes of [Buffer.from(text, "utf16le"), Buffer.from(text, "utf16le").swap16()]) {
      await writeFile(file, bytes);
      const [problem] = (await open().load()).problems;
      expect(problem?.message).toBe(`${file} cannot be read: it is not in UTF-8: save it as UTF-8.`);
    }
  });

  test("a file that is missing is named, with what to do", async () => {
    const fresh = await open().load();
    expect(fresh).toMatchObject({ canSend: false, settings: { instruments: [] } });
    expect(fresh.problems[0]?.message).toContain(file);
    expect(fresh.problems[0]?.message).toContain("import-submit-config");
    const given = await open({ file: path.join(folder, "other.json") }).load();
    expect(given.problems[0]?.message).toContain("other.json does not exist");
    expect(given.problems[0]?.message).toContain("--settings");
    expect(await readdir(folder)).toEqual(["radar"]);
  });

  test.each([
    ['{\n  "portal": {},\n}', "line 3, column 1"],
    ['{"portal": [1,]}', "line 1, column 15"],
    ['{"folder": "D:\\Data"}', "line 1, column 16: write every backslash"],
    ['{"portal": {"url": "x"', "ends in line 1"],
    ["", "is empty"],
    ["url = 'x'", "line 1, column 1"],
  ])("%j is no JSON: the place is named, the file stays as it is", async (text, place) => {
    await writeFile(file, text);
    const store = open();
    const { problems, canSend } = await store.load();
    expect(canSend).toBe(false);
    expect(problems[0]?.message).toContain(file);
    expect(problems[0]?.message).toContain(place);
    expect(await save(settings(), store)).not.toMatchObject({ kind: "written" });
    expect(await readFile(file, "utf8")).toBe(text);
  });

  test("a folder, or a list, in place of the file", async () => {
    await writeFile(file, "[]");
    expect((await open().load()).problems[0]?.message).toContain("must be an object");
    await rm(file);
    await mkdir(file);
    expect((await open().load()).problems[0]?.message).toContain("it is a folder");
  });

  test.each(['{"portal":', "null", "[]"])(
    "a file that breaks later (%s): what was read before stays in force",
    async (text) => {
      await write(settings());
      const store = open();
      await store.load();
      await writeFile(file, text);
      const { settings: kept, problems, canSend } = await store.load();
      expect(canSend).toBe(true);
      expect(kept.instruments.map((one) => one.name)).toEqual(["Radar"]);
      expect(problems[0]?.message).toContain("stay in force");
      await rm(file);
      const gone = await store.load();
      expect(gone.settings.instruments).toHaveLength(1);
      expect(gone.problems.map(({ message }) => message)).toEqual([
        `The settings file ${file} is gone. The previous settings stay in force.`,
      ]);
    },
  );
});

describe("folders and the CA file", () => {
  const told = async (change: object, options: Partial<SettingsFileOptions> = {}) => {
    await write(settings(change));
    const { settings: read, problems } = await open(options).load();
    expect(read.instruments).toHaveLength(1);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ key: "instruments[0].folder", instrument: null });
    return problems[0]?.message;
  };

  test("a folder that does not exist is told; the instrument stays", async () => {
    expect(await told({ folder: path.join(folder, "share") })).toContain("does not exist");
  });

  test("a file in place of the folder", async () => {
    expect(await told({ folder: file })).toContain("is not a folder");
  });

  test("a folder that may not be read", async () => {
    const access = () => Promise.reject(Object.assign(new Error("EACCES"), { code: "EACCES" }));
    const disk: DiskFacts = { ...realDisk, access };
    expect(await told({}, { disk })).toContain("this user has no permission");
  });

  test("the place in the file is named, also behind an instrument that is left out", async () => {
    const [radar] = settings().instruments;
    await write({
      ...settings(),
      instruments: [
        { ...radar, pid: "x" },
        { ...radar, folder: "/nowhere/at/all" },
      ],
    });
    const { problems } = await open().load();
    expect(problems.map((one) => one.key)).toEqual(["instruments[0].pid", "instruments[1].folder"]);
  });

  test("a CA file that is missing or holds no certificate", async () => {
    const caFile = path.join(folder, "ca.pem");
    await write({ ...settings(), portal: { ...settings().portal, caFile } });
    expect((await open().load()).problems).toMatchObject([{ key: "portal.caFile" }]);
    await writeFile(caFile, "-----BEGIN PRIVATE KEY-----");
    expect((await open().load()).problems[0]?.message).toContain("no certificate");
    await writeFile(caFile, "-----BEGIN CERTIFICATE-----\n");
    expect((await open().load()).problems).toEqual([]);
  });
});

describe("writing", () => {
  test("conf (and so electron-store) reads what was saved", async () => {
    await save(settings());
    const conf = new Conf({ cwd: folder, configName: "settings" });
    expect(conf.store).toEqual(settings());
    conf.set("portal.concurrency", 2);
    expect((await open().load()).settings.portal.concurrency).toBe(2);
  });

  test.each(["password", "apiToken", "portalSecret"])("a key %s is refused", async (key) => {
    const refused = await save({ ...settings(), portal: { url: "x", [key]: "hunter2" } });
    expect(refused).toMatchObject({ kind: "failed", message: expect.stringContaining(key) });
    expect(await readdir(folder)).toEqual(["radar"]);
  });

  test("a virus scanner that holds the file is waited for", async () => {
    const held = ["EBUSY", "EPERM"];
    const seen: string[] = [];
    const written = await writeJsonFile(file, {}, undefined, () => {
      const code = held.shift() ?? "";
      seen.push(code);
      if (code !== "") throw Object.assign(new Error(code), { code });
    });
    expect(written).toEqual({ kind: "written" });
    expect(seen).toEqual(["EBUSY", "EPERM", ""]);
  });

  test("a full disk is said in words", async () => {
    const full = () => {
      throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    };
    const message = `${file} cannot be written: the disk is full.`;
    expect(await writeJsonFile(file, {}, undefined, full)).toEqual({ kind: "failed", message });
  });
});

describe("changes", () => {
  test.each(["in place", "by rename", "that appears"])("a change %s is heard", async (way) => {
    if (way !== "that appears") await write(settings());
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    let isHeard = false;
    const end = open().onChanged(() => {
      isHeard = true;
      resolve();
    });
    // The watch begins a moment after the call, so the file goes on changing until it is heard.
    for (let turn = 0; !isHeard; turn += 1) {
      const text = JSON.stringify(settings({ tags: ["x".repeat(1 + (turn % 2))] }));
      if (way === "by rename") {
        await writeFile(`${file}.new`, text);
        await rename(`${file}.new`, file);
      } else {
        await writeFile(file, text);
      }
      await nextTurn();
    }
    await heard;
    end();
  });
});

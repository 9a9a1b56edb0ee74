import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it, test, vi } from "vitest";
import { createSettingsEditor } from "#adapters/settings/settings-editor.ts";
import { openSettings } from "#adapters/settings/settings-store.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";

let data: string;
let admin: string;
let own: string;

beforeEach(async () => {
  const folder = await scratchOfTest("skyferry-admin-");
  data = path.join(folder, "data");
  admin = path.join(folder, "settings.d");
  own = path.join(data, "settings.json");
  for (const one of [data, admin, path.join(folder, "radar")]) await mkdir(one);
});

const portal = { url: "https://portal.example", username: "station" };
const radar = (change: object = {}) => ({ ...radarIn(path.join(path.dirname(data), "radar")), ...change });
const radarIn = (folder: string) => ({
  name: "Radar",
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
  folder,
  pattern: "%Y%m%d.LV0",
});
const open = (env: NodeJS.ProcessEnv = {}, keepsLayers = false) =>
  openSettings({
    file: null,
    dataFolder: data,
    pollMs: 5,
    env: { SKYFERRY_SETTINGS_D: admin, ...env },
    keepsLayers,
  });
const copy = () => path.join(data, "settings.d.json");
const put = (name: string, document: unknown) => writeFile(path.join(admin, name), JSON.stringify(document));
const saved = async (): Promise<unknown> => JSON.parse(await readFile(own, "utf8"));
const editorOf = (file = open()) => createSettingsEditor({ file, reload: async () => {} });

describe("files of an administrator", () => {
  it("are in force in the order of their names, below settings.json", async () => {
    await put("20-site.json", { portal: { concurrency: 8 }, instruments: [radar({ since: "2026-01-01" })] });
    await put("10-network.json", { $schema: "x", portal: { ...portal, concurrency: 2, bandwidthKBps: 500 } });
    await put(".30-hidden.json", { portal: { concurrency: 16 } });
    await writeFile(path.join(admin, "notes.txt"), "not settings");
    const store = open();
    expect(await store.load()).toMatchObject({
      problems: [],
      canSend: true,
      settings: {
        portal: { ...portal, concurrency: 8, bandwidthKBps: 500 },
        instruments: [{ since: "2026-01-01" }],
      },
    });
    expect(await store.absence()).toBe(null);
    await writeFile(
      own,
      JSON.stringify({ portal: { bandwidthKBps: null }, instruments: [{ name: "Radar", tags: ["co"] }] }),
    );
    expect((await store.load()).settings).toMatchObject({
      portal: { concurrency: 8, bandwidthKBps: null },
      instruments: [{ since: "2026-01-01", tags: ["co"] }],
    });
  });

  it("may refer to the host and to the environment, and never to a secret", async () => {
    await put("10.json", {
      portal: { url: `https://\${env:PLACE}.example`, username: `st-\${host}` },
      instruments: [radar()],
    });
    const { settings, problems } = await open({ PLACE: "north" }).load();
    expect(problems).toEqual([]);
    expect(settings.portal.url).toBe("https://north.example");
    expect(settings.portal.username).toMatch(/^st-.+/);
    expect((await open().load()).problems.at(0)?.message).toContain("has no PLACE");
    await put("10.json", { portal: { ...portal, username: `\${env:MY_TOKEN}` } });
    expect((await open({ MY_TOKEN: "x" }).load()).problems.at(0)?.message).toContain("secrets do not belong");
    await put("10.json", { portal: { ...portal, url: `\${env:PLACE}` } });
    const withPassword = await open({ PLACE: "https://station:secret@portal.example" }, true).load();
    expect(withPassword.problems.at(0)?.message).toContain("user name or password before");
    await expect(readFile(copy())).rejects.toThrow("ENOENT");
    await writeFile(own, JSON.stringify({ portal: { ...portal, username: `\${host}` }, instruments: [] }));
    await rm(path.join(admin, "10.json"));
    expect((await open().load()).settings.portal.username).toBe(`\${host}`);
  });

  it("get no copy in settings.json: only what differs is saved", async () => {
    await put("10.json", { portal: { ...portal, concurrency: 2 }, instruments: [radar()] });
    const editor = editorOf();
    const { document, exists, origins, revision } = await editor.read();
    expect(exists).toBe(true);
    expect(origins).toEqual([
      { key: "portal", file: path.join(admin, "10.json") },
      { key: "instruments[0]", file: path.join(admin, "10.json") },
    ]);
    const wanted = { ...document, portal: { ...document.portal, proxy: "http://proxy:3128" } };
    expect(await editor.save(wanted, revision, false)).toMatchObject({ kind: "saved" });
    expect(await saved()).toEqual({ portal: { proxy: "http://proxy:3128" } });
    await put("10.json", { portal: { ...portal, concurrency: 5 }, instruments: [radar()] });
    const after = await editor.read();
    expect(after.document.portal).toMatchObject({ concurrency: 5, proxy: "http://proxy:3128" });
    // Somebody who still sees the former file must not bring it back.
    expect(await editor.save(wanted, after.revision.replace(/\..*/, ".x"), false)).toMatchObject({
      kind: "conflict",
    });
    expect(await editor.save({ ...after.document, instruments: [] }, after.revision, false)).toMatchObject({
      kind: "saved",
    });
    expect(await saved()).toEqual({
      portal: { proxy: "http://proxy:3128" },
      instruments: [{ name: "Radar", removed: true }],
    });
    expect((await open().load()).settings.instruments).toEqual([]);
  });

  it("leave the bytes of settings.json as they are written without them", async () => {
    const document = {
      portal: { ...portal, proxy: null },
      instruments: [radar({ since: null })],
      keep: { logMB: 25 },
    };
    const store = open();
    await store.save(document, "");
    expect(await readFile(own, "utf8")).toBe(JSON.stringify(document, null, "\t"));
    const { revision } = await store.inLayers();
    expect(revision).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("a locked key", () => {
  beforeEach(async () => {
    await put("10.json", {
      portal,
      instruments: [radar()],
      locked: ["portal", "instruments[].pid"],
      lockedBecause: "the network sets it",
    });
  });
  const refusal = (key: string) =>
    `${key} is not saved: it is locked by ${path.join(admin, "10.json")} (the network sets it). Nothing was saved.`;

  it("is refused by name in every way of saving", async () => {
    const editor = editorOf();
    const { document, revision, locked } = await editor.read();
    expect(locked).toMatchObject([
      { key: "portal", because: "the network sets it", names: null },
      { key: "instruments[].pid", names: ["Radar"] },
    ]);
    const tries: readonly [string, object][] = [
      ["portal.url", { portal: { ...portal, url: "https://other.example" } }],
      ["portal.proxy", { portal: { ...portal, proxy: "http://proxy:3128" } }],
      ['instruments[].pid of "Radar"', { instruments: [radar({ pid: "https://hdl.handle.net/1/2" })] }],
      ['instruments[] of "Radar"', { instruments: [] }],
      ['instruments[] of "Radar"', { instruments: [radar({ name: "Other" })] }],
    ];
    for (const [key, change] of tries) {
      const wanted = { ...document, ...change };
      expect(await editor.save(wanted, revision, true)).toEqual({ kind: "refused", message: refusal(key) });
      expect((await editor.check(wanted)).map(({ message }) => message)).toContain(refusal(key));
      expect(await open().save({ ...wanted }, revision)).toEqual({ kind: "locked", message: refusal(key) });
    }
    await expect(saved()).rejects.toThrow("ENOENT");
    // A page could not put back what an import changed.
    const toml = 'dataportal_url = "https://other.example"\n[user_account]\nusername = "other"\n';
    const imported = await editor.importSubmit(toml, "config.toml", document);
    expect(imported.document?.portal).toEqual(document.portal);
    expect(imported.notes.join(" ")).toContain("portal.username in config.toml is not used: it is locked by");
    const free = {
      ...document,
      instruments: [radar({ tags: ["a"] }), radar({ name: "New", folder: "/else" })],
    };
    expect(await editor.save(free, revision, true)).toMatchObject({ kind: "saved" });
  });

  it("is as it is below, whatever settings.json says, and that is told", async () => {
    await writeFile(
      own,
      JSON.stringify({
        portal: { url: "https://other.example", proxy: "http://p:1" },
        instruments: [{ name: "Radar", removed: true }],
      }),
    );
    const { settings, problems } = await open().load();
    expect(settings.portal).toMatchObject({ url: portal.url, proxy: null });
    expect(settings.instruments).toHaveLength(1);
    expect(problems.map(({ message }) => message)).toEqual([
      ...["portal.url", "portal.proxy", 'instruments[] of "Radar"'].map(
        (key) =>
          `${key} in ${own} is not used: it is locked by ${path.join(admin, "10.json")} (the network sets it). Delete it there.`,
      ),
    ]);
  });
});

describe("a file that cannot be used", () => {
  const good = { portal: { ...portal, bandwidthKBps: 100 }, instruments: [radarIn("/")] };
  const file = () => path.join(admin, "10.json");
  const text = JSON.stringify(good);
  const faults: readonly [string, string, () => Promise<unknown>][] = [
    ["half written", "ends in line 1 before it is complete", () => writeFile(file(), text.slice(0, 40))],
    ["empty", "it is empty", () => writeFile(file(), "")],
    ["of 50 MB", "larger than 4 MB", () => writeFile(file(), Buffer.alloc(50_000_000, " "))],
    ["in another encoding", "not in UTF-8", () => writeFile(file(), Buffer.from(text, "utf16le"))],
    [
      "with an unknown locked key",
      '"portal.ulr" is not one',
      () => put("10.json", { ...good, locked: ["portal.ulr"] }),
    ],
    ["with no list of locks", '"locked" must be a list', () => put("10.json", { ...good, locked: "portal" })],
    [
      "with an entry without a name",
      "instruments[0] has no name",
      () => put("10.json", { instruments: [{}] }),
    ],
    [
      "with a password",
      "secrets do not belong",
      () => put("10.json", { ...good, portal: { password: "x" } }),
    ],
    ["that is a list", "must be an object", () => put("10.json", [])],
    ["that every user may write", "every user of this PC can write", () => chmod(file(), 0o666)],
    ["in a folder that every user may write", "every user of this PC can write", () => chmod(admin, 0o777)],
    ["that is a folder", "it is a folder", () => rm(file()).then(() => mkdir(file()))],
  ];

  test.each(faults)("%s leaves what it said before in force; one problem says so", async (_, said, fault) => {
    await put("10.json", { ...good, locked: ["portal"], lockedBecause: "the network sets it" });
    const store = open({}, true);
    await store.load();
    await fault();
    // The same process, the next one, and a command beside it.
    for (const one of [store, open({}, true), open()]) {
      const { settings, problems, canSend } = await one.load();
      expect(settings).toMatchObject({ portal: good.portal, instruments: [{ name: "Radar" }] });
      expect(canSend).toBe(true);
      expect(problems).toHaveLength(1);
      expect(problems[0]?.message).toContain(said);
      expect(problems[0]?.message).toMatch(/Its (?:version of|files stay in force as they were on) \d/);
      const { locks, earlier } = await one.inLayers();
      expect(locks).toEqual([{ key: "portal", file: file(), because: "the network sets it" }]);
      expect([...earlier.keys()]).toEqual([file()]);
    }
    await rm(copy());
    // A process that never read it well sends nothing: it may have set limits.
    await writeFile(own, text);
    const fresh = await open().load();
    expect(fresh).toMatchObject({ canSend: false, settings: { keep: { logMB: 10_000 }, instruments: [{}] } });
    expect(fresh.problems).toHaveLength(1);
    expect(fresh.problems[0]?.message).toContain("Nothing is sent until this is corrected.");
  });

  it("and a folder that is gone, do the same; a file that is taken out is out of force", async () => {
    await put("10.json", good);
    await put("20.json", { portal: { concurrency: 9 } });
    const store = open({}, true);
    await store.load();
    await rm(path.join(admin, "20.json"));
    for (const one of [store, open({}, true)])
      expect((await one.load()).settings.portal).toMatchObject({ concurrency: 4, bandwidthKBps: 100 });
    await writeFile(path.join(admin, "20.json"), "{");
    expect((await open({}, true).load()).canSend).toBe(false);
    await rm(path.join(admin, "20.json"));
    await rename(admin, `${admin}-away`);
    const { settings, problems } = await store.load();
    expect(settings.portal.bandwidthKBps).toBe(100);
    expect(problems).toHaveLength(1);
  });

  it("has its copy for this user and this folder alone, kept since it is so; a damaged copy is none", async () => {
    await put("10.json", good);
    await open({}, true).load();
    const kept = await readFile(copy(), "utf8");
    expect((await stat(copy())).mode & 0o777).toBe(0o600);
    await put("10.json", { $schema: "x", ...good });
    await open({}, true).load();
    expect(await readFile(copy(), "utf8")).toBe(kept);
    await writeFile(file(), "{");
    const other = `${admin}-other`;
    await mkdir(other);
    await writeFile(path.join(other, "10.json"), "{");
    expect((await open({ SKYFERRY_SETTINGS_D: other }).load()).canSend).toBe(false);
    expect((await open().load()).canSend).toBe(true);
    for (const damage of ["", kept.slice(0, 50), "[]", kept.replace(/"readAt":"[^"]*"/, '"readAt":"x"')]) {
      await writeFile(copy(), damage);
      expect((await open().load()).canSend).toBe(false);
    }
    await put("10.json", good);
    await open({}, true).load();
    expect(JSON.parse(await readFile(copy(), "utf8"))).toMatchObject(
      JSON.parse(kept.replace(/"readAt":"[^"]*",/, "")),
    );
  });

  it("UTF-16 and UTF-8 with a byte order mark are read", async () => {
    await writeFile(file(), Buffer.from(`\uFEFF${text}`, "utf16le"));
    expect((await open().load()).problems).toEqual([]);
    await writeFile(file(), `\uFEFF${text}`);
    expect((await open().load()).problems).toEqual([]);
  });
});

it("a change of the folder is heard of, also when it was not there", async () => {
  await rm(admin, { recursive: true });
  const changed = vi.fn();
  const end = open().onChanged(changed);
  const isHeard = async (change: () => Promise<unknown>) => {
    changed.mockClear();
    await change();
    await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  };
  await isHeard(() => mkdir(admin));
  await isHeard(() => put("10.json", { portal }));
  await isHeard(() => chmod(path.join(admin, "10.json"), 0o666));
  await isHeard(() => rm(path.join(admin, "10.json")));
  end();
});

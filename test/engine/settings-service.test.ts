import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSettingsEditor } from "#adapters/settings/settings-editor.ts";
import { realDisk } from "#adapters/settings/settings-probe.ts";
import { openSettings } from "#adapters/settings/settings-store.ts";
import type { DocumentParts, SettingsEditor } from "#engine/ports/settings.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

let folder: string;
let file: string;
let service: SettingsEditor;
let reloads: number;
beforeEach(async () => {
  folder = await makeScratch("skyferry-settings-");
  file = path.join(folder, "settings.json");
  reloads = 0;
  service = createSettingsEditor({
    file: openSettings({ file: null, dataFolder: folder }),
    reload: async () => {
      reloads += 1;
    },
  });
});
afterEach(() => rm(folder, { recursive: true }));

const portal = { url: "https://portal.example", username: "station" };
const radar = () => ({
  name: "Cloud radar",
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
  folder,
  pattern: "%y%m%d_*.LV1",
});

function documentOf(parts: Record<string, unknown>): DocumentParts {
  return { portal: null, instruments: [], notifications: null, keep: null, ...parts };
}
const onDisk = async (): Promise<unknown> => JSON.parse(await readFile(file, "utf8"));
const keysOf = (problems: readonly { key: string }[]) => problems.map(({ key }) => key);

test("before the first save there is an empty document, and one problem that says where it will be", async () => {
  const read = await service.read();
  expect(read).toMatchObject({ exists: false, revision: "", document: documentOf({}), file });
  expect(read.problems).toMatchObject([
    { key: "", isFirstStart: true, message: expect.stringContaining(file) },
  ]);
});

test("a save writes what was given, without defaults, and the host reads it again", async () => {
  const saved = await service.save(documentOf({ portal, instruments: [radar()] }), "", false);
  expect(saved).toMatchObject({ kind: "saved", problems: [] });
  expect(await onDisk()).toEqual({ portal, instruments: [radar()] });
  expect(reloads).toBe(1);
  const read = await service.read();
  expect(read).toMatchObject({ exists: true, problems: [], document: { portal, instruments: [radar()] } });
  expect("revision" in saved ? saved.revision : null).toBe(read.revision);
});

test("a file that somebody changed since is not overwritten", async () => {
  await service.save(documentOf({ portal }), "", false);
  const { revision } = await service.read();
  const byHand = JSON.stringify({ portal: { ...portal, concurrency: 2 }, instruments: [] });
  await writeFile(file, byHand);
  const saved = await service.save(documentOf({ portal }), revision, true);
  expect(saved).toMatchObject({ kind: "conflict", message: expect.stringContaining("Nothing was saved") });
  expect(await readFile(file, "utf8")).toBe(byHand);
  expect(reloads).toBe(1);
});

test("a file that another process changes while a drive is waited for is not overwritten", async () => {
  const byOther = JSON.stringify({ portal: { ...portal, concurrency: 2 }, instruments: [] });
  const disk = {
    ...realDisk,
    async stat(folderOfInstrument: string) {
      await writeFile(file, byOther);
      return await realDisk.stat(folderOfInstrument);
    },
  };
  const slow = createSettingsEditor({
    file: openSettings({ file: null, dataFolder: folder }),
    reload: async () => {},
    disk,
  });
  const saved = await slow.save(documentOf({ portal, instruments: [radar()] }), "", false);
  expect(saved).toMatchObject({ kind: "conflict" });
  expect(await readFile(file, "utf8")).toBe(byOther);
});

test("of two saves at once with one revision the second meets a conflict", async () => {
  const kinds = await Promise.all([
    service.save(documentOf({ portal }), "", false),
    service.save(documentOf({ portal: { ...portal, username: "other" } }), "", false),
  ]);
  expect(kinds.map(({ kind }) => kind)).toEqual(["saved", "conflict"]);
  expect(await onDisk()).toMatchObject({ portal });
});

test("what is wrong is named and nothing is saved, unless that is wanted", async () => {
  const wrong = documentOf({
    portal: { ...portal, concurency: 3 },
    instruments: [{ ...radar(), pattern: "no date.nc" }],
    themes: "dark",
  });
  const refused = await service.save(wrong, "", false);
  if (refused.kind !== "has-problems") throw new Error(refused.kind);
  expect(keysOf(refused.problems).sort()).toEqual(["instruments[0].pattern", "portal.concurency", "themes"]);
  expect((await service.read()).exists).toBe(false);
  expect(await service.check(wrong)).toEqual(refused.problems);

  const forced = await service.save(wrong, "", true);
  expect(forced).toMatchObject({ kind: "saved", problems: refused.problems });
  expect(await onDisk()).toMatchObject({ themes: "dark" });
});

test("a folder that is missing now is told and keeps nothing from being saved", async () => {
  const away = { ...radar(), folder: path.join(folder, "stick") };
  const saved = await service.save(documentOf({ portal, instruments: [away] }), "", false);
  expect(saved).toMatchObject({
    kind: "saved",
    problems: [{ key: "instruments[0].folder", isOfDisk: true }],
  });
});

const secretive: readonly (readonly [string, Record<string, unknown>])[] = [
  ["a password", { portal: { ...portal, password: "s3cret-word" } }],
  ["a token deep inside", { portal, instruments: [{ extra: { apiToken: "s3cret-word" } }] }],
  ["a proxy's password", { portal: { ...portal, proxy: "http://me:s3cret-word@proxy:3128" } }],
  ["an address with a password", { portal: { ...portal, url: "https://me:s3cret-word@portal.example" } }],
];
test.each(secretive)("%s is never saved, problems or not", async (_, parts) => {
  const saved = await service.save(documentOf(parts), "", true);
  expect(saved.kind).toBe("refused");
  expect(JSON.stringify(saved)).not.toContain("s3cret-word");
  await expect(readFile(file)).rejects.toThrow("ENOENT");
});

test("a file that is no JSON is told with its place and never overwritten", async () => {
  await writeFile(file, '{ "portal": ');
  const read = await service.read();
  expect(read).toMatchObject({ exists: true, problems: [{ key: "" }] });
  expect(await service.save(documentOf({ portal }), read.revision, true)).toMatchObject({ kind: "failed" });
  expect(await readFile(file, "utf8")).toBe('{ "portal": ');
});

test("values of a wrong type come as they were written, or as empty with a problem", async () => {
  await writeFile(
    file,
    JSON.stringify({ portal: { url: 7 }, instruments: [3, { name: "x" }], notifications: "yes", keep: 3 }),
  );
  const { document, problems } = await service.read();
  expect(document).toEqual({
    portal: { url: 7 },
    instruments: [{}, { name: "x" }],
    notifications: null,
    keep: null,
  });
  expect(keysOf(problems)).toEqual(
    expect.arrayContaining(["portal.url", "instruments[0]", "notifications", "keep"]),
  );
});

test("the official client's file becomes a document; its password is beside it, not in it", async () => {
  await service.save(
    documentOf({ portal: { url: portal.url, username: "older" }, instruments: [radar()] }),
    "",
    false,
  );
  const toml = `[user_account]\nusername = "station"\npassword = "s3cret-word"\n[[instrument]]\nsite = "hyytiala"
instrument = "chm15k"\ninstrument_pid = "https://hdl.handle.net/21.12132/3.77a75f3b32294855"\npath_fmt = "/data/%Y%m%d.nc"\n`;
  const { document, added, password, problems } = await service.importSubmit(toml, "config.toml", null);
  expect(problems).toEqual([]);
  expect(added).toBe(1);
  expect(document?.portal).toMatchObject(portal);
  expect(document?.instruments).toMatchObject([
    radar(),
    { instrument: "chm15k", folder: "/data", pattern: "%Y%m%d.nc" },
  ]);
  expect(JSON.stringify(document)).not.toContain("s3cret-word");
  expect(password).toBe("s3cret-word");
  expect(await onDisk()).toMatchObject({ instruments: [radar()] });
});

test("the official client's file is added to what somebody is filling in, and the typed address stays", async () => {
  const typed = documentOf({ portal: { url: "https://typed.example" } });
  const toml = `[user_account]\nusername = "station"\npassword = "s3cret-word"\n`;
  const { document, notes } = await service.importSubmit(toml, "config.toml", typed);
  expect(document?.portal).toEqual({ url: "https://typed.example", username: "station" });
  expect(notes).toEqual([]);
});

test("text that is no TOML gives the reason and no document", async () => {
  const { document, problems } = await service.importSubmit("= nonsense", "config.toml", null);
  expect(document).toBeNull();
  expect(problems[0]).toContain("config.toml");
});

test("one instrument by itself: used, or refused with the field's name", () => {
  expect(service.instrumentOf(radar())).toMatchObject({
    name: "Cloud radar",
    finish: { policy: "settle", seconds: 60 },
  });
  const { pid: _, ...lacking } = radar();
  const refused = service.instrumentOf(lacking);
  expect(refused).toMatchObject({ problems: [expect.stringMatching(/^pid must be/)] });
});

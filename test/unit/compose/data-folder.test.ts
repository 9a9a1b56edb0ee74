import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { userDataFolder } from "#compose/user-data-folder.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

let folder: string;
let env: { APPDATA: string; LOCALAPPDATA: string };
beforeEach(async () => {
  folder = await makeScratch("skyferry-data-folder-");
  env = { APPDATA: path.join(folder, "Roaming"), LOCALAPPDATA: path.join(folder, "Local") };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("the station of the user lies where programs of the system keep theirs", () => {
  const at = path.normalize;
  expect(userDataFolder("linux", {}, "/home/ann")).toBe(at("/home/ann/.config/Skyferry"));
  expect(userDataFolder("linux", { XDG_CONFIG_HOME: "/cfg" }, "/home/ann")).toBe(at("/cfg/Skyferry"));
  expect(userDataFolder("darwin", {}, "/Users/ann")).toBe(
    at("/Users/ann/Library/Application Support/Skyferry"),
  );
});

test("on Windows it stays on this PC", () => {
  expect(userDataFolder("win32", env, "/u")).toBe(path.join(env.LOCALAPPDATA, "Skyferry"));
  for (const bare of [{}, { LOCALAPPDATA: "" }])
    expect(userDataFolder("win32", bare, "/u")).toBe(path.normalize("/u/AppData/Local/Skyferry"));
});

test.each(["ledger.sqlite", "settings.json"])(
  "a station in the roaming profile that has %s stays where it is",
  async (name) => {
    const roaming = path.join(env.APPDATA, "Skyferry");
    await mkdir(roaming, { recursive: true });
    expect(userDataFolder("win32", env, "/u")).not.toBe(roaming);
    await writeFile(path.join(roaming, name), "");
    expect(userDataFolder("win32", env, "/u")).toBe(roaming);
  },
);

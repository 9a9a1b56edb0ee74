import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { appModelId, createAutostart } from "#main/autostart.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { createFakeElectron } from "#test/support/fake-electron/fake-electron.ts";
import { wordsOf } from "#test/support/fake-electron/fake-login-items.ts";

let folder: string;
beforeEach(async () => {
  folder = await makeScratch("skyferry-autostart-");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Given {
  readonly isPackaged?: boolean;
  readonly program?: string;
  readonly chosenFolder?: string | null;
}

function autostart(platform: NodeJS.Platform, given: Given = {}) {
  const { isPackaged = true, program = "/opt/Sky ferry/skyferry", chosenFolder = null } = given;
  const fake = createFakeElectron({ appData: folder, home: folder, isPackaged, platform });
  fake.app.setAppUserModelId(appModelId);
  const make = (now: Given = {}) =>
    createAutostart({
      app: fake.parts.app,
      platform,
      program: now.program ?? program,
      configFolder: folder,
      chosenFolder: now.chosenFolder ?? chosenFolder,
    });
  const entries = async () => (await readdir(join(folder, "autostart")).catch(() => [])).sort();
  return { fake, made: make(), make, entries, entry: join(folder, "autostart", "skyferry.desktop") };
}

const linesOf = async (file: string) => (await readFile(file, "utf8")).split("\n");

describe("on Windows", () => {
  const program = "C:\\Users\\Jane Doe\\Skyferry.exe";

  test("the system starts the program without a window, and says so", async () => {
    const { fake, made } = autostart("win32", { program });
    expect(await made.read()).toBe(false);
    expect(await made.set(true)).toBe(true);
    expect([...fake.app.loginItems.run]).toEqual([[appModelId, `"${program}" --hidden`]]);
    expect(await made.read()).toBe(true);
    expect(await made.set(false)).toBe(false);
    expect(fake.app.loginItems.run.size).toBe(0);
  });

  test("a folder of its own is started with, beside the usual one", async () => {
    const { fake, made, make } = autostart("win32", { program });
    const other = make({ chosenFolder: "D:\\Station data\\" });
    await made.set(true);
    expect(await other.read()).toBe(false);
    expect(await other.set(true)).toBe(true);
    const commands = [...fake.app.loginItems.run.values()].map(wordsOf);
    expect(commands).toEqual([
      [program, "--hidden"],
      [program, "--data", "D:\\Station data\\", "--hidden"],
    ]);
    expect([...fake.app.loginItems.run.keys()].every((name) => name.startsWith(appModelId))).toBe(true);
    // Windows does not tell upper from lower case.
    expect(await make({ chosenFolder: "d:\\station DATA\\" }).read()).toBe(true);
    await other.set(false);
    expect(await made.read()).toBe(true);
  });

  test("at a start the entry is renewed, and stays off where the user switched it off", async () => {
    const { fake, made } = autostart("win32", { program });
    await made.renew();
    expect(fake.app.loginItems.run.size).toBe(0);
    fake.app.loginItems.run.set(appModelId, `"${program}" --old`);
    fake.app.loginItems.disabled.add(appModelId);
    await made.renew();
    expect([...fake.app.loginItems.run.values()]).toEqual([`"${program}" --hidden`]);
    expect(await made.read()).toBe(false);
  });
});

describe("on macOS", () => {
  test("the system starts the program, and says so", async () => {
    const { fake, made } = autostart("darwin");
    expect(await made.set(true)).toBe(true);
    expect(fake.app.loginItems.isOnMac).toBe(true);
    expect(await made.set(false)).toBe(false);
  });

  test("another folder cannot be started with, and is not offered", async () => {
    expect(await autostart("darwin", { chosenFolder: "/Volumes/data" }).made.read()).toBe(null);
  });
});

describe("on Linux", () => {
  test("an autostart entry starts the program without a window", async () => {
    const { made, entry } = autostart("linux");
    expect(await made.read()).toBe(false);
    expect(await made.set(true)).toBe(true);
    const lines = await linesOf(entry);
    expect(lines[0]).toBe("[Desktop Entry]");
    expect(lines).toContain('Exec="/opt/Sky ferry/skyferry" --hidden');
    expect(lines).toContain("TryExec=/opt/Sky ferry/skyferry");
    expect(lines).toContain("Type=Application");
    expect(await made.set(false)).toBe(false);
    await expect(readFile(entry)).rejects.toThrow("ENOENT");
    expect(await made.set(false)).toBe(false);
  });

  test("a folder of its own has an entry of its own that names it", async () => {
    const { made, make, entries } = autostart("linux");
    const other = make({ chosenFolder: "/data/radar 1" });
    await made.set(true);
    await other.set(true);
    const names = await entries();
    expect(names).toHaveLength(2);
    const added = join(folder, "autostart", names.find((name) => name !== "skyferry.desktop") ?? "");
    const lines = await linesOf(added);
    expect(lines).toContain('Exec="/opt/Sky ferry/skyferry" --data "/data/radar 1" --hidden');
    expect(lines).toContain("Name=Skyferry (/data/radar 1)");
    await other.set(false);
    expect([await entries(), await made.read()]).toEqual([["skyferry.desktop"], true]);
  });

  test("at a start the entry names the program that runs, and nothing is written where there is none", async () => {
    const { made, make, entry, entries } = autostart("linux", { program: "/home/a/Skyferry-0.1.0.AppImage" });
    await made.renew();
    expect(await entries()).toEqual([]);
    await made.set(true);
    await make({ program: "/home/a/Skyferry.AppImage" }).renew();
    expect(await linesOf(entry)).toContain('Exec="/home/a/Skyferry.AppImage" --hidden');
  });

  test("an entry that was switched off stays so", async () => {
    const { made, make, entry } = autostart("linux");
    await made.set(true);
    const text = (await readFile(entry, "utf8")).replace("enabled=true", "enabled=false");
    await writeFile(entry, text);
    await make({ program: "/other" }).renew();
    expect(await readFile(entry, "utf8")).toBe(text);
  });

  test("a name with signs of its own comes out as it is", async () => {
    const { made, entry } = autostart("linux", { program: '/opt/a"b$c`d\\e%f' });
    await made.set(true);
    const text = await readFile(entry, "utf8");
    expect(text).toContain('Exec="/opt/a\\\\"b\\\\$c\\\\`d\\\\\\\\e%%f" --hidden\n');
    expect(text).toContain('TryExec=/opt/a"b$c`d\\\\e%f\n');
  });

  test.each(["Hidden=true", "X-GNOME-Autostart-enabled=false"])(
    "an entry that the desktop switched off (%s) counts as off",
    async (line) => {
      const { made, entry } = autostart("linux");
      await made.set(true);
      const text = await readFile(entry, "utf8");
      await writeFile(entry, `${text.replace("X-GNOME-Autostart-enabled=true\n", "")}${line}\n`);
      expect(await made.read()).toBe(false);
    },
  );
});

test.each(["win32", "darwin", "linux"] as const)(
  "from a checkout it is not offered on %s, and nothing is written",
  async (platform) => {
    const { fake, made, entries } = autostart(platform, { isPackaged: false });
    expect(await made.read()).toBe(null);
    await made.renew();
    expect([await entries(), fake.app.loginItems.run.size]).toEqual([[], 0]);
  },
);

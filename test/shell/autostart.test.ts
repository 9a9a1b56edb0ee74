import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAutostart } from "#main/autostart.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { createFakeElectron } from "#test/support/fake-electron/fake-electron.ts";

let folder: string;
beforeEach(async () => {
  folder = await makeScratch("skyferry-autostart-");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function autostart(platform: NodeJS.Platform, isPackaged = true, program = "/opt/Sky ferry/skyferry") {
  const fake = createFakeElectron({ appData: folder, home: folder, isPackaged });
  const made = createAutostart({ app: fake.parts.app, platform, program, configFolder: folder });
  return { fake, made, entry: join(folder, "autostart", "skyferry.desktop") };
}

describe("on Windows", () => {
  test("the system starts the program without a window, and says so", async () => {
    const { fake, made } = autostart("win32", true, "C:\\Skyferry\\Skyferry.exe");
    expect(await made.read()).toBe(false);
    expect(await made.set(true)).toBe(true);
    expect(fake.app.loginItem).toEqual({
      openAtLogin: true,
      path: "C:\\Skyferry\\Skyferry.exe",
      args: ["--hidden"],
    });
    expect(await made.read()).toBe(true);
    expect(await made.set(false)).toBe(false);
  });
});

describe("on macOS", () => {
  test("the system starts the program, and says so", async () => {
    const { fake, made } = autostart("darwin");
    expect(await made.set(true)).toBe(true);
    expect(fake.app.loginItem).toEqual({ openAtLogin: true });
    expect(await made.set(false)).toBe(false);
  });
});

describe("on Linux", () => {
  test("an autostart entry starts the program without a window", async () => {
    const { made, entry } = autostart("linux");
    expect(await made.read()).toBe(false);
    expect(await made.set(true)).toBe(true);
    const lines = (await readFile(entry, "utf8")).split("\n");
    expect(lines[0]).toBe("[Desktop Entry]");
    expect(lines).toContain('Exec="/opt/Sky ferry/skyferry" --hidden');
    expect(lines).toContain("Type=Application");
    expect(await made.set(false)).toBe(false);
    await expect(readFile(entry)).rejects.toThrow("ENOENT");
    expect(await made.set(false)).toBe(false);
  });

  test("a name with signs of its own comes out as it is", async () => {
    const { made, entry } = autostart("linux", true, '/opt/a"b$c`d\\e%f');
    await made.set(true);
    expect(await readFile(entry, "utf8")).toContain('Exec="/opt/a\\\\"b\\\\$c\\\\`d\\\\\\\\e%%f" --hidden\n');
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
  "from a checkout it is not offered on %s",
  async (platform) => {
    expect(await autostart(platform, false).made.read()).toBe(null);
  },
);

import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import Conf from "conf";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openMemoryFile } from "#adapters/settings/memory-file.ts";
import { writeWhole } from "#adapters/whole-file.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

let folder: string;
beforeEach(async () => {
  folder = await makeScratch("skyferry-whole-");
});
afterEach(() => rm(folder, { recursive: true }));

const isWindows = process.platform === "win32";

describe("a file that is written as a whole", () => {
  test("has the new text, for its owner alone, and nothing lies beside it", () => {
    const file = join(folder, "deep", "down", "kept.json");
    writeWhole(file, "old", 0o600);
    writeWhole(file, "new", 0o600);
    expect(readFileSync(file, "utf8")).toBe("new");
    if (!isWindows) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "deep", "down"))).toEqual(["kept.json"]);
  });

  test("may have the longest name that there is", () => {
    const name = "x".repeat(255);
    writeWhole(join(folder, name), "text", 0o600);
    expect(readdirSync(folder)).toEqual([name]);
  });

  test("that cannot be replaced leaves no draft", () => {
    mkdirSync(join(folder, "kept.json", "in it"), { recursive: true });
    expect(() => writeWhole(join(folder, "kept.json"), "text", 0o600)).toThrow();
    expect(readdirSync(folder)).toEqual(["kept.json"]);
  });

  test.skipIf(isWindows).each([true, false])("is the one that a link names (it is there: %s)", (isThere) => {
    const link = join(folder, "link.json");
    mkdirSync(join(folder, "elsewhere"));
    const target = join(folder, "elsewhere", "kept.json");
    if (isThere) writeFileSync(target, "old");
    symlinkSync(join("elsewhere", "kept.json"), link);
    writeWhole(link, "new", 0o600);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toBe("new");
  });
});

describe("the memory of a shell", () => {
  const file = () => join(folder, "shell.json");

  test("is there at the next start, byte for byte as electron-store wrote it", () => {
    const memory = openMemoryFile(file());
    memory.write("window", { bounds: { x: 1 }, isMaximised: false });
    memory.write("secrets", { account: "sealed" });
    expect(openMemoryFile(file()).read("window")).toEqual({ bounds: { x: 1 }, isMaximised: false });
    const conf = new Conf({ cwd: folder, configName: "theirs" });
    conf.store = { window: { bounds: { x: 1 }, isMaximised: false }, secrets: { account: "sealed" } };
    expect(readFileSync(file(), "utf8")).toBe(readFileSync(conf.path, "utf8"));
  });

  test.each(["", "{", "[1]", "null"])("that is damaged (%j) is started again", (text) => {
    writeFileSync(file(), text);
    const memory = openMemoryFile(file());
    expect(memory.read("window")).toBe(undefined);
    memory.write("window", 1);
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({ window: 1 });
  });

  test("that could not be written is as before", () => {
    const memory = openMemoryFile(join(folder, "file", "shell.json"));
    writeFileSync(join(folder, "file"), "");
    expect(() => memory.write("window", 1)).toThrow();
    expect(memory.read("window")).toBe(undefined);
  });
});

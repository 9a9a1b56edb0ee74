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
import { afterEach, beforeEach, describe, expect, test } from "vitest";
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

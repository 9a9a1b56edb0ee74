import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isHeldForWriting, systemProbe } from "#adapters/files/node-files.ts";

describe("a file that another program holds", () => {
  it.each([
    [null, false],
    ["EBUSY", true],
    ["EPERM", false],
    ["EACCES", false],
    ["ENOENT", false],
    ["UNKNOWN", false],
  ])("on Windows, opening for writing gives %s: %s", async (code, isHeld) => {
    const asked: string[] = [];
    const tryOpen = async (path: string, flags: string) => {
      asked.push(`${flags} ${path}`);
      return code;
    };
    expect(await isHeldForWriting({ platform: "win32", tryOpen }, "D:\\a")).toBe(isHeld);
    expect(asked).toEqual(["r+ D:\\a"]);
  });

  it.each(["linux", "darwin"] as const)("on %s is not asked for", async (platform) => {
    const tryOpen = () => Promise.reject(new Error("it was opened"));
    expect(await isHeldForWriting({ platform, tryOpen }, "/a")).toBe(false);
  });

  it("is looked at without a change", async () => {
    const path = join(tmpdir(), `skyferry-hold-${process.pid}`);
    await writeFile(path, "content");
    const before = await stat(path, { bigint: true });
    const probe = { ...systemProbe("linux"), platform: "win32" } as const;
    expect(await isHeldForWriting(probe, path)).toBe(false);
    expect(await isHeldForWriting(probe, `${path}-missing`)).toBe(false);
    await expect(stat(`${path}-missing`)).rejects.toThrow();
    const after = await stat(path, { bigint: true });
    expect([after.mtimeNs, after.ctimeNs, after.size]).toEqual([before.mtimeNs, before.ctimeNs, before.size]);
    expect(await readFile(path, "utf8")).toBe("content");
    await rm(path);
  });
});

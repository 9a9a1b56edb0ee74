import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { chmod, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";
import { makeRealTree, type RealTree } from "./real-tree.ts";
import { opened, walkAll } from "./tree-under-test.ts";

const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform === "win32")("Files on a POSIX file system", () => {
  let tree: RealTree;
  beforeEach(async () => {
    tree = await makeRealTree();
  });
  afterEach(async () => await tree.end());

  it("tells of each piece of a file of several, so that a slow drive is not taken for one that hangs", async () => {
    const size = 3 * 1024 * 1024;
    await tree.write("f", new Uint8Array(size));
    const file = opened(await tree.files.open(tree.folder, "f"));
    let pieces = 0;
    const onPiece = () => void pieces++;
    await file.checksum(size, new AbortController().signal, onPiece);
    expect(pieces).toBeGreaterThanOrEqual(3);
    pieces = 0;
    await file.readWhole(size, onPiece);
    expect(pieces).toBeGreaterThanOrEqual(3);
    await file.close();
  });

  it("tells a mounted drive from what lies under it, also through a link", async (context) => {
    const disk = await makeSmallDisk(64);
    if (typeof disk === "string") return context.skip(disk);
    const under = await tree.files.drive(tree.folder);
    mkdirSync(join(disk.folder, "a"));
    symlinkSync(join(disk.folder, "a"), tree.pathOf("link"));
    for (const path of [disk.folder, join(disk.folder, "a"), tree.pathOf("link")])
      expect(await tree.files.drive(path)).toMatchObject({ root: disk.folder, bytes: 64 * 1024 });
    expect(await tree.files.drive(join(disk.folder, "a"))).not.toMatchObject({
      device: Reflect.get(under, "device"),
    });
    await disk.remove();
  });

  it("lists links, pipes and devices and follows none", async () => {
    await tree.write("real/f", "1");
    symlinkSync(tree.pathOf("real/f"), tree.pathOf("link-to-file"));
    symlinkSync(tree.pathOf("real"), tree.pathOf("link-to-folder"));
    symlinkSync("/nowhere", tree.pathOf("dangling"));
    execFileSync("sh", ["-c", 'mkfifo "$0"', tree.pathOf("pipe")]);
    const { files, skipped, errors } = await walkAll(tree);
    expect(files.map((f) => f.relPath)).toEqual(["real/f"]);
    expect(skipped.map((s) => s.relPath).sort()).toEqual([
      "dangling",
      "link-to-file",
      "link-to-folder",
      "pipe",
    ]);
    expect(skipped.every((s) => /link|pipe/.test(s.reason))).toBe(true);
    expect(errors).toEqual([]);
    for (const relPath of ["link-to-file", "pipe"]) {
      expect(await tree.files.open(tree.folder, relPath)).toMatchObject({ error: "not-a-file" });
      expect(await tree.files.stat(tree.folder, relPath)).toMatchObject({ kind: "other" });
    }
  });

  it("leaves out links that no pattern could mean", async () => {
    symlinkSync("/nowhere", tree.pathOf("latest"));
    symlinkSync("/nowhere", tree.pathOf("20240601.nc"));
    const { skipped } = await walkAll(tree, { pattern: "%Y%m%d.nc" });
    expect(skipped.map((s) => s.relPath)).toEqual(["20240601.nc"]);
  });

  it("walks a folder that is a link itself", async () => {
    await tree.write("f", "1");
    const link = `${tree.folder}-link`;
    symlinkSync(tree.folder, link);
    expect((await walkAll({ files: tree.files, folder: link })).files).toHaveLength(1);
  });

  it("enters only folders that can hold a match", async () => {
    await tree.write("2024/01/20240101.nc", "1");
    // A link is listed wherever its folder is entered.
    mkdirSync(tree.pathOf("archive/01"), { recursive: true });
    symlinkSync("/nowhere", tree.pathOf("archive/01/20240101.nc"));
    const { files, skipped } = await walkAll(tree, { pattern: "%Y/%m/%Y%m%d.nc" });
    expect(files.map((f) => f.relPath)).toEqual(["2024/01/20240101.nc"]);
    expect(skipped).toEqual([]);
  });

  it("lists a name that is not UTF-8 legibly, and keeps one that truly holds U+FFFD", async () => {
    const bytes = (text: string) => Buffer.from(`${tree.folder}/${text}`, "latin1");
    writeFileSync(bytes("M\xfcnchen.nc"), "1");
    writeFileSync(bytes("M\xf6nchen.nc"), "1");
    await tree.write("true-\uFFFD.nc", "1");
    const { files, skipped } = await walkAll(tree);
    expect(files.map((f) => f.relPath)).toEqual(["true-\uFFFD.nc"]);
    expect(skipped.map((s) => s.relPath).sort()).toEqual(["M\\xf6nchen.nc", "M\\xfcnchen.nc"]);
    expect(skipped[0]?.reason).toMatch(/UTF-8/);
  });

  it("gives one figure of mtime everywhere, for times with nanoseconds and before 1970", async () => {
    const times = [
      "1700000000.123456789",
      "1700000000.999999500",
      "1600000000.000000499",
      "-12345.678901234",
    ];
    for (const [i, time] of times.entries()) {
      await tree.write(String(i), "1");
      execFileSync("touch", ["-d", `@${time}`, tree.pathOf(String(i))]);
    }
    const { files } = await walkAll(tree);
    expect(files.map((f) => f.mtimeUs)).toEqual([
      1_700_000_000_123_457, 1_700_000_001_000_000, 1_600_000_000_000_000, -12_345_678_901,
    ]);
    for (const { relPath, mtimeUs } of files) {
      const file = opened(await tree.files.open(tree.folder, relPath));
      expect(file.stat.mtimeUs).toBe(mtimeUs);
      expect(await tree.files.stat(tree.folder, relPath)).toMatchObject({ mtimeUs });
      await file.close();
    }
  });

  it.skipIf(isRoot)("lists a folder and a file it may not read, and says so for its own folder", async () => {
    await tree.write("closed/f", "1");
    await tree.write("open/f", "1");
    await chmod(tree.pathOf("closed"), 0);
    const { files, skipped, errors } = await walkAll(tree);
    expect(files.map((f) => f.relPath)).toEqual(["open/f"]);
    expect(skipped).toMatchObject([
      {
        relPath: "closed",
        kind: "unreadable-folder",
        reason: expect.stringMatching(/cannot be read: this user has no permission/),
      },
    ]);
    expect(errors).toEqual([]);
    await chmod(tree.pathOf("open"), 0o600);
    expect((await walkAll(tree)).skipped).toMatchObject([
      { relPath: "closed" },
      { relPath: "open/f", kind: "unreadable-file" },
    ]);
    await chmod(tree.pathOf("open"), 0o755);
    await chmod(tree.pathOf("open/f"), 0);
    expect(await tree.files.open(tree.folder, "open/f")).toMatchObject({ error: "unreadable" });
    await chmod(tree.folder, 0);
    expect((await walkAll(tree)).errors).toMatchObject([{ error: "unreadable" }]);
    await chmod(tree.folder, 0o755);
    await chmod(tree.pathOf("closed"), 0o755);
  });

  it("goes on when folders vanish under the walk", async () => {
    for (let i = 0; i < 1500; i++) await tree.write(`${i % 3}/${i}`, "");
    let seen = 0;
    const request = { folder: tree.folder, pattern: null, alsoSuffixes: [] };
    for await (const batch of tree.files.walk(request, new AbortController().signal)) {
      if ("error" in batch) throw new Error(batch.message);
      if (seen === 0) await rm(tree.pathOf("0"), { recursive: true });
      seen += batch.files.length;
    }
    expect(seen).toBeGreaterThanOrEqual(1000);
  });

  it("ends with trouble when the whole folder vanishes under the walk", async () => {
    for (let i = 0; i < 6000; i++) writeFileSync(mk(tree, `${i % 6}`, String(i)), "");
    const errors: string[] = [];
    const request = { folder: tree.folder, pattern: null, alsoSuffixes: [] };
    for await (const batch of tree.files.walk(request, new AbortController().signal)) {
      if ("error" in batch) errors.push(batch.error);
      else await rm(tree.folder, { recursive: true, force: true });
    }
    expect(errors).toEqual(["vanished"]);
  });

  it("finds all of 20,000 files that appear while it walks, at the latest in the next walk", async () => {
    const request = { folder: tree.folder, pattern: "%Y%m%d/*.nc", alsoSuffixes: [] };
    const names = new Set<string>();
    const walking = walkAll(tree, request);
    for (let i = 0; i < 20_000; i++) {
      const name = `2024060${(i % 5) + 1}/${i}.nc`;
      writeFileSync(mk(tree, ...(name.split("/") as [string, string])), "");
      names.add(name);
    }
    for (const { relPath } of (await walking).files) expect(names.has(relPath)).toBe(true);
    const { files } = await walkAll(tree, request);
    expect(new Set(files.map((f) => f.relPath))).toEqual(names);
  });

  it.skipIf(process.platform !== "linux")("leaves no descriptor open", async () => {
    await tree.write("f", "x".repeat(300_000));
    await mkdir(tree.pathOf("d"));
    const descriptors = () => readdirSync("/proc/self/fd").length;
    const use = async () => {
      const file = opened(await tree.files.open(tree.folder, "f"));
      await file.readWhole(300_000);
      for await (const _ of file.chunks(300_000)) break;
      const stopping = new AbortController();
      const hashing = file.checksum(300_000, stopping.signal);
      stopping.abort();
      await file.close();
      await hashing;
      await tree.files.open(tree.folder, "d");
    };
    await use();
    const before = descriptors();
    for (let i = 0; i < 50; i++) await use();
    expect(descriptors()).toBe(before);
  });
});

/** The way to a file; its folder is made where it is not there. */
function mk(tree: RealTree, folder: string, name: string): string {
  const path = tree.pathOf(folder);
  if (!existsSync(path)) mkdirSync(path, { recursive: true });
  return join(path, name);
}

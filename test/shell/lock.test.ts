import { chmod, mkdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { folderProblem, lockProblem } from "#main/lock.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";

let folder: string;
beforeEach(async () => {
  folder = await makeScratch("skyferry-lock-");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a data folder that is not there is made for its owner alone", async () => {
  const made = join(folder, "a", "b");
  expect(folderProblem(made, [])).toBe(null);
  expect((await stat(made)).mode & 0o077).toBe(0);
});

test("one that cannot be made is named with the reason and what to do", async () => {
  await writeFile(join(folder, "file"), "");
  const problem = folderProblem(join(folder, "file", "data"), []);
  expect(problem).toMatch(/^The data folder .*file.data cannot be used: .*ENOTDIR.*Choose another one/);
});

const links = process.platform === "win32" ? [] : (["link", "circle"] as const);
test.each(["file", "inside", ...links])("a %s in the way is called so", async (kind) => {
  const data = join(folder, "data");
  const inside = join(data, "browser");
  if (kind === "file") await writeFile(data, "");
  if (kind === "link") await symlink(join(folder, "gone"), data);
  if (kind === "circle") await symlink(data, data);
  if (kind === "inside") {
    await mkdir(data);
    await writeFile(inside, "");
  }
  const reason = {
    file: `${data} is a file, not a folder`,
    link: `${data} is a link to a folder that does not exist`,
    circle: `${data} is a link that leads back to itself`,
    inside: `${inside} is a file, not a folder`,
  }[kind];
  expect(folderProblem(data, [inside])).toBe(
    `The data folder ${data} cannot be used: ${reason} (EEXIST). Choose another one with --data.`,
  );
});

test.each([
  ["is read-only", ["ro"], /is on a read-only disk \(EROFS\)\. Choose another one/],
  ["is full", ["nr_inodes=1"], /has no space left for .*data \(ENOSPC\)\. Free up some space, or choose/],
] as const)("one on a disk that %s is named with what to do", async (_, options, said) => {
  const disk = await makeSmallDisk(64, options);
  if (typeof disk === "string") return console.warn(disk);
  try {
    const isReadOnly = options[0] === "ro";
    expect(folderProblem(isReadOnly ? disk.folder : join(disk.folder, "data"), [])).toMatch(said);
  } finally {
    await disk.remove();
  }
});

test.runIf(process.platform === "linux")("one below /proc is named, and not waited for", () => {
  expect(folderProblem("/proc/sky/ferry", [])).toMatch(
    /^The data folder \/proc\/sky\/ferry cannot be used: .*ENOENT/,
  );
});

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "one that cannot be written is named",
  async () => {
    await mkdir(join(folder, "data"));
    await chmod(join(folder, "data"), 0o500);
    expect(folderProblem(join(folder, "data"), [])).toContain("EACCES");
  },
);

test.skipIf(process.platform === "win32")("a lock of another PC is told, one of this PC is not", async () => {
  expect(lockProblem(folder, "here")).toBe(null);
  await symlink("here-4711", join(folder, "SingletonLock"));
  expect(lockProblem(folder, "here")).toBe(null);
  await rm(join(folder, "SingletonLock"));
  await symlink("radar-pc-4711", join(folder, "SingletonLock"));
  expect(lockProblem(folder, "here")).toContain("on another PC (radar-pc)");
});

import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createNodeFiles, type NodeFiles } from "#adapters/files/node-files.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

/** Links that lead out of an instrument's folder: nothing behind them is ever found, opened or sent. */

let root: string;
let folder: string;
let files: NodeFiles;

beforeEach(async () => {
  root = await makeScratch("skyferry-links-");
  folder = join(root, "instrument");
  await mkdir(join(folder, "2026"), { recursive: true });
  await mkdir(join(root, "outside"));
  await writeFile(join(root, "outside", "20261121.nc"), "not the instrument's");
  await writeFile(join(folder, "2026", "20261121.nc"), "measured");
  files = createNodeFiles();
});
afterEach(async () => {
  await files.close();
  await rm(root, { recursive: true, force: true });
});

async function walked(): Promise<{ readonly found: string[]; readonly skipped: string[] }> {
  const found: string[] = [];
  const skipped: string[] = [];
  const request = { folder, pattern: "**/%Y%m%d.nc", alsoSuffixes: [] };
  for await (const step of files.walk(request, new AbortController().signal)) {
    if ("error" in step) throw new Error(step.message);
    found.push(...step.files.map(({ relPath }) => relPath));
    skipped.push(...step.skipped.map(({ relPath, reason }) => `${relPath}: ${reason}`));
  }
  return { found, skipped };
}

async function opened(relPath: string): Promise<string> {
  const file = await files.open(folder, relPath);
  if ("error" in file) return `${file.error}: ${file.message}`;
  const read = await file.readWhole(file.stat.size);
  await file.close();
  return "error" in read ? read.message : Buffer.from(read.bytes).toString();
}

/** `junction` matters on Windows alone, where everybody may make one. */
const kinds = process.platform === "win32" ? (["junction"] as const) : (["dir", "junction"] as const);

test.each(kinds)("a folder that is a link (%s) is told and not entered", async (kind) => {
  await symlink(join(root, "outside"), join(folder, "more"), kind);
  const { found, skipped } = await walked();
  expect(found).toEqual(["2026/20261121.nc"]);
  expect(skipped).toEqual([expect.stringMatching(/^more: .*links are not followed/)]);
  expect(await opened("more/20261121.nc")).toMatch(/^not-a-file: The folder ".*more" is a symbolic link/);
});

test("a link that leads round and round ends nothing", async () => {
  await symlink(folder, join(folder, "2026", "again"), "junction");
  await symlink(join(folder, "loop"), join(folder, "loop"), "junction");
  const { found, skipped } = await walked();
  expect(found).toEqual(["2026/20261121.nc"]);
  expect(skipped).toHaveLength(2);
});

test.skipIf(process.platform === "win32")("a file that is a link is told and not opened", async () => {
  await symlink(join(root, "outside", "20261121.nc"), join(folder, "20261121.nc"));
  const { found, skipped } = await walked();
  expect(found).toEqual(["2026/20261121.nc"]);
  expect(skipped).toEqual([expect.stringMatching(/^20261121\.nc: It is a symbolic link/)]);
  expect(await opened("20261121.nc")).toMatch(/^not-a-file/);
});

test.skipIf(process.platform === "win32")(
  "a file that became a link after it was found is not opened",
  async () => {
    expect((await walked()).found).toEqual(["2026/20261121.nc"]);
    await rm(join(folder, "2026", "20261121.nc"));
    await symlink(join(root, "outside", "20261121.nc"), join(folder, "2026", "20261121.nc"));
    expect(await opened("2026/20261121.nc")).toMatch(/^not-a-file: .*links are not followed/);
  },
);

test.each(kinds)(
  "a folder that became a link (%s) after its files were found is not followed",
  async (kind) => {
    expect((await walked()).found).toEqual(["2026/20261121.nc"]);
    expect(await opened("2026/20261121.nc")).toBe("measured");
    await rename(join(folder, "2026"), join(folder, "2026-old"));
    await symlink(join(root, "outside"), join(folder, "2026"), kind);
    expect(await opened("2026/20261121.nc")).toMatch(
      /^not-a-file: The folder ".*2026" is a symbolic link, and links are not followed/,
    );
  },
);

test("the instrument's own folder may be a link, as the operator named it", async () => {
  const real = folder;
  folder = join(root, "link");
  await symlink(real, folder, "junction");
  expect((await walked()).found).toEqual(["2026/20261121.nc"]);
  expect(await opened("2026/20261121.nc")).toBe("measured");
});

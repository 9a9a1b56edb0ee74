import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createFolderList } from "#adapters/files/folder-list.ts";

const isWindows = process.platform === "win32";
let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "skyferry-folders-"));
});
afterEach(() => rm(home, { recursive: true }));

const list = (asked: string | null) => createFolderList({ home }).list(asked);

test("folders by name, numbers by their value, hidden ones last; files are counted only", async () => {
  for (const name of ["radar 10", "radar 2", "Lidar", ".cache"]) await mkdir(path.join(home, name));
  await writeFile(path.join(home, "secret.txt"), "content that is not shown");
  // Making a link needs a right that users of Windows seldom have.
  if (isWindows) await writeFile(path.join(home, "link"), "");
  else await symlink("/", path.join(home, "link"));
  const listing = await list(null);
  expect(listing).toMatchObject({ path: home, parent: path.dirname(home), fileCount: 2, message: null });
  expect(listing.folders.map(({ name }) => name)).toEqual(["Lidar", "radar 2", "radar 10", ".cache"]);
  expect(listing.folders[0]?.path).toBe(path.join(home, "Lidar"));
  if (isWindows) expect(listing.roots.map((root) => root.path)).toContain("C:\\");
  else expect(listing.roots.map((root) => root.path)).toEqual([home, "/"]);
  expect(JSON.stringify(listing)).not.toContain("secret");
});

test("the root has no parent; dots in a path are resolved", async () => {
  const { root } = path.parse(home);
  expect(await list(root)).toMatchObject({ path: root, parent: null, message: null });
  expect(await list(path.join(home, "x", "..", ".."))).toMatchObject({ path: path.dirname(home) });
});

test("what cannot be shown says why and still leads back", async () => {
  const gone = path.join(home, "gone");
  expect(await list(gone)).toMatchObject({
    folders: [],
    parent: home,
    message: `${gone} cannot be shown: it does not exist.`,
  });
  await writeFile(path.join(home, "file"), "");
  expect((await list(path.join(home, "file"))).message).toContain("not a folder");
  expect(await list("radar")).toMatchObject({
    parent: null,
    message: "radar is not the full path of a folder.",
  });
});

test.skipIf(isWindows || process.getuid?.() === 0)("a folder without permission says so", async () => {
  const closed = path.join(home, "closed");
  await mkdir(closed);
  await chmod(closed, 0o000);
  expect((await list(closed)).message).toContain("no permission");
  await chmod(closed, 0o700);
});

test("more than a thousand are cut, and that is said", async () => {
  for (let n = 0; n < 1003; n += 1) await mkdir(path.join(home, `day ${n}`));
  const { folders, message } = await list(home);
  expect(folders).toHaveLength(1000);
  expect(message).toBe("3 more folders are not shown: enter the path instead.");
});

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type MovedFolder, moveFolders } from "#adapters/backup/restore-backup.ts";

async function foldersAfter(folders: readonly string[], moved: readonly MovedFolder[]) {
  const place = await mkdtemp(path.join(tmpdir(), "skyferry-moved-"));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const file = path.join(place, "settings.json");
  await writeFile(file, JSON.stringify({ instruments: folders.map((folder) => ({ folder })) }));
  await moveFolders(file, moved);
  const { instruments } = JSON.parse(await readFile(file, "utf8"));
  return instruments.map(({ folder }: { folder: string }) => folder);
}

test("the innermost folder that is given counts, in whatever order they are given", async () => {
  const moved = [
    { from: "/data", to: "/mnt/disk" },
    { from: "/data/radar", to: "/mnt/radar" },
  ];
  for (const order of [moved, moved.toReversed()])
    expect(await foldersAfter(["/data/radar/2026", "/data/lidar"], order)).toEqual([
      "/mnt/radar/2026",
      "/mnt/disk/lidar",
    ]);
});

test("a folder of Windows below one that is on Linux now has its separators", async () => {
  const moved = [{ from: "D:\\data", to: "/srv/data" }];
  expect(await foldersAfter(["d:\\data\\radar\\2026", "D:\\data"], moved)).toEqual([
    "/srv/data/radar/2026",
    "/srv/data",
  ]);
});

test("a folder that is a whole drive or the root now stays absolute", async () => {
  expect(await foldersAfter(["D:\\data", "D:\\data\\a"], [{ from: "D:\\data", to: "E:\\" }])).toEqual([
    "E:\\",
    "E:\\a",
  ]);
  expect(await foldersAfter(["/data"], [{ from: "/data", to: "/" }])).toEqual(["/"]);
});

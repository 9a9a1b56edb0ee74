import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type GivenFolder, type MovedFolder, moveFolders } from "#adapters/backup/restore-backup.ts";

const foldersAfter = (folders: readonly string[], moved: readonly MovedFolder[]) =>
  foldersAfterGiven(
    folders,
    moved.map((one) => ({ given: `${one.from}=${one.to}`, ways: [one] })),
  );

async function foldersAfterGiven(folders: readonly string[], given: readonly GivenFolder[]) {
  const place = await mkdtemp(path.join(tmpdir(), "skyferry-moved-"));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const file = path.join(place, "settings.json");
  await writeFile(file, JSON.stringify({ instruments: folders.map((folder) => ({ folder })) }));
  await moveFolders(file, given);
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

describe("words with more than one =", () => {
  const words = {
    given: "D:\\a=b=E:\\c",
    ways: [
      { from: "D:\\a", to: "b=E:\\c" },
      { from: "D:\\a=b", to: "E:\\c" },
    ],
  };

  test.each([
    ["D:\\a=b\\radar", "E:\\c\\radar"],
    ["D:\\a\\radar", "b=E:\\c\\radar"],
  ])("are read by the folder that the backup has, %s", async (folder, moved) => {
    expect(await foldersAfterGiven([folder, "D:\\other"], [words])).toEqual([moved, "D:\\other"]);
  });

  test("are refused where the backup has both folders, or neither", async () => {
    await expect(foldersAfterGiven(["D:\\a=b", "D:\\a"], [words])).rejects.toThrow(
      "--folder D:\\a=b=E:\\c: it can be the folder D:\\a or D:\\a=b of the backup.",
    );
    await expect(foldersAfterGiven(["D:\\other"], [words])).rejects.toThrow(
      "--folder D:\\a=b=E:\\c: no instrument of the backup has a folder D:\\a, D:\\a=b or below it; correct the path.",
    );
  });
});

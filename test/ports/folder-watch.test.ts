import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { sep } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { filePathsOf } from "#adapters/files/file-paths.ts";
import { FolderWatch, foldersToWatch } from "#adapters/watch/folder-watch.ts";
import { makeRealTree, type RealTree } from "./real-tree.ts";

describe("the watch of one folder", () => {
  let tree: RealTree;
  beforeEach(async () => {
    tree = await makeRealTree();
  });
  afterEach(async () => await tree.end());

  it.each([true, false])(
    "tells once that it is missing, however often it is looked for (%s)",
    async (isPerFolder) => {
      await tree.lose();
      const errors: string[] = [];
      const watch = new FolderWatch(
        tree.folder,
        { paths: filePathsOf(process.platform), isPerFolder, mayWatch: () => true, isLate: false },
        {
          onHint: () => {},
          onError: (code, path) => errors.push(`${code} ${path}`),
          onBack: () => {},
          onRefused: () => {},
        },
      );
      for (let i = 0; i < 3; i++) await watch.arm();
      expect(errors).toEqual([`ENOENT ${tree.folder}`]);
      mkdirSync(tree.folder);
      await watch.arm();
      await watch.disarm();
      await tree.lose();
      await watch.arm();
      expect(errors).toHaveLength(2);
    },
  );

  it("watches a folder in it again that went and came back", async () => {
    const hints: string[] = [];
    const errors: string[] = [];
    const watch = new FolderWatch(
      tree.folder,
      {
        paths: filePathsOf(process.platform),
        isPerFolder: process.platform === "linux",
        mayWatch: () => true,
        isLate: false,
      },
      {
        onHint: (path) => hints.push(path),
        onError: (code) => errors.push(code),
        onBack: () => {},
        onRefused: () => {},
      },
    );
    await watch.arm();
    for (const name of ["first.nc", "second.nc"]) {
      mkdirSync(tree.pathOf("day"));
      await expect.poll(() => hints).toContain(tree.pathOf("day"));
      // A file that is written as soon as the folder is there is hinted by its listing, and a while later by its watch.
      await expect
        .poll(() => {
          writeFileSync(tree.pathOf(`day/${name}`), "x");
          return hints;
        })
        .toContain(tree.pathOf(`day/${name}`));
      rmSync(tree.pathOf("day"), { recursive: true });
      hints.length = 0;
      await expect.poll(() => hints).toContain(tree.pathOf("day"));
      hints.length = 0;
    }
    expect(errors).toEqual([]);
    await watch.disarm();
  });

  it("is not watched once it was ended, also while its watch begins", async () => {
    const told: string[] = [];
    const make = () =>
      new FolderWatch(
        tree.folder,
        {
          paths: filePathsOf(process.platform),
          isPerFolder: process.platform === "linux",
          mayWatch: () => true,
          isLate: true,
        },
        {
          onHint: () => told.push("hint"),
          onError: (code) => told.push(code),
          onBack: () => told.push("back"),
          onRefused: () => told.push("refused"),
        },
      );
    const ended = make();
    const arming = ended.arm();
    await ended.end();
    await arming;
    expect(told).toEqual([]);
    const other = make();
    await other.arm();
    expect(told).toEqual(["back"]);
    await other.end();
    await ended.renew();
    expect(told).toEqual(["back"]);
  });

  it("leaves out day folders that were closed long before the newest", async () => {
    const days = ["2024/01/01", "2024/05/31", "2024/06/01"];
    for (const day of days) mkdirSync(tree.pathOf(day), { recursive: true });
    const age = (relPath: string, date: string) =>
      utimesSync(tree.pathOf(relPath), new Date(date), new Date(date));
    for (const day of days) age(day, day.replaceAll("/", "-"));
    for (const month of ["2024/01", "2024/05", "2024/06", "2024", ""]) age(month, "2023-01-01");
    const watched = (await foldersToWatch(tree.folder)).map((path) =>
      path.slice(tree.folder.length).replaceAll(sep, "/"),
    );
    expect(watched[0]).toBe("");
    expect(watched.sort()).toEqual(
      ["", "/2024", "/2024/01", "/2024/05", "/2024/05/31", "/2024/06", "/2024/06/01"].sort(),
    );
  });

  it("keeps today's folder beside one whose time lies in the future", async () => {
    for (const day of ["today", "misdated"]) mkdirSync(tree.pathOf(day));
    utimesSync(tree.pathOf("misdated"), new Date("2099-01-01"), new Date("2099-01-01"));
    expect(await foldersToWatch(tree.folder)).toContain(tree.pathOf("today"));
  });
});

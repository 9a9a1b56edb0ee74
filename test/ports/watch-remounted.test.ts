import { execFile } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChokidarWatch } from "#adapters/watch/chokidar-watch.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";
import { WatchRecord } from "./watch-record.ts";

const run = promisify(execFile);
const probe = await makeSmallDisk(64);
if (typeof probe !== "string") await probe.remove();
const reason = typeof probe === "string" ? `: ${probe}` : "";

/** Longer than a test takes: what is seen here is told by the system and not found by looking again. */
const neverMs = 3_600_000;
const hintPace = { windowMs: 30, stillMs: 30 };

describe.skipIf(reason !== "")(`a watched drive${reason}`, () => {
  let parent: string;
  let folder: string;
  let record: WatchRecord;
  let watch: ReturnType<typeof createChokidarWatch>;

  const mount = (what = "instrument") =>
    run("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", `${parent}/${what}`]);
  const unmount = (what = "instrument") => run("umount", [`${parent}/${what}`]);
  const identity = () => {
    const { dev, ino } = statSync(folder);
    return `${dev}:${ino}`;
  };
  const start = async (rearmMs: number) => {
    watch = createChokidarWatch({ rearmMs, hintPace, errorWindowMs: 1 });
    await record.start(watch, [{ folder, network: false }]);
  };

  beforeEach(async () => {
    parent = await makeScratch("skyferry-remount-");
    folder = `${parent}/instrument`;
    for (const name of ["instrument", "other"]) mkdirSync(`${parent}/${name}`);
    record = new WatchRecord();
    await mount();
  });
  afterEach(async () => {
    await watch.stop();
    for (const name of ["instrument", "other"]) {
      try {
        await unmount(name);
      } catch {
        // It is unmounted already.
      }
    }
    await rm(parent, { recursive: true });
  });

  it("is watched again when it is back with the same device and inode before anybody looked", async () => {
    await start(neverMs);
    const before = identity();
    await unmount();
    await record.wasBack();
    await mount();
    expect(identity()).toBe(before);
    watch.renew(folder);
    await record.wasBack(2);
    writeFileSync(`${folder}/new`, "1");
    await record.hinted("new");
  });

  it.each(["the same device number", "another device number"])(
    "is found by looking, with %s",
    async (which) => {
      await start(20);
      const before = identity();
      await unmount();
      if (which !== "the same device number") await mount("other");
      await mount();
      expect(identity() === before).toBe(which === "the same device number");
      await hintedUnder("");
      expect(record.backs.length).toBeGreaterThan(0);
    },
  );

  it("below the folder is watched again when it is looked for", async () => {
    mkdirSync(`${folder}/day`);
    await run("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", `${folder}/day`]);
    await start(neverMs);
    await run("umount", [`${folder}/day`]);
    await hintedUnder("day/");
  });

  /** Writes files until one is hinted: when it is watched again cannot be seen from outside. */
  async function hintedUnder(where: string): Promise<void> {
    for (let n = 0; !record.hints.some(({ relPath }) => relPath.startsWith(`${where}later`)); n++) {
      writeFileSync(`${folder}/${where}later${n}`, "1");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});

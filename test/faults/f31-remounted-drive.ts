import { execFile } from "node:child_process";
import { rm, stat, truncate, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createChokidarWatch } from "#adapters/watch/chokidar-watch.ts";
import { createStation } from "#station/station.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, type Place, sampleName, today } from "#test/support/builders/station-place.ts";
import { openFixture } from "./open-fixture.ts";
import { createOracle } from "./oracle.ts";
import { type Ground, siteOf, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { comesTrue } from "./station-in-process.ts";
import { WarpClock } from "./warp-clock.ts";

/** State of the mount point after the drive was unmounted, and before it is back. */
const cases = [
  "same device number and inode",
  "another device number, same inode",
  "another drive, and then the first again",
  "empty mount point",
] as const;

/** How often the watch looks for what the system does not tell; ten seconds in earnest. */
const rearmMs = 200;
const driveMiB = 4;

/** The instrument's drive is unmounted and mounted again, and nobody rescans meanwhile. */
export const remountedDrive: Row = {
  id: "F31",
  fault: "drive remounted: same and other device number, same inode, empty mount point",
  promise: "hints work again at once; an empty mount is told",
  run: (trial) =>
    withPortal(async (ground) => {
      const probe = await makeImageDrive(driveMiB);
      if (typeof probe === "string") {
        // A row without a step has shown nothing, and is not to look as if it had.
        trial.figure("drives", `none (${probe})`);
        return await trial.step("no drive can be mounted here", async () => []);
      }
      await probe.remove();
      trial.figure("drives", "ext4, mounted and unmounted");
      for (const which of cases)
        for (let round = 1; round <= trial.rounds(5, 1); round++)
          await trial.step(`${which}, round ${round}`, (random) => remount(ground, which, random));
    }),
};

async function remount(
  { portal, files }: Ground,
  which: (typeof cases)[number],
  random: Random,
): Promise<readonly string[]> {
  const site = siteOf(random);
  const place = await makePlace({ portalUrl: portal.url, instrument: { site } });
  const { folder } = place.instrument;
  const drives: ImageDrive[] = [];
  const plugIn = async (sizeMiB: number) => {
    const drive = await makeImageDrive(sizeMiB);
    if (typeof drive === "string") throw new Error(drive);
    drives.push(drive);
    return drive;
  };
  const drive = await plugIn(driveMiB);
  await drive.mount(folder);
  const oracle = await createOracle(portal.url);
  const clock = new WarpClock({ random });
  const open = async () => {
    const fixture = await openFixture(place, { sharedFiles: files, clock });
    const engine = createStation(
      { ...fixture.fixture, watch: createChokidarWatch({ rearmMs }) },
      fixture.configuration,
    );
    await engine.start();
    return { fixture, engine };
  };
  let { fixture, engine } = await open();
  const close = async () => {
    await engine.stop();
    await fixture.close();
  };
  const found: string[] = [];
  let count = 0;
  const write = async (name: string) => {
    const files = random.int(1, 6);
    for (let n = 0; n < files; n++) {
      const path = await place.write(sampleName(`${name}${n}`), random.bytes(random.int(1, 3000)));
      await oracle.finished(path, { site, measurementDate: today() });
    }
    count += files;
  };
  const allDelivered = async () => (await engine.status()).totals.delivered === count;
  const error = async () => (await engine.status()).instruments[0]?.folderTrouble?.message ?? null;
  try {
    await write("before");
    await engine.rescan();
    if (!(await comesTrue(allDelivered))) found.push("nothing is delivered before the fault");
    // Some wait in the queue while their drive is away.
    engine.pause(null);
    await write("queued");
    const before = await identityOf(place);
    await comesTrue(async () => (await engine.status()).totals.queued > 0);

    await drive.unmount();
    engine.resume();
    if (which === "same device number and inode") {
      // At once, or after the watch has met the mount point.
      if (random.next() < 0.5) await comesTrue(async () => (await error()) !== null);
    } else {
      const other = which.startsWith("another drive") ? await plugIn(2 * driveMiB) : null;
      await other?.mount(folder);
      found.push(...(await whatIsSaid()));
      if (random.next() < 0.5) {
        await close();
        ({ fixture, engine } = await open());
        found.push(...(await whatIsSaid()).map((said) => `after a restart: ${said}`));
      }
      await other?.unmount();
      if (which.startsWith("another device")) await drive.renumber();
    }
    await drive.mount(folder);
    const isSame = (await identityOf(place)) === before;
    if (isSame === which.startsWith("another device")) found.push(`this is not ${which}`);

    // No clock is skipped: what is found now is found by the watch.
    await write("back");
    if (!(await comesTrue(allDelivered))) found.push("what is written when it is back is not found");
    await write("later");
    if (!(await comesTrue(allDelivered))) found.push("hints do not work again");
    if ((await error()) !== null) found.push(`it is still in trouble: ${await error()}`);
    found.push(...(await oracle.check(await fixture.claims(), { postsAFile: 2, putsAFile: 2 })));
    return found;
  } finally {
    await close();
    for (const one of drives) await one.remove();
    await place.remove();
  }

  /** The folder is told with its path, and none of its files is given up or blamed. */
  async function whatIsSaid(): Promise<readonly string[]> {
    const wrong: string[] = [];
    if (!(await comesTrue(async () => (await error()) !== null))) return ["an empty folder is fine"];
    const said = await error();
    if (!said?.includes(folder) || !said.includes("is the drive mounted?")) wrong.push(`it says: ${said}`);
    const { totals, needsAttention } = await engine.status();
    if (!needsAttention) wrong.push("it does not call for a person");
    for (const state of ["superseded", "blocked", "cancelled", "waiting"] as const)
      if (totals[state] > 0) wrong.push(`${totals[state]} files are called ${state}`);
    return wrong;
  }
}

async function identityOf({ instrument }: Place): Promise<string> {
  const { dev, ino } = await stat(instrument.folder);
  return `${dev}:${ino}`;
}

const run = promisify(execFile);
const timeout = 10_000;

/** A drive with a file system of its own (ext4), which keeps its files when it is unmounted. */
interface ImageDrive {
  mount(folder: string): Promise<void>;
  unmount(): Promise<void>;
  /** Plugged in again while it is unmounted: the system gives it another device number. */
  renumber(): Promise<void>;
  remove(): Promise<void>;
}

/** A file that is being read at this moment keeps a drive for a moment; rejects where it is kept for seconds. */
async function unmountWhenFree(folder: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await run("umount", [folder], { timeout });
      return;
    } catch (error) {
      if (tries === 100 || !String(error).includes("busy")) throw error;
      await sleep(50);
    }
  }
}

/** An empty drive of `sizeMiB` in a file; else why that cannot be done here. */
async function makeImageDrive(sizeMiB: number): Promise<ImageDrive | string> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root on Linux may mount a drive";
  const parent = await makeScratch("skyferry-drive-");
  const image = `${parent}/image`;
  const loops: string[] = [];
  let mounted: string | null = null;

  const attach = async () => {
    const { stdout } = await run("losetup", ["--find", "--show", image], { timeout });
    loops.push(stdout.trim());
  };
  const drive: ImageDrive = {
    async mount(folder) {
      await run("mount", ["-t", "ext4", loops.at(-1) ?? "", folder], { timeout });
      mounted = folder;
    },
    async unmount() {
      if (mounted !== null) await unmountWhenFree(mounted);
      mounted = null;
    },
    async renumber() {
      // Attached before the former is let go, or it would get that number again.
      const [former = ""] = loops.slice(-1);
      await attach();
      await run("losetup", ["--detach", former], { timeout });
      loops.splice(loops.indexOf(former), 1);
    },
    async remove() {
      await drive.unmount();
      for (const loop of loops) await run("losetup", ["--detach", loop], { timeout });
      await rm(parent, { recursive: true, force: true });
    },
  };
  try {
    await writeFile(image, "");
    await truncate(image, sizeMiB * 1024 * 1024);
    await run("mkfs.ext4", ["-q", "-m", "0", "-O", "^has_journal", image], { timeout });
    await attach();
    return drive;
  } catch (error) {
    await drive.remove();
    return `a drive in a file cannot be had here: ${error instanceof Error ? error.message : error}`;
  }
}

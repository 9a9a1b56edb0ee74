import { createChokidarWatch } from "#adapters/watch/chokidar-watch.ts";
import type { Files, Watch } from "#engine/ports/host.ts";
import { createStation } from "#station/station.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, type Place, sampleName, today } from "#test/support/builders/station-place.ts";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";
import { openFixture } from "./open-fixture.ts";
import { createOracle } from "./oracle.ts";
import { type Ground, siteOf, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { mountedShare, movedShare, type Share, type SilentCode, silentShare } from "./share.ts";
import { comesTrue, isBusy } from "./station-in-process.ts";
import { WarpClock } from "./warp-clock.ts";

interface Away {
  readonly share: Share;
  readonly files?: (real: Files) => Files;
  /** After the share has come back. */
  end(): Promise<void>;
}

interface Manner {
  readonly name: string;
  /** Only root may do it. */
  readonly isMounted: boolean;
  /** Before any file is written; a sentence where it cannot be had here. */
  begin(place: Place, random: Random): Promise<Away | string>;
}

const manners: readonly Manner[] = [
  {
    name: "folder taken away",
    isMounted: false,
    async begin({ instrument }) {
      const share = movedShare(instrument.folder);
      return { share, end: share.end };
    },
  },
  {
    name: "drive unmounted",
    isMounted: true,
    async begin({ instrument }) {
      const drive = await makeSmallDisk(4096);
      if (typeof drive === "string") return drive;
      const share = await mountedShare(instrument.folder, drive.folder);
      const end = async () => {
        await share.end();
        await drive.remove();
      };
      return { share, end };
    },
  },
  {
    name: "share silent",
    isMounted: false,
    async begin(_place, random) {
      const share = silentShare(random.pick<SilentCode>(["EIO", "ESTALE", "ENOTCONN", "EHOSTDOWN"]));
      return { share, files: share.files, end: share.end };
    },
  },
];

/** When it goes away. */
const moments = ["nothing to do", "in mid-queue", "while files are sent"] as const;

const silentWatch: Watch = { start: async () => {}, renew: () => {}, stop: async () => {} };
/** Longer than the longest pause between two rescans of a small tree. */
const rescanPauseMs = 61_000;
const hourMs = 3_600_000;

/** The drive or share of an instrument goes away and comes back. */
export const vanishingShare: Row = {
  id: "F19",
  fault: "share vanishes, comes back empty, comes back whole",
  promise: '"folder unreachable"; nothing marked deleted; goes on by itself',
  run: (trial) =>
    withPortal(async (ground) => {
      const probe = await makeSmallDisk(64);
      if (typeof probe !== "string") await probe.remove();
      trial.figure("drives", typeof probe === "string" ? `none (${probe})` : "mounted and unmounted");
      for (const manner of manners.filter(({ isMounted }) => !isMounted || typeof probe !== "string"))
        for (let round = 1; round <= trial.rounds(10, 2); round++)
          await trial.step(`${manner.name}, round ${round}`, (random) =>
            goAway(ground, manner, moments[round % moments.length] ?? "in mid-queue", random),
          );
    }),
};

async function goAway(
  { portal, files }: Ground,
  manner: Manner,
  moment: (typeof moments)[number],
  random: Random,
): Promise<readonly string[]> {
  const site = siteOf(random);
  const network = random.next() < 0.5;
  const place = await makePlace({ portalUrl: portal.url, instrument: { site, network } });
  const oracle = await createOracle(portal.url);
  const away = await manner.begin(place, random);
  if (typeof away === "string") {
    await place.remove();
    return [away];
  }
  const { share } = away;
  const clock = new WarpClock({ random });
  const fixture = await openFixture(place, {
    sharedFiles: files,
    clock,
    ...(away.files === undefined ? {} : { files: away.files }),
  });
  const watch = random.next() < 0.5 ? createChokidarWatch() : silentWatch;
  const engine = createStation({ ...fixture.fixture, watch }, fixture.configuration);
  const found: string[] = [];
  const write = async (name: string): Promise<number> => {
    const count = random.int(3, 12);
    for (let n = 0; n < count; n++) {
      const path = await place.write(sampleName(`${name}${n}`), random.bytes(random.int(1, 3000)));
      await oracle.finished(path, { site, measurementDate: today() });
    }
    return count;
  };
  const isQuiet = async () => !isBusy(await engine.status());
  const delivered = async () => (await engine.status()).totals.delivered;
  try {
    const before = await write("before");
    await engine.start();
    await engine.rescan();
    if (!(await comesTrue(async () => (await delivered()) === before)))
      found.push("nothing is delivered before the fault");
    let count = before;
    if (moment === "in mid-queue") engine.pause(null);
    if (moment === "while files are sent")
      portal.setFaults([{ route: "/upload/**", fault: { latencyMs: 20 } }]);
    if (moment !== "nothing to do") {
      count += await write("queued");
      await oracle.seal(place.instrument.folder);
      const seq = portal.acceptances().at(-1)?.seq ?? 0;
      await engine.rescan();
      if (moment !== "in mid-queue") await comesTrue(() => portal.acceptances(seq).length > 0);
    } else {
      await oracle.seal(place.instrument.folder);
    }

    await share.vanish();
    engine.resume();
    portal.setFaults([]);
    // The next attempt of the queue meets it first, before any rescan.
    const isMet = async () => {
      const { totals, instruments } = await engine.status();
      return totals.waiting > 0 || instruments[0]?.folderTrouble !== null;
    };
    if (moment !== "nothing to do") await comesTrue(isMet, 500);
    for (let look = 0; look < 3; look++) {
      clock.skip(look === 0 ? rescanPauseMs : hourMs);
      await engine.rescan();
      await comesTrue(isQuiet);
      found.push(...(await whatIsSaid(true)));
    }
    if (random.next() < 0.7) {
      await share.standEmpty();
      for (let look = 0; look < 2; look++) {
        clock.skip(rescanPauseMs);
        await engine.rescan();
        await comesTrue(isQuiet);
        found.push(...(await whatIsSaid(manner.name !== "folder taken away")));
      }
    }
    const told = portal.requests().at(-1)?.seq ?? 0;
    const known = await delivered();
    await share.comeBack();
    // Nobody tells it; its own rescan comes, and what waits is due after a quarter of an hour at the latest.
    const isOver = async () => {
      const { totals, instruments } = await engine.status();
      return totals.delivered === count && instruments[0]?.folderTrouble === null;
    };
    for (let minutes = 0; minutes <= 17 && !(await isOver()); minutes++) {
      clock.skip(rescanPauseMs);
      await comesTrue(isOver, 500);
    }
    const sent = portal.requests(told).filter(({ method }) => method === "PUT").length;
    if (sent > count - known) found.push(`${sent} contents are sent for ${count - known} that were left`);
    const { instruments, totals } = await engine.status();
    if (totals.delivered !== count)
      found.push(`it does not go on by itself: ${totals.delivered} of ${count} are delivered`);
    if (instruments[0]?.folderTrouble !== null) found.push("the folder is still called unreachable");
    found.push(...(await oracle.check(await fixture.claims(), { postsAFile: 2, putsAFile: 2 })));
    return found;
  } finally {
    portal.setFaults([]);
    await engine.stop();
    await fixture.close();
    await share.comeBack();
    await away.end();
    await place.remove();
  }

  /** Nothing is lost, given up or blamed; while the folder cannot be read, that is what is said. */
  async function whatIsSaid(isAway: boolean): Promise<readonly string[]> {
    const wrong: string[] = [];
    const { totals, causes, instruments, needsAttention } = await engine.status();
    for (const state of ["superseded", "blocked", "cancelled"] as const)
      if (totals[state] > 0) wrong.push(`${totals[state]} files are called ${state}`);
    if (!isAway) return wrong;
    const { folder } = place.instrument;
    const error = instruments[0]?.folderTrouble?.message;
    if (error?.includes(folder) !== true) wrong.push(`the folder is not called unreachable: ${error}`);
    if (!causes.some(({ cause }) => cause === "folder-unreachable")) wrong.push("the cause is not named");
    if (!needsAttention) wrong.push("it does not call for a person");
    for (const { cause, count } of causes)
      if (cause.startsWith("file-")) wrong.push(`${count} files are blamed for it: ${cause}`);
    for (const { relPath, attempts } of await fixture.ledger.list(
      { states: ["queued", "waiting"] },
      100,
      null,
    ))
      if (attempts > 0) wrong.push(`${relPath} is blamed for it: ${attempts} attempts`);
    return wrong;
  }
}

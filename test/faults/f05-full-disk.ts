import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Watch } from "#engine/ports/host.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, type Place, sampleName, today } from "#test/support/builders/station-place.ts";
import { openInThread, sqliteError } from "#test/support/fakes/in-thread-ledger.ts";
import { fillDisk } from "#test/support/hosts/disk-filler.ts";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";
import { whatStandsWhileFull } from "./f05-while-full.ts";
import { openFixture } from "./open-fixture.ts";
import { createOracle, type Oracle } from "./oracle.ts";
import { type Ground, openPlace, siteOf, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { comesTrue, isBusy, startStation, type WholeStation } from "./station-in-process.ts";
import { WarpClock } from "./warp-clock.ts";

/** When the disk becomes full. */
const moments = [
  "before the start",
  "while files are found",
  "while files are sent",
  "then stopped and started",
] as const;
type Moment = (typeof moments)[number];

/** Room for the ledger and the settings; less than the write-ahead log takes where there is room (16 MB). */
const diskKiB = 10_240;

/** The data folder's disk is full, and somebody makes room. */
export const fullDisk: Row = {
  id: "F5",
  fault: "no space left for the ledger, then freed",
  promise: "stops cleanly, resumes ≤ 30 s",
  run: (trial) =>
    withPortal(async (ground) => {
      const probe = await makeSmallDisk(64);
      const isMounted = typeof probe !== "string";
      if (isMounted) await probe.remove();
      trial.figure("disk", isMounted ? "tmpfs" : `none (${probe}), statements that fail in its place`);
      for (const moment of isMounted ? moments : [])
        for (let round = 1; round <= trial.rounds(5, 1); round++)
          await trial.step(`full ${moment}, round ${round}`, (random) => fillUp(ground, moment, random));
      for (let round = 1; round <= (isMounted ? trial.rounds(5, 1) : trial.rounds(20, 4)); round++)
        await trial.step(`full by its statements, round ${round}`, (random) =>
          fullByStatement(ground, random),
        );
    }),
};

async function fillUp(ground: Ground, moment: Moment, random: Random): Promise<readonly string[]> {
  const { portal } = ground;
  const disk = await makeSmallDisk(diskKiB);
  if (typeof disk === "string") return [disk];
  const site = siteOf(random);
  // Random contents look damaged, and call for a person once the clock is two minutes on.
  const instrument = { site, check: "off" } as const;
  const place = await makePlace({ portalUrl: portal.url, instrument, dataFolder: disk.folder });
  const oracle = await createOracle(portal.url);
  const found: string[] = [];
  let station: WholeStation | null = null;
  const start = async () => {
    const started = await startStation({ dataFolder: disk.folder, env: { SKYFERRY_PASSWORD: "station" } });
    return started;
  };
  try {
    await place.writeSettings();
    // A few bytes may be left, so that it becomes full at any write.
    const leftBytes = random.pick([0, 0, random.int(1, 16) * 4096]);
    if (moment === "before the start") {
      await writeFiles(place, oracle, "first", random);
      const diskFiller = fillDisk(disk.folder, leftBytes);
      const refused = await start();
      if ("message" in refused) found.push(...sentenceOf(refused.message, disk.folder));
      else station = refused;
      if (station !== null) found.push(...(await whatStandsWhileFull(station, place, portal)));
      diskFiller.remove();
    } else {
      const started = await start();
      if ("message" in started) return [`it does not start: ${started.message}`];
      station = started;
      const seq = portal.acceptances().at(-1)?.seq ?? 0;
      if (moment === "while files are sent") {
        portal.setFaults([{ method: "PUT", route: "/upload/data/*", fault: { latencyMs: 40 } }]);
        await writeFiles(place, oracle, "first", random);
        void station.ask("rescan", {}).catch(() => {});
        await comesTrue(() => portal.acceptances(seq).length > 0);
      } else {
        await writeFiles(place, oracle, "first", random);
        await station.ask("rescan", {});
        await comesTrue(async () => (await station?.status())?.totals.delivered !== 0);
      }
      const diskFiller = fillDisk(disk.folder, moment === "while files are sent" ? 0 : leftBytes);
      await writeFiles(place, oracle, "second", random);
      await station.call("rescan", {});
      found.push(...(await whatStandsWhileFull(station, place, portal)));
      if (moment === "then stopped and started") {
        await station.stop();
        station = null;
        const again = await start();
        if ("message" in again) found.push(...sentenceOf(again.message, disk.folder));
        else station = again;
      }
      diskFiller.remove();
    }
    portal.setFaults([]);
    await oracle.seal(place.instrument.folder);
    if (station === null) {
      const started = await start();
      if ("message" in started) return [...found, `it does not start with room made: ${started.message}`];
      station = started;
    }
    found.push(...(await resumed(station)));
    found.push(...(await ended(station, place, oracle)));
    return found;
  } finally {
    portal.setFaults([]);
    await station?.stop().catch(() => {});
    await place.remove();
    await disk.remove();
  }
}

async function writeFiles(place: Place, oracle: Oracle, name: string, random: Random): Promise<void> {
  const identity = { site: place.instrument.site, measurementDate: today() };
  const count = random.int(20, 40);
  for (let n = 0; n < count; n++)
    await oracle.finished(
      await place.bring(sampleName(`${name}${n}`), random.bytes(random.int(1, 3000))),
      identity,
    );
}

/** The hold ends by itself within 30 s of the station's clock, and everything arrives. */
async function resumed(station: WholeStation): Promise<readonly string[]> {
  const isHeld = async () => (await station.status()).holds.some(({ lane }) => lane === "record");
  let waitedMs = 0;
  // It looks every 5 s; each look is given the time that it takes on a busy computer.
  while (await isHeld()) {
    if (waitedMs >= 25_000) return ["30 s after room was made it still holds"];
    station.clock.skip(5_000);
    waitedMs += 5_000;
    await comesTrue(async () => !(await isHeld()), 2_000);
  }
  return [];
}

/** Everything arrives without help, its log goes on, and what it reports is in the ledger. */
async function ended(station: WholeStation, place: Place, oracle: Oracle): Promise<readonly string[]> {
  const found: string[] = [];
  const { dataFolder } = place;
  // Instruments that were planned while it was full are taken back.
  const { document, revision } = await station.ask("settings.read", {});
  const once = { ...document, instruments: document.instruments.slice(0, 1) };
  await station.ask("settings.save", { document: once, revision });
  await station.ask("rescan", {});
  const isDone = async () => {
    const status = await station.status();
    const { queued, waiting } = status.totals;
    station.clock.skip(waiting > 0 && !isBusy(status) ? 60_000 : 0);
    return queued + waiting === 0 && !isBusy(status);
  };
  if (!(await comesTrue(isDone, 60_000))) found.push("it does not come to its end");
  station.log.info("room was made");
  station.clock.skip(10_000);
  const isFindable = async () => {
    const names = await readdir(dataFolder);
    return names.includes("host.json");
  };
  if (!(await comesTrue(isFindable, 2_000)))
    found.push("other programs do not find the host when there is room again");
  const callsItFull = async () => (await station.status()).causes.some(({ cause }) => cause === "disk-full");
  // A disk that is full is looked at every 10 s; each look is given the time that it takes on a busy computer.
  for (let looks = 0; looks < 3 && (await callsItFull()); looks++) {
    station.clock.skip(10_000);
    await comesTrue(async () => !(await callsItFull()), 2_000);
  }
  const { totals, needsAttention, causes: now, holds, settingsProblems } = await station.status();
  const causes = [...now, ...holds, ...settingsProblems].map(({ message }) => message);
  await station.stop();
  const log = await readFile(join(dataFolder, "logs", "skyferry.log"), "utf8").catch(() => "");
  if (!log.includes("room was made")) found.push("the log does not go on when there is room again");
  if (log.includes("internal error")) found.push(`it made a mistake: ${log}`);
  for (const name of await readdir(dataFolder))
    if (/tmp|\.new$/.test(name)) found.push(`${name} is left over`);
  await using fixture = await openFixture(place);
  const claims = await fixture.claims();
  found.push(
    ...(await oracle.check({ ...claims, totals, needsAttention, causes }, { postsAFile: 3, putsAFile: 3 })),
  );
  return found;
}

function sentenceOf(message: string, folder: string): readonly string[] {
  const isPlain = message.includes("There is no space left") && message.includes(folder);
  return isPlain ? [] : [`it does not say that the disk is full: ${message}`];
}

const silentWatch: Watch = { start: async () => {}, renew: () => {}, stop: async () => {} };

/** Statements that write; those that read still work on a full disk. */
const writes = /^\s*(?:INSERT|UPDATE|DELETE|REPLACE)\b/i;

/** A full disk where none can be mounted: from some write on each one fails, until there is room again. */
async function fullByStatement(ground: Ground, random: Random): Promise<readonly string[]> {
  await using place = await openPlace(ground, random);
  const { oracle } = place;
  const count = random.int(20, 40);
  for (let n = 0; n < count; n++) {
    await place.finish(sampleName(`${n}`), random.bytes(random.int(1, 3000)));
  }
  await oracle.seal(place.instrument.folder);
  let left = random.int(1, 60);
  let hasRoom = false;
  const beforeStatement = (sql: string): void => {
    if (hasRoom || !writes.test(sql)) return;
    left -= 1;
    if (left < 0) throw sqliteError("FULL");
  };
  const clock = new WarpClock({ random });
  const openLedger = () => openInThread({ dataFolder: place.dataFolder, nowMs: Date.now(), beforeStatement });
  // The ledger is made while there is room.
  left += 1000;
  await using fixture = await openFixture(place, { sharedFiles: ground.files, clock, openLedger });
  left -= 1000;
  await using engine = fixture.engine(silentWatch);
  const found: string[] = [];
  await engine.start();
  await engine.rescan();
  const isHeld = async () => (await engine.status()).holds.some(({ lane }) => lane === "record");
  if (!(await comesTrue(isHeld))) found.push("nothing can be written and nothing is held");
  const held = (await engine.status()).holds.find(({ lane }) => lane === "record");
  if (held?.message.includes("no space left") !== true) found.push(`the hold says: ${held?.message}`);
  clock.skip(60_000);
  hasRoom = true;
  for (let looks = 0; looks < 5 && (await isHeld()); looks++) {
    clock.skip(5_000);
    await comesTrue(async () => !(await isHeld()), 2_000);
  }
  if (await isHeld()) found.push("30 s after room was made it still holds");
  await engine.rescan();
  const isDone = async () => (await engine.status()).totals.delivered === count;
  if (!(await comesTrue(isDone, 60_000))) found.push("it does not come to its end");
  found.push(...(await oracle.check(await fixture.claims(), { postsAFile: 3, putsAFile: 3 })));
  return found;
}

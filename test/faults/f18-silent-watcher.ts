import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { createChokidarWatch } from "#adapters/watch/chokidar-watch.ts";
import type { Watch } from "#engine/ports/host.ts";
import type { createStation } from "#station/station.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { md5, type Place, sampleName, today } from "#test/support/builders/station-place.ts";
import { openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { WarpClock } from "./warp-clock.ts";

const silentWatch: Watch = { start: async () => {}, renew: () => {}, stop: async () => {} };

/** Files come faster than any watcher can tell, or the watcher tells nothing at all. */
const cases = {
  "watcher silent": { watch: () => silentWatch, isDuringRescan: false },
  "watcher at work": { watch: () => createChokidarWatch(), isDuringRescan: false },
  "watcher silent, burst while it rescans": { watch: () => silentWatch, isDuringRescan: true },
} as const;

/** Longer than the longest pause between two rescans of a small tree. */
const rescanPauseMs = 61_000;

/** A burst of files that nobody announces. */
export const silentWatcher: Row = {
  id: "F18",
  fault: "watcher silent; burst of 20,000 files in a second",
  promise: "all found within one rescan",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const [name, { watch, isDuringRescan }] of Object.entries(cases))
        for (let round = 1; round <= trial.rounds(5, 1); round++)
          await trial.step(`${name}, round ${round}`, (random) =>
            burst(
              ground,
              watch(),
              isDuringRescan,
              { count: trial.rounds(20_000, 4_000), isSent: false },
              random,
            ),
          );
      await trial.step("all of a burst is delivered", (random) => {
        const size = { count: trial.rounds(5_000, 300), isSent: true };
        return burst(ground, cases["watcher at work"].watch(), false, size, random);
      });
    }),
};

async function burst(
  ground: Ground,
  watch: Watch,
  isDuringRescan: boolean,
  { count, isSent }: { readonly count: number; readonly isSent: boolean },
  random: Random,
): Promise<readonly string[]> {
  const { files: sharedFiles } = ground;
  await using place = await openPlace(ground, random, { portal: { concurrency: 8 } });
  const { oracle, site } = place;
  const clock = new WarpClock({ random });
  await using fixture = await openFixture(place, { sharedFiles, clock });
  await using engine = fixture.engine(watch);
  // Everything must be in the queue before anything is sent.
  engine.pause(null);
  await engine.start();
  await engine.rescan();
  const rescanning = isDuringRescan ? engine.rescan() : Promise.resolve();
  const written = writeBurst(place, count, random);
  await rescanning;
  clock.skip(rescanPauseMs);
  await engine.rescan();
  const found: string[] = [];
  const { queued } = await fixture.ledger.totals();
  if (queued !== count) found.push(`${queued} of ${count} files are queued after one rescan`);
  for (const relPath of random.shuffled([...written.keys()]).slice(0, 200)) {
    const [upload] = await fixture.ledger.versions(place.instrument.name, relPath);
    if (upload?.size !== written.get(relPath)?.length)
      found.push(`${relPath} is not in the queue as written`);
  }
  if (isSent) {
    for (const [relPath, bytes] of written)
      oracle.stood(place.path(relPath), { site, measurementDate: today() }, bytes);
    await oracle.seal(place.instrument.folder);
    engine.resume();
    await allDelivered(engine, count);
    found.push(...(await oracle.check(await fixture.claims(), { postsAFile: 1, putsAFile: 1 })));
  }
  return found;
}

/** Written without a pause, in ten folders, as a copy program does; old enough to count as finished. */
function writeBurst(place: Place, count: number, random: Random): Map<string, Uint8Array> {
  const written = new Map<string, Uint8Array>();
  const hourAgo = Math.floor(Date.now() / 1000) - 3600;
  for (let folder = 0; folder < 10; folder++) mkdirSync(place.path(`sub${folder}`));
  for (let n = 0; n < count; n++) {
    const bytes = random.bytes(random.int(8, 200));
    const relPath = `sub${n % 10}/${sampleName(`${n}.${md5(bytes).slice(0, 6)}`)}`;
    const path = place.path(relPath);
    writeFileSync(path, bytes);
    utimesSync(path, hourAgo, hourAgo);
    written.set(relPath, bytes);
  }
  return written;
}

async function allDelivered(engine: ReturnType<typeof createStation>, count: number): Promise<void> {
  let delivered = (await engine.status()).totals.delivered;
  await new Promise<void>((resolve) => {
    const end = engine.onEvent((event) => {
      if (event.type === "journal")
        delivered += event.entries.filter((entry) => entry.event === "confirmed").length;
      if (delivered < count) return;
      end();
      resolve();
    });
  });
}

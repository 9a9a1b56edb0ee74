import { createEngine } from "#engine/engine.ts";
import type { Watch } from "#engine/ports/host.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, sampleName, today } from "#test/support/builders/station-place.ts";
import { openInThread, sqliteError } from "#test/support/fakes/in-thread-ledger.ts";
import { openWorld } from "./open-world.ts";
import { createOracle } from "./oracle.ts";
import { type Ground, siteOf } from "./portal-of-row.ts";
import { comesTrue } from "./station-in-process.ts";
import { WarpClock } from "./warp-clock.ts";

const silentWatch: Watch = { start: async () => {}, renew: () => {}, stop: async () => {} };

/** Statements that write; those that read still work on a full disk. */
const writes = /^\s*(?:INSERT|UPDATE|DELETE|REPLACE)\b/i;

/** A full disk where none can be mounted: from some write on each one fails, until there is room again. */
export async function fullByStatement(ground: Ground, random: Random): Promise<readonly string[]> {
  const site = siteOf(random);
  const place = await makePlace({ portalUrl: ground.portal.url, instrument: { site } });
  const oracle = await createOracle(ground.portal.url);
  const count = random.int(20, 40);
  for (let n = 0; n < count; n++) {
    const path = await place.write(sampleName(`${n}`), random.bytes(random.int(1, 3000)));
    await oracle.finished(path, { site, measurementDate: today() });
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
  const world = await openWorld(place, { sharedFiles: ground.files, clock, openLedger });
  left -= 1000;
  const engine = createEngine({ ...world.world, watch: silentWatch }, world.configuration);
  const found: string[] = [];
  try {
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
    found.push(...(await oracle.check(await world.claims(), { postsAFile: 3, putsAFile: 3 })));
    return found;
  } finally {
    await engine.stop();
    await world.close();
    await place.remove();
  }
}

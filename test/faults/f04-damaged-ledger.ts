import { copyFile, open, rename, rm, stat, truncate, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { type Place, sampleName } from "#test/support/builders/station-place.ts";
import { copyOfDead } from "./crash.ts";
import { type OpenedFixture, openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";

type Damage = "truncated" | "zeroed" | "garbage" | "deleted" | "older copy";

const damages: readonly Damage[] = ["truncated", "zeroed", "garbage", "deleted", "older copy"];

/** The record of uploads is damaged while the program is off. */
export const damagedLedger: Row = {
  id: "F4",
  fault: "ledger truncated, zeroed, garbage block, deleted, older copy restored",
  promise: "starts, says so, rebuilds; no content twice",
  run: (trial) =>
    withPortal(async (ground) => {
      let saidCount = 0;
      const onSaid = () => trial.figure("said so", ++saidCount);
      for (const damage of damages)
        for (let round = 1; round <= trial.rounds(20, 2); round++)
          await trial.step(`${damage}, round ${round}`, (random) =>
            damageOnce(ground, damage, random, onSaid),
          );
    }),
};

/** Starts that a damage which shows only while the ledger is in use may take. */
const mostStarts = 3;

async function damageOnce(
  ground: Ground,
  damage: Damage,
  random: Random,
  onSaid: () => void,
): Promise<readonly string[]> {
  const { files: sharedFiles } = ground;
  await using place = await openPlace(ground, random);
  const { oracle } = place;
  let count = 0;
  const add = async (files: number): Promise<void> => {
    for (let n = 1; n <= files; n++) {
      count += 1;
      await place.finish(sampleName(`${count}`), random.bytes(random.int(1, 20_000)));
    }
  };
  await add(random.int(1, 20));
  await live(place, sharedFiles, false);
  const older = join(place.root, "older.sqlite");
  await copyFile(join(place.dataFolder, "ledger.sqlite"), older);
  await add(random.int(1, 20));
  const isKilled = random.next() < 0.5;
  const knewBefore = await live(place, sharedFiles, isKilled);
  await add(random.int(0, 3));
  await oracle.seal(place.instrument.folder);
  await doDamage(place, damage, older, random);

  const found: string[] = [];
  let hasSaid = false;
  let isRebuilt = false;
  let claims = null;
  for (let start = 1; start <= mostStarts; start++) {
    await using fixture = await openFixture(place, { sharedFiles });
    const knows = (await fixture.ledger.totals().catch(() => null))?.delivered ?? 0;
    const report = await fixture.pass();
    isRebuilt ||= fixture.ledger.opening.kind === "rebuilt";
    hasSaid ||= fixture.ledger.opening.message !== null || report.holds.some(isOfLedger);
    claims = await fixture.claims().catch(() => null);
    if (start === 1 && damage !== "older copy" && knows < knewBefore && !hasSaid)
      found.push(`it forgot ${knewBefore - knows} of ${knewBefore} uploads and said nothing`);
    if (claims !== null && report.holds.length === 0) break;
  }
  if (hasSaid) onSaid();
  if (claims === null) found.push(`the ledger cannot be read after ${mostStarts} starts`);
  // A rebuilt ledger asks what the portal holds before it announces anything; an older one learns it from a 409.
  found.push(...(await oracle.check(claims, { putsAFile: 1, postsAFile: isRebuilt ? 1 : 2 })));
  return found;
}

/** Runs a station once, up to an orderly end or a kill. Gives how many uploads it called delivered. */
async function live(place: Place, sharedFiles: Ground["files"], isKilled: boolean): Promise<number> {
  const fixture: OpenedFixture = await openFixture(place, { sharedFiles });
  await fixture.pass();
  const { delivered } = await fixture.ledger.totals();
  const copy = join(place.root, "as-killed");
  if (isKilled) await copyOfDead(place.dataFolder, copy);
  await fixture.close();
  if (isKilled) {
    await rm(place.dataFolder, { recursive: true });
    await rename(copy, place.dataFolder);
  }
  return delivered;
}

async function doDamage(place: Place, damage: Damage, older: string, random: Random): Promise<void> {
  const ledger = join(place.dataFolder, "ledger.sqlite");
  const before = await stat(ledger);
  const sector = 512;
  const sectors = Math.floor(before.size / sector);
  switch (damage) {
    case "truncated":
      await truncate(ledger, random.int(0, before.size - 1));
      break;
    case "zeroed": {
      const from = random.pick([0, random.int(0, sectors - 1)]);
      await overwrite(ledger, from * sector, new Uint8Array(random.int(1, sectors - from) * sector));
      break;
    }
    case "garbage": {
      const size = random.pick([1, 8, 16]) * sector;
      await overwrite(ledger, random.int(0, sectors - 1) * sector, random.bytes(size));
      break;
    }
    case "deleted":
      await rm(ledger);
      if (random.next() < 0.5) await rm(`${ledger}-wal`, { force: true });
      return;
    case "older copy":
      await copyFile(older, ledger);
      if (random.next() < 0.5) await rm(`${ledger}-wal`, { force: true });
      return;
  }
  // A disk that rots does not change the times.
  if (random.next() < 0.5) await utimes(ledger, before.atime, before.mtime);
}

async function overwrite(path: string, at: number, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "r+");
  await file.write(bytes, 0, bytes.length, at);
  await file.close();
}

function isOfLedger(hold: { readonly cause: string }): boolean {
  return hold.cause === "ledger-trouble";
}

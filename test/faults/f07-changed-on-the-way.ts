import { appendFile, rename, truncate, utimes, writeFile } from "node:fs/promises";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { sampleName, today } from "#test/support/builders/station-place.ts";
import { atMoment, type Moment } from "./file-moments.ts";
import { openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";

const moments: readonly Moment[] = [
  "opened",
  "in the middle of hashing",
  "announced",
  "in the middle of sending",
  "sent",
];

interface Target {
  readonly path: string;
  readonly before: Uint8Array;
  readonly random: Random;
  readonly writtenAt: number;
}

/** Ways to change a finished file; each gives the bytes that are there afterwards. */
const changes: Readonly<Record<string, (target: Target) => Promise<Uint8Array>>> = {
  async grows({ path, before, random }) {
    const more = random.bytes(random.int(1, 5000));
    await appendFile(path, more);
    return Buffer.concat([before, more]);
  },
  async shrinks({ path, before, random }) {
    const size = random.int(1, before.length - 1);
    await truncate(path, size);
    return before.subarray(0, size);
  },
  async "is rewritten"({ path, before, random }) {
    const bytes = random.bytes(before.length);
    await writeFile(path, bytes, { flag: "r+" });
    return bytes;
  },
  async "is rewritten, its time put back"({ path, before, random, writtenAt }) {
    const bytes = random.bytes(before.length);
    await writeFile(path, bytes, { flag: "r+" });
    await utimes(path, writtenAt, writtenAt);
    return bytes;
  },
  async "is replaced by one of the same size and time"({ path, before, random, writtenAt }) {
    const bytes = random.bytes(before.length);
    await writeFile(`${path}.new`, bytes);
    await utimes(`${path}.new`, writtenAt, writtenAt);
    await rename(`${path}.new`, path);
    return bytes;
  },
};

/** A finished file that is changed all the same while it is on its way. */
export const changedOnTheWay: Row = {
  id: "F7",
  fault: "file changed during hash, between POST and PUT, during PUT (also same size with its time put back)",
  promise: "never delivered with a wrong MD5",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const moment of moments)
        for (const [name, change] of Object.entries(changes))
          for (let round = 1; round <= trial.rounds(25, 1); round++)
            await trial.step(`${name}, ${moment}, round ${round}`, (random) =>
              changeOnce(ground, moment, change, random),
            );
    }),
};

/** Sizes that are read at once, read whole, and read as a stream; bytes. */
function sizeOf(random: Random): number {
  const kind = random.next();
  if (kind < 0.6) return random.int(2, 250_000);
  return kind < 0.9 ? random.int(300_000, 2_000_000) : 8_400_000 + random.int(0, 100_000);
}

async function changeOnce(
  ground: Ground,
  moment: Moment,
  change: (target: Target) => Promise<Uint8Array>,
  random: Random,
): Promise<readonly string[]> {
  const { files: sharedFiles } = ground;
  await using place = await openPlace(ground, random);
  const { oracle, site } = place;
  const identity = { site, measurementDate: today() };
  const before = random.bytes(sizeOf(random));
  const path = await place.write(sampleName("1"), before);
  const writtenAt = Math.floor(Date.now() / 1000) - 3600;
  await utimes(path, writtenAt, writtenAt);
  oracle.stood(path, identity, before);
  const watch = atMoment(moment, async () => {
    oracle.stood(path, identity, await change({ path, before, random, writtenAt }));
  });
  await using fixture = await openFixture(place, { ...watch, sharedFiles });
  const found: string[] = [];
  await fixture.pass();
  if (!watch.hasCome()) found.push("the moment never came");
  await oracle.seal(place.instrument.folder);
  // A version that appeared while the first pass went on is found by the next one at the latest.
  await fixture.pass();
  await fixture.pass();
  found.push(...(await oracle.check(await fixture.claims())));
  for (const upload of await fixture.ledger.versions(place.instrument.name, sampleName("1")))
    if (upload.state === "delivered" && upload.receipt?.checksum !== upload.checksum)
      found.push(`the receipt of ${upload.relPath} is for other bytes`);
  return found;
}

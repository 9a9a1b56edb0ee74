import { chmod, rename, utimes, writeFile } from "node:fs/promises";
import type { Files } from "#engine/ports/host.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, type Place, sampleName, today } from "#test/support/builders/station-place.ts";
import { type OpenedFixture, openFixture } from "./open-fixture.ts";
import { createOracle, type Oracle } from "./oracle.ts";
import { type Ground, siteOf, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { WarpClock } from "./warp-clock.ts";

interface Target {
  readonly path: string;
  readonly size: number;
  readonly random: Random;
  /** Modification time, seconds since the epoch. */
  readonly writtenAt: number;
}

/** Ways to change a delivered file whose size and time stay; each gives the bytes that are there afterwards. */
const changes: Readonly<Record<string, (target: Target) => Promise<Uint8Array>>> = {
  "rewritten in place": rewrite,
  async "replaced by rename"({ path, size, random, writtenAt }) {
    const bytes = random.bytes(size);
    await writeFile(`${path}.tmp`, bytes);
    await utimes(`${path}.tmp`, writtenAt, writtenAt);
    await rename(`${path}.tmp`, path);
    return bytes;
  },
};

/** Delivered, and then changed so that neither size nor modification time tell. */
export const sameSizeAndTime: Row = {
  id: "F30",
  fault:
    "content changed after delivery with size and mtime put back, in place and by rename; FAT's 2 s clock",
  promise: "sent as a new version; what was only touched costs no request",
  run: (trial) =>
    withPortal(async (ground) => {
      for (let round = 1; round <= trial.rounds(50, 2); round++) {
        for (const [name, change] of Object.entries(changes))
          await trial.step(`${name}, round ${round}`, (random) => changeOnce(ground, change, random));
        await trial.step(`within a tick of FAT's clock, round ${round}`, (random) =>
          changeWithinTick(ground, random),
        );
        await trial.step(`only touched, round ${round}`, (random) => touchOnce(ground, random));
      }
    }),
};

async function changeOnce(
  ground: Ground,
  change: (target: Target) => Promise<Uint8Array>,
  random: Random,
): Promise<readonly string[]> {
  return await withStation(ground, random, async ({ place, oracle, identity }) => {
    const size = sizeOf(random);
    const before = random.bytes(size);
    const path = await place.write(sampleName("1"), before);
    const writtenAt = Math.floor(Date.now() / 1000) - 3600;
    await utimes(path, writtenAt, writtenAt);
    oracle.stood(path, identity, before);
    const fixture = await openFixture(place, { sharedFiles: ground.files });
    await fixture.pass();
    oracle.stood(path, identity, await change({ path, size, random, writtenAt }));
    return await runAndCheck(fixture, oracle, place, 2);
  });
}

/** Written, delivered and written again before FAT's clock goes on. */
async function changeWithinTick(ground: Ground, random: Random): Promise<readonly string[]> {
  return await withStation(ground, random, async ({ place, oracle, identity }) => {
    const size = random.int(100, 5_000);
    const clock = new WarpClock({ pace: 1 });
    const fixture = await openFixture(place, { sharedFiles: ground.files, files: fatFiles, clock });
    for (let n = 1; ; n++) {
      const writtenAt = await nextTick();
      const before = random.bytes(size);
      const path = await place.write(sampleName(`${n}`), before);
      await utimes(path, writtenAt, writtenAt);
      oracle.stood(path, identity, before);
      await fixture.pass();
      const bytes = await rewrite({ path, size, random, writtenAt });
      oracle.stood(path, identity, bytes);
      // On a slow PC the clock may have gone on: then another file is tried.
      if (Date.now() / 1000 < writtenAt + fatTickUs / 1e6)
        return await runAndCheck(fixture, oracle, place, n + 1);
      oracle.keptBack(path, "FAT would show its new time");
    }
  });
}

async function touchOnce(ground: Ground, random: Random): Promise<readonly string[]> {
  return await withStation(ground, random, async ({ place, oracle, identity }) => {
    const path = await place.write(sampleName("1"), random.bytes(sizeOf(random)));
    await oracle.finished(path, identity);
    const fixture = await openFixture(place, { sharedFiles: ground.files });
    await fixture.pass();
    await chmod(path, 0o600);
    const found: string[] = [];
    const { requests } = await fixture.pass();
    if (requests.post + requests.put + requests.get > 0)
      found.push(`touching it cost requests: ${JSON.stringify(requests)}`);
    found.push(...(await runAndCheck(fixture, oracle, place, 1)));
    return found;
  });
}

/** Another pass sends what changed, and nothing is left to send for the one after it. */
async function runAndCheck(
  fixture: OpenedFixture,
  oracle: Oracle,
  place: Place,
  delivered: number,
): Promise<readonly string[]> {
  await oracle.seal(place.instrument.folder);
  await fixture.pass();
  const { requests } = await fixture.pass();
  const claims = await fixture.claims();
  await fixture.close();
  const found = [...(await oracle.check(claims))];
  if (requests.post + requests.put > 0)
    found.push(`sent again though nothing changed: ${JSON.stringify(requests)}`);
  if (claims.totals.delivered !== delivered)
    found.push(`${claims.totals.delivered} versions are delivered, not ${delivered}`);
  return found;
}

async function withStation(
  { portal }: Ground,
  random: Random,
  work: (station: {
    readonly place: Place;
    readonly oracle: Oracle;
    readonly identity: { readonly site: string; readonly measurementDate: string };
  }) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const site = siteOf(random);
  const finish = { policy: "settle", seconds: 0 } as const;
  const place = await makePlace({ portalUrl: portal.url, instrument: { site, finish } });
  try {
    const oracle = await createOracle(portal.url);
    return await work({ place, oracle, identity: { site, measurementDate: today() } });
  } finally {
    await place.remove();
  }
}

async function rewrite({ path, size, random, writtenAt }: Target): Promise<Uint8Array> {
  const bytes = random.bytes(size);
  await writeFile(path, bytes, { flag: "r+" });
  await utimes(path, writtenAt, writtenAt);
  return bytes;
}

/** Sizes that are read at once, read whole, and read as a stream; bytes. */
function sizeOf(random: Random): number {
  const kind = random.next();
  if (kind < 0.6) return random.int(2, 250_000);
  return kind < 0.9 ? random.int(300_000, 2_000_000) : 8_400_000 + random.int(0, 100_000);
}

/** Waits until FAT's clock goes on; seconds since the epoch. */
async function nextTick(): Promise<number> {
  const tickMs = fatTickUs / 1000;
  const ms = Math.ceil(Date.now() / tickMs) * tickMs;
  await new Promise((resolve) => setTimeout(resolve, ms - Date.now()));
  return ms / 1000;
}

/** The clock of FAT counts seconds by two; microseconds. */
const fatTickUs = 2_000_000;

interface Times {
  readonly mtimeUs: number;
  readonly ctimeUs: number;
}

/** The same files as FAT shows them on Linux: times in steps of 2 s, and no change time but the modification time. */
function fatFiles(real: Files): Files {
  const files: Files = Object.create(real);
  files.stat = async (folder, relPath) => {
    const stat = await real.stat(folder, relPath);
    return "error" in stat ? stat : coarse(stat);
  };
  files.walk = async function* (request, signal) {
    for await (const batch of real.walk(request, signal))
      yield "error" in batch ? batch : { ...batch, files: batch.files.map(coarse) };
  };
  files.open = async (folder, relPath) => {
    const file = await real.open(folder, relPath);
    if ("error" in file) return file;
    const statAgain = async () => {
      const { byPath, byDescriptor } = await file.statAgain();
      return { byPath: byPath === null ? null : coarse(byPath), byDescriptor: coarse(byDescriptor) };
    };
    return new Proxy(file, {
      get(target, name) {
        if (name === "stat") return coarse(target.stat);
        if (name === "statAgain") return statAgain;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  };
  return files;
}

function coarse<Seen extends Times>(seen: Seen): Seen {
  const mtimeUs = Math.floor(seen.mtimeUs / fatTickUs) * fatTickUs;
  return { ...seen, mtimeUs, ctimeUs: mtimeUs };
}

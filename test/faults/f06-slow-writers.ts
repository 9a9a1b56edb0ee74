import { createNodeClock } from "#adapters/node-clock.ts";
import { createChokidarWatch } from "#adapters/watch/chokidar-watch.ts";
import type { createStation } from "#station/station.ts";
import { type Random, seededRandom } from "#test/support/builders/seeded-random.ts";
import { md5, sampleName, today } from "#test/support/builders/station-place.ts";
import { type OpenedFixture, openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { slowWriters } from "./slow-writers.ts";

const settleSeconds = 1.5;

/** Files that are written slowly, in all the ways that instruments and copy programs have. */
export const slowWritersRow: Row = {
  id: "F6",
  fault:
    "slow writers: pauses around the settle time, preallocated, truncate and rewrite, rename into place, temporary name",
  promise:
    "no partial accepted while the pause is shorter than the settle time; else the new version follows",
  run: (trial) =>
    withPortal(async (ground) => {
      for (let round = 1; round <= trial.rounds(5, 1); round++)
        await trial.step(`${Object.keys(slowWriters).length} writers, round ${round}`, (random) =>
          writeSlowly(ground, trial.rounds(5, 2), random),
        );
    }),
};

async function writeSlowly(ground: Ground, filesAWriter: number, random: Random): Promise<readonly string[]> {
  const { files: sharedFiles } = ground;
  const finish = { policy: "settle", seconds: settleSeconds } as const;
  await using place = await openPlace(ground, random, {
    instrument: { finish, pattern: "**/live_%Y%m%d_*" },
  });
  const { oracle, site } = place;
  await using fixture = await openFixture(place, { sharedFiles, clock: createNodeClock() });
  await using engine = fixture.engine(createChokidarWatch());
  const last = new Map<string, string>();
  await engine.start();
  const writing = Object.values(slowWriters).flatMap((write, kind) =>
    Array.from({ length: filesAWriter }, async (_, n) => {
      const path = place.path(sampleName(`${kind}.${n}`));
      const stood = (bytes: Uint8Array): void => {
        oracle.stood(path, { site, measurementDate: today() }, bytes);
        last.set(path, md5(bytes));
      };
      const own = seededRandom(`${random.next()}`);
      await write({ path, random: own, settleMs: settleSeconds * 1000, stood });
    }),
  );
  await Promise.all(writing);
  await oracle.seal(place.instrument.folder);
  await allArrived(fixture, engine, last);
  return await oracle.check(await fixture.claims());
}

/** Resolves when the last version of every file is called delivered. */
async function allArrived(
  fixture: OpenedFixture,
  engine: ReturnType<typeof createStation>,
  last: ReadonlyMap<string, string>,
): Promise<void> {
  for (;;) {
    let end: () => void = () => {};
    const confirmed = new Promise<void>((resolve) => {
      end = engine.onEvent((event) => {
        if (event.type === "journal" && event.entries.some((entry) => entry.event === "confirmed")) resolve();
      });
    });
    const { delivered } = await fixture.claims();
    const checksums = new Set(delivered?.map(({ path, checksum }) => `${path} ${checksum}`));
    if ([...last].every(([path, checksum]) => checksums.has(`${path} ${checksum}`))) return end();
    await confirmed;
    end();
  }
}

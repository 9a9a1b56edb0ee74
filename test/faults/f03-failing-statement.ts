import type { Random } from "#test/support/builders/seeded-random.ts";
import { type Place, sampleName } from "#test/support/builders/station-place.ts";
import { openInThread, sqliteError } from "#test/support/fakes/in-thread-ledger.ts";
import { type OpenedFixture, openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";

const kinds = ["FULL", "IOERR", "BUSY"] as const;

interface Failing {
  readonly kind: (typeof kinds)[number];
  /** From 1. */
  readonly nth: number;
  /** Only that one, or all from there on until the program ends. */
  readonly forHowLong: "once" | "from then on";
}

/** A statement of the ledger fails as it does on a full or broken disk. */
export const failingStatement: Row = {
  id: "F3",
  fault: "the i-th ledger statement fails (FULL, IOERR, BUSY), once or from then on, for every i",
  promise: "the next run converges",
  run: (trial) =>
    withPortal(async (ground) => {
      let count = 0;
      await trial.step("how many statements there are", async (random) => {
        count = await countStatements(ground, random);
        return count > 20 ? [] : [`only ${count} statements were seen`];
      });
      trial.figure("statements", count);
      // A step that is repeated alone has not counted; nobody writes a run with more statements.
      const last = count === 0 ? 2000 : count;
      const stride = trial.rounds(1, Math.max(1, Math.floor(last / 10)));
      for (const forHowLong of ["once", "from then on"] as const)
        for (const [offset, kind] of kinds.entries())
          for (let nth = 1 + (offset % stride); nth <= last; nth += stride)
            await trial.step(`statement ${nth} fails with ${kind} ${forHowLong}`, (random) =>
              failOnce(ground, { kind, nth, forHowLong }, random),
            );
    }),
};

async function prepare(ground: Ground, random: Random) {
  const place = await openPlace(ground, random);
  for (const n of [1, 2, 3]) await place.finish(sampleName(`${n}`), random.bytes(random.int(1, 2000)));
  await place.oracle.seal(place.instrument.folder);
  return place;
}

async function countStatements(ground: Ground, random: Random): Promise<number> {
  await using place = await prepare(ground, random);
  let count = 0;
  await runWith(place, ground, () => {
    count += 1;
  });
  return count;
}

async function failOnce(ground: Ground, failing: Failing, random: Random): Promise<readonly string[]> {
  await using place = await prepare(ground, random);
  let seen = 0;
  await runWith(place, ground, () => {
    seen += 1;
    if (seen === failing.nth || (failing.forHowLong === "from then on" && seen > failing.nth))
      throw sqliteError(failing.kind);
  });
  await using fixture = await openFixture(place, { sharedFiles: ground.files });
  await fixture.pass();
  const claims = await fixture.claims();
  return await place.oracle.check(claims, { postsAFile: 2, putsAFile: 2 });
}

/** A run on a ledger whose statements may fail; it may not open at all, but it must end. */
async function runWith(place: Place, ground: Ground, beforeStatement: (sql: string) => void): Promise<void> {
  const { dataFolder } = place;
  const opened = openInThread({ dataFolder, nowMs: Date.now(), beforeStatement });
  if ("message" in opened) return;
  const fixture: OpenedFixture = await openFixture(place, {
    sharedFiles: ground.files,
    openLedger: () => opened,
  });
  // The last look of a run at the ledger is its report, which fails with it.
  await fixture.pass().catch((error: unknown) => {
    if (!(error instanceof Error && error.name === "LedgerError")) throw error;
  });
  await fixture.close();
}

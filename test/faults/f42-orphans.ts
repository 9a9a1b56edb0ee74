import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Instrument } from "#domain/settings.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { sampleName } from "#test/support/builders/station-place.ts";
import { FakeWatch } from "#test/support/fakes/fake-watch.ts";
import { askStatus, runSubmit, startDaemon } from "#test/support/hosts/station-under-test.ts";
import { type Crash, type CrashPoint, copyOfDead, plantCrash } from "./crash.ts";
import { briskPace, type FixtureOptions, openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, type StepPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { comesTrue } from "./station-in-process.ts";
import { WarpClock } from "./warp-clock.ts";

/** Points at which a process dies that meets an instrument with another name, or without one. */
const points: readonly (readonly [name: string, point: CrashPoint])[] = [
  ...(["before", "after"] as const).flatMap((when) => [
    [`${when} its uploads are moved`, { port: "ledger", method: "renameInstrument", nth: 1, when }] as const,
    [`${when} a look at what is orphaned`, { port: "ledger", method: "queueCells", nth: 1, when }] as const,
    [`${when} the first claim`, { port: "ledger", method: "claim", nth: 1, when }] as const,
  ]),
  ["seen", { port: "ledger", method: "compare", nth: 1, when: "after" }],
  ["before POST", { port: "portal", method: "announce", nth: 1, when: "before" }],
  ["50 % of PUT", { port: "portal", method: "send", nth: 1, when: 0.5 }],
];

/** An instrument goes, comes again, or gets another name, with files of it in the queue and on the portal. */
export const orphansRow: Row = {
  id: "F42",
  fault:
    "an instrument is renamed or removed with files in its queue: killed at every step, edited by hand, given up, added again",
  promise:
    "nothing is lost or sent twice; a renamed one keeps queue and receipts; what nothing sends is told",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const [name, point] of points)
        for (let round = 1; round <= trial.rounds(10, 1); round++)
          await trial.step(`renamed, killed ${name}, round ${round}`, (random) =>
            renamedAndKilled(ground, point, random),
          );
      for (let round = 1; round <= trial.rounds(20, 2); round++) {
        await trial.step(`removed and added again, round ${round}`, (random) =>
          removed(ground, random, false),
        );
        await trial.step(`removed and given up, round ${round}`, (random) => removed(ground, random, true));
      }
      for (let round = 1; round <= trial.rounds(5, 1); round++)
        await trial.step(`settings edited by hand under a daemon that is killed, round ${round}`, (random) =>
          editedByHand(ground, random),
        );
    }),
};

/** Some files are delivered, others queued when the process died. */
async function begun(ground: Ground, place: StepPlace, random: Random): Promise<number> {
  const { files: sharedFiles } = ground;
  const delivered = random.int(1, 4);
  for (let n = 1; n <= delivered; n++)
    await place.finish(sampleName(`d${n}`), random.bytes(random.int(1, 5000)));
  const first = await openFixture(place, { sharedFiles });
  await first.pass();
  await first.close();
  const queued = random.int(2, 6);
  for (let n = 1; n <= queued; n++)
    await place.finish(sampleName(`q${n}`), random.bytes(random.int(1, 5000)));
  await dieAt({ port: "ledger", method: "enqueue", nth: 1, when: "after" }, ground, place, {});
  return queued;
}

/** A run that dies there; its data folder is as a killed process leaves it. */
async function dieAt(
  point: CrashPoint,
  { files: sharedFiles }: Ground,
  place: StepPlace,
  options: FixtureOptions,
): Promise<Crash> {
  const crash = plantCrash(point);
  const clock = crash.clock(new WarpClock({ pace: briskPace }));
  const linkClock = crash.clock(new WarpClock());
  const dying = await openFixture(place, { ...crash, ...options, clock, linkClock, sharedFiles });
  await Promise.race([dying.pass(), crash.died]);
  const copy = join(place.root, "as-killed");
  await copyOfDead(place.dataFolder, copy);
  await dying.close();
  await rename(place.dataFolder, join(place.root, `life-${point.method}-${point.when}`));
  await rename(copy, place.dataFolder);
  return crash;
}

async function renamedAndKilled(
  ground: Ground,
  point: CrashPoint,
  random: Random,
): Promise<readonly string[]> {
  await using place = await openPlace(ground, random);
  await begun(ground, place, random);
  const renamed = { instruments: [{ ...place.instrument, name: "Ceilometer, roof" }] };
  const crash = await dieAt(point, ground, place, renamed);
  const found = crash.isDead() ? [] : ["the point was not met"];
  await place.oracle.seal(place.instrument.folder);
  await using last = await openFixture(place, { ...renamed, sharedFiles: ground.files });
  await last.pass();
  const names = new Set((await last.ledger.list({}, 1000, null)).map(({ instrument }) => instrument));
  if (names.size !== 1 || !names.has("Ceilometer, roof"))
    found.push(`uploads are of ${[...names].join(" and ")}`);
  // While files are compared, others are being sent.
  const most = point.port === "portal" || point.method === "compare" ? 2 : 1;
  const allowed = { postsAFile: most, putsAFile: most };
  return [...found, ...(await place.oracle.check(await last.claims(), allowed))];
}

/** Another instrument, so that there is one. */
function elsewhere({ instrument, root }: StepPlace): Instrument {
  return { ...instrument, name: "Other", folder: root, pattern: "other/%Y%m%d.nc" };
}

async function removed(ground: Ground, random: Random, isGivenUp: boolean): Promise<readonly string[]> {
  await using place = await openPlace(ground, random);
  const { files: sharedFiles } = ground;
  const queued = await begun(ground, place, random);
  const found: string[] = [];
  await place.oracle.seal(place.instrument.folder);
  const without = { sharedFiles, instruments: [elsewhere(place)] };
  await dieAt(
    { port: "ledger", method: "applyAll", nth: 1, when: random.pick(["before", "after"]) },
    ground,
    place,
    without,
  );
  {
    await using fixture = await openFixture(place, without);
    await fixture.pass();
    await using engine = fixture.engine(new FakeWatch());
    const { totals, causes, needsAttention } = await engine.status();
    const [cause] = causes.filter((one) => one.cause === "no-instrument");
    if (cause?.count !== queued || totals.queued + totals.waiting > 0 || !needsAttention)
      found.push(`it tells ${cause?.count} of ${queued}, ${totals.queued + totals.waiting} on the way`);
    if (isGivenUp && (await engine.cancel({ cause: "no-instrument" })) !== queued)
      found.push("not all were given up");
  }
  await using last = await openFixture(place, { sharedFiles });
  await last.pass();
  const { cancelled } = await last.ledger.totals();
  if (cancelled !== (isGivenUp ? queued : 0)) found.push(`${cancelled} are given up`);
  await last.ledger.applyAll({ states: ["cancelled"] }, { type: "retried" }, Date.now());
  await last.pass();
  const allowed = { postsAFile: 1, putsAFile: 1 };
  return [...found, ...(await place.oracle.check(await last.claims(), allowed))];
}

/** The name changes in the file while a daemon sends, which is killed at any moment after. */
async function editedByHand(ground: Ground, random: Random): Promise<readonly string[]> {
  await using place = await openPlace(ground, random);
  const file = await place.writeSettings();
  const found: string[] = [];
  for (let n = 1; n <= 20; n++) await place.finish(sampleName(`a${n}`), random.bytes(random.int(1, 5000)));
  const daemon = startDaemon(place);
  await daemon.ready;
  const isAny = async () => (await askStatus(place)).totals.delivered > 0;
  if (!(await comesTrue(isAny, 60_000))) found.push("nothing was delivered");
  await edit(file, "Ceilometer", "Ceilometer, roof");
  for (let n = 1; n <= 20; n++) await place.finish(sampleName(`b${n}`), random.bytes(random.int(1, 5000)));
  await new Promise((resolve) => setTimeout(resolve, random.int(0, 6000)));
  await daemon.kill();
  // Edited again while nothing runs.
  await edit(file, "Ceilometer, roof", "Ceilometer 2");
  await place.oracle.seal(place.instrument.folder);
  const { code, report } = await runSubmit(place);
  if (code !== 0) found.push(`submit ended with ${code}: ${JSON.stringify(report)}`);
  const allowed = { postsAFile: 2, putsAFile: 2 };
  return [...found, ...(await place.oracle.check(await askStatus(place), allowed))];
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(`"name": ${JSON.stringify(from)}`, `"name": ${JSON.stringify(to)}`));
}

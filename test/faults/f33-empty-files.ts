import { utimes } from "node:fs/promises";
import { headlineOf } from "#station/notifications/tray-view.ts";
import { issuesOf } from "#station/status/issues.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { sampleName, today } from "#test/support/builders/station-place.ts";
import { FakeWatch } from "#test/support/fakes/fake-watch.ts";
import { openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";

/** An instrument that goes on making files and puts nothing into them. */
export const emptyFilesRow: Row = {
  id: "F33",
  fault: "a finished file is empty, alone or among others, and is filled later",
  promise: "told by instrument and number; never sent, never a sign of life; sent once it is filled",
  run: (trial) =>
    withPortal(async (ground) => {
      for (let round = 1; round <= trial.rounds(50, 2); round++)
        for (const isAlone of [true, false])
          await trial.step(
            `${isAlone ? "alone" : "among others"}, round ${round}`,
            (random) => emptyOnce(ground, isAlone, random),
            longestStepMs,
          );
    }),
};

const longestStepMs = 60_000;

async function emptyOnce(ground: Ground, isAlone: boolean, random: Random): Promise<readonly string[]> {
  const { files } = ground;
  await using place = await openPlace(ground, random, { instrument: { expectEveryMinutes: 10 } });
  const { oracle, site } = place;
  const identity = { site, measurementDate: today() };
  await using fixture = await openFixture(place, { sharedFiles: files });
  await using engine = fixture.engine(new FakeWatch());
  const found: string[] = [];
  const { clock } = fixture.fixture;
  const startedAt = clock.nowMs();
  const lastAt = Math.floor(startedAt / 1000) - 3600;
  const others = isAlone ? 0 : random.int(1, 5);
  for (let n = 0; n < others; n++) {
    const path = await place.write(sampleName(`full${n}`), random.bytes(random.int(1, 9_000)));
    await utimes(path, lastAt, lastAt);
    await oracle.finished(path, identity);
  }
  const count = random.int(1, 4);
  const paths: string[] = [];
  for (let n = 0; n < count; n++) {
    const path = await place.write(sampleName(`empty${n}`), new Uint8Array(0));
    await utimes(path, lastAt + 3000, lastAt + 3000);
    paths.push(path);
  }
  const judged = async () => {
    const status = await engine.status();
    const nowMs = clock.nowMs();
    const { state } = headlineOf({ status, nowMs, isRunning: true, today: null });
    return {
      status,
      state,
      sentence: issuesOf(status, nowMs)
        .map(({ label }) => label)
        .join("; "),
    };
  };
  await engine.start();
  await until(
    async () =>
      (await fixture.ledger.totals()).delivered === others && (await judged()).status.causes.length > 0,
  );
  const { status, state, sentence } = await judged();
  const words = `has written ${count} empty file${count === 1 ? "" : "s"} since`;
  if (!sentence.includes(words)) found.push(`the line does not say "${words}": ${sentence}`);
  if (state !== "needs-you") found.push(`the headline is ${state}, not needs-you`);
  if (!status.needsAttention) found.push("nobody is called");
  const last = status.instruments[0]?.lastFileAtMs ?? null;
  if (last !== (isAlone ? null : lastAt * 1000)) found.push(`the last file is called of ${last}`);
  if (!isAlone && !sentence.includes("stopped writing at")) found.push(`silence is not told: ${sentence}`);

  // An instrument that gets well again fills what it has begun.
  for (const [n, path] of paths.entries()) {
    await place.write(sampleName(`empty${n}`), random.bytes(random.int(1, 9_000)));
    await oracle.finished(path, identity);
  }
  await oracle.seal(place.instrument.folder);
  await engine.rescan();
  await until(async () => (await fixture.ledger.totals()).delivered === others + count);
  await until(async () => (await judged()).status.causes.length === 0);
  found.push(...(await oracle.check(await fixture.claims())));
  return found;
}

/** Waits for what has to come; the step ends with "it did not end" where it does not. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

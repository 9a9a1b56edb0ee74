import type { Random } from "#test/support/builders/seeded-random.ts";
import { sampleName } from "#test/support/builders/station-place.ts";
import { startWire, type Wire } from "#test/support/portals/wire.ts";
import { openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, rescanAll, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { strangeAnswers } from "./strange-answers.ts";
import { WarpClock } from "./warp-clock.ts";

/** A stray answer that nothing explains, on a station where all is well before and after. */
export const strayAnswersRow: Row = {
  id: "F39",
  fault: "one stray answer, or two in a row: 302 to 507, a page, garbage",
  promise: "after one everything is delivered within 10 s, after two within a minute; no attempt is counted",
  run: (trial) =>
    withPortal(async (ground) => {
      const wire = await startWire(ground.portal.url);
      try {
        for (const answer of Object.keys(strangeAnswers).filter((name) => name !== "500"))
          for (const method of ["POST", "PUT"] as const)
            for (const times of [1, 2])
              for (let round = 1; round <= trial.rounds(5, times === 1 ? 1 : 0); round++)
                await trial.step(`${answer} at ${method}, ${times} in a row, round ${round}`, (random) =>
                  stray(ground, wire, { answer, method, times }, random),
                );
      } finally {
        await wire.close();
      }
    }),
};

async function stray(
  ground: Ground,
  wire: Wire,
  { answer, method, times }: { answer: string; method: string; times: number },
  random: Random,
): Promise<readonly string[]> {
  const { files: sharedFiles } = ground;
  await using place = await openPlace(ground, random, { portalUrl: wire.url });
  const { oracle } = place;
  const clock = new WarpClock({ random });
  await using fixture = await openFixture(place, { sharedFiles, clock });
  await using pipeline = fixture.pipeline();
  await place.finish(sampleName("0"), random.bytes(20));
  await rescanAll(pipeline);
  let left = times;
  wire.judge(({ direction, method: asked }) => {
    if (direction !== "request" || asked !== method || left === 0) return "pass";
    left -= 1;
    return { answer: strangeAnswers[answer] ?? "" };
  });
  // A single file, or many.
  const count = random.pick([1, random.int(2, 30)]);
  for (let n = 1; n <= count; n++) await place.finish(sampleName(`${n}`), random.bytes(random.int(1, 2000)));
  await rescanAll(pipeline);
  for (const ms of times === 1 ? [6_000] : [6_000, 10_000, 20_000]) {
    clock.skip(ms);
    await pipeline.scheduler.idle();
  }
  const found: string[] = [];
  const { delivered } = await fixture.ledger.totals();
  if (left > 0) found.push("the answer was never given");
  if (delivered !== count + 1) found.push(`${delivered} delivered, not ${count + 1}`);
  const tried = await fixture.ledger.list({}, 100, null);
  if (times === 1 && tried.some(({ attempts }) => attempts > 0)) found.push("an attempt was counted");
  const [hold] = pipeline.holds.list();
  if (hold !== undefined) found.push(`everything is held: ${hold.message}`);
  await oracle.seal(place.instrument.folder);
  return [...found, ...(await oracle.check(await fixture.claims()))];
}

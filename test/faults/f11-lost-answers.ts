import type { MockPortal } from "#mock-portal/portal.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { sampleName } from "#test/support/builders/station-place.ts";
import { openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";

const ways = ["reset", "close", "silence"] as const;

/** Longest silence that the uploader bears here; milliseconds. */
const answerMs = 400;

/** The portal does its work and the answer never comes. */
export const lostAnswers: Row = {
  id: "F11",
  fault: "the answer is lost after the portal committed (POST, PUT): reset, closed, never sent",
  promise: "confirmed, no false failure",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const method of ["POST", "PUT"] as const)
        for (let round = 1; round <= trial.rounds(100, 3); round++) {
          const way = ways[round % ways.length] ?? "reset";
          await trial.step(`${method}, ${way}, round ${round}`, (random) =>
            loseOne(ground, method, way, random),
          );
        }
    }),
};

async function loseOne(
  ground: Ground,
  method: "POST" | "PUT",
  way: (typeof ways)[number],
  random: Random,
): Promise<readonly string[]> {
  const { portal, files: sharedFiles } = ground;
  await using place = await openPlace(ground, random);
  const { oracle } = place;
  await using fixture = await openFixture(place, { sharedFiles, answerMs });
  const count = random.int(1, 4);
  for (let n = 1; n <= count; n++) {
    const size = random.pick([random.int(1, 3000), random.int(300_000, 900_000), 8_500_000]);
    await place.finish(sampleName(`${n}`), random.bytes(size));
  }
  await oracle.seal(place.instrument.folder);
  lose(portal, method, way, random.int(1, count));
  await fixture.pass();
  portal.setFaults([]);

  const found = [...(await oracle.check(await fixture.claims(), { postsAFile: 3, putsAFile: 3 }))];
  const journal = await fixture.ledger.journal({ sinceSeq: 0, limit: 1000 });
  const failed = journal.filter(({ event }) => event.startsWith("failed"));
  // A portal that says nothing to an announcement has to be tried again, and that costs the file an attempt.
  const excused = method === "POST" && way === "silence" ? 1 : 0;
  if (failed.length > excused) found.push(`false failure: ${failed.map(({ detail }) => detail).join("; ")}`);
  if (failed.some(({ event }) => event === "failed-final")) found.push("a lost answer blocked a file");
  return found;
}

function lose(portal: MockPortal, method: "POST" | "PUT", way: (typeof ways)[number], nth: number): void {
  const fault = way === "silence" ? ({ blackHole: "after-commit" } as const) : { loseAnswer: way };
  portal.setFaults([{ method, route: "/upload/**", requests: nth, fault }]);
}

import type { FaultRule } from "#mock-portal/faults/faults.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { sampleName, today } from "#test/support/builders/station-place.ts";
import { portalProbe } from "#test/support/portals/portal-probe.ts";
import { type OpenedFixture, openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, rescanAll, withPortal } from "./portal-of-row.ts";
import type { Row, Trial } from "./row.ts";
import { WarpClock } from "./warp-clock.ts";

const errors: Readonly<Record<string, FaultRule["fault"]>> = {
  hang: { blackHole: "before" },
  500: { answer: { status: 500, body: '{"status":500,"errors":["Internal server error"]}' } },
  "64 MB": { hugeListBytes: 66_000_000 },
  garbage: { answer: { status: 200, body: "[{", headers: { "Content-Type": "application/json" } } },
};

/** Longest p95 from the rescan that finds a file of today to its delivery, on the station's clock. */
const longestP95Ms = 15_000;

/** The lists of raw files are out of order, and uploads work. */
export const listRoutesRow: Row = {
  id: "F28",
  fault: "list routes hang, give 500, 64 MB, garbage while uploads work",
  promise: "today's files p95 ≤ 15 s; asking first never blocks; lost answers are looked up by checksum",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const [name, fault] of Object.entries(errors))
        for (let round = 1; round <= trial.rounds(10, 1); round++)
          await trial.step(`${name}, round ${round}`, (random) =>
            failToList(ground, name, fault, trial, random),
          );
    }),
};

/** A new ledger, so that all are asked for first: two weeks of old files, and those of today. */
async function failToList(
  ground: Ground,
  name: string,
  fault: FaultRule["fault"],
  trial: Trial,
  random: Random,
): Promise<readonly string[]> {
  const { portal, files } = ground;
  await using place = await openPlace(ground, random);
  const { oracle, site } = place;
  // In the quick form no time is judged: the ten seconds of a list that hangs are short ones.
  const clock = new WarpClock({ random, pace: trial.isFull ? 1 : 10 });
  // The client itself would wait forever: it is the engine that does not.
  await using fixture = await openFixture(place, {
    sharedFiles: files,
    clock,
    answerMs: 3_600_000,
    connectMs: 5_000,
  });
  await using pipeline = fixture.pipeline();
  const write = async (what: string, date: string): Promise<void> => {
    const bytes = random.bytes(random.int(1, 20_000));
    await oracle.finished(await place.write(sampleName(what, date), bytes), { site, measurementDate: date });
  };
  for (let day = 1; day <= 14; day++)
    for (let n = 1; n <= random.int(1, 4); n++) await write(`${n}`, daysAgo(day));
  const ofToday = random.int(20, 40);
  for (let n = 1; n <= ofToday; n++) await write(`${n}`, today());
  await oracle.seal(place.instrument.folder);
  const seen = portal.requests().at(-1)?.seq ?? 0;
  const lost = random.int(2, ofToday - 8);
  portal.setFaults([
    { method: "GET", route: "/api/raw-files", fault },
    // Some answers to contents are lost, also when they are sent again: the list cannot tell what became of them.
    { method: "PUT", requests: { from: lost, to: lost + 7 }, fault: { loseAnswer: "reset" } },
  ]);
  const startedAtMs = clock.nowMs();
  await rescanAll(pipeline);
  const found = [...(await missing(fixture))];
  await write("later", today());
  await oracle.seal(place.instrument.folder);
  await rescanAll(pipeline);
  found.push(...(await missing(fixture)).map((line) => `of a later file: ${line}`));
  const p95Ms = await p95OfToday(fixture, startedAtMs);
  trial.figure(`${name}: p95 of today's files, s`, Math.round(p95Ms / 100) / 10);
  if (trial.isFull && p95Ms > longestP95Ms) found.push(`p95 of today's files is ${p95Ms / 1000} s`);
  const lists = (await portalProbe(portal.url).requests(seen)).filter(({ path }) =>
    path.includes("/raw-files"),
  );
  if (lists.length > 6) found.push(`it asked ${lists.length} times for a list that does not come`);
  portal.setFaults([]);
  return [...found, ...(await oracle.check(await fixture.claims(), { postsAFile: 2, putsAFile: 3 }))];
}

async function missing({ ledger }: OpenedFixture): Promise<readonly string[]> {
  const { delivered, superseded, ...others } = await ledger.totals();
  const left = Object.entries(others).filter(([, count]) => count > 0);
  const [cause] = await ledger.causes();
  return left.length === 0
    ? []
    : [`${delivered} delivered, ${left.map(([state, n]) => `${n} ${state}`).join(", ")}: ${cause?.message}`];
}

/** Gives the 95th percentile of today's files of the first rescan; milliseconds. */
async function p95OfToday({ ledger }: OpenedFixture, startedAtMs: number): Promise<number> {
  const uploads = await ledger.list({ states: ["delivered"] }, 1_000, null);
  const took = uploads
    .filter(({ measurementDate, relPath }) => measurementDate === today() && !relPath.includes("later"))
    .map(({ receipt }) => (receipt?.confirmedAtMs ?? Number.POSITIVE_INFINITY) - startedAtMs)
    .sort((a, b) => a - b);
  return took[Math.ceil(took.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

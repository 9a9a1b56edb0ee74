import type { Pipeline } from "#engine/pipeline.ts";
import type { MockPortal } from "#mock-portal/portal.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { md5, type Place, sampleName, today } from "#test/support/builders/station-place.ts";
import { type Class, type FalseAnswer, falseAnswers } from "./f09-answers.ts";
import { type OpenedFixture, openFixture } from "./open-fixture.ts";
import type { createOracle } from "./oracle.ts";
import { announceAndSend, type Ground, openPlace, rescanAll, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { WarpClock } from "./warp-clock.ts";

type Method = "POST" | "PUT";

/** Every answer that is not the portal's usual one, at both stages. */
export const falseAnswerRow: Row = {
  id: "F9",
  fault: "answers 400 to 507, redirects, a login page, at POST and PUT",
  promise: "permanent = 1 attempt; auth = hold and ≤ 1 probe; passing = back-off, never gives up",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const answer of falseAnswers)
        for (const method of trial.sample(["POST", "PUT"] as const, 2))
          for (let round = 1; round <= trial.rounds(10, 1); round++)
            await trial.step(`${answer.name} at ${method}, round ${round}`, (random) =>
              answerFalsely(ground, answer, method, random),
            );
    }),
};

/** A station whose time is in the hand of the step. */
interface Scene {
  readonly fixture: OpenedFixture;
  readonly pipeline: Pipeline;
  readonly clock: WarpClock;
  /** Files that meet the answer. */
  readonly count: number;
  /** Another file was delivered before. */
  readonly isProven: boolean;
  /** Requests of the stage since it was last asked. */
  newRequests(): number;
  /** Lets time pass, and all that follows from it. */
  after(ms: number): Promise<void>;
}

const minuteMs = 60_000;
/** Longer than any back-off. */
const longPauseMs = 16 * minuteMs;
/** So much later than the portal asked a station may come, by chance. */
/** When what needs a person is tried after it began. */
const personTriesMs = [15_000, minuteMs, 5 * minuteMs, 15 * minuteMs];
const passwordTriesMs = [15_000, 5 * minuteMs, 20 * minuteMs];
const askedSpreadMs = 3 * minuteMs;

async function answerFalsely(
  ground: Ground,
  answer: FalseAnswer,
  method: Method,
  random: Random,
): Promise<readonly string[]> {
  const { portal, files: sharedFiles } = ground;
  await using place = await openPlace(ground, random);
  const { oracle } = place;
  const clock = new WarpClock({ random });
  await using fixture = await openFixture(place, { sharedFiles, clock });
  await using pipeline = fixture.pipeline();
  // Half of the stations have delivered before: they ask nothing first, and their credentials are known to be good.
  const isProven = random.next() < 0.5;
  if (isProven) {
    await place.finish(sampleName("0"), random.bytes(50));
    await rescanAll(pipeline);
  }
  const count = random.int(2, 9);
  for (let n = 1; n <= count; n++) {
    const bytes = random.bytes(random.pick([random.int(1, 3000), random.int(300_000, 700_000)]));
    await place.finish(sampleName(`${n}`), bytes);
    if (answer.name.startsWith("409") && method === "POST")
      await holdAlready(portal, answer, place, n, bytes, oracle);
  }
  await oracle.seal(place.instrument.folder);
  if (!answer.name.startsWith("409") || method === "PUT")
    portal.setFaults([{ method, route: "/upload/**", fault: answer.fault }]);
  let seen = portal.requests().at(-1)?.seq ?? 0;
  const scene: Scene = {
    fixture,
    pipeline,
    clock,
    count,
    isProven,
    newRequests() {
      const fresh = portal.requests(seen);
      seen = fresh.at(-1)?.seq ?? seen;
      return fresh.filter((request) => request.method === method).length;
    },
    async after(ms) {
      clock.skip(ms);
      await pipeline.scheduler.idle();
    },
  };
  await rescanAll(pipeline);
  const found = [...(await checkClass(scene, method, method === "POST" ? answer.atPost : answer.atPut))];
  portal.setFaults([]);
  await fixture.ledger.applyAll({ states: ["blocked"] }, { type: "retried" }, clock.nowMs());
  pipeline.refusals.forget();
  pipeline.holds.tryNow();
  for (let n = 0; n < 4; n++) await scene.after(longPauseMs);
  found.push(...(await oracle.check(await fixture.claims())));
  return found;
}

/** The bytes are on the portal: under their own name, or under another one. */
async function holdAlready(
  portal: MockPortal,
  answer: FalseAnswer,
  place: Place,
  n: number,
  bytes: Uint8Array,
  oracle: Awaited<ReturnType<typeof createOracle>>,
): Promise<void> {
  const { site } = place.instrument;
  const filename = answer.name === "409 same record" ? sampleName(`${n}`) : sampleName(`${n}.twin`);
  await announceAndSend(
    portal,
    { ...place.instrument, filename, measurementDate: today(), checksum: md5(bytes) },
    bytes,
  );
  const path = place.path(filename);
  oracle.stood(path, { site, measurementDate: today() }, bytes);
  if (answer.name !== "409 same record") oracle.keptBack(path, "another station sent it");
}

async function checkClass(scene: Scene, method: Method, expected: Class): Promise<string[]> {
  const totals = await scene.fixture.ledger.totals();
  const [cause] = await scene.fixture.ledger.causes();
  const holds = scene.pipeline.holds.list();
  const first = scene.newRequests();
  const found: string[] = [];
  const want = (isSo: boolean, otherwise: string): void => {
    if (!isSo) found.push(`${expected.kind}: ${otherwise}`);
  };
  const atMost = (most: number, requests: number, when: string): void =>
    want(requests <= most, `${requests} requests ${when}, of ${most} at most`);
  const { count } = scene;
  const { concurrency } = scene.fixture.configuration.settings.portal;
  // A wrong password is one request, which may be repeated where the connection broke with the answer.
  const talkers = scene.isProven || method === "PUT" ? concurrency * 3 : 2;

  switch (expected.kind) {
    case "permanent": {
      want(totals.blocked === count, `${totals.blocked} of ${count} files are blocked`);
      want(cause?.cause === expected.cause, `the cause is ${cause?.cause}, not ${expected.cause}`);
      for (const { attempts, relPath } of await scene.fixture.ledger.list({ states: ["blocked"] }, 100, null))
        want(attempts === 1, `${attempts} attempts for ${relPath}`);
      await scene.after(24 * 60 * minuteMs);
      atMost(0, scene.newRequests(), "in the day after");
      break;
    }
    case "site-refused": {
      want(cause?.cause === "no-permission", `the cause is ${cause?.cause}`);
      atMost(concurrency * 3, first, "before the site was known to be refused");
      // After files that were taken, the first refused one rests until the site's refusal blocks it without a request.
      await scene.after(minuteMs);
      const { blocked } = await scene.fixture.ledger.totals();
      want(blocked === count, `${blocked} of ${count} files are blocked`);
      atMost(0, scene.newRequests(), "in the minute after");
      await scene.after(24 * 60 * minuteMs);
      atMost(0, scene.newRequests(), "in the day after");
      break;
    }
    case "needs-you": {
      want(holds[0]?.cause === expected.cause, `the hold is ${holds[0]?.cause}, not ${expected.cause}`);
      want(totals.blocked === 0, `${totals.blocked} files are blamed for it`);
      atMost(talkers, first, "before the hold");
      const soonMs = expected.cause === "credentials" ? passwordTriesMs : personTriesMs;
      let atMs = 0;
      for (const nextMs of soonMs) {
        await scene.after(0.9 * (nextMs - atMs) - 1_000);
        atMost(0, scene.newRequests(), `before the probe of ${nextMs / 1000} s`);
        await scene.after(0.25 * (nextMs - atMs) + 1_000);
        const probes = scene.newRequests();
        want(probes >= 1 && probes <= 2, `${probes} requests as the probe of ${nextMs / 1000} s`);
        atMs = nextMs;
      }
      await scene.after(50 * minuteMs);
      atMost(0, scene.newRequests(), "in the 50 minutes after");
      await scene.after(17 * minuteMs);
      const probes = scene.newRequests();
      want(probes >= 1 && probes <= 2, `${probes} requests as the probe after an hour and up to six minutes`);
      break;
    }
    case "passing-hold": {
      want(holds[0]?.cause === expected.cause, `the hold is ${holds[0]?.cause}, not ${expected.cause}`);
      want(totals.blocked === 0, `${totals.blocked} files are blocked by a passing trouble`);
      atMost(concurrency * 3, first, "before the hold");
      if ((expected.notBeforeMs ?? 0) > 0) {
        await scene.after((expected.notBeforeMs ?? 0) - 15_000);
        // On one file's word all others wait a minute; the second is told the same.
        atMost(1, scene.newRequests(), "before the time that the portal asked for");
      }
      for (let cycle = 1; cycle <= 8; cycle++) {
        await scene.after(Math.max(longPauseMs, (expected.notBeforeMs ?? 0) + askedSpreadMs));
        const probes = scene.newRequests();
        want(probes >= 1 && probes <= 2, `${probes} requests as probe ${cycle}`);
      }
      break;
    }
    case "passing": {
      want(totals.blocked === 0, `${totals.blocked} files are blocked by a passing trouble`);
      const isSaid = cause?.cause === expected.cause || holds.length > 0;
      want(isSaid, `the cause is ${cause?.cause}, not ${expected.cause}, and nothing is held`);
      for (let cycle = 1; cycle <= 12; cycle++) {
        await scene.after(longPauseMs);
        const tries = scene.newRequests();
        // An announcement that the portal forgets is repeated twice before it counts; an early answer may cost one more.
        want(tries >= 1 && tries <= count * 6, `${tries} requests in pause ${cycle} for ${count} files`);
      }
      want((await scene.fixture.ledger.totals()).blocked === 0, "it gave up");
      break;
    }
    case "confirmed":
      want(totals.delivered === count + (scene.isProven ? 1 : 0), `only ${totals.delivered} are delivered`);
      want(holds.length === 0, `it holds because of ${holds[0]?.cause}`);
      break;
  }
  return found;
}

import { usualTimeouts } from "#adapters/portal/portal-timeouts.ts";
import { needsYou } from "#domain/cause.ts";
import type { Pipeline } from "#engine/pipeline.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, md5, sampleName, today } from "#test/support/builders/station-place.ts";
import { atMost } from "#test/support/limits.ts";
import { makeCertificates } from "#test/support/portals/certificates.ts";
import { type BrokenLink, type LinkCase, type LinkGround, links } from "./f10-links.ts";
import { notificationSilence } from "./f10-silence.ts";
import { type OpenedFixture, openFixture } from "./open-fixture.ts";
import { createOracle } from "./oracle.ts";
import { siteOf, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { WarpClock } from "./warp-clock.ts";

/** Longest silence that the uploader bears here; milliseconds. */
const usualAnswerMs = atMost(500);
const connectMs = 10_000;
const minuteMs = 60_000;

/** Everything that a network does to a connection. */
export const brokenLinks: Row = {
  id: "F10",
  fault:
    "refuse, reset at byte 0/1/half/last, early FIN, black hole, slow reader, TLS expired/self-signed/wrong host, unknown host",
  promise: "right class; black hole noticed ≤ 60 s; all delivered by itself afterwards",
  run: (trial) =>
    withPortal(async (shared) => {
      const certificates = await makeCertificates();
      try {
        for (const [at, link] of links.entries()) {
          // With one round each, every link breaks another message.
          const first = trial.isFull ? 1 : 1 + (at % 4);
          for (let round = first; round < first + trial.rounds(20, 1); round++)
            await trial.step(`${link.name}, round ${round}`, (random) =>
              breakLink({ ...shared, certificates }, link, round, random),
            );
        }
        await trial.step("black hole, the usual time-outs", async () => {
          const { connectMs: connect, answerMs: answer, stallMs: stall } = usualTimeouts;
          const longest = Math.max(connect, answer, stall);
          return longest < minuteMs ? [] : [`silence is borne for ${longest / 1000} s`];
        });
        await notificationSilence(trial, shared);
      } finally {
        await certificates.remove();
      }
    }),
};

async function breakLink(
  ground: LinkGround,
  link: LinkCase,
  round: number,
  random: Random,
): Promise<readonly string[]> {
  const site = siteOf(random);
  const sizes = new Map<string, number>();
  const broken = await link.open(ground, round, random, (path) => sizes.get(path.slice(-32)) ?? 0);
  const place = await makePlace({
    portalUrl: broken.settings.url,
    instrument: { site },
    portal: broken.settings,
  });
  const oracle = await createOracle(ground.portal.url);
  const clock = new WarpClock({ random });
  const { answerMs = usualAnswerMs } = link;
  const fixture = await openFixture(place, { sharedFiles: ground.files, clock, answerMs, connectMs });
  const pipeline = fixture.pipeline();
  const finish = async (name: string, bytes: Uint8Array): Promise<void> => {
    sizes.set(md5(bytes), bytes.length);
    await oracle.finished(await place.write(sampleName(name), bytes), { site, measurementDate: today() });
  };
  try {
    // Half of the stations have delivered before: their connections are open when the fault begins.
    const isProven = random.next() < 0.5;
    if (isProven) {
      await finish("0", random.bytes(50));
      await rescan(pipeline);
      // On a busy machine the first answer may come late.
      for (let tries = 0; tries < 3 && (await fixture.ledger.totals()).delivered === 0; tries++) {
        clock.skip(16 * minuteMs);
        await pipeline.scheduler.idle();
      }
    }
    const count = random.int(1, 4);
    for (let n = 1; n <= count; n++) {
      const size = random.pick([
        random.int(1, 3000),
        random.int(100_000, 200_000),
        random.int(300_000, 700_000),
      ]);
      await finish(`${n}`, random.bytes(n === count ? (link.largeBytes ?? size) : size));
    }
    await oracle.seal(place.instrument.folder);
    await broken.begin();
    await rescan(pipeline);
    const found = [...(await checkClass(fixture, pipeline, broken, isProven ? 1 : 0, count))];
    if (!broken.wasMet()) found.push("the fault was never met");
    await broken.end();
    // Past every back-off, and past the hour after which what needs a person is tried all the same.
    for (const skipMs of [16 * minuteMs, 16 * minuteMs, 61 * minuteMs, 16 * minuteMs]) {
      clock.skip(skipMs);
      await pipeline.scheduler.idle();
    }
    found.push(...(await oracle.check(await fixture.claims(), { postsAFile: 8, putsAFile: 8 })));
    if (pipeline.holds.list().length > 0) found.push("it still holds after the fault");
    return found;
  } finally {
    await broken.end();
    await pipeline.stop();
    await fixture.close();
    await broken.close();
    await place.remove();
  }
}

async function rescan(pipeline: Pipeline): Promise<void> {
  for (const configured of pipeline.instruments())
    await pipeline.scanner.rescan(configured, new AbortController().signal);
  await pipeline.scheduler.idle();
}

/** Gives the differences from the class while the fault lasts. */
async function checkClass(
  { ledger }: OpenedFixture,
  pipeline: Pipeline,
  { expects }: BrokenLink,
  deliveredBefore: number,
  count: number,
): Promise<string[]> {
  const totals = await ledger.totals();
  const [hold] = pipeline.holds.list();
  const waiting = await ledger.list({ states: ["waiting"] }, 100, null);
  const journal = await ledger.journal({ sinceSeq: 0, limit: 1000 });
  const failed = journal.filter(({ event }) => event.startsWith("failed"));
  const found: string[] = [];
  const want = (isSo: boolean, otherwise: string): void => {
    if (!isSo) found.push(`${expects.kind}: ${otherwise}`);
  };
  want(totals.blocked === 0, `${totals.blocked} files are blocked`);
  if (expects.kind === "carried") {
    want(totals.delivered === deliveredBefore + count, `${totals.delivered} are delivered`);
    want(failed.length === 0, `false failure: ${failed.map(({ detail }) => detail).join("; ")}`);
    want(hold === undefined, `it holds because of ${hold?.cause}: ${hold?.message}`);
    return found;
  }
  want(totals.delivered === deliveredBefore, `${totals.delivered} are delivered`);
  if (expects.kind === "hold") {
    want(hold?.cause === expects.cause, `the hold is ${hold?.cause}, not ${expects.cause}`);
    want(expects.says.test(hold?.message ?? ""), `its words are "${hold?.message}"`);
    want(hold === undefined || needsYou(hold.cause) === expects.needsYou, "it calls for the wrong one");
    want(totals.queued === count && failed.length === 0, "a file is blamed for it");
    return found;
  }
  for (const { relPath, failure } of waiting) {
    want(
      failure !== null && expects.causes.includes(failure.cause),
      `${relPath} waits because of ${failure?.cause}`,
    );
    want(expects.says.test(failure?.message ?? ""), `its words are "${failure?.message}"`);
  }
  want(waiting.length > 0, "no file waits");
  want(hold === undefined || hold.cause === "unreachable", `it holds because of ${hold?.cause}`);
  return found;
}

import { open, truncate, utimes } from "node:fs/promises";
import type { Cause } from "#domain/cause.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, type Place, sampleName, today } from "#test/support/builders/station-place.ts";
import { startWire, textAnswer, type Wire } from "#test/support/portals/wire.ts";
import { openFixture } from "./open-fixture.ts";
import { createOracle } from "./oracle.ts";
import { type Ground, siteOf, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";

/** The short form spares the bytes: no system takes so many unseen either. */
const largeBytes = { full: 100_000_000, short: 30_000_000 } as const;

/** Answers of the portal in the middle of a body, and the cause that the uploader must understand. */
const answers: readonly [EarlyAnswer, ...EarlyAnswer[]] = [
  { status: "401 Unauthorized", body: "Unauthorized", cause: "stopped-alone" },
  { status: "401 Unauthorized", body: "Missing permission", cause: "no-permission" },
  { status: "400 Bad Request", body: "No metadata matches this hash", cause: "record-in-use" },
  {
    status: "400 Bad Request",
    body: "Checksum does not match file contents",
    cause: "file-changing",
  },
];

/** In turn over the rounds. A reset may overtake the answer; on Windows it often does. Here it is swallowed now and then. */
const ends = ["close", "reset", "swallowed"] as const;

/** File that is being sent, size in bytes, and how the connection ends behind the answer. */
interface Sent {
  readonly path: string;
  readonly size: number;
  readonly end: (typeof ends)[number];
}

interface EarlyAnswer {
  readonly status: string;
  readonly body: string;
  readonly cause: Cause;
}

/** The portal answers while a large body is still coming, and closes the connection. */
export const earlyAnswers: Row = {
  id: "F12",
  fault: "early 401/400 while 100 MB are being sent, then close or reset",
  promise: "every answer that was seen decides; one that a reset swallowed is unknown and looked up",
  run: (trial) =>
    withPortal(async (ground) => {
      let lost = 0;
      const size = trial.isFull ? largeBytes.full : largeBytes.short;
      const wire = await startWire(ground.portal.url);
      const place = await makePlace({ portalUrl: wire.url });
      const path = await place.write(sampleName("large"), new Uint8Array(1));
      await truncate(path, size);
      try {
        for (let round = 1; round <= trial.rounds(200, 8); round++) {
          const end = ends[(round - 1) % ends.length] ?? "close";
          await trial.step(`round ${round}`, async (random) => {
            const { isLost, violations } = await answerEarly(
              ground,
              wire,
              place,
              { path, size, end },
              random,
            );
            if (isLost) lost += 1;
            return violations;
          });
        }
        trial.figure("answers that a reset swallowed", lost);
      } finally {
        await wire.close();
        await place.remove();
      }
    }),
};

async function answerEarly(
  ground: Ground,
  wire: Wire,
  { instrument: { folder } }: Place,
  { path, size, end }: Sent,
  random: Random,
): Promise<{ readonly isLost: boolean; readonly violations: readonly string[] }> {
  const site = siteOf(random);
  const place = await makePlace({ portalUrl: wire.url, folder, instrument: { site } });
  const oracle = await createOracle(ground.portal.url);
  await makeNew(path, random);
  const fixture = await openFixture(place, { sharedFiles: ground.files });
  const pipeline = fixture.pipeline();
  const { status, body, cause } = random.pick(answers);
  const atByte = random.pick([1, random.int(1, 1_000_000), random.int(1, size - 1_000_000)]);
  try {
    let metAfter = 0;
    let isMet = false;
    wire.judge(({ direction, method, requestBytes }) => {
      if (direction !== "request" || method !== "PUT" || requestBytes < atByte) return "pass";
      if (!isMet) metAfter = ground.portal.requests().at(-1)?.seq ?? 0;
      isMet = true;
      return end === "swallowed" ? "cut" : { answer: textAnswer(status, body), isReset: end === "reset" };
    });
    for (const configured of pipeline.instruments())
      await pipeline.scanner.rescan(configured, new AbortController().signal);
    await pipeline.scheduler.idle();
    const found: string[] = [];
    // As it was written down: on the brisk clock the wait may be over before the upload is looked at.
    const lines = await fixture.ledger.journal({ sinceSeq: 0, limit: 10_000 });
    const failures = lines.flatMap(({ event, detail }) =>
      event === "failed-passing" || event === "failed-final" ? [detail?.split(":")[0]] : [],
    );
    const blamed = [...new Set(failures)].join(", ");
    const isLost = end !== "close" && blamed === "link-broken";
    if (isLost) {
      const asked = ground.portal.requests(metAfter).filter(({ method }) => method === "GET");
      if (asked.length === 0) found.push("the portal was not asked what it has");
    } else if (blamed !== cause)
      found.push(`${status} (${body}) at byte ${atByte}, ${end}, was taken for ${blamed}`);
    const { blocked } = await fixture.ledger.totals();
    if (isLost && blocked > 0) found.push("the file is blocked for an answer that nobody saw");
    // The portal took the announcement with the same password.
    if (pipeline.holds.list().length > 0) found.push("one early answer holds every file");
    if (!isMet) found.push(`the body never came to byte ${atByte}`);
    // To carry all of it each time would show little more and take minutes.
    if (random.next() < 0.1) {
      wire.judge(() => "pass");
      await oracle.finished(path, { site, measurementDate: today() });
      await fixture.ledger.applyAll({}, { type: "retried" }, 0);
      pipeline.refusals.forget();
      pipeline.holds.tryNow();
      await pipeline.scheduler.idle();
      found.push(...(await oracle.check(await fixture.claims())));
    }
    return { isLost, violations: found };
  } finally {
    wire.judge(() => "pass");
    await pipeline.stop();
    await fixture.close();
    await place.remove();
  }
}

/** Other bytes at the head make it a file that the portal does not know. */
async function makeNew(path: string, random: Random): Promise<void> {
  const file = await open(path, "r+");
  await file.write(random.bytes(64), 0, 64, 0);
  await file.close();
  const hourAgo = Math.floor(Date.now() / 1000) - random.int(3600, 7200);
  await utimes(path, hourAgo, hourAgo);
}

import type { Cause } from "#domain/cause.ts";
import { largeConnections, quickFileBytes } from "#engine/delivery/connection-limit.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, md5, sampleName, today } from "#test/support/builders/station-place.ts";
import { startWire, type Trickle } from "#test/support/portals/wire.ts";
import { type OpenedFixture, openFixture } from "./open-fixture.ts";
import { createOracle } from "./oracle.ts";
import { type Ground, siteOf, withPortal } from "./portal-of-row.ts";
import type { Row, Trial } from "./row.ts";
import { comesTrue } from "./station-in-process.ts";
import { WarpClock } from "./warp-clock.ts";

/** An answer that trickles, and where. */
interface Case {
  readonly name: string;
  readonly method: "POST" | "PUT";
  readonly trickle: Omit<Trickle, "everyMs">;
  /** Cause that the station tells. */
  readonly cause: Cause;
  /** Bytes of the files that meet it, from and to. */
  readonly sizes: readonly [number, number];
}

const ok = "HTTP/1.1 200 OK\r\n";
const length = "Content-Length: 1000000\r\n\r\n";
const processing = "HTTP/1.1 102 Processing\r\n\r\n";
const goOn = "HTTP/1.1 100 Continue\r\n\r\n";

const trickles = [
  { name: "a byte of the head", trickle: { begin: `${ok}X-Slow: `, drop: "a", reads: true } },
  { name: "a byte of the body", trickle: { begin: `${ok}${length}`, drop: "O", reads: true } },
  { name: "100", trickle: { begin: goOn, drop: goOn, reads: true } },
  { name: "102", trickle: { begin: processing, drop: processing, reads: true } },
] as const;

const cause = "no-progress";
const cases: readonly Case[] = [
  ...trickles.flatMap(({ name, trickle }): readonly Case[] => [
    // undici ends a connection that says "go on" unasked.
    {
      name: `${name} at POST`,
      method: "POST",
      trickle,
      cause: name === "100" ? "link-broken" : cause,
      sizes: [1, 3_000],
    },
    { name: `${name} at PUT`, method: "PUT", trickle, cause, sizes: [1, 600_000] },
  ]),
  // More than the system takes unseen.
  {
    name: "102 while the body hangs",
    method: "PUT",
    trickle: { begin: processing, drop: processing, reads: false },
    cause,
    sizes: [30_000_000, 40_000_000],
  },
];

const everyday = { everyMs: 10_000, latestMs: 120_000 } as const;
/** Figures where time is short: the uploader's patience, and how often something drops. */
const hurried = { everyMs: 250, answerMs: 3_000, wholeAnswerMs: 5_000 } as const;
const longPauseMs = 16 * 60_000;
const longestStepMs = 900_000;

/** Answers that never end hold every slot at once. */
export const tricklingAnswers: Row = {
  id: "F27",
  fault: "answers that trickle: one byte, 100, 102 every 10 s; head, body, POST, PUT; on every slot at once",
  promise: "the slot comes back ≤ 2 min after the body; the other files go; told",
  async run(trial) {
    let longestMs = 0;
    const trickle = (one: Case) => async (random: Random) => {
      let violations: readonly string[] = [];
      // Side by side, because each one takes minutes; so each has a portal of its own.
      await withPortal(async (ground) => {
        const done = await trickleEverywhere(ground, trial, one, random);
        longestMs = Math.max(longestMs, ...done.borneMs);
        const late = trial.isFull ? done.borneMs.filter((ms) => ms > everyday.latestMs) : [];
        violations = [...late.map((ms) => `a slot came back after ${Math.round(ms)} ms`), ...done.violations];
      });
      return violations;
    };
    // All of them in one process: with little patience a few at a time, or their starting looks like silence.
    const sideBySide = trial.isFull ? cases.length : 3;
    for (let round = 1; round <= trial.rounds(5, 1); round++)
      for (let from = 0; from < cases.length; from += sideBySide)
        await Promise.all(
          cases
            .slice(from, from + sideBySide)
            .map((one) => trial.step(`${one.name}, round ${round}`, trickle(one), longestStepMs)),
        );
    trial.figure("longest hold of a slot ms", Math.round(longestMs));
  },
};

async function trickleEverywhere(
  { portal, files: sharedFiles }: Ground,
  { isFull }: Trial,
  { method, trickle, cause, sizes }: Case,
  random: Random,
): Promise<{ readonly borneMs: readonly number[]; readonly violations: readonly string[] }> {
  const site = siteOf(random);
  const wire = await startWire(portal.url);
  const place = await makePlace({ portalUrl: wire.url, instrument: { site } });
  const oracle = await createOracle(portal.url);
  const clock = new WarpClock({ random });
  const timeout = isFull ? {} : { ...hurried, connectMs: 10_000 };
  const fixture = await openFixture(place, { sharedFiles, clock, ...timeout });
  const pipeline = fixture.pipeline();
  const rescanAll = async (): Promise<void> => {
    for (const configured of pipeline.instruments())
      await pipeline.scanner.rescan(configured, new AbortController().signal);
  };
  const finish = async (name: string, bytes: Uint8Array): Promise<void> =>
    oracle.finished(await place.write(sampleName(name), bytes), { site, measurementDate: today() });
  try {
    // Before the first word of the portal one upload has a connection; all slots are wanted here.
    await finish("first", random.bytes(100));
    await rescanAll();
    await pipeline.scheduler.idle();
    const bad = new Set<string>();
    const { concurrency } = place.settings.portal;
    const slots = sizes[0] > quickFileBytes ? largeConnections(concurrency) : concurrency;
    for (let n = 1; n <= slots; n++) {
      const bytes = random.bytes(random.int(...sizes));
      bad.add(md5(bytes));
      await finish(`trickle${n}`, bytes);
    }
    const good = random.int(4, 8);
    for (let n = 1; n <= good; n++) await finish(`good${n}`, random.bytes(random.int(1, 9_000)));
    const { everyMs } = isFull ? everyday : hurried;
    let met = 0;
    wire.judge(({ direction, method: asked, path, bytes }) => {
      if (direction !== "request" || asked !== method) return "pass";
      const isBad = [...bad].some((checksum) =>
        method === "PUT" ? path.endsWith(checksum) : bytes.includes(checksum),
      );
      if (!isBad) return "pass";
      met += 1;
      return { trickle: { ...trickle, everyMs } };
    });
    await rescanAll();
    // Not until all is idle: they are tried again while others still trickle.
    const isThrough = async () => {
      const { delivered } = await fixture.ledger.totals();
      return delivered > good && (await failures(fixture)).length >= slots;
    };
    const violations: string[] = [];
    if (!(await comesTrue(isThrough, longestStepMs / 2))) violations.push("the other files did not go");
    violations.push(...(await checkOthers(fixture, good, cause)));
    if (met < bad.size) violations.push(`only ${met} of ${bad.size} requests met it`);
    for (const { cause, message } of pipeline.holds.list()) violations.push(`held: ${cause}: ${message}`);
    wire.judge(() => "pass");
    for (let n = 0; n < 4; n++) {
      clock.skip(longPauseMs);
      await pipeline.scheduler.idle();
    }
    violations.push(...(await oracle.check(await fixture.claims())));
    return { borneMs: [...wire.borneMs()], violations };
  } finally {
    await pipeline.stop();
    await fixture.close();
    await wire.close();
    await place.remove();
  }
}

/** The other files are through, and the station says what became of these. */
async function checkOthers(fixture: OpenedFixture, good: number, cause: Cause): Promise<readonly string[]> {
  const found: string[] = [];
  const { delivered, blocked } = await fixture.ledger.totals();
  if (delivered !== good + 1) found.push(`${delivered} of ${good + 1} other files are delivered`);
  if (blocked > 0) found.push(`${blocked} are blocked`);
  for (const told of await failures(fixture))
    if (!told.startsWith(`${cause}:`)) found.push(`told as ${told}`);
  return found;
}

/** As they were written down: cause and message of each. */
async function failures(fixture: OpenedFixture): Promise<readonly string[]> {
  const lines = await fixture.ledger.journal({ sinceSeq: 0, limit: 10_000 });
  return lines.flatMap(({ event, detail }) => (event === "failed-passing" ? [detail ?? ""] : []));
}

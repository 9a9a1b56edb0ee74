import { setTimeout as passes } from "node:timers/promises";
import { usualTimeouts } from "#adapters/portal/portal-timeouts.ts";
import type { Pipeline } from "#engine/pipeline.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { sampleName } from "#test/support/builders/station-place.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import type { LinkFault } from "./line-faults.ts";
import { type OpenedFixture, openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, withPortal } from "./portal-of-row.ts";
import type { Row, Trial } from "./row.ts";
import { WarpClock } from "./warp-clock.ts";

const minuteMs = 60_000;
/** Most bytes on the line, either way, for one byte of the files. */
const mostBytesAByte = 2;
const { stallMs } = usualTimeouts;

/** How the line goes down: what is under way is lost, or it stands still and goes on. */
const ways = ["either", "broken", "frozen"] as const;

/** A link that comes and goes, and one that is far away. */
export const uneasyLink: Row = {
  id: "F13",
  fault: "flapping 3 s up / 7 s down for 10 min; 600 ms round trips",
  promise: "all delivered; ≤ 2 × the bytes",
  run: (trial) =>
    withPortal(async (ground) => {
      const tally: Tally = { ratios: [], files: 0, deliveredMeanwhile: 0 };
      for (let round = 1; round <= trial.rounds(3, 1); round++) {
        const way = ways[(round - 1) % ways.length] ?? "either";
        await trial.step(
          `flapping, ${way}, round ${round}`,
          (random) => station(ground, trial.isFull ? 1 : 20, random, tally, flapping(trial, way)),
          15 * minuteMs,
        );
      }
      for (let round = 1; round <= trial.rounds(3, 1); round++)
        await trial.step(
          `600 ms round trips, round ${round}`,
          (random) => station(ground, 1, random, tally, farAway(trial)),
          5 * minuteMs,
        );
      trial.figure("bytes a byte", Math.round(Math.max(0, ...tally.ratios) * 100) / 100);
      trial.figure("files", tally.files);
      trial.figure("delivered meanwhile", tally.deliveredMeanwhile);
    }),
};

/** Counts over the steps. */
interface Tally {
  readonly ratios: number[];
  files: number;
  /** Before the link was well again. */
  deliveredMeanwhile: number;
}

/** A station on the line. */
interface Scene {
  readonly proxy: FaultProxy;
  readonly pipeline: Pipeline;
  readonly random: Random;
  /** The instrument finishes files of these sizes, and they are found. */
  write(sizes: readonly number[]): Promise<void>;
}

/** `pace`: how much faster than the day everything runs. `live` is what happens while the link is uneasy. */
async function station(
  ground: Ground,
  pace: number,
  random: Random,
  tally: Tally,
  live: (scene: Scene) => Promise<void>,
): Promise<readonly string[]> {
  const { portal, files: sharedFiles } = ground;
  await using ends = new AsyncDisposableStack();
  const proxy = await startFaultProxy(portal.url);
  ends.defer(() => proxy.close());
  await using place = await openPlace(ground, random, { portalUrl: proxy.url });
  const { oracle } = place;
  const clock = new WarpClock({ random, pace });
  await using fixture = await openFixture(place, {
    sharedFiles,
    clock,
    answerMs: stallMs / pace,
    connectMs: 10_000,
  });
  await using pipeline = fixture.pipeline();
  let count = 0;
  let fileBytes = 0;
  const write: Scene["write"] = async (sizes) => {
    for (const size of sizes) {
      count += 1;
      fileBytes += size;
      await place.finish(sampleName(`${count}`), random.bytes(size));
    }
    for (const configured of pipeline.instruments())
      await pipeline.scanner.rescan(configured, new AbortController().signal);
  };
  await live({ proxy, pipeline, random, write });
  await oracle.seal(place.instrument.folder);
  tally.files += count;
  tally.deliveredMeanwhile += (await fixture.ledger.totals()).delivered;
  await proxy.set({ kind: "none" });
  const found = await recovered(fixture, pipeline, clock);
  found.push(...(await oracle.check(await fixture.claims())));
  const ratio = proxy.crossedBytes() / fileBytes;
  tally.ratios.push(ratio);
  if (ratio > mostBytesAByte)
    found.push(`I4 ${proxy.crossedBytes()} bytes crossed the line for ${fileBytes} bytes of ${count} files`);
  return found;
}

/** The link is well again: nobody does anything, and time passes. */
async function recovered({ ledger }: OpenedFixture, pipeline: Pipeline, clock: WarpClock): Promise<string[]> {
  await pipeline.scheduler.idle();
  for (let n = 0; n < 4; n++) {
    clock.skip(16 * minuteMs);
    await pipeline.scheduler.idle();
  }
  const { blocked } = await ledger.totals();
  return blocked > 0 ? [`${blocked} files are blocked by a passing trouble`] : [];
}

/** Up and down in turn, with files coming all the while; the short form runs twenty times as fast, for 100 s of its time. */
function flapping(trial: Trial, way: (typeof ways)[number]): (scene: Scene) => Promise<void> {
  const [upMs, downMs, cycles] = trial.isFull ? [3000, 7000, 60] : [150, 350, 10];
  const up: LinkFault = { kind: "slow", bytesPerSecond: trial.isFull ? 200_000 : 4_000_000 };
  return async ({ proxy, random, write }) => {
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await proxy.set(up);
      const sizes = Array.from({ length: random.int(1, 6) }, () => random.int(20_000, 400_000));
      await Promise.all([write(sizes), passes(upMs)]);
      const isBroken = way === "either" ? random.next() < 0.5 : way === "broken";
      await proxy.set({ kind: isBroken ? "refuse" : "freeze" });
      await passes(downMs);
    }
  };
}

function farAway(trial: Trial): (scene: Scene) => Promise<void> {
  return async ({ proxy, pipeline, random, write }) => {
    await proxy.set({ kind: "late", oneWayMs: 300 });
    const sizes = Array.from({ length: trial.isFull ? 100 : 8 }, () =>
      random.pick([random.int(10_000, 200_000), random.int(300_000, 900_000)]),
    );
    await write([...sizes, 9_000_000]);
    await pipeline.scheduler.idle();
  };
}

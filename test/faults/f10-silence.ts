import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, sampleName, today } from "#test/support/builders/station-place.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { allSilent, type Cut } from "./line-faults.ts";
import { openFixture } from "./open-fixture.ts";
import { createOracle } from "./oracle.ts";
import { type Ground, siteOf } from "./portal-of-row.ts";
import type { Trial } from "./row.ts";
import { WarpClock } from "./warp-clock.ts";

const minuteMs = 60_000;
const beatMs = 100;
/**
 * Limits where time is short: longest silence that the uploader bears, and the latest moment at which it must say so. If nothing
 * at all answers, the list that is asked for first (10 s at most in earnest) has been silent before.
 */
const hurried = { answerMs: 2000, latestMs: 3500, latestOfAllMs: 5500 } as const;

interface Silence extends Pick<Cut, "direction" | "method" | "place"> {
  /** Size of the file; bytes. For a body that hangs in the middle, more than the system takes unseen. */
  readonly size: number;
}

const silences: readonly Silence[] = [
  { direction: "request", method: null, place: "byte 0", size: 50_000 },
  { direction: "request", method: "PUT", place: "half", size: 40_000_000 },
  { direction: "request", method: "PUT", place: "byte 0", size: 50_000 },
  { direction: "answer", method: "PUT", place: "half", size: 600_000 },
  { direction: "answer", method: "POST", place: "byte 1", size: 50_000 },
];

/**
 * How long it takes until the uploader says that the line is silent: with the time-outs of every day in the full form,
 * with shorter ones in the short one.
 */
export async function notificationSilence(trial: Trial, ground: Ground): Promise<void> {
  let longestSeenMs = 0;
  for (const silence of trial.isFull ? silences : silences.slice(0, 3)) {
    const { method, direction, place } = silence;
    await trial.step(`silence from ${method ?? "any"} ${direction}, ${place}, on`, async (random) => {
      const proxy = await startFaultProxy(ground.portal.url);
      try {
        const { noticedMs, violations } = await fallSilent(ground, proxy, silence, trial.isFull, random);
        longestSeenMs = Math.max(longestSeenMs, noticedMs);
        const hurriedMs = method === null ? hurried.latestOfAllMs : hurried.latestMs;
        const isLate = noticedMs > (trial.isFull ? minuteMs : hurriedMs);
        return isLate ? [`noticed after ${noticedMs} ms`, ...violations] : violations;
      } finally {
        await proxy.close();
      }
    });
  }
  trial.figure("silence noticed after ms", longestSeenMs);
}

async function fallSilent(
  { portal, files: sharedFiles }: Ground,
  proxy: FaultProxy,
  { size, ...where }: Silence,
  isFull: boolean,
  random: Random,
): Promise<{ readonly noticedMs: number; readonly violations: readonly string[] }> {
  const site = siteOf(random);
  const place = await makePlace({ portalUrl: proxy.url, instrument: { site } });
  const oracle = await createOracle(portal.url);
  const clock = new WarpClock({ random });
  const timeout = isFull ? {} : { answerMs: hurried.answerMs, connectMs: 10_000 };
  const fixture = await openFixture(place, { sharedFiles, clock, ...timeout });
  const noticed = Promise.withResolvers<number>();
  // Time in which the machine let this process run: a beat that is late counts once.
  let beats = 0;
  const heart = setInterval(() => {
    if (proxy.firstCutAt() !== null) beats++;
  }, beatMs);
  const notification = () => noticed.resolve(beats * beatMs);
  const pipeline = fixture.pipeline(notification, () => {
    if (pipeline.holds.list().length > 0) notification();
  });
  try {
    const path = await place.write(sampleName("1"), random.bytes(size));
    await oracle.finished(path, { site, measurementDate: today() });
    await proxy.set({ ...allSilent, ...where, isForGood: true, bodyBytes: () => size });
    for (const configured of pipeline.instruments())
      await pipeline.scanner.rescan(configured, new AbortController().signal);
    const noticedMs = await noticed.promise;
    if (proxy.firstCutAt() === null) return { noticedMs, violations: ["the line was never silent"] };
    await proxy.set({ kind: "none" });
    for (let n = 0; n < 3; n++) {
      clock.skip(minuteMs * 16);
      await pipeline.scheduler.idle();
    }
    return { noticedMs, violations: await oracle.check(await fixture.claims()) };
  } finally {
    clearInterval(heart);
    await pipeline.stop();
    await fixture.close();
    await place.remove();
  }
}

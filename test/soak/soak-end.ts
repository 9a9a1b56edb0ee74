import { portalEye } from "#test/support/portals/portal-probe.ts";
import { claimsOf } from "./drain.ts";
import { flatnessOf } from "./flatness.ts";
import { leftBehind } from "./left-behind.ts";
import type { Sample } from "./samples.ts";
import type { SoakGround } from "./soak-ground.ts";
import { complaintsOf, type SoakResult } from "./soak-result.ts";

/**
 * Requests that one fault or one rewritten file may waste: four are in flight at once, each may be asked again, and the
 * line is probed.
 */
const putsAFault = 16;

/** How the run went, from its beginning to the empty queue. */
export type Course = Pick<SoakResult, "lastedMs" | "endedBy" | "drainedAfterMs" | "rewritten"> & {
  readonly samples: readonly Sample[];
  /** What broke on the way, in words. */
  readonly trouble: readonly string[];
};

/** Ends the daemon, checks everything and counts it together. */
export async function endOf(ground: SoakGround, course: Course): Promise<SoakResult> {
  const { plan, station, tally, oracle, record, folders, counts } = ground;
  const { trouble, samples, ...went } = course;
  const violations = [...trouble];
  const claims = await claimsOf(station, folders);
  if (claims === null) violations.push("I5 the daemon does not answer");
  const exitCode = await station.daemon().end();
  if (exitCode !== 0) violations.push(`the daemon ended with ${exitCode}: ${station.daemon().stderr()}`);
  violations.push(...(await oracle.check(claims)));
  violations.push(...(await record.changesIn([...folders.values()].map(({ path }) => path))));

  await tally.read(station.portal().url);
  const accepted = (await portalEye(station.wire.url).acceptances(0)).length;
  const faults = Object.values(counts).reduce((sum, { times }) => sum + times, 0);
  const left = await leftBehind(station.dataFolder);
  const largest = (figureOf: (sample: Sample) => number) => Math.max(0, ...samples.map(figureOf));
  const result = {
    ...went,
    at: new Date(ground.startedAtMs).toISOString(),
    node: process.version,
    plan,
    faults: counts,
    written: record.totals(),
    delivered: claims?.totals.delivered ?? 0,
    requests: {
      byMethod: tally.byMethod(),
      byStatus: tally.byStatus(),
      repeatedPuts: Math.max(0, (tally.byMethod().PUT ?? 0) - accepted),
      mostRepeatedPuts: putsAFault * (faults + course.rewritten),
    },
    ledger: { ...left.ledger, largestWalBytes: largest(({ walBytes }) => walBytes) },
    logs: {
      ...left.logs,
      largestBytes: Math.max(
        left.logs.bytes,
        largest(({ logBytes }) => logBytes),
      ),
    },
    flatness: flatnessOf(samples, plan),
    samples,
  };
  return { ...result, violations: [...violations, ...complaintsOf(result)] };
}

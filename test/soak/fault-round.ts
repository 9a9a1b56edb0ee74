import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { type FaultGround, soakFaults } from "./soak-faults.ts";
import type { SoakPlan, Span } from "./soak-plan.ts";
import type { SoakStation } from "./soak-station.ts";

/** How often a fault was done and for how long in all. */
export interface FaultCount {
  readonly times: number;
  readonly totalMs: number;
}

/** Faults done, by name. */
export type FaultCounts = Record<string, FaultCount>;

/** A daemon that has had nothing in flight for so long is killed idle; milliseconds. */
const busyWithinMs = 15_000;

/**
 * Does one fault after another, each kind once a round in random order, until `ending`. The last one is ended before
 * it resolves. The daemon is killed when its time has come, between two faults.
 */
export async function doFaults(
  plan: SoakPlan,
  ground: FaultGround,
  counts: FaultCounts,
  ending: AbortSignal,
): Promise<void> {
  const { random } = ground;
  const startedAt = performance.now();
  const kills = [...plan.killsAtMs];
  for (;;) {
    for (const [name, begin] of random.shuffled(Object.entries(soakFaults))) {
      await sleeping(spanOf(random, plan.faultGap), ending);
      if (ending.aborted) return;
      if (performance.now() - startedAt > (kills[0] ?? Number.POSITIVE_INFINITY)) {
        kills.shift();
        await killDaemon(ground, counts);
      }
      const lastsMs = spanOf(random, plan.faultLasts);
      await counted(counts, name, async () => {
        const end = await begin(ground);
        await sleeping(lastsMs, ending);
        await end();
      });
    }
  }
}

/** SIGKILL while something is in flight, and a new daemon on what it left. */
export async function killDaemon(ground: FaultGround, counts: FaultCounts): Promise<void> {
  const { station } = ground;
  await counted(counts, "daemon killed at work and started again", async () => {
    const makeFast = await soakFaults["portal is slow"]?.(ground);
    const timeout = AbortSignal.timeout(busyWithinMs);
    while (!timeout.aborted && !(await isAtWork(station))) await sleeping(20, timeout);
    await station.daemon().kill();
    await makeFast?.();
    await station.startDaemon();
  });
}

async function isAtWork(station: SoakStation): Promise<boolean> {
  const totals = (await station.ask("status", {}))?.totals;
  return totals !== undefined && totals.hashing + totals.announcing + totals.sending > 0;
}

/** Sleeps, at most until `ending`. */
export async function sleeping(ms: number, ending: AbortSignal): Promise<void> {
  await sleep(Math.max(1, ms), undefined, { signal: ending }).catch(() => undefined);
}

/** A length between both ends. */
export function spanOf(random: Random, [leastMs, mostMs]: Span): number {
  return random.int(leastMs, mostMs);
}

async function counted(counts: FaultCounts, name: string, fault: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await fault();
  const { times, totalMs } = counts[name] ?? { times: 0, totalMs: 0 };
  counts[name] = { times: times + 1, totalMs: totalMs + performance.now() - startedAt };
}

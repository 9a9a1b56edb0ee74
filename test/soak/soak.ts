import { seededRandom } from "#test/support/builders/seeded-random.ts";
import { drained } from "./drain.ts";
import { doFaults, killDaemon, sleeping } from "./fault-round.ts";
import { type Sample, takeSample } from "./samples.ts";
import { simulatedTime } from "./simulated-time.ts";
import { endOf } from "./soak-end.ts";
import { openGround, type SoakGround } from "./soak-ground.ts";
import { soakInstruments } from "./soak-instruments.ts";
import type { SoakPlan } from "./soak-plan.ts";
import type { SoakResult } from "./soak-result.ts";
import { rewriteFiles, runInstrument, type WritersParts } from "./writers.ts";

/** Folder of a soak, signal for its end before its time, and a hearer of how it goes. */
export interface SoakRequest {
  /** An empty folder. */
  readonly root: string;
  readonly stopping: AbortSignal;
  /** Hears one line for every sample. */
  say(line: string): void;
}

/**
 * Lets instruments write and things go wrong until the time is over or `stopping`; then the daemon is killed once more,
 * the queue drains by itself, and all that was promised is checked.
 */
export async function runSoak(plan: SoakPlan, { root, stopping, say }: SoakRequest): Promise<SoakResult> {
  const ground = await openGround(plan, root);
  const { station, record, folders, faults, counts, startedAtMs } = ground;
  const over = new AbortController();
  const empty = new AbortController();
  const trouble: string[] = [];
  /** An error ends the run; its report is written all the same. */
  const runSafely = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work;
    } catch (error) {
      trouble.push(`it threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      over.abort();
      return null;
    }
  };
  try {
    const ending = AbortSignal.any([over.signal, stopping]);
    const time = simulatedTime(startedAtMs, plan.durationMs, plan.speed);
    const writers: WritersParts = { plan, time, record, ending };
    const gauge = createGauge(ground, say);
    const measuring = runSafely(gauge.keepTaking(empty.signal));
    const rewriting = runSafely(
      rewriteFiles(writers, faults.folders, seededRandom(`${plan.seed}/rewriting`)),
    );
    const writing = soakInstruments.flatMap((one) => {
      const folder = folders.get(one.name);
      return folder === undefined ? [] : [runSafely(runInstrument(writers, one, folder))];
    });
    const faulty = runSafely(doFaults(plan, faults, counts, ending));
    void sleeping(plan.durationMs, ending).then(() => over.abort());
    await Promise.all([faulty, ...writing]);
    const rewritten = (await rewriting) ?? 0;
    const lastedMs = Date.now() - startedAtMs;
    const endedBy = trouble.length > 0 ? "trouble" : stopping.aborted ? "request" : "time";

    await gauge.take();
    say("the faults are over; the queue drains");
    await runSafely(killDaemon(faults, counts));
    const drainBeganAt = performance.now();
    const isDrained = await runSafely(drained(station, record, folders, plan.drainWithinMs));
    const drainedAfterMs = isDrained === true ? performance.now() - drainBeganAt : null;
    empty.abort();
    await measuring;
    await gauge.take();
    const { samples } = gauge;
    return await endOf(ground, { lastedMs, endedBy, drainedAfterMs, rewritten, samples, trouble });
  } finally {
    empty.abort();
    over.abort();
    await station.close();
  }
}

/** Measures again and again. */
interface Gauge {
  readonly samples: readonly Sample[];
  /** Measures now. */
  take(): Promise<void>;
  /** Measures by the plan's clock until then. */
  keepTaking(ending: AbortSignal): Promise<void>;
}

/** A gauge; `say` hears one line for every sample. */
function createGauge(ground: SoakGround, say: (line: string) => void): Gauge {
  const { plan, station, tally, startedAtMs } = ground;
  const samples: Sample[] = [];
  const take = async () => {
    await tally.read(station.portal().url);
    const sample = await takeSample(station, tally, startedAtMs);
    if (sample === null) return;
    samples.push(sample);
    say(lineOf(sample));
  };
  return {
    samples,
    take,
    async keepTaking(ending) {
      for (;;) {
        await sleeping(plan.sampleEveryMs, ending);
        if (ending.aborted) return;
        await take();
      }
    },
  };
}

function lineOf({ atMs, residentBytes, descriptors, totals, ledgerBytes, requests }: Sample): string {
  const minutes = (atMs / 60_000).toFixed(1);
  const memory = `${(residentBytes / 1e6).toFixed(0)} MB, ${descriptors} descriptors`;
  const queue = totals === null ? "no answer" : `${totals.delivered} delivered, ${totals.queued} queued`;
  return `${minutes} min: ${memory}, ${queue}, ledger ${(ledgerBytes / 1e6).toFixed(2)} MB, ${requests} requests`;
}

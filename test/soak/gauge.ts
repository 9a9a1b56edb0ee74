import { nap } from "./fault-round.ts";
import { type Sample, takeSample } from "./samples.ts";
import type { SoakGround } from "./soak-ground.ts";

/** Measures again and again. */
export interface Gauge {
  readonly samples: readonly Sample[];
  /** Measures now. */
  take(): Promise<void>;
  /** Measures by the plan's clock until then. */
  keepTaking(ending: AbortSignal): Promise<void>;
}

/** A gauge; `say` hears one line for every sample. */
export function createGauge(ground: SoakGround, say: (line: string) => void): Gauge {
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
        await nap(plan.sampleEveryMs, ending);
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

import type { Clock } from "#engine/ports/host.ts";
import type { SendPlan, SendPlanned } from "./send-plan.ts";

/** How far a plan is. */
export interface PlanState {
  readonly isRunning: boolean;
  /** Null until every folder was looked through, and where it ended before. */
  readonly plan: SendPlan | null;
  /** The portal's lists were read; else everything that is here counts as not sent. */
  readonly isCompared: boolean;
  /** Why the portal could not be asked, one sentence; null where it was, or will be. */
  readonly unanswered: string | null;
}

/** Makes a plan; `onWalked` hears what is here. */
export type Planner = (signal: AbortSignal, onWalked: (plan: SendPlan) => void) => Promise<SendPlanned>;

/** Plans that pages ask for. */
export interface Plans {
  /** Begins a plan at the first question, and tells how far it is at each later one. The same `key` is the same question. */
  ask(key: string, planner: Planner): PlanState;
  stop(): Promise<void>;
}

/** Nobody waits for a plan that was not asked about for so long. */
const forgottenMs = 15_000;
/** The disk is not walked again for the same question within this. */
const keptMs = 300_000;

interface Kept {
  state: PlanState;
  askedMs: number;
  readonly begunMs: number;
  readonly ending: AbortController;
}

/** Plans of one host: each ends by itself soon after nobody asks about it any more. */
export function createPlans(clock: Pick<Clock, "monotonicMs" | "sleep">): Plans {
  const kept = new Map<string, Kept>();
  const running = new Set<Promise<void>>();

  const run = async (key: string, one: Kept, planner: Planner): Promise<void> => {
    const { signal } = one.ending;
    const state = (next: Partial<PlanState>) => {
      one.state = { ...one.state, ...next };
    };
    try {
      const made = await planner(signal, (plan) => state({ plan }));
      if (made.kind === "planned") state({ plan: made.plan, isCompared: true });
      else if (made.kind === "portal") state({ plan: made.plan, unanswered: made.message });
      else kept.delete(key);
    } finally {
      state({ isRunning: false });
      one.ending.abort();
    }
  };
  const watch = async (one: Kept): Promise<void> => {
    const { signal } = one.ending;
    for (;;) {
      await clock.sleep(forgottenMs, signal);
      if (signal.aborted) return;
      if (clock.monotonicMs() - one.askedMs >= forgottenMs) one.ending.abort();
    }
  };
  const begin = (key: string, planner: Planner): Kept => {
    const nowMs = clock.monotonicMs();
    const state = { isRunning: true, plan: null, isCompared: false, unanswered: null };
    const one: Kept = { state, askedMs: nowMs, begunMs: nowMs, ending: new AbortController() };
    kept.set(key, one);
    const both = Promise.allSettled([run(key, one, planner), watch(one)]).then(() => {
      running.delete(both);
    });
    running.add(both);
    return one;
  };

  return {
    ask(key, planner) {
      const nowMs = clock.monotonicMs();
      for (const [name, { state, begunMs }] of kept)
        if (!state.isRunning && nowMs - begunMs >= keptMs) kept.delete(name);
      const one = kept.get(key) ?? begin(key, planner);
      one.askedMs = nowMs;
      return one.state;
    },
    async stop() {
      for (const { ending } of kept.values()) ending.abort();
      await Promise.all(running);
    },
  };
}

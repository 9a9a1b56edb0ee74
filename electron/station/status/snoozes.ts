import type { Renamed } from "#domain/renamed.ts";
import { type Snooze, snoozeOf } from "#domain/snooze.ts";
import type { Clock, StateStore } from "#engine/ports/host.ts";
import { type Issue, keyNow } from "./issue.ts";

/** Issues that a person does not want to be reminded of, kept from one start to the next. */
export interface Snoozes {
  /** Reads what was kept. */
  start(): Promise<void>;
  list(): readonly Snooze[];
  /** `untilMs` epoch milliseconds; null until the issue changes. A snooze of the same issue is replaced. */
  begin(issue: Issue, untilMs: number | null): Promise<void>;
  /** Gives whether there was one. */
  end(key: string): Promise<boolean>;
  /** These issues are open now: what is over, or has changed, is no longer snoozed when it comes back. */
  look(issues: readonly Issue[]): Promise<void>;
  /** An instrument has another name. */
  rename(renamed: Renamed): Promise<void>;
}

/** After a start it takes some time until it is known what is open; what comes and goes is one issue. */
const goneAfterMs = 10 * 60_000;

export function createSnoozes(parts: {
  readonly clock: Pick<Clock, "nowMs" | "monotonicMs">;
  /** Null: kept in memory. */
  readonly store: StateStore | null;
}): Snoozes {
  const { clock, store } = parts;
  let active: readonly Snooze[] = [];
  /** When an issue was open last, by its key. */
  const seenAt = new Map<string, number>();

  const keep = async (next: readonly Snooze[]): Promise<void> => {
    active = next;
    await store?.write({ snoozes: next });
  };

  return {
    async start() {
      active = readSnoozes(await store?.read());
    },
    list: () => active,
    async begin({ key, cause, kind, count }, untilMs) {
      seenAt.set(key, clock.monotonicMs());
      await keep([...active.filter((one) => one.key !== key), { key, cause, kind, count, untilMs }]);
    },
    async end(key) {
      const next = active.filter((one) => one.key !== key);
      const isFound = next.length < active.length;
      if (isFound) await keep(next);
      return isFound;
    },
    async look(issues) {
      const nowMs = clock.monotonicMs();
      for (const { key } of issues) seenAt.set(key, nowMs);
      const next = active.filter((one) => {
        const open = issues.find(({ key }) => key === one.key);
        if (open !== undefined) return snoozeOf([one], open, clock.nowMs()) !== undefined;
        if (one.untilMs !== null && one.untilMs <= clock.nowMs()) return false;
        const lastMs = seenAt.get(one.key);
        if (lastMs === undefined) seenAt.set(one.key, nowMs);
        return nowMs - (lastMs ?? nowMs) < goneAfterMs;
      });
      if (next.length < active.length) await keep(next);
    },
    async rename(renamed) {
      const next = active.map((one) => ({ ...one, key: keyNow(one.key, renamed) }));
      if (next.some(({ key }, at) => key !== active[at]?.key)) await keep(next);
    },
  };
}

/** Leaves out what is damaged: at worst somebody is reminded. */
function readSnoozes(value: unknown): readonly Snooze[] {
  const { snoozes } = (value ?? {}) as { readonly snoozes?: unknown };
  if (!Array.isArray(snoozes)) return [];
  return snoozes.filter(
    (one: Partial<Snooze> | null) =>
      typeof one?.key === "string" &&
      typeof one.cause === "string" &&
      typeof one.kind === "string" &&
      Number.isFinite(one.count) &&
      (one.untilMs === null || Number.isFinite(one.untilMs)),
  );
}

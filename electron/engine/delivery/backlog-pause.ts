import type { Clock, StateStore } from "#engine/ports/host.ts";

/** A person lets the backlog wait, until it is ended, also over starts; today's files go on. */
export interface BacklogPause {
  /** Reads what was kept. Before anything is claimed. */
  begin(): Promise<void>;
  /** Epoch milliseconds; null: not paused. */
  sinceMs(): number | null;
  /** In force at once, kept when it resolves. */
  set(isPaused: boolean): Promise<void>;
}

/** `store` keeps it; null: it lasts as long as the process. */
export function createBacklogPause(
  clock: Pick<Clock, "nowMs">,
  store: StateStore | null,
  onChanged: () => void,
): BacklogPause {
  let sinceMs: number | null = null;
  return {
    async begin() {
      const kept: unknown = await store?.read();
      const read: unknown =
        typeof kept === "object" && kept !== null ? Reflect.get(kept, "pausedSinceMs") : null;
      sinceMs = typeof read === "number" && Number.isFinite(read) ? read : null;
    },
    sinceMs: () => sinceMs,
    async set(isPaused) {
      sinceMs = isPaused ? (sinceMs ?? clock.nowMs()) : null;
      onChanged();
      await store?.write({ pausedSinceMs: sinceMs });
    },
  };
}

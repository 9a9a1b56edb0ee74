import type { FeedEvent } from "#contract/events.ts";
import type { EventRing } from "./ring.ts";

/** A subscriber's place in the feed. Holds no events of its own, only the newest progress of uploads in flight. */
export interface Follower {
  /** Gives the events that can be told now; empty when there are none. */
  take(): readonly FeedEvent[];
  /** Resolves when there may be something to take, or after `wake`. */
  woken(): Promise<void>;
  wake(): void;
  onEvents(): void;
  onStatus(): void;
  onProgress(progress: ReadonlyMap<string, FeedEvent>): void;
  /** The upload is no longer being sent: its progress says nothing any more. */
  endProgress(id: string): void;
}

const batchLimit = 500;

/** A place after `sinceSeq`; null, or a line that the ring cannot continue from, begins with `reset`. */
export function createFollower(ring: EventRing, sinceSeq: number | null): Follower {
  let position = sinceSeq === null ? null : ring.positionAfter(sinceSeq);
  let isStatusDue = true;
  const progress = new Map<string, FeedEvent>();
  let isAwake = false;
  let wakeUp: (() => void) | null = null;

  const wake = () => {
    isAwake = true;
    wakeUp?.();
    wakeUp = null;
  };

  const numbered = (): readonly FeedEvent[] => {
    const events = position === null ? null : ring.read(position, batchLimit);
    if (position === null || events === null) {
      position = ring.end;
      return [{ type: "reset", seq: ring.lastSeq }];
    }
    position += events.length;
    return events;
  };

  return {
    take() {
      isAwake = false;
      const batch = [...numbered()];
      if (isStatusDue) batch.push({ type: "status.changed" });
      isStatusDue = false;
      batch.push(...progress.values());
      progress.clear();
      return batch;
    },
    woken() {
      if (isAwake) return Promise.resolve();
      return new Promise((resolve) => {
        wakeUp = resolve;
      });
    },
    wake,
    onEvents: wake,
    onStatus() {
      isStatusDue = true;
      wake();
    },
    onProgress(newest) {
      for (const [id, event] of newest) progress.set(id, event);
      wake();
    },
    endProgress(id) {
      progress.delete(id);
    },
  };
}

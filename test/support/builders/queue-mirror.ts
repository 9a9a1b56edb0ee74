import type { FeedEvent } from "#contract/events.ts";
import type { Transport } from "#contract/transport.ts";

/** A page's knowledge of the queue: a snapshot, kept up to date by numbered events. */
export interface QueueMirror {
  /** Journal line up to which it is complete; null before the first snapshot. */
  readonly seq: number | null;
  /** Path and state by upload id. */
  readonly uploads: ReadonlyMap<string, string>;
  hear(event: FeedEvent): Promise<void>;
}

/** The whole queue as the host tells it now, page by page. */
export async function snapshot(
  call: Transport["call"],
): Promise<{ seq: number; uploads: Map<string, string> }> {
  const uploads = new Map<string, string>();
  let seq: number | null = null;
  let afterId: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof call<"uploads">>> = await call("uploads", { limit: 3, afterId });
    if (!page.ok) throw new Error(page.error.message);
    seq ??= page.value.seq;
    for (const { id, path, state } of page.value.uploads) uploads.set(id, `${path} ${state}`);
    afterId = page.value.nextAfterId;
  } while (afterId !== null);
  return { seq, uploads };
}

/** Follows the rules of the contract: `reset` means a new snapshot; all else is applied in the order it comes. */
export function createQueueMirror(call: Transport["call"]): QueueMirror {
  let seq: number | null = null;
  let uploads = new Map<string, string>();
  return {
    get seq() {
      return seq;
    },
    get uploads() {
      return uploads;
    },
    async hear(event) {
      if (event.type === "reset") {
        // The snapshot may be newer than the reset; events that it holds already come once more and change nothing.
        ({ uploads } = await snapshot(call));
        seq = event.seq;
      } else if (event.type === "upload.changed") {
        uploads.set(event.uploadId, `${event.path} ${event.state}`);
        seq = event.seq;
      }
    },
  };
}

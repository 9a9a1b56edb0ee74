import { timestampOf } from "#mock-portal/portal-clock.ts";
import type { PortalContext } from "#mock-portal/portal-context.ts";
import type { StoredUpload } from "#mock-portal/store/records.ts";
import { processDay } from "./processing.ts";
import type { ProductMaker } from "./product-making.ts";

/** Takes raw files to processing when they are due. Files that wait are in the store, so a restart forgets nothing. */
export type ProcessingTimer = {
  /** Sets the timer for the next raw file that is due; called at start and after every acceptance. */
  arm(): void;
  /** Processes what is due at the given moment (now by default), after what is being processed. */
  processDue(atMs?: number): Promise<void>;
  /** Ends the timer; resolves when the day in flight is done. */
  stop(): Promise<void>;
};

const longestTimerMs = 2_000_000_000;
const never = Number.POSITIVE_INFINITY;

/** `openMaker` is called once, when the first raw file is due. */
export function processingTimer(
  context: PortalContext,
  openMaker: () => Promise<ProductMaker>,
): ProcessingTimer {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running = Promise.resolve();
  let maker: Promise<ProductMaker> | undefined;

  async function run(atMs: number): Promise<void> {
    for (const day of byDay(context.uploads.due(atMs))) {
      if (isStopped) return;
      maker ??= openMaker();
      await processDay(context, await maker, day);
    }
    settleModels(context, atMs);
  }

  function processDue(atMs = context.clock.nowMs()): Promise<void> {
    const turn = running.then(() => run(atMs));
    running = turn.catch((error: unknown) => {
      console.error("The mock portal could not process raw files:", error);
    });
    return turn;
  }

  function arm(): void {
    if (timer || isStopped) return;
    const dueMs = Math.min(
      ...[context.uploads, context.modelUploads].map((table) => table.nextDueMs() ?? never),
    );
    if (dueMs === never) return;
    const waitMs = Math.min(longestTimerMs, Math.max(0, dueMs - context.clock.nowMs()));
    timer = setTimeout(() => {
      processDue()
        .catch(() => undefined)
        .finally(() => {
          timer = undefined;
          arm();
        });
    }, waitMs);
    timer.unref();
  }

  return {
    arm,
    processDue,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Raw model files are taken note of; no product is made from them. */
function settleModels({ modelUploads, store, clock }: PortalContext, atMs: number): void {
  const updatedAt = timestampOf(clock.nowMs());
  store.transaction(() => {
    for (const upload of modelUploads.due(atMs))
      modelUploads.settle({ ...upload, status: "processed", updatedAt });
  });
}

function byDay(due: readonly StoredUpload[]): StoredUpload[][] {
  const dayOf = ({ siteId, instrumentPid, measurementDate }: StoredUpload) =>
    `${siteId} ${instrumentPid} ${measurementDate}`;
  return [...Map.groupBy(due, dayOf).values()];
}

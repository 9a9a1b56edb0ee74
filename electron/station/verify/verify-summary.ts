import type { Log, StateStore } from "#engine/ports/host.ts";
import type { VerifyFound } from "./verify-receipts.ts";

/** Numbers of the last comparison that came to its end. */
export interface VerifySummary {
  /** Its end, epoch milliseconds. */
  readonly atMs: number;
  /** As in `VerifyFound`. */
  readonly checked: number;
  readonly same: number;
  readonly lost: number;
  readonly replaced: number;
  readonly notReceived: number;
  readonly unconfirmed: number;
  /** Null where the files on this PC were not read. */
  readonly localChanged: number | null;
  readonly localGone: number | null;
}

interface Kept {
  /** When it was done by itself last. */
  readonly lastMs: number | null;
  readonly last: VerifySummary | null;
}

/** Stays known after a restart, where there is a store. */
export function createKept(store: StateStore | null) {
  /** Null before it was read. */
  let kept: Kept | null = null;
  const now = async (): Promise<Kept> => {
    const read: unknown = kept ?? (await store?.read().catch(() => null));
    const { lastMs, last } = (read ?? {}) as Partial<Record<keyof Kept, unknown>>;
    kept ??= { lastMs: typeof lastMs === "number" ? lastMs : null, last: summaryIn(last) };
    return kept;
  };
  return {
    now,
    async change(change: Partial<Kept>): Promise<void> {
      kept = { ...(await now()), ...change };
      await store?.write(kept);
    },
  };
}

function countsOf({ checked, same, lost, replaced, notReceived, unconfirmed }: VerifyFound) {
  return {
    checked,
    same,
    lost: lost.length,
    replaced: replaced.length,
    notReceived: notReceived.length,
    unconfirmed: unconfirmed.length,
  };
}

export function summaryOf(found: VerifyFound, atMs: number, disk: boolean): VerifySummary {
  const localChanged = disk ? found.localChanged.length : null;
  return { atMs, ...countsOf(found), localChanged, localGone: disk ? found.localGone.length : null };
}

const numbers = ["atMs", "checked", "same", "lost", "replaced", "notReceived"] as const;

function summaryIn(last: unknown): VerifySummary | null {
  if (typeof last !== "object" || last === null) return null;
  const given = last as VerifySummary;
  if (!numbers.every((name) => Number.isSafeInteger(given[name]))) return null;
  const { unconfirmed = 0, localChanged = null, localGone = null } = given;
  return { ...given, unconfirmed, localChanged, localGone };
}

/** The portal answered, or there was nothing to ask it for. */
export function couldAsk({ checked, notAsked }: VerifyFound): boolean {
  return checked > 0 || notAsked.size === 0;
}

export function tellFound(log: Log, found: VerifyFound): void {
  const { restored, notAsked } = found;
  const { checked, same, ...others } = countsOf(found);
  const reasons = Object.fromEntries(notAsked);
  const facts = { checked, same, restored: restored.length, ...others, notAsked: reasons };
  const isAllSame = checked === same && notAsked.size === 0;
  if (isAllSame) log.info("receipts were compared with the portal", facts);
  else log.warn("receipts were compared with the portal, and not all are the same", facts);
}

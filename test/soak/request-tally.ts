import { askOnce } from "#test/support/portals/ask-once.ts";
import type { SeenRequest } from "#test/support/portals/portal-probe.ts";

/** How many requests the portal has seen, through all its lives; those of the last moments before a death are missing. */
export interface RequestTally {
  /** Counts what is new at the portal of this address. Counts nothing where it does not answer in time. */
  read(portalUrl: string): Promise<void>;
  /** The portal starts again, and with it the numbers of its requests. */
  startAnew(): void;
  byMethod(): Readonly<Record<string, number>>;
  /** By status; `lost` where there was no answer. */
  byStatus(): Readonly<Record<string, number>>;
}

/** An empty tally. */
export function createRequestTally(): RequestTally {
  const methods = new Map<string, number>();
  const statuses = new Map<string, number>();
  let lastSeq = 0;
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  return {
    async read(portalUrl) {
      for (const { seq, method, status } of await seenAfter(portalUrl, lastSeq)) {
        lastSeq = Math.max(lastSeq, seq);
        add(methods, method);
        add(statuses, String(status ?? "lost"));
      }
    },
    startAnew() {
      lastSeq = 0;
    },
    byMethod: () => Object.fromEntries(methods),
    byStatus: () => Object.fromEntries(statuses),
  };
}

async function seenAfter(portalUrl: string, seq: number): Promise<readonly SeenRequest[]> {
  try {
    const signal = AbortSignal.timeout(5_000);
    const answer = await askOnce(`${portalUrl}/__control/requests?after=${seq}`, { signal });
    return (answer.json() as { requests: SeenRequest[] }).requests;
  } catch {
    return [];
  }
}

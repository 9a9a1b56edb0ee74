import type { Upload } from "#domain/upload.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { ClaimRequest, Ledger } from "#engine/ports/ledger.ts";
import type { Claimable } from "./claimable.ts";
import { isLargeFile } from "./connection-limit.ts";
import type { UploadRoute } from "./witnesses.ts";

export interface ClaimedAheadParts {
  readonly clock: Clock;
  readonly ledger: Ledger;
  /** Uploads that have a connection to the portal at the same time. */
  concurrency(): number;
  /** Uploads of these routes. */
  claimable(routes: readonly UploadRoute[]): Claimable;
  routeOf(upload: Upload): UploadRoute;
}

/** Uploads that are claimed and not started, so that a freed slot need not wait for the disk. */
export interface ClaimedAhead {
  /** Claims `limit` at most, none larger than `maxSize` bytes (null: any). Gives how many were found. Rejects as the ledger does. */
  claim(
    routes: readonly UploadRoute[],
    limit: number,
    maxSize: number | null,
    probe?: ClaimRequest["probe"],
  ): Promise<number>;
  /** How many more than can be started are worth claiming. */
  surplus(): number;
  /** How many fit. */
  count(fits: (upload: Upload) => boolean): number;
  /** The first that fits, without taking it. */
  first(fits: (upload: Upload) => boolean): Upload | undefined;
  /** Takes the first that fits. */
  take(fits: (upload: Upload) => boolean): Upload | undefined;
  /** Releases those of these routes. Rejects as the ledger does. */
  giveBack(routes: readonly UploadRoute[], reason: string): Promise<void>;
}

/** Nothing claimed. */
export function createClaimedAhead(parts: ClaimedAheadParts): ClaimedAhead {
  const { clock, ledger } = parts;
  let uploads: Upload[] = [];
  let surplus = 0;

  return {
    async claim(routes, limit, maxSize, probe) {
      const claimable = parts.claimable(routes);
      const request = { ...claimable, limit, maxSize, nowMs: clock.nowMs(), ...(probe && { probe }) };
      const found = await ledger.claim(request);
      uploads.push(...found);
      // Large files gain nothing from being claimed ahead, and would block a fresh small one.
      surplus = found.some(isLargeFile) ? 0 : parts.concurrency();
      return found.length;
    },
    surplus: () => surplus,
    count: (fits) => uploads.filter(fits).length,
    first: (fits) => uploads.find(fits),
    take(fits) {
      const at = uploads.findIndex(fits);
      return at < 0 ? undefined : uploads.splice(at, 1)[0];
    },
    async giveBack(routes, reason) {
      const isGiven = (upload: Upload) => routes.includes(parts.routeOf(upload));
      const given = uploads.filter(isGiven);
      uploads = uploads.filter((upload) => !isGiven(upload));
      const event = { type: "released", reason } as const;
      const nowMs = clock.nowMs();
      await Promise.all(given.map((upload) => ledger.apply(upload.id, event, nowMs)));
    },
  };
}

import type { Upload } from "#domain/upload.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { ClaimRequest, Ledger } from "#engine/ports/ledger.ts";
import { type Claimable, datesFrom, isAmongDates } from "./claimable.ts";
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

type Fits = (upload: Upload) => boolean;

/** Uploads that are claimed and not started, so that a freed slot need not wait for the disk. Calls reject as the ledger does. */
export function createClaimedAhead(parts: ClaimedAheadParts) {
  const { clock, ledger } = parts;
  let uploads: Upload[] = [];
  let surplus = 0;

  return {
    /** Claims `limit` at most, none larger than `maxSize` bytes (null: any), all measured on `firstDay` or later (null: ever). Gives how many were found. */
    async claim(
      routes: readonly UploadRoute[],
      limit: number,
      maxSize: number | null,
      probe?: ClaimRequest["probe"],
      firstDay: string | null = null,
    ): Promise<number> {
      const claimable = parts.claimable(routes);
      const dates = firstDay === null ? claimable.dates : datesFrom(claimable.dates, firstDay);
      const request = { ...claimable, dates, limit, maxSize, nowMs: clock.nowMs(), ...(probe && { probe }) };
      const found = await ledger.claim(request);
      uploads.push(...found);
      // Large files gain nothing from being claimed ahead, and would block a fresh small one.
      if (firstDay === null) surplus = found.some(isLargeFile) ? 0 : parts.concurrency();
      return found.length;
    },
    /** How many more than can be started are worth claiming. */
    surplus: () => surplus,
    count: (fits: Fits) => uploads.filter(fits).length,
    first: (fits: Fits) => uploads.find(fits),
    take(fits: Fits): Upload | undefined {
      const at = uploads.findIndex(fits);
      return at < 0 ? undefined : uploads.splice(at, 1)[0];
    },
    /** Releases those of these routes, and those that may not be claimed any more. */
    async giveBack(routes: readonly UploadRoute[], reason: string): Promise<void> {
      const now = parts.claimable(routes);
      const isGiven = (upload: Upload) =>
        routes.includes(parts.routeOf(upload)) || !isAmongDates(upload.measurementDate, now);
      const given = uploads.filter(isGiven);
      uploads = uploads.filter((upload) => !isGiven(upload));
      const event = { type: "released", reason } as const;
      const nowMs = clock.nowMs();
      await Promise.all(given.map((upload) => ledger.apply(upload.id, event, nowMs)));
    },
  };
}

export type ClaimedAhead = ReturnType<typeof createClaimedAhead>;

import type { Cause } from "#domain/cause.ts";
import type { FailedState, UploadState } from "#domain/upload.ts";
import type { LedgerFigures } from "#engine/ports/ledger.ts";
import type { Connection } from "./connection.ts";
import { arrivals } from "./hourly-counts.ts";
import { duplicateCounts, oldestUnsentAtMs } from "./reads.ts";

/** `Ledger.figures`, as it crosses to the worker: reads the kept counts and counts no upload. */
export function figures(db: Connection): LedgerFigures {
  const counts = db
    .prepare("SELECT instrument, state, sum(uploads) AS uploads FROM counts GROUP BY instrument, state")
    .all()
    .map(({ instrument, state, uploads }) => ({
      instrument: instrument as string,
      state: state as UploadState,
      uploads: uploads as number,
    }));
  const causes = db
    .prepare("SELECT instrument, state, cause, uploads FROM cause_counts WHERE uploads > 0")
    .all()
    .map(({ instrument, state, cause, uploads }) => ({
      instrument: instrument as string,
      state: state as FailedState,
      cause: cause as Cause,
      uploads: uploads as number,
    }));
  return {
    counts,
    causes,
    duplicates: duplicateCounts(db),
    oldestUnsentAtMs: oldestUnsentAtMs(db),
    recentMs: arrivals(db),
  };
}

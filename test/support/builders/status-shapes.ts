import type { Cause } from "#domain/cause.ts";
import { type UploadState, uploadStates } from "#domain/upload.ts";
import type { Hold } from "#engine/delivery/holds.ts";
import type { InstrumentStatus, Status } from "#station/status/reports.ts";

/** 21 November 2026, 14:30 UTC. */
export const halfPastTwo = Date.UTC(2026, 10, 21, 14, 30);

/** An instrument whose folder was looked through and that wrote its last file ten minutes ago. */
export function instrumentStatus({
  expectEveryMinutes = null,
  ...change
}: Partial<InstrumentStatus> & { readonly expectEveryMinutes?: number | null } = {}): InstrumentStatus {
  const { lastFileAtMs = halfPastTwo - 600_000, folderTrouble = null, lastRescanAtMs = 0 } = change;
  const canBeSilent = folderTrouble === null && lastRescanAtMs !== null && lastFileAtMs !== null;
  return {
    kind: null,
    name: "Radar",
    site: "hyytiala",
    instrument: "rpg-fmcw-94",
    folder: "/data/radar",
    lastFileAtMs: halfPastTwo - 600_000,
    today: { found: 0, delivered: 0, unsent: 0 },
    queue: { unsent: 0, waiting: 0, needsYou: 0 },
    unsettled: 0,
    ahead: null,
    everyMinutes: expectEveryMinutes,
    isLearned: expectEveryMinutes === null,
    isQuiet: false,
    silentAtMs:
      canBeSilent && expectEveryMinutes !== null ? lastFileAtMs + 3 * expectEveryMinutes * 60_000 : null,
    offUntil: null,
    folderTrouble: null,
    unreadable: null,
    emptyFiles: null,
    damagedFiles: null,
    unmatched: [],
    verdicts: null,
    lastRescanAtMs: halfPastTwo - 60_000,
    ...change,
  };
}

/** A station in which nothing is wrong, with these counts and differences. */
export function statusWith(
  totals: Partial<Record<UploadState, number>> = {},
  change: Partial<Omit<Status, "totals">> = {},
): Status {
  const none = Object.fromEntries(uploadStates.map((state) => [state, 0])) as Record<UploadState, number>;
  return {
    totals: { ...none, ...totals },
    duplicates: { all: 0, today: 0 },
    replaced: 0,
    holds: [],
    causes: [],
    oldestUnsentAtMs: null,
    lastDeliveredAtMs: null,
    today: { found: 0, delivered: 0 },
    pace: "prompt",
    instruments: [instrumentStatus()],
    settingsProblems: [],
    clockAheadMs: 0,
    ledgerMessage: null,
    needsAttention: false,
    ...change,
  };
}

/** A hold since 14:02 UTC. */
export function holdOf(cause: Cause, change: Partial<Hold> = {}): Hold {
  return {
    cause,
    message: "The portal said something.",
    portalMessage: null,
    lane: "portal",
    sinceMs: Date.UTC(2026, 10, 21, 14, 2),
    nextTryAtMs: null,
    ...change,
  };
}

/** Files that were stopped by one cause. */
export function causeOf(
  cause: Cause,
  count: number,
  sinceMs: number | null = null,
): Status["causes"][number] {
  return {
    cause,
    count,
    samplePath: "a.nc",
    message: "It was refused.",
    sinceMs,
    instrument: null,
    stoppedAtMs: null,
  };
}

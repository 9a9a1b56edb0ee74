import { startOfDayMs } from "#base/dates.ts";
import { type Cadence, cadence, newestMs, nextFileMs } from "#domain/cadence.ts";
import { type LearnedCadence, learnCadence } from "#domain/learned-cadence.ts";
import type { Instrument } from "#domain/settings.ts";
import type { FolderStates } from "#engine/discovery/folder-state.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";

/** Facts learned of the instruments, by name. */
export type Learned = ReadonlyMap<
  string,
  { readonly cadence: LearnedCadence | null; readonly firstDeliveryMs: number | null }
>;

/** Knows when each instrument usually writes. */
export interface Cadences {
  /** Rejects with LedgerError. */
  learned(): Promise<Learned>;
  /** An instrument has another name. */
  forget(): void;
}

const hourMs = 3_600_000;

/** The usual cadence changes within days. */
const learnAgainMs = 600_000;

/** Learns from the ledger, and again after a while. */
export function createCadences(ledger: Pick<Ledger, "instrumentHours">, clock: Clock): Cadences {
  let cached: { readonly learned: Promise<Learned>; readonly atMs: number } | null = null;
  const learn = async (): Promise<Learned> => {
    const hours = await ledger.instrumentHours(Math.floor(clock.nowMs() / hourMs) + 1);
    return new Map(
      hours.map(({ instrument, busy, firstDelivery }) => [
        instrument,
        {
          cadence: learnCadence(busy),
          firstDeliveryMs: firstDelivery === null ? null : firstDelivery * hourMs,
        },
      ]),
    );
  };
  return {
    learned() {
      if (cached === null || clock.monotonicMs() - cached.atMs >= learnAgainMs) {
        const learned = learn();
        cached = { learned, atMs: clock.monotonicMs() };
        learned.catch(() => {
          if (cached?.learned === learned) cached = null;
        });
      }
      return cached.learned;
    },
    forget() {
      cached = null;
    },
  };
}

/** Facts known of one instrument's files, and what they mean. */
export interface InstrumentCadence extends Cadence {
  /** Modification time of the newest file, epoch milliseconds. */
  readonly lastFileAtMs: number | null;
  /** When the next file is expected, epoch milliseconds; null where that cannot be told. */
  readonly nextFileAtMs: number | null;
  /** The day until which its silence says nothing, `YYYY-MM-DD`; null where that is over or was never said. */
  readonly offUntil: string | null;
}

/** Judges one instrument. `recentMs`: of the ledger. */
export function cadenceOf(
  { name, expectEveryMinutes, offUntil }: Instrument,
  folderStates: FolderStates,
  learned: Learned,
  recentMs: readonly number[],
  nowMs: number,
): InstrumentCadence {
  const { lastFileAtMs: seenMs, folderTrouble, lastRescanAtMs } = folderStates.of(name);
  const lastFileAtMs = newestMs([seenMs, ...recentMs], nowMs);
  const known = learned.get(name);
  // Files that were there before the first delivery may be those of a campaign that is long over.
  const hasWritten =
    known !== undefined && known.firstDeliveryMs !== null && (lastFileAtMs ?? 0) >= known.firstDeliveryMs;
  const offUntilMs = typeof offUntil === "string" ? startOfDayMs(offUntil) : null;
  const rhythm = { recentMs, expectEveryMinutes, learned: known?.cadence ?? null, offUntilMs, nowMs };
  const judged = cadence({ ...rhythm, lastFileAtMs });
  // Whether an instrument writes cannot be seen while its folder cannot be.
  const isSeen = folderTrouble === null && lastRescanAtMs !== null;
  const canBeSilent = isSeen && (expectEveryMinutes !== null || hasWritten);
  return {
    ...judged,
    lastFileAtMs,
    nextFileAtMs: isSeen ? nextFileMs(rhythm) : null,
    isQuiet: isSeen && judged.isQuiet,
    silentAtMs: canBeSilent ? judged.silentAtMs : null,
    offUntil: offUntilMs !== null && nowMs < offUntilMs ? (offUntil ?? null) : null,
  };
}

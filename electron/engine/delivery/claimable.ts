import type { ClaimRequest } from "#engine/ports/ledger.ts";

/** Uploads that may be claimed now. */
export type Claimable = Pick<ClaimRequest, "instruments" | "addedOf" | "dates">;

/**
 * Uploads of the instruments with these names, on these dates (null: all). While a folder cannot be reached, only the added files
 * of its instrument: those are in the data folder.
 */
export function claimableOf(
  names: readonly string[],
  isUnreachable: (name: string) => boolean,
  dates: ClaimRequest["dates"],
): Claimable {
  return {
    instruments: names.filter((name) => !isUnreachable(name)),
    addedOf: names.filter(isUnreachable),
    dates,
  };
}

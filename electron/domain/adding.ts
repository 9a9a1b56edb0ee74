import { unfitNameReason } from "./file-version.ts";
import type { ConfiguredInstrument } from "./instrument-match.ts";
import type { MatchOptions } from "./pattern/pattern.ts";
import { temporaryReason } from "./selection.ts";

/** An instrument that calls its files so. */
export interface AddingGuess {
  /** Name of the configured instrument. */
  readonly instrument: string;
  /** `YYYY-MM-DD`; null where neither name nor folders give a single one. */
  readonly date: string | null;
}

/**
 * The instruments whose pattern takes a file that came from elsewhere, those that give its date first. Its path, `/` between
 * parts, begins anywhere: as many of its folders are taken as fit the pattern.
 */
export function guessesFor(
  path: string,
  instruments: readonly ConfiguredInstrument[],
  options: MatchOptions,
): readonly AddingGuess[] {
  const parts = path.split("/");
  const tails = parts.map((_, at) => parts.slice(at).join("/"));
  const guesses = instruments.flatMap(({ instrument: { name }, pattern }) => {
    const dated = tails.map((tail) => pattern.dateOf(tail, options)).find((date) => date !== null);
    const named = dated === undefined ? pattern.readName(parts.at(-1) ?? "", options) : { date: dated };
    return named === null ? [] : [{ instrument: name, date: named.date }];
  });
  return guesses.toSorted((one, other) => Number(one.date === null) - Number(other.date === null));
}

/** Names that Windows keeps for devices, with any ending. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Why a file cannot be added, as a clause; null where it can. `size` in bytes; `patternTexts` of all instruments. */
export function unfitToAdd(
  { name, size }: { readonly name: string; readonly size: number },
  patternTexts: readonly string[],
  isWindows: boolean,
): string | null {
  const unfit = unfitNameReason(name);
  if (unfit !== null) return unfit;
  if (isWindows && deviceName.test(name)) return "Windows keeps this name for a device";
  if (size === 0) return "it is empty, and empty files are never sent";
  const reasons = patternTexts.map((text) => temporaryReason(name, text));
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}

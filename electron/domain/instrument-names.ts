import { baseName } from "./file-version.ts";

/** Kinds of instrument whose files are called like those of a folder. */
export interface InstrumentGuess {
  /** Ids of the portal, the likeliest first: several kinds may write the same names. */
  readonly instruments: readonly string[];
  readonly matched: number;
  readonly samplePath: string;
}

/** Names that instruments give their files (docs/instruments.md); a name counts for the first that fits. */
const habits: readonly (readonly [name: RegExp, instruments: readonly string[]])[] = [
  [/^live_\d{8}_.*\.nc$/i, ["cl61d"]],
  [/^\d{6}_\d{6}.*\.lv[01]$/i, ["rpg-fmcw-94", "rpg-fmcw-35"]],
  [/\.lv[01]$/i, ["rpg-fmcw-94", "rpg-fmcw-35"]],
  [/\.(znc|mmclx)(\.gz)?$/i, ["mira-35", "mira-10"]],
  [/chm1\d{4,5}/i, ["chm15k", "chm15kx"]],
  [/^c\d{7}\.dat$/i, ["cl31", "cl51", "ct25k"]],
  [/cl31.*\.dat$/i, ["cl31"]],
  [/cl51.*\.dat$/i, ["cl51"]],
  [/^(stare|vad|rhi|user\d?|wind_profile|processed_wind_profile)_.*\.hpl$/i, ["halo-doppler-lidar"]],
  [/^(background_\d{6}-\d{6}|system_parameters_.*)\.txt$/i, ["halo-doppler-lidar"]],
  [/\.hpl$/i, ["halo-doppler-lidar"]],
  [/^wls(70)-/i, ["wls70"]],
  [/^wls(100)s?-/i, ["wls100s", "wls200s", "wls400s"]],
  [/^wls(400)s?-/i, ["wls400s", "wls200s", "wls100s"]],
  [/^wls/i, ["wls200s", "wls100s", "wls400s"]],
  [/\.(brt|blb|hkd|irt|lwp|iwv)$/i, ["hatpro", "lhatpro", "lhumpro"]],
  [/^\d{6,8}.*\.met$/i, ["hatpro", "lhatpro", "lhumpro"]],
  [/\.lv[12]\.csv$|_lv2.*\.csv$/i, ["radiometrics"]],
  [/parsivel/i, ["parsivel"]],
  [/thies.*(lnm|dis)|lnm.*thies/i, ["thies-lnm"]],
  [/^basta/i, ["basta"]],
  [/pollyxt|^\d{4}_\d{2}_\d{2}_\w{3}_.*\.nc(\.zip)?$/i, ["pollyxt"]],
  [/mrr.?pro/i, ["mrr-pro"]],
  [/pluvio/i, ["pluvio"]],
  [/^rd-?80|joss/i, ["rd-80"]],
  [/cs135/i, ["cs135"]],
  [/minimpl|\.mpl$/i, ["minimpl"]],
  [/^\d{8}\.txt$/i, ["parsivel", "thies-lnm"]],
];

/** The kinds of instrument that call their files like these (relative paths), the one with most names first. */
export function guessInstruments(paths: readonly string[]): readonly InstrumentGuess[] {
  const found = new Map<string, InstrumentGuess>();
  for (const samplePath of paths) {
    const name = baseName(samplePath);
    const instruments = habits.find(([habit]) => habit.test(name))?.[1];
    if (instruments === undefined) continue;
    const key = instruments.join();
    const before = found.get(key);
    found.set(key, { instruments, matched: (before?.matched ?? 0) + 1, samplePath });
  }
  return [...found.values()].sort((one, other) => other.matched - one.matched);
}

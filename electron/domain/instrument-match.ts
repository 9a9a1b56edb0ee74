import { addedDate, addedTo, isAdded } from "./added-files.ts";
import { doFoldersMeet, type PathStyle, relativePath } from "./folder-paths.ts";
import { compilePattern, type MatchOptions, type Pattern } from "./pattern/pattern.ts";
import type { Instrument } from "./settings.ts";

/** An instrument with its pattern compiled, which takes the files that a person added to it, too. */
export interface ConfiguredInstrument {
  readonly instrument: Instrument;
  readonly pattern: Pattern;
}

/** An instrument whose folder and pattern take a file. */
export interface MatchingInstrument {
  readonly name: string;
  /** The file relative to this instrument's folder. */
  readonly relPath: string;
}

export interface ClaimOptions extends MatchOptions {
  readonly pathStyle: PathStyle;
}

/** The instruments that take one file (absolute path), in the order of the settings. A single one is right, two are a conflict. */
export function matchingInstruments(
  all: readonly ConfiguredInstrument[],
  absolutePath: string,
  options: ClaimOptions,
): readonly MatchingInstrument[] {
  return all.flatMap(({ instrument, pattern }) => {
    const relPath = relativePath(instrument.folder, absolutePath, options.pathStyle);
    if (relPath === null || pattern.dateOf(relPath, options) === null) return [];
    return [{ name: instrument.name, relPath }];
  });
}

/** The other instruments whose folders hold, or lie in, this one's: only they can claim the same file. */
export function overlappingInstruments(
  configured: ConfiguredInstrument,
  all: readonly ConfiguredInstrument[],
  pathStyle: PathStyle,
): readonly ConfiguredInstrument[] {
  return all.filter(
    (other) =>
      other.instrument.name !== configured.instrument.name &&
      doFoldersMeet(other.instrument.folder, configured.instrument.folder, pathStyle),
  );
}

/** Why a file is not sent that several instruments take; null for none or one. */
export function conflictReason(found: readonly MatchingInstrument[]): string | null {
  if (found.length < 2) return null;
  const names = found.map((matching) => `"${matching.name}"`).join(" and ");
  return `the instruments ${names} both match this file: change a folder or a pattern so that only one matches`;
}

/** Settings arrive checked: an instrument whose pattern does not compile is left out, with a problem of its own. */
export function compileAll(instruments: readonly Instrument[]): readonly ConfiguredInstrument[] {
  return instruments.flatMap((instrument) => {
    const compiled = compilePattern(instrument.pattern);
    return compiled.kind === "pattern"
      ? [{ instrument, pattern: withAdded(instrument.name, compiled.pattern) }]
      : [];
  });
}

function withAdded(name: string, pattern: Pattern): Pattern {
  const own = addedTo(name);
  const dateOfAdded = (relPath: string) => (relPath.startsWith(own) ? addedDate(relPath) : null);
  return {
    ...pattern,
    match(relPath, options) {
      if (!isAdded(relPath)) return pattern.match(relPath, options);
      const measurementDate = dateOfAdded(relPath);
      return measurementDate === null
        ? { kind: "no-match", failed: "name", reason: "it was added to another instrument" }
        : { kind: "match", measurementDate };
    },
    dateOf: (relPath, options) =>
      isAdded(relPath) ? dateOfAdded(relPath) : pattern.dateOf(relPath, options),
  };
}

/** The date under which its instrument's settings send a file of this path; null where they leave it out. */
export function dateNow(
  all: readonly ConfiguredInstrument[],
  file: { readonly instrument: string; readonly relPath: string },
  pathStyle: PathStyle,
): string | null {
  const configured = all.find(({ instrument }) => instrument.name === file.instrument);
  const date = configured?.pattern.dateOf(file.relPath, { caseInsensitive: pathStyle === "win32" }) ?? null;
  const since = isAdded(file.relPath) ? null : (configured?.instrument.since ?? null);
  return date === null || (since !== null && date < since) ? null : date;
}

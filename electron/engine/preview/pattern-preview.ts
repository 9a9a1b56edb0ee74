import { todayUtc } from "#base/dates.ts";
import { steadySpaceMs } from "#domain/cadence.ts";
import { baseName, type FileVersion, unfitNameReason } from "#domain/file-version.ts";
import type { PathStyle } from "#domain/folder-paths.ts";
import { guessInstruments, type InstrumentGuess } from "#domain/instrument-names.ts";
import { compilePattern, type MatchOptions, type Pattern } from "#domain/pattern/pattern.ts";
import { type PatternProposal, suggestPatterns } from "#domain/pattern/suggest.ts";
import { type PreviewVerdict, selectFile } from "#domain/selection.ts";
import type { Instrument } from "#domain/settings.ts";
import { settle } from "#domain/settle.ts";
import { type BoundedWalk, walkBounded } from "#engine/discovery/bounded-walk.ts";
import type { Clock, Files } from "#engine/ports/host.ts";
import type { PreviewRequest } from "#engine/ports/settings.ts";

/** A file and what the pattern makes of it. */
export interface TriedFile extends FileVersion {
  readonly verdict: PreviewVerdict;
  readonly measurementDate: string | null;
  /** A clause. */
  readonly reason: string;
}

export interface FolderState {
  readonly exists: boolean;
  readonly message: string | null;
}

export interface Preview {
  readonly folder: FolderState;
  /** Why the pattern cannot be used. */
  readonly patternProblem: string | null;
  readonly counts: Readonly<Record<PreviewVerdict, number>>;
  readonly skipped: number;
  /** Minutes that usually lie between two files that match; null where that cannot be told. */
  readonly usualMinutes: number | null;
  readonly isCut: boolean;
  /** Newest first; some of each verdict that occurs. */
  readonly shown: readonly TriedFile[];
}

export interface Suggestion {
  readonly folder: FolderState;
  readonly proposals: readonly PatternProposal[];
  readonly guesses: readonly InstrumentGuess[];
  readonly total: number;
  readonly isCut: boolean;
  /** Kind of the network drive that it is on; null for a disk of this PC, and where that cannot be told. */
  readonly networkDrive: string | null;
}

export interface PreviewParts {
  readonly clock: Clock;
  readonly files: Files;
  readonly pathStyle: PathStyle;
}

const bounds = { mostFiles: 20_000, mostMs: 5_000 };

/** Tells what the rules of an instrument make of the files of a real folder now. Records and sends nothing. */
export async function tryPattern(
  parts: PreviewParts,
  request: PreviewRequest,
  signal: AbortSignal,
): Promise<Preview> {
  const compiled = compilePattern(request.pattern);
  const walk = await walkBounded(parts, request.folder, bounds, signal);
  const judged =
    compiled.kind === "pattern"
      ? judge(parts, request, compiled.pattern, walk.files)
      : walk.files.map(noMatch);
  const options = matchOptions(parts);
  const whyNot = (relPath: string): string => {
    if (compiled.kind === "refused") return "the pattern cannot be used";
    const match = compiled.pattern.match(relPath, options);
    return match.kind === "no-match" ? match.reason : "it is not in the folder";
  };
  const counts: Record<PreviewVerdict, number> = { matches: 0, "too-young": 0, "no-match": 0, refused: 0 };
  for (const { verdict } of judged) counts[verdict] += 1;
  return {
    folder: folderState(walk),
    patternProblem: compiled.kind === "refused" ? compiled.reason : null,
    counts,
    skipped: walk.skipped,
    usualMinutes: usualMinutesOf(judged),
    isCut: walk.isCut,
    // Why a name does not fit takes long to say for twenty thousand of them.
    shown: chooseShown(judged, request.limit).map((file) =>
      file.verdict === "no-match" ? { ...file, reason: whyNot(file.relPath) } : file,
    ),
  };
}

/** Patterns that would take what lies in a folder. */
export async function suggestFor(
  parts: PreviewParts,
  folder: string,
  signal: AbortSignal,
): Promise<Suggestion> {
  const walk = await walkBounded(parts, folder, bounds, signal);
  const drive = await parts.files.drive(folder);
  return {
    folder: folderState(walk),
    networkDrive: "error" in drive ? null : (drive.network ?? null),
    proposals: suggestPatterns(walk.files, matchOptions(parts)),
    guesses: guessInstruments(walk.files.map(({ relPath }) => relPath)),
    total: walk.files.length,
    isCut: walk.isCut,
  };
}

function folderState({ error }: BoundedWalk): FolderState {
  return { exists: error?.error !== "vanished", message: error?.message ?? null };
}

function matchOptions({ pathStyle }: PreviewParts): MatchOptions {
  return { caseInsensitive: pathStyle === "win32" };
}

function judge(
  parts: PreviewParts,
  request: PreviewRequest,
  pattern: Pattern,
  files: readonly FileVersion[],
): TriedFile[] {
  const { clock } = parts;
  const { finish, folder, since, tags } = request;
  const ids = { name: "", site: "", instrument: "", pid: "" };
  // Judged by age also on a network drive: otherwise nothing there would be old enough at first sight.
  const limits = { since, network: false, expectEveryMinutes: null };
  const instrument: Instrument = { ...ids, folder, pattern: pattern.text, tags, finish, ...limits };
  const wallMs = clock.nowMs();
  const now = { monotonicMs: clock.monotonicMs(), wallMs };
  const options = { ...matchOptions(parts), todayUtc: todayUtc(wallMs) };
  const names = new Set(files.map(({ relPath }) => relPath));
  const dates = new Map(files.map(({ relPath }) => [relPath, pattern.dateOf(relPath, options)]));
  const newestUs = files.reduce(
    (newest, { relPath, mtimeUs }) =>
      (dates.get(relPath) ?? null) === null ? newest : Math.max(newest, mtimeUs),
    0,
  );

  return files.map((file) => {
    const date = dates.get(file.relPath) ?? null;
    if (date === null) return noMatch(file);
    const selection = selectFile(instrument, pattern, file, options);
    if (selection.kind === "skipped") {
      return { ...file, verdict: "refused", measurementDate: date, reason: selection.reason };
    }
    const { measurementDate } = selection;
    const unfit = unfitNameReason(baseName(file.relPath));
    if (unfit !== null) return { ...file, verdict: "refused", measurementDate, reason: unfit };
    const settling = settle(finish, {
      mtimeUs: file.mtimeUs,
      unchangedSince: now,
      now,
      wasSeenChanging: false,
      isNetwork: false,
      measurementDate,
      period: pattern.period,
      hasNewerSibling: file.mtimeUs < newestUs,
      hasSentinel: finish.policy === "sentinel" && names.has(file.relPath + finish.suffix),
      lastQueuedAtMs: null,
      isHeldForWriting: false,
    });
    if (settling.kind === "growing")
      return { ...file, verdict: "too-young", measurementDate, reason: settling.reason };
    const reason = pattern.period === "month" ? "its date stands for the whole month" : "";
    return { ...file, verdict: "matches", measurementDate, reason };
  });
}

/** So many of the newest files say how often one comes; older ones may be of another time. */
const recentFiles = 300;

function usualMinutesOf(judged: readonly TriedFile[]): number | null {
  const newest = judged
    .filter(({ verdict }) => verdict === "matches" || verdict === "too-young")
    .map(({ mtimeUs }) => mtimeUs / 1000)
    .sort((a, b) => b - a)
    .slice(0, recentFiles);
  const spaceMs = steadySpaceMs(newest);
  return spaceMs === null ? null : Math.round(spaceMs / 60_000);
}

/** Its reason is found when it is shown. */
function noMatch(file: FileVersion): TriedFile {
  return { ...file, verdict: "no-match", measurementDate: null, reason: "" };
}

/**
 * At most `limit` of the files, newest first. Each verdict that occurs gets an equal share before the newest of all
 * take what is left, so that a thousand matching files do not hide the one that is refused.
 */
function chooseShown<File extends FileVersion & { readonly verdict: string }>(
  judged: readonly File[],
  limit: number,
): readonly File[] {
  const newestFirst = [...judged].sort((a, b) => b.mtimeUs - a.mtimeUs || (a.relPath < b.relPath ? -1 : 1));
  const groups = [...Map.groupBy(newestFirst, ({ verdict }) => verdict).values()];
  const share = Math.max(1, Math.floor(limit / Math.max(1, groups.length) / 2));
  const chosen = new Set(groups.flatMap((group) => group.slice(0, share)).slice(0, limit));
  for (const file of newestFirst) {
    if (chosen.size >= limit) break;
    chosen.add(file);
  }
  return newestFirst.filter((file) => chosen.has(file));
}

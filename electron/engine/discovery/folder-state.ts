import { isFarAhead } from "#domain/cadence.ts";
import type { FileVersion } from "#domain/file-version.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import type { Clock, UnmatchedNames } from "#engine/ports/host.ts";

/** Keeps what rescans and looks learned of each instrument's folder. */
export interface FolderStates {
  beginRescan(instrument: string): void;
  endRescan(instrument: string): void;
  folderFailed(instrument: string, message: string): void;
  /** Finished files were found, and the ledger did not take them. */
  noteUnrecorded(instrument: string): void;
  /** A file of the pattern was seen. */
  note(instrument: string, file: FileVersion, measurementDate: string): void;
  /** A file or folder could not be read, and may be, or hold, a finished file. */
  noteUnreadable(instrument: string, relPath: string, reason: string): void;
  /** Files that the pattern does not take. */
  noteUnmatched(instrument: string, names: readonly UnmatchedNames[]): void;
  /** A file that two instruments take. */
  noteConflict(instrument: string, relPath: string, reason: string): void;
  /** True when a newer file than this one was seen, of its day or a later one: an older day's was copied, or touched. */
  hasNewer(instrument: string, file: FileVersion, measurementDate: string): boolean;
  of(instrument: string): FolderReport;
  /** Drops what is known of all other instruments. */
  keepOnly(instruments: readonly string[]): void;
}

export interface FolderReport {
  readonly folderTrouble: { readonly message: string; readonly sinceMs: number } | null;
  /** Until a whole rescan has recorded all that it found. */
  readonly hasUnrecorded: boolean;
  readonly lastRescanAtMs: number | null;
  /** How long the last one took; null before the second: the first also starts threads and records all that is new. */
  readonly lastRescanMs: number | null;
  readonly lastFileAtMs: number | null;
  /** Files and folders that the last whole rescan could not read, and that may be, or hold, finished files; null: none. */
  readonly unreadable: Unreadable | null;
  /** Files that the last whole rescan met and the pattern does not take, one entry a shape. */
  readonly unmatched: readonly UnmatchedNames[];
  /** Files that two instruments take, by reason. */
  readonly conflicts: ReadonlyMap<
    string,
    { readonly count: number; readonly samplePath: string; readonly sinceMs: number }
  >;
}

/** Files and folders inside an instrument's folder; one of them as a sample. */
export interface Unreadable {
  readonly count: number;
  readonly samplePath: string;
  /** Reason for the sample, one or two sentences. */
  readonly reason: string;
  readonly sinceMs: number;
}

interface NewestTwo {
  newest: { relPath: string; mtimeUs: number };
  second: { relPath: string; mtimeUs: number } | null;
}

interface Facts {
  folderTrouble: { message: string; sinceMs: number } | null;
  hasUnrecorded: boolean;
  lastRescanAtMs: number | null;
  lastRescanMs: number | null;
  rescanBeganAt: number;
  /** By measurement date. */
  newest: Map<string, NewestTwo>;
  /** Modification time of the newest file that has content: an empty one is no sign of life. */
  newestFilledUs: number | null;
  unreadable: Unreadable | null;
  /** Reasons met by the rescan that goes on, by path. */
  meanwhileUnreadable: Map<string, string>;
  unmatched: readonly UnmatchedNames[];
  /** Names met by the rescan that goes on, by shape. */
  meanwhileUnmatched: Map<string, UnmatchedNames>;
  conflicts: Map<string, { count: number; samplePath: string; sinceMs: number }>;
  conflictPaths: Set<string>;
}

/** Names of the instruments whose folder and pattern are as before: what is known of the others is of another place. */
export function unmoved(
  before: readonly ConfiguredInstrument[],
  after: readonly ConfiguredInstrument[],
): readonly string[] {
  const placeOf = ({ instrument: { name, folder, pattern } }: ConfiguredInstrument) =>
    [name, folder, pattern].join("\n");
  const places = new Set(before.map(placeOf));
  return after.filter((one) => places.has(placeOf(one))).map(({ instrument }) => instrument.name);
}

/** Facts of one engine; in memory, made again by each rescan. `onBack`: a folder that could not be read was looked through. */
export function createFolderStates(
  clock: Clock,
  onBack: (instrument: string) => void = () => {},
): FolderStates {
  const all = new Map<string, Facts>();
  const of = (instrument: string): Facts => {
    const known = all.get(instrument) ?? unknownFolder();
    all.set(instrument, known);
    return known;
  };

  return {
    beginRescan(instrument) {
      const facts = of(instrument);
      facts.rescanBeganAt = clock.monotonicMs();
      facts.meanwhileUnreadable = new Map();
      facts.meanwhileUnmatched = new Map();
      facts.conflictPaths = new Set();
      for (const conflict of facts.conflicts.values()) conflict.count = 0;
    },
    endRescan(instrument) {
      const facts = of(instrument);
      const wasAway = facts.folderTrouble !== null;
      facts.folderTrouble = null;
      facts.hasUnrecorded = false;
      const isFirst = facts.lastRescanAtMs === null;
      facts.lastRescanAtMs = clock.nowMs();
      facts.lastRescanMs = isFirst ? null : clock.monotonicMs() - facts.rescanBeganAt;
      facts.unmatched = [...facts.meanwhileUnmatched.values()];
      facts.unreadable = unreadableIn(facts, clock.nowMs());
      for (const [reason, conflict] of facts.conflicts)
        if (conflict.count === 0) facts.conflicts.delete(reason);
      if (wasAway) onBack(instrument);
    },
    folderFailed(instrument, message) {
      const facts = of(instrument);
      facts.folderTrouble = { message, sinceMs: facts.folderTrouble?.sinceMs ?? clock.nowMs() };
    },
    noteUnrecorded(instrument) {
      of(instrument).hasUnrecorded = true;
    },
    note(instrument, file, measurementDate) {
      const facts = of(instrument);
      const { relPath, mtimeUs, size } = file;
      // It would pass for the newer neighbour of every file, and for one that has just come, for years.
      if (isFarAhead(mtimeUs / 1000, clock.nowMs())) return;
      if (size > 0) facts.newestFilledUs = Math.max(facts.newestFilledUs ?? mtimeUs, mtimeUs);
      noteTime(facts.newest, measurementDate, { relPath, mtimeUs });
    },
    noteUnreadable(instrument, relPath, reason) {
      of(instrument).meanwhileUnreadable.set(relPath, reason);
    },
    noteUnmatched(instrument, names) {
      const { meanwhileUnmatched } = of(instrument);
      for (const { shape, count, samplePath } of names) {
        const before = meanwhileUnmatched.get(shape)?.count ?? 0;
        meanwhileUnmatched.set(shape, { shape, count: before + count, samplePath });
      }
    },
    noteConflict(instrument, relPath, reason) {
      const facts = of(instrument);
      if (facts.conflictPaths.has(relPath)) return;
      facts.conflictPaths.add(relPath);
      const conflict = facts.conflicts.get(reason);
      if (conflict === undefined)
        facts.conflicts.set(reason, { count: 1, samplePath: relPath, sinceMs: clock.nowMs() });
      else conflict.count += 1;
    },
    hasNewer(instrument, file, measurementDate) {
      for (const [date, { newest, second }] of of(instrument).newest) {
        if (date < measurementDate) continue;
        const other = newest.relPath === file.relPath ? second : newest;
        if (other !== null && other.mtimeUs > file.mtimeUs) return true;
      }
      return false;
    },
    of(instrument) {
      const facts = of(instrument);
      return {
        ...facts,
        lastFileAtMs: facts.newestFilledUs === null ? null : Math.floor(facts.newestFilledUs / 1000),
      };
    },
    keepOnly(instruments) {
      for (const name of all.keys()) if (!instruments.includes(name)) all.delete(name);
    },
  };
}

function unknownFolder(): Facts {
  return {
    folderTrouble: null,
    hasUnrecorded: false,
    lastRescanAtMs: null,
    lastRescanMs: null,
    rescanBeganAt: 0,
    newest: new Map(),
    newestFilledUs: null,
    unreadable: null,
    meanwhileUnreadable: new Map(),
    unmatched: [],
    meanwhileUnmatched: new Map(),
    conflicts: new Map(),
    conflictPaths: new Set(),
  };
}

function noteTime(all: Facts["newest"], date: string, seen: NewestTwo["newest"]): void {
  const two = all.get(date);
  if (two === undefined) {
    all.set(date, { newest: seen, second: null });
  } else if (two.newest.relPath === seen.relPath) {
    two.newest = seen;
  } else if (seen.mtimeUs > two.newest.mtimeUs) {
    two.second = two.newest;
    two.newest = seen;
  } else if (two.second === null || seen.mtimeUs > two.second.mtimeUs) {
    two.second = seen;
  }
}

function unreadableIn({ meanwhileUnreadable, unreadable }: Facts, nowMs: number): Unreadable | null {
  const [sample] = meanwhileUnreadable;
  if (sample === undefined) return null;
  const [samplePath, reason] = sample;
  return { count: meanwhileUnreadable.size, samplePath, reason, sinceMs: unreadable?.sinceMs ?? nowMs };
}

import { raceTimeout } from "#base/async.ts";
import { shownPath } from "#domain/folder-paths.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import { compilePattern } from "#domain/pattern/pattern.ts";
import type { RuleName } from "#domain/selection.ts";
import type { Instrument } from "#domain/settings.ts";
import { createDrives } from "#engine/discovery/drives.ts";
import { createEmptyFileWatch } from "#engine/discovery/empty-files.ts";
import { createFolderStates } from "#engine/discovery/folder-state.ts";
import { createScanner } from "#engine/discovery/scanner.ts";
import { createUnsettled } from "#engine/discovery/unsettled.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import type { FoundVersion, Ledger } from "#engine/ports/ledger.ts";

export interface DryRunRequest {
  /** Looked through. */
  readonly chosen: readonly Instrument[];
  /** Also configured: a file that one of them takes too would not be sent. */
  readonly others: readonly Instrument[];
}

/** Result of a dry run: files that would be sent now. */
export interface DryRun {
  readonly count: number;
  readonly bytes: number;
  /** Newest first. */
  readonly byDay: readonly { readonly date: string; readonly count: number; readonly bytes: number }[];
  /** Absolute, newest date first. */
  readonly sample: readonly string[];
  readonly growing: number;
  /** In the queue or delivered already. */
  readonly known: number;
  /** The most frequent first. */
  readonly skipped: readonly SkippedFiles[];
  readonly folderTroubles: readonly string[];
  readonly isCut: boolean;
}

export interface SkippedFiles {
  readonly reason: string;
  readonly count: number;
  readonly samplePath: string;
}

const mostMs = 20_000;
const mostDays = 4_000;
const mostSamples = 20;
const mostReasons = 20;

/** Looks through the folders as a rescan does, with the same rules, and records, asks and sends nothing. */
export async function dryRun(
  ports: Pick<EnginePorts, "clock" | "files" | "ledger" | "pathStyle">,
  { chosen, others }: DryRunRequest,
  callerSignal: AbortSignal,
): Promise<DryRun> {
  const { clock } = ports;
  const planned: FoundVersion[] = [];
  const skipped = new Map<string, { count: number; samplePath: string }>();
  let known = 0;
  const noteSkipped = ({ instrument }: ConfiguredInstrument, relPath: string, reason: string): void => {
    const before = skipped.get(reason);
    if (before === undefined)
      skipped.set(reason, { count: 1, samplePath: shownPath(instrument.folder, relPath) });
    else before.count += 1;
  };
  const unsettled = createUnsettled(clock);
  const folderStates = createFolderStates(clock);
  const empty = createEmptyFileWatch(clock);
  const configuredInstruments = compile([...chosen, ...others]);
  const scanner = createScanner({
    ...ports,
    ledger: onlyPlanning(ports.ledger, planned),
    unsettled,
    folderStates,
    empty,
    drives: createDrives(ports.files, null),
    instruments: () => configuredInstruments,
    onQueued: () => {},
    onDoubted: () => {},
    onChanged: () => {},
    runOnce: {
      wants: () => true,
      onSeen(configured, file, selection) {
        if (selection.kind === "skipped") noteSkipped(configured, file.relPath, ruleReasons[selection.rule]);
      },
      onSkipped: noteSkipped,
      onUnreadable: noteSkipped,
      onConflict: noteSkipped,
      onHeld(_, files) {
        known += files.length;
      },
    },
  });

  const isCut = await raceTimeout(
    (stop) =>
      rescanAll(configuredInstruments.slice(0, chosen.length), (one) => scanner.rescan(one, stop), stop),
    { clock, ms: mostMs, signal: callerSignal },
    true,
  );

  const days = [...Map.groupBy(planned, ({ measurementDate }) => measurementDate)]
    .map(([date, files]) => ({ date, count: files.length, bytes: bytesOf(files) }))
    .sort((a, b) => (a.date < b.date ? 1 : -1));
  const folders = new Map(chosen.map(({ name, folder }) => [name, folder]));
  const newestFirst = [...planned].sort((a, b) => (a.measurementDate < b.measurementDate ? 1 : -1));
  return {
    count: planned.length,
    bytes: bytesOf(planned),
    byDay: days.slice(0, mostDays),
    sample: newestFirst
      .slice(0, mostSamples)
      .map(({ instrument, relPath }) => shownPath(folders.get(instrument) ?? "", relPath)),
    growing: unsettled.all().length,
    known,
    skipped: [...skipped]
      .map(([reason, { count, samplePath }]) => ({ reason, count, samplePath }))
      .sort((a, b) => b.count - a.count)
      .slice(0, mostReasons),
    folderTroubles: chosen.flatMap(({ name }) => {
      const { folderTrouble } = folderStates.of(name);
      return folderTrouble === null ? [] : [`${name}: ${folderTrouble.message}`];
    }),
    isCut,
  };
}

/** True when it was ended early. */
async function rescanAll(
  configuredInstruments: readonly ConfiguredInstrument[],
  rescan: (configured: ConfiguredInstrument) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  for (const configured of configuredInstruments) {
    if (signal.aborted) break;
    await rescan(configured);
  }
  return signal.aborted;
}

/** The ledger for a look: tells what is unknown, records nothing. */
export function onlyPlanning(ledger: Ledger, planned: FoundVersion[]): Ledger {
  const enqueue = async (found: readonly FoundVersion[]) => {
    planned.push(...found);
    return [];
  };
  const mark = async () => {};
  return Object.assign(Object.create(ledger) as Ledger, { enqueue, mark });
}

function compile(instruments: readonly Instrument[]): readonly ConfiguredInstrument[] {
  return instruments.flatMap((instrument) => {
    const compiled = compilePattern(instrument.pattern);
    return compiled.kind === "pattern" ? [{ instrument, pattern: compiled.pattern }] : [];
  });
}

function bytesOf(files: readonly FoundVersion[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Many files share one; what a single file lacks is told by its own explanation. */
const ruleReasons: Readonly<Record<RuleName, string>> = {
  "inside-folder": "they are not in the instrument's folder",
  pattern: "their names do not match the pattern",
  date: "their names do not give one clear date",
  since: "they are older than the start date",
  "not-empty": "they are empty",
  "not-sentinel": "they only mark other files as finished",
  "not-temporary": "their names are those of unfinished copies",
  "not-in-future": "their dates are too far in the future",
};

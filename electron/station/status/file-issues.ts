import { type Cause, firstAction, remedyClause } from "#domain/cause.ts";
import type { Issue } from "./issue.ts";
import { aheadFilesWords, damagedFilesWords, emptyFilesWords, remedyFor, unmatchedWords } from "./phrases.ts";
import type { InstrumentStatus, Status } from "./reports.ts";
import { invalidWords, poorWords, unprocessedWords } from "./verdicts.ts";

/** Issue that is told of some files of one instrument; `begin` of its key. */
interface ToldFiles extends Pick<Issue, "kind" | "label" | "over"> {
  readonly begin: string;
  readonly cause: Cause;
}

function ofInstrumentFiles(
  { name, kind: source }: Pick<InstrumentStatus, "name" | "kind">,
  {
    count,
    sinceMs,
    files,
  }: {
    readonly count: number;
    readonly sinceMs: number;
    readonly files?: readonly { readonly id: string; readonly relPath: string }[];
  },
  { begin, cause, kind, label, over }: ToldFiles,
): Issue {
  return {
    key: `${begin}:${name}`,
    cause,
    kind,
    label,
    takesSince: false,
    action: firstAction(cause),
    instrument: name,
    remedy: remedyFor(source, remedyClause(cause)),
    over,
    count,
    sinceMs,
    filter: { instrument: name },
    ...(files === undefined
      ? {}
      : { files: files.map(({ id, relPath }) => ({ instrument: name, relPath, version: id })) }),
  };
}

/** Files that are held for their dates. A clock of this PC that is wrong explains them, and is told itself: then nobody marks them. */
export function ofAheadFiles(instrument: InstrumentStatus, isClockWrong: boolean): readonly Issue[] {
  const { name, ahead } = instrument;
  if (ahead === null) return [];
  const toldFiles: ToldFiles = {
    begin: "date",
    cause: "future-date",
    kind: ahead.isAll && !isClockWrong ? "needsYou" : "waiting",
    label: aheadFilesWords(name, ahead.count),
    over: `no file of ${name} is held for its date`,
  };
  const { count, sinceMs, files } = ahead;
  return [
    ofInstrumentFiles(instrument, isClockWrong ? { count, sinceMs } : { count, sinceMs, files }, toldFiles),
  ];
}

/** Files without content. */
export function ofEmptyFiles(instrument: InstrumentStatus, nowMs: number): readonly Issue[] {
  const { name, emptyFiles } = instrument;
  if (emptyFiles === null) return [];
  const toldFiles: ToldFiles = {
    begin: "empty",
    cause: "empty-file",
    kind: "silentInstrument",
    label: emptyFilesWords(name, emptyFiles, nowMs),
    over: `no empty files from ${name} in the last 24 hours`,
  };
  return [ofInstrumentFiles(instrument, emptyFiles, toldFiles)];
}

/** New files that no pattern takes; what is marked as known are their shapes. */
export function ofUnmatchedFiles(instrument: InstrumentStatus): readonly Issue[] {
  const { folder, unmatched } = instrument;
  if (unmatched.length === 0) return [];
  const toldFiles: ToldFiles = {
    begin: "unmatched",
    cause: "unmatched-file",
    kind: "silentInstrument",
    label: unmatchedWords(folder, unmatched),
    over: `no new files in ${folder} are without a pattern`,
  };
  const found = {
    count: unmatched.reduce((sum, { count }) => sum + count, 0),
    sinceMs: Math.min(...unmatched.map(({ sinceMs }) => sinceMs)),
    files: unmatched.map(({ shape, samplePath }) => ({ id: shape, relPath: samplePath })),
  };
  return [ofInstrumentFiles(instrument, found, toldFiles)];
}

/** Files whose content looks wrong. */
export function ofDamagedFiles(instrument: InstrumentStatus, nowMs: number): readonly Issue[] {
  const { name, damagedFiles } = instrument;
  if (damagedFiles === null) return [];
  const toldFiles: ToldFiles = {
    begin: "damaged",
    cause: "damaged-file",
    kind: "silentInstrument",
    label: damagedFilesWords(name, damagedFiles, nowMs),
    over: `no damaged files from ${name} in the last 24 hours`,
  };
  return [ofInstrumentFiles(instrument, damagedFiles, toldFiles)];
}

/** Gives the issues of files that the portal could not use, or did not process in time. */
export function ofVerdicts(instrument: InstrumentStatus): readonly Issue[] {
  const { name, kind, verdicts } = instrument;
  const issues: Issue[] = [];
  if (verdicts?.invalid) {
    const { count, samplePath, reason = null } = verdicts.invalid;
    const why = reason === null ? "the portal gives no reason" : `${samplePath} ${reason}`;
    issues.push({
      ...ofInstrumentFiles(instrument, verdicts.invalid, {
        begin: "invalid",
        cause: "judged-invalid",
        kind: "needsYou",
        label: invalidWords(verdicts),
        over: `the portal can use all files of ${name} of the last days`,
      }),
      takesSince: true,
      remedy: remedyFor(
        kind,
        `check the instrument, and replace the ${count === 1 ? "file" : "files"} (${why})`,
      ),
      day: verdicts.invalid.sampleDate,
    });
  }
  if (verdicts?.unprocessed)
    issues.push({
      ...ofInstrumentFiles(instrument, verdicts.unprocessed, {
        begin: "unprocessed",
        cause: "not-processed",
        kind: "needsYou",
        label: unprocessedWords(verdicts),
        over: `the portal has processed the files of ${name}`,
      }),
      takesSince: true,
    });
  return issues;
}

/** Products with errors, one issue an instrument. They are told to who asks for it, and keep nothing from being safe. */
export function poorProductIssues({ instruments }: Status): readonly Issue[] {
  return instruments.flatMap(({ name, verdicts }): readonly Issue[] => {
    const [newest] = verdicts?.poor ?? [];
    if (verdicts === null || newest === undefined) return [];
    return [
      {
        key: `poor:${name}`,
        cause: "poor-product",
        kind: "poorProduct",
        label: poorWords(verdicts),
        takesSince: false,
        action: "open-coverage",
        instrument: name,
        remedy: newest.reasons?.[0] ?? "open the day in Coverage",
        over: `no product of ${name} of the last days has errors`,
        count: 0,
        sinceMs: null,
        filter: { instrument: name },
        day: newest.date,
      },
    ];
  });
}

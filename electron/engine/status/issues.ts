import { counted } from "#base/text.ts";
import { type Cause, filesLabel, headlineWords, needsYou, remedyClause } from "#domain/cause.ts";
import type { UploadFilter } from "#domain/queue.ts";
import type { IssueKind } from "#domain/settings.ts";
import { totalOf, unsentStates } from "#domain/upload.ts";
import type { Hold } from "#engine/delivery/holds.ts";
import { isOfPc, pcKey } from "./pc.ts";
import { damagedFilesWords, emptyFilesWords, silenceWords } from "./phrases.ts";
import type { CauseSummary, InstrumentStatus, Status } from "./reports.ts";

/** What an operator can be told about. */
export type IssueCause = Cause | "silent-instrument";

/** One thing that an operator may have to know, however many files it concerns. */
export interface Issue {
  /** Identifies it while it lasts: one notification a key. */
  readonly key: string;
  readonly cause: IssueCause;
  readonly kind: IssueKind;
  /** A few words. */
  readonly label: string;
  /** `label` may go on with `since 14:02 UTC`. */
  readonly takesSince: boolean;
  /** What happens next, or what to do: a clause of its own. */
  readonly remedy: string;
  /** What is so again when it is over: a clause of its own. */
  readonly over: string;
  /** Files concerned. */
  readonly count: number;
  /** Only what is usual speaks for it. */
  readonly isLearned?: true;
  /** The files concerned cannot be seen, so no count of files speaks of them. */
  readonly isUnseen?: true;
  /** Epoch milliseconds; null where only the first look at it tells. */
  readonly sinceMs: number | null;
  readonly filter: UploadFilter;
}

/** Finished files that are here and not on the portal. */
export function unsentCount({ totals, causes }: Status): number {
  const outside = causes.filter(({ cause, sinceMs }) => cause === "claimed-twice" && sinceMs !== null);
  return outside.reduce((sum, { count }) => sum + count, totalOf(totals, unsentStates));
}

/** All open issues, the most serious first: what needs a person, what is silent, what passes by itself. */
export function issuesOf(status: Status, nowMs: number): readonly Issue[] {
  const holds = status.holds.filter(({ lane }) => lane === "portal" || lane === "record");
  const ofFiles = status.causes.filter(
    ({ cause }) => !["folder-unreachable", "empty-file", "damaged-file"].includes(cause) && !isOfPc(cause),
  );
  const all = [
    ...holds.filter(({ lane }) => lane === "record").map((hold) => ofHold(hold, status)),
    ...holds.filter(({ lane }) => lane === "portal").map((hold) => ofHold(hold, status)),
    ...ofSettings(status),
    ...merged(ofFiles).map(ofFileCause),
    ...unexplained(status),
    ...status.causes.filter(({ cause }) => isOfPc(cause)).map(ofPc),
    ...status.instruments.flatMap(ofFolder),
    ...status.instruments.flatMap((instrument) => ofEmptyFiles(instrument, nowMs)),
    ...status.instruments.flatMap((instrument) => ofDamagedFiles(instrument, nowMs)),
    ...status.instruments.flatMap((instrument) => ofSilence(instrument, nowMs)),
  ];
  const order = ["needsYou", "silentInstrument", "waiting"];
  return all.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function ofHold({ cause, lane, sinceMs }: Hold, status: Status): Issue {
  const isOwn = lane === "record";
  return {
    // Trouble of the way to the portal changes its cause while it lasts; it is one thing to know all the same.
    key: isOwn ? "records" : "portal",
    cause,
    kind: isOwn || needsYou(cause) ? "needsYou" : "waiting",
    ...headlineWords(cause),
    takesSince: !isOwn,
    count: unsentCount(status),
    sinceMs,
    filter: { states: unsentStates },
  };
}

/** The ledger and the scanner may both know files of one cause. */
function merged(causes: readonly CauseSummary[]): readonly CauseSummary[] {
  const byCause = new Map<Cause, CauseSummary>();
  for (const one of causes) {
    const before = byCause.get(one.cause);
    byCause.set(one.cause, { ...one, count: one.count + (before?.count ?? 0), sinceMs: null });
  }
  return [...byCause.values()];
}

function ofFileCause({ cause, count }: Pick<CauseSummary, "cause" | "count">): Issue {
  const needsPerson = needsYou(cause);
  return {
    key: `files:${cause}`,
    cause,
    kind: needsPerson ? "needsYou" : "waiting",
    label: filesLabel(cause, count),
    takesSince: false,
    remedy: needsPerson ? "the queue shows what to do" : "retried automatically",
    over: "no more files are affected",
    count,
    sinceMs: null,
    filter: { cause },
  };
}

/** Blocked files always need a person, whatever stopped them. */
function unexplained({ totals, causes }: Status): readonly Issue[] {
  if (totals.blocked === 0 || causes.some(({ cause }) => needsYou(cause) && !isOfPc(cause))) return [];
  const issue = ofFileCause({ cause: "refused", count: totals.blocked });
  const label = `${counted(totals.blocked, "file")} cannot be sent`;
  return [{ ...issue, key: "files:blocked", label, filter: { states: ["blocked"] } }];
}

function ofPc(summary: CauseSummary): Issue {
  const { cause, message, sinceMs } = summary;
  return {
    key: pcKey(summary),
    cause,
    kind: needsYou(cause) ? "needsYou" : "waiting",
    label: message.slice(0, -1),
    takesSince: false,
    remedy: remedyClause(cause),
    over: headlineWords(cause).over,
    count: 0,
    sinceMs,
    filter: {},
  };
}

function ofSettings({ settingsProblems }: Status): readonly Issue[] {
  const problems = settingsProblems.filter(({ isFirstStart }) => isFirstStart !== true);
  if (problems.length === 0) return [];
  const left = [...new Set(problems.flatMap(({ instrument }) => instrument ?? []))];
  const named = left[0] ?? null;
  const isOfPortal = problems.some(({ key }) => key.startsWith("portal"));
  const isOfFile = problems.some(({ key }) => key === "");
  const what = isOfFile ? "The settings file" : counted(problems.length, "setting");
  const without = left.length > 1 ? `${left.length} instruments are` : `${named} is`;
  return [
    {
      key: "settings",
      cause: "settings",
      kind: "needsYou",
      label: `${what} cannot be used${named === null ? "" : ` and ${without} left out`}`,
      takesSince: false,
      remedy: `Settings shows ${isOfFile ? "why" : "which and why"}`,
      over: "the settings are correct again",
      count: 0,
      sinceMs: null,
      filter: named !== null ? { instrument: named } : isOfPortal ? { states: unsentStates } : {},
    },
  ];
}

function ofFolder({ name, folderTrouble, unreadable }: InstrumentStatus): readonly Issue[] {
  const issue = {
    key: `folder:${name}`,
    cause: "folder-unreachable",
    kind: "needsYou",
    takesSince: true,
    over: `the folder of ${name} can be read again`,
    count: 0,
    filter: { instrument: name },
  } as const;
  if (folderTrouble !== null)
    return [
      {
        ...issue,
        isUnseen: true,
        label: `Folder of ${name} unreachable`,
        remedy: remedyClause("folder-unreachable"),
        sinceMs: folderTrouble.sinceMs,
      },
    ];
  if (unreadable === null) return [];
  return [
    {
      ...issue,
      label: `Part of the folder of ${name} cannot be read`,
      remedy: `give the user that runs Skyferry read access to ${unreadable.samplePath}: it may contain finished files`,
      sinceMs: unreadable.sinceMs,
    },
  ];
}

function ofEmptyFiles({ name, emptyFiles }: InstrumentStatus, nowMs: number): readonly Issue[] {
  if (emptyFiles === null) return [];
  return [
    {
      key: `empty:${name}`,
      cause: "empty-file",
      kind: "silentInstrument",
      label: emptyFilesWords(name, emptyFiles, nowMs),
      takesSince: false,
      remedy: remedyClause("empty-file"),
      over: `no empty files from ${name} in the last 24 hours`,
      count: emptyFiles.count,
      sinceMs: emptyFiles.sinceMs,
      filter: { instrument: name },
    },
  ];
}

function ofDamagedFiles({ name, damagedFiles }: InstrumentStatus, nowMs: number): readonly Issue[] {
  if (damagedFiles === null) return [];
  const { count, sinceMs } = damagedFiles;
  return [
    {
      key: `damaged:${name}`,
      cause: "damaged-file",
      kind: "silentInstrument",
      label: damagedFilesWords(name, damagedFiles, nowMs),
      takesSince: false,
      remedy: remedyClause("damaged-file"),
      over: `no damaged files from ${name} in the last 24 hours`,
      count,
      sinceMs,
      filter: { instrument: name },
    },
  ];
}

/** True when a person is told that the instrument has stopped. */
export function isSilent({ silentAtMs }: InstrumentStatus, nowMs: number): boolean {
  return silentAtMs !== null && nowMs > silentAtMs;
}

function ofSilence(instrument: InstrumentStatus, nowMs: number): readonly Issue[] {
  const { name, everyMinutes, isLearned, lastFileAtMs } = instrument;
  if (!isSilent(instrument, nowMs) || everyMinutes === null || lastFileAtMs === null) return [];
  return [
    {
      key: `silent:${name}`,
      cause: "silent-instrument",
      kind: "silentInstrument",
      label: `${name} is silent: ${silenceWords(lastFileAtMs, everyMinutes, nowMs)}`,
      takesSince: false,
      remedy: "check the instrument",
      over: `${name} writes files again`,
      count: 0,
      ...(isLearned ? { isLearned: true } : {}),
      sinceMs: lastFileAtMs,
      filter: { instrument: name },
    },
  ];
}

import { counted } from "#base/text.ts";
import {
  filesLabel,
  firstAction,
  headlineWords,
  isOfInstrument,
  needsYou,
  remedyClause,
} from "#domain/cause.ts";
import type { IssueKind } from "#domain/notification-settings.ts";
import { refusalRemedy } from "#domain/refusal.ts";
import { snoozeOf } from "#domain/snooze.ts";
import { totalOf, unsentStates } from "#domain/upload.ts";
import type { Hold } from "#engine/delivery/holds.ts";
import { ofAheadFiles, ofDamagedFiles, ofEmptyFiles, ofUnmatchedFiles, ofVerdicts } from "./file-issues.ts";
import type { Issue } from "./issue.ts";
import { isOfPc, pcKey } from "./pc.ts";
import { remedyFor, silenceOf } from "./phrases.ts";
import type { CauseSummary, InstrumentStatus, Status } from "./reports.ts";

/** Finished files that are here and not on the portal. */
export function unsentCount({ totals, causes }: Status): number {
  const outside = causes.filter(({ cause, sinceMs }) => cause === "claimed-twice" && sinceMs !== null);
  return outside.reduce((sum, { count }) => sum + count, totalOf(totals, unsentStates));
}

const kinds: readonly IssueKind[] = ["needsYou", "silentInstrument", "waiting", "poorProduct"];

/** How far it reaches, by the begin of its key: from what stops everything to single files. */
const reaches: Readonly<Record<string, number>> = { records: 0, portal: 1, settings: 2, folder: 3, files: 5 };

function reachOf({ key }: Issue): number {
  return reaches[key.split(":", 1)[0] ?? ""] ?? 4;
}

/** The one order in which issues are told, on every page, in the tray and on the command line. */
function graver(one: Issue, other: Issue): number {
  return (
    Number(one.snoozed !== undefined) - Number(other.snoozed !== undefined) ||
    kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
    reachOf(one) - reachOf(other) ||
    other.count - one.count ||
    (one.sinceMs ?? Number.POSITIVE_INFINITY) - (other.sinceMs ?? Number.POSITIVE_INFINITY) ||
    (one.key < other.key ? -1 : 1)
  );
}

/** All open issues, the gravest first: what needs a person, what is silent, what passes by itself; last what is snoozed. */
export function issuesOf(status: Status, nowMs: number): readonly Issue[] {
  const ofFiles = status.causes.filter(
    ({ cause }) => !isOfInstrument(cause) && !isOfPc(cause) && cause !== "future-date",
  );
  const isClockWrong = status.causes.some(({ cause }) => cause === "clock-wrong");
  const all = [
    ...status.holds.flatMap((hold) => ofHold(hold, status)),
    ...ofSettings(status),
    ...merged(ofFiles).map(ofFileCause),
    ...unexplained(status),
    ...status.causes.filter(({ cause }) => isOfPc(cause)).map(ofPc),
    ...status.instruments.flatMap(ofFolder),
    ...status.instruments.flatMap((instrument) => ofAheadFiles(instrument, isClockWrong)),
    ...status.instruments.flatMap((instrument) => ofEmptyFiles(instrument, nowMs)),
    ...status.instruments.flatMap((instrument) => ofDamagedFiles(instrument, nowMs)),
    ...status.instruments.flatMap(ofUnmatchedFiles),
    ...status.instruments.flatMap(ofVerdicts),
    ...status.instruments.flatMap((instrument) => ofSilence(instrument, nowMs)),
  ];
  return all.map((issue) => withSnooze(issue, status, nowMs)).toSorted(graver);
}

/** An issue that waits by itself is not snoozed: it asks nobody for anything. */
function withSnooze(issue: Issue, { snoozes = [] }: Status, nowMs: number): Issue {
  const snooze = issue.kind === "waiting" ? undefined : snoozeOf(snoozes, issue, nowMs);
  return snooze === undefined ? issue : { ...issue, snoozed: { untilMs: snooze.untilMs } };
}

/** Trouble of the way to the portal changes its cause while it lasts; it is one thing to know all the same. */
const holdKeys: Readonly<Partial<Record<Hold["lane"], string>>> = {
  record: "records",
  portal: "portal",
  models: "portal:models",
};

/** The hold behind an issue. */
export function holdOf<H extends Pick<Hold, "lane">>(
  { key }: Pick<Issue, "key">,
  holds: readonly H[],
): H | undefined {
  return holds.find(({ lane }) => holdKeys[lane] === key);
}

/** How far a hold reaches, behind its label; empty where it stops everything, or its cause says it. */
function extentWords({ cause, lane, isOfUploads }: Hold): string {
  if (isOfUploads) return " (uploads only)";
  return lane === "models" && cause !== "no-model-route" ? " (model files only)" : "";
}

function ofHold(hold: Hold, status: Status): readonly Issue[] {
  const { cause, lane, sinceMs } = hold;
  const key = holdKeys[lane];
  if (key === undefined) return [];
  const words = headlineWords(cause);
  const issue: Issue = {
    key,
    cause,
    kind: lane === "record" || needsYou(cause) ? "needsYou" : "waiting",
    ...words,
    label: `${words.label}${extentWords(hold)}`,
    takesSince: lane !== "record",
    action: firstAction(cause),
    instrument: null,
    count: lane === "models" ? unsentOfModels(status) : unsentCount(status),
    sinceMs,
    filter: { states: unsentStates },
  };
  return [issue];
}

function unsentOfModels({ instruments }: Status): number {
  return instruments.reduce((sum, { kind, queue }) => sum + (kind === "model" ? queue.unsent : 0), 0);
}

type FilesStopped = Pick<CauseSummary, "cause" | "count" | "instrument" | "stoppedAtMs" | "portalMessage">;

/** The ledger and the scanner may both know files of one cause. */
function merged(causes: readonly CauseSummary[]): readonly CauseSummary[] {
  const byCause = new Map<string, CauseSummary>();
  for (const one of causes) {
    const key = filesKey(one);
    const before = byCause.get(key);
    byCause.set(key, {
      ...one,
      count: one.count + (before?.count ?? 0),
      sinceMs: null,
      instrument: before === undefined || before.instrument === one.instrument ? one.instrument : null,
      stoppedAtMs: before?.stoppedAtMs ?? one.stoppedAtMs ?? one.sinceMs,
    });
  }
  return [...byCause.values()];
}

/** Longer words of a portal are cut: a key and a label hold them. */
const mostWords = 160;

/** `files:refused`, `files:refused:Unknown site` */
function filesKey({ cause, portalMessage = null }: Pick<FilesStopped, "cause" | "portalMessage">): string {
  return portalMessage === null ? `files:${cause}` : `files:${cause}:${portalMessage.slice(0, mostWords)}`;
}

/**
 * The portal's words as a label has them, which also goes into notifications, mails and chats: without the name of a file that
 * follows a colon. Null where they hold markup, a link or control characters.
 */
function wordsToTell(portalMessage: string): string | null {
  const [words = ""] = portalMessage.split(": ");
  if (/[<>[\]|\p{C}]|:\/\//u.test(words)) return null;
  return words.length > mostWords ? `${words.slice(0, mostWords)}…` : words;
}

/** Files that the portal refused in the same words: what they say decides what helps. */
function ofRefusal(issue: Issue, portalMessage: string): Issue {
  const { instrument, filter, action } = issue;
  const known = refusalRemedy(portalMessage);
  const words = wordsToTell(portalMessage);
  return {
    ...issue,
    label: words === null ? issue.label : `${issue.label}: “${words}”`,
    portalMessage,
    action: known?.action ?? action,
    remedy: known?.remedy ?? "fix the cause, then retry",
    filter: instrument === null ? filter : { ...filter, instrument },
  };
}

function ofFileCause(stopped: FilesStopped): Issue {
  const { cause, count, instrument, stoppedAtMs, portalMessage = null } = stopped;
  const needsPerson = needsYou(cause);
  const issue: Issue = {
    key: filesKey(stopped),
    cause,
    kind: needsPerson ? "needsYou" : "waiting",
    label: filesLabel(cause, count),
    takesSince: false,
    action: firstAction(cause),
    instrument,
    remedy: needsPerson ? "the page Files shows what to do" : "Skyferry retries automatically",
    over: "no more files are affected",
    count,
    // A file that is tried again begins again each time.
    sinceMs: needsPerson ? stoppedAtMs : null,
    filter: cause === "no-instrument" && instrument !== null ? { cause, instrument } : { cause },
  };
  return portalMessage === null ? issue : ofRefusal(issue, portalMessage);
}

/** Blocked files always need a person, whatever stopped them. */
function unexplained({ totals, causes }: Status): readonly Issue[] {
  if (
    totals.blocked === 0 ||
    causes.some(({ cause }) => needsYou(cause) && !isOfInstrument(cause) && !isOfPc(cause))
  )
    return [];
  const issue = ofFileCause({ cause: "refused", count: totals.blocked, instrument: null, stoppedAtMs: null });
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
    action: firstAction(cause),
    instrument: null,
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
  return [
    {
      key: "settings",
      cause: "settings",
      kind: "needsYou",
      label: `${isOfFile ? "The settings file" : counted(problems.length, "setting")} cannot be used${named === null ? "" : left.length > 1 ? ` and ${left.length} instruments are left out` : ` and ${named} is left out`}`,
      takesSince: false,
      action: isOfPortal || isOfFile ? "open-settings" : "open-instruments",
      instrument: left.length === 1 ? named : null,
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
    instrument: name,
    over: `the folder of ${name} can be read again`,
    count: 0,
    filter: { instrument: name },
  } as const;
  if (folderTrouble !== null)
    return [
      {
        ...issue,
        isUnseen: true,
        action: firstAction("folder-unreachable"),
        label: `Cannot open the folder of ${name}`,
        remedy: remedyClause("folder-unreachable"),
        sinceMs: folderTrouble.sinceMs,
      },
    ];
  if (unreadable === null) return [];
  return [
    {
      ...issue,
      action: "open-folder",
      label: `Part of the folder of ${name} cannot be read`,
      remedy: `give the user that runs Skyferry read access to ${unreadable.samplePath}: it may contain finished files`,
      sinceMs: unreadable.sinceMs,
    },
  ];
}

/** True when a person is told that the instrument has stopped. */
export function isSilent({ silentAtMs }: InstrumentStatus, nowMs: number): boolean {
  return silentAtMs !== null && nowMs > silentAtMs;
}

function ofSilence(instrument: InstrumentStatus, nowMs: number): readonly Issue[] {
  const { name, kind, everyMinutes, isLearned, lastFileAtMs } = instrument;
  if (!isSilent(instrument, nowMs) || everyMinutes === null || lastFileAtMs === null) return [];
  return [
    {
      key: `silent:${name}`,
      cause: "silent-instrument",
      kind: "silentInstrument",
      label: silenceOf(name, lastFileAtMs, everyMinutes, nowMs),
      takesSince: false,
      action: "open-folder",
      instrument: name,
      remedy: remedyFor(kind, "check the instrument"),
      over: `${name} writes files again`,
      count: 0,
      ...(isLearned ? { isLearned: true } : {}),
      sinceMs: lastFileAtMs,
      filter: { instrument: name },
    },
  ];
}

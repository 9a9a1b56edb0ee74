import type { Cause } from "#domain/cause.ts";
import type { JournalLine } from "#domain/journal.ts";
import type { Rule } from "#domain/selection.ts";
import type { SettingsProblem, SourceKind } from "#domain/settings.ts";
import type { Snooze } from "#domain/snooze.ts";
import type { Upload, UploadState } from "#domain/upload.ts";
import type { Verdicts } from "#domain/verdicts.ts";
import type { Hold } from "#engine/delivery/holds.ts";
import type { EmptyFiles } from "#engine/discovery/empty-files.ts";
import type { Unreadable } from "#engine/discovery/folder-state.ts";
import type { NewNames } from "#engine/discovery/unmatched.ts";
import type { AheadFiles } from "#engine/discovery/unsettled.ts";
import type { ContentFindings } from "#engine/ports/ledger.ts";
import type { QuestionableFile } from "#engine/run-once/report.ts";
import type { Pace } from "./pace.ts";

/** A file that is there and not (yet) in the queue, with the reason in plain words. */
export interface Unsent {
  readonly instrument: string;
  readonly relPath: string;
  readonly reason: string;
}

/** Something that keeps files from being sent and is no upload's own failure. */
export interface CauseSummary {
  readonly cause: Cause;
  readonly count: number;
  /** The portal's words about all of them, of refused files; null or left out: nothing, or several things. */
  readonly portalMessage?: string | null;
  readonly samplePath: string;
  readonly message: string;
  /** Epoch milliseconds; null where the uploads themselves tell. */
  readonly sinceMs: number | null;
  /** Whose files they are; null where several instruments have some. */
  readonly instrument: string | null;
  /** When the first of the uploads was stopped by it, epoch milliseconds; null where no upload was. */
  readonly stoppedAtMs: number | null;
}

/** A cause that was found in a folder, not in an upload. */
export type FoundCause = Omit<CauseSummary, "instrument" | "stoppedAtMs">;

export interface InstrumentStatus {
  /** Null: an instrument. */
  readonly kind: SourceKind | null;
  readonly name: string;
  /** The portal's id of the site. */
  readonly site: string;
  /** The portal's id of the instrument, or of the model. */
  readonly instrument: string;
  readonly folder: string;
  /** Newest modification time seen, epoch milliseconds. */
  readonly lastFileAtMs: number | null;
  /** Files whose modification time is today, UTC; `unsent`: neither on the portal nor given up. */
  readonly today: { readonly found: number; readonly delivered: number; readonly unsent: number };
  /** Uploads of any day: on their way to the portal, of those tried again by themselves, and those that wait for a person. */
  readonly queue: { readonly unsent: number; readonly waiting: number; readonly needsYou: number };
  /** Files that are not finished yet. */
  readonly unsettled: number;
  /** Finished files that are not sent before their date; null where there are none. */
  readonly ahead: AheadFiles | null;
  /** Minutes that lie between two files, as the settings say or as is usual; null while not known. */
  readonly everyMinutes: number | null;
  /** The settings say nothing of it. */
  readonly isLearned: boolean;
  /** Nothing came for much longer than usual. */
  readonly isQuiet: boolean;
  /** When it is called silent unless a file comes, epoch milliseconds; null when that cannot be told. */
  readonly silentAtMs: number | null;
  /** `YYYY-MM-DD`: switched off until then; null where it is on. */
  readonly offUntil: string | null;
  /** The folder cannot be read; since then nothing of it is known. */
  readonly folderTrouble: { readonly message: string; readonly sinceMs: number } | null;
  /** Finished files of the last 24 hours that have no content. They are never sent, and no sign of life. */
  readonly emptyFiles: EmptyFiles | null;
  /** New names in the folder that no pattern takes, without those that a person has marked as known. */
  readonly unmatched: readonly NewNames[];
  /** Files of the last 24 hours whose content looks wrong and that are sent all the same. */
  readonly damagedFiles: ContentFindings | null;
  /** The portal's verdicts on its files; null while no list of the portal is known. */
  readonly verdicts: Verdicts | null;
  /** Parts of the folder that cannot be read and may be, or hold, finished files. */
  readonly unreadable: Unreadable | null;
  readonly lastRescanAtMs: number | null;
}

/** State of the station: what is queued, waiting, blocked, delivered, held, and why. */
export interface Status {
  readonly totals: Readonly<Record<UploadState, number>>;
  /** Delivered, and on the portal under another name only: all, and those last changed today (UTC). */
  readonly duplicates: { readonly all: number; readonly today: number };
  /** Delivered versions of files that have a newer one. */
  readonly replaced: number;
  readonly holds: readonly Hold[];
  /** Failures of uploads by cause, and what else keeps files from being sent. */
  readonly causes: readonly CauseSummary[];
  readonly oldestUnsentAtMs: number | null;
  /** Files of the last days that are on the portal or on the way, and look wrong; the newest first, at most 20. Left out: none. */
  readonly questionable?: readonly QuestionableFile[];
  /** When the portal confirmed a file last, epoch milliseconds. */
  readonly lastDeliveredAtMs: number | null;
  /** Files whose modification time is today, UTC, of all instruments. */
  readonly today: { readonly found: number; readonly delivered: number };
  readonly pace: Pace;
  /** The timetable or a person stops old files now, and nothing else is under way. Left out: no. */
  readonly isBacklogStopped?: boolean;
  /** Unsent files that were of an earlier day when they were found; those of the backlog are among them. Left out: none. */
  readonly oldFiles?: number;
  /** Since when a person lets the backlog wait, epoch milliseconds; null or left out: nobody does. */
  readonly backlogPausedSinceMs?: number | null;
  readonly instruments: readonly InstrumentStatus[];
  readonly settingsProblems: readonly SettingsProblem[];
  /** How far this PC's clock is ahead of the portal's, milliseconds; null while not known. */
  readonly clockAheadMs: number | null;
  /** Message of the ledger when it was opened, where that must be known. */
  readonly ledgerMessage: string | null;
  /** True when a person has to do something. */
  readonly needsAttention: boolean;
  /** Issues that a person does not want to be reminded of; left out: none. */
  readonly snoozes?: readonly Snooze[];
}

/** Why one file is, or is not, sent: each rule in turn, and what happens next and when. */
export interface Explanation {
  readonly path: string;
  /** Whose file it is; null where it is in no folder that is watched. */
  readonly instrument: string | null;
  /** Null: an instrument's, or nobody's. */
  readonly kind: SourceKind | null;
  readonly rules: readonly Rule[];
  /** A sentence or two. */
  readonly verdict: string;
  /** Next event; null when nothing will happen. */
  readonly next: { readonly what: string; readonly atMs: number | null } | null;
  /** Versions of the file in the ledger, newest first. */
  readonly uploads: readonly Upload[];
  readonly journal: readonly JournalLine[];
}

import type { Tone, TrayState } from "#domain/headline.ts";
import type { IssueKind, NotificationKind } from "#domain/notification-settings.ts";
import type { UploadFilter } from "#domain/queue.ts";
import type { IssueCause } from "#station/status/issue.ts";

/** An entry of the tray's menu. */
export interface TrayCause {
  readonly cause: IssueCause;
  /** `The portal refuses the password` */
  readonly label: string;
  /** The queue of the files concerned; a click opens it, or the settings where they fix the cause. */
  readonly filter: UploadFilter;
}

/** Everything that a tray shows. */
export interface TrayView {
  readonly state: TrayState;
  readonly tone: Tone;
  /** The headline. */
  readonly tooltip: string;
  /** The gravest three, the gravest first. */
  readonly causes: readonly TrayCause[];
  /** Files and other things that need a person; 0 shows no badge. */
  readonly badge: number;
  /** Finished files that are here and not on the portal; for "quit", which says what is unfinished. */
  readonly unsentCount: number;
  /** Sending is paused by hand; `untilMs` (epoch milliseconds) is null until somebody resumes. */
  readonly pause: { readonly untilMs: number | null } | null;
}

/**
 * A notification to show. A notification with the `id` of one that was shown replaces it in place. With `isRepeat` it says again
 * what is wrong, for how long and how many files are safe: shown without a sound, and counted as the same notification, so that
 * an outage of three days is one notification when it comes and one when it is over.
 */
export interface NotificationMessage {
  readonly id: string;
  readonly kind: NotificationKind;
  /** Kinds of everything that it tells of, or told of that is over now. */
  readonly kinds: readonly IssueKind[];
  /** Whose matters it tells of; null: of several instruments, or of the whole station. */
  readonly instruments: readonly (string | null)[];
  /** The most serious one where several arose at once. */
  readonly cause: IssueCause;
  /** A few words: `The portal cannot be reached`. */
  readonly title: string;
  /** Says what happened, what is safe, what happens next, what to do. */
  readonly sentence: string;
  /** Files concerned. */
  readonly count: number;
  /** Since when it lasts, epoch milliseconds. */
  readonly sinceMs: number;
  readonly isRepeat: boolean;
  /** The queue of the files concerned; a click opens it, or the settings where they fix the cause. */
  readonly filter: UploadFilter;
}

/** A cause that was told, as it is remembered; a notification of several causes leaves several. */
export interface NotificationRecord {
  readonly id: string;
  /** Key of the issue: `portal`, `folder:Radar`. */
  readonly key: string;
  /** The notification that told of it. */
  readonly noticeId: string;
  readonly kind: IssueKind;
  readonly cause: IssueCause;
  readonly title: string;
  /** In the past tense as soon as it is over. */
  readonly sentence: string;
  /** State that holds again when it is over. */
  readonly over: string;
  /** Files concerned: as many as now, and at most while it lasted once it is over. */
  readonly count: number;
  /** Title and count when there were most. Left out by versions before. */
  readonly most?: { readonly title: string; readonly count: number };
  readonly sinceMs: number;
  /** Null while it lasts. */
  readonly resolvedAtMs: number | null;
  readonly filter: UploadFilter;
}

/** Everything that a shell follows. Every function that takes a listener gives one that ends it. */
export interface NotificationSource {
  /** As it is now. */
  tray(): TrayView;
  onTray(listener: (view: TrayView) => void): () => void;
  onNotification(listener: (notification: NotificationMessage) => void): () => void;
  /** The notification with this id is over. */
  onClose(listener: (id: string) => void): () => void;
}

/** Something that a shell shows or takes away. */
export interface Telling {
  /** Grows by one from 1. */
  readonly number: number;
  /** Id of the notification. */
  readonly id: string;
  /** Null: the notification is over. */
  readonly shown: NotificationMessage | null;
}

/** Everything for a shell. */
export interface ShellNews {
  readonly tray: TrayView;
  /** When telling began, epoch milliseconds. */
  readonly sinceMs: number;
  /** Oldest first; at most 50. */
  readonly told: readonly Telling[];
}

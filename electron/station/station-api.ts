import type { Subscribe } from "#base/event.ts";
import type { JournalLine } from "#domain/journal.ts";
import type { KnownChange, KnownIssue } from "#domain/known-issue.ts";
import type { UploadFilter } from "#domain/queue.ts";
import type { Renamed } from "#domain/renamed.ts";
import type { PausePlace } from "#domain/station-event.ts";
import type { Adding } from "#engine/adding/adding.ts";
import type { AttemptEnd } from "#engine/delivery/attempt-result.ts";
import type { SentAgain, WantedAgain } from "#engine/discovery/send-again.ts";
import type { KnownBecause } from "#engine/known-issues.ts";
import type { FolderAnswer } from "#station/status/folder-answer.ts";
import type { Views } from "#station/status/queries.ts";
import type { Verification } from "#station/verify/verification.ts";

/** Requests that hosts and the api may make of a station. */
export interface Station extends Views {
  /** Rescans, watches and delivers from now on. Resolves when the first rescan has begun. */
  start(): Promise<void>;
  /** Takes no more work and gives back what is in flight; the ledger stays open. Resolves within seconds. */
  stop(): Promise<void>;
  /**
   * Puts waiting, blocked and cancelled uploads of the filter back into the queue, and gives how many. `sendAnyway`: also those
   * that were held back for their content, which is otherwise checked again.
   */
  retry(filter: UploadFilter, how: { readonly sendAnyway: boolean }): Promise<number>;
  /** Gives up uploads of the filter; a later retry takes them up again. Gives how many. */
  cancel(filter: UploadFilter): Promise<number>;
  /** Sends nothing until the moment (epoch milliseconds), or until `resume` for null. `from` is recorded in the log. */
  pause(untilMs: number | null, from?: PausePlace): void;
  /** Lets files of earlier days wait, also over starts, until it is called with false; today's are sent. */
  pauseBacklog(isPaused: boolean): Promise<void>;
  /** Also confirms that a restored station may send. */
  resume(): Promise<void>;
  /**
   * Reminds nobody of an open issue until the moment (epoch milliseconds), or until it changes for null. False where it is not
   * open, or asks for nobody.
   */
  snooze(key: string, untilMs: number | null): Promise<boolean>;
  endSnooze(key: string): Promise<void>;
  /** Issues that persons have marked as known, oldest first. */
  known(): Promise<readonly KnownIssue[]>;
  /** Marks the files of an open issue as known; null where it is not open, or its files are not named. */
  markKnown(key: string, because: KnownBecause): Promise<KnownIssue | null>;
  /** False where nothing of this number is marked. */
  endKnown(id: number): Promise<boolean>;
  readonly onKnown: Subscribe<KnownChange>;
  /** An instrument has another name, and its uploads are moved. */
  readonly onRenamed: Subscribe<Renamed>;
  /** Tries the portal at once although it is held (credentials changed, network is back). */
  tryNow(): void;
  /** Puts delivered files into the queue once more; see `discovery/send-again.ts`. */
  sendAgain(wanted: WantedAgain): Promise<SentAgain | { readonly instruments: readonly string[] }>;
  /** Takes files that a person adds; null where there is no place for them. */
  readonly adding: Adding | null;
  /** Compares receipts with what the portal has now. */
  readonly verification: Pick<Verification, "begin" | "end" | "state" | "last">;
  /** The portal's lists were read: what it made of the files may be known. */
  listsRead(): void;
  /** Looks through every folder now. */
  rescan(): Promise<void>;
  /** Looks through the folder of one instrument now, and says how it is; null where no instrument has this name. */
  checkFolder(name: string): Promise<FolderAnswer | null>;
  readonly onAttemptEnd: Subscribe<AttemptEnd>;
  readonly onEvent: Subscribe<EngineEvent>;
}

export type EngineEvent =
  /** Committed journal lines, in order of `seq`. */
  | { readonly type: "journal"; readonly entries: readonly JournalLine[] }
  /** Ephemeral, at most five a second for each upload. */
  | { readonly type: "progress"; readonly id: string; readonly sentBytes: number; readonly size: number }
  /** Holds, growing files, folders or settings changed. */
  | { readonly type: "status" };

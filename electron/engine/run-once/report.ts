import type { Cause } from "#domain/cause.ts";
import type { SendingProgress } from "#domain/sending-progress.ts";
import type { Upload } from "#domain/upload.ts";

/** A file that is sent, or was, although its content looks wrong. */
export interface QuestionableFile {
  readonly instrument: string;
  readonly relPath: string;
  /** A clause behind "the file": `is cut off: …`. */
  readonly reason: string;
}

/** Results of one run (the command `submit`). */
export interface RunReport {
  /** Finished files of the selection. */
  readonly found: number;
  /** Sent and confirmed in this run. */
  readonly delivered: number;
  /** On the portal under their own name before this run, or found to be there. */
  readonly known: number;
  /** On the portal under another name. */
  readonly twins: number;
  /** Replaced by a newer version while the run went on. */
  readonly superseded: number;
  /** Called delivered in the ledger already when the run began. */
  readonly deliveredBefore: number;
  readonly blocked: readonly { readonly path: string; readonly cause: Cause; readonly message: string }[];
  readonly waiting: readonly { readonly path: string; readonly reason: string }[];
  /** Delivered in this run, although the content looks wrong: one clause behind the file each. */
  readonly questionable: readonly { readonly path: string; readonly reason: string }[];
  /** Files that a dry run would have queued. */
  readonly planned: readonly { readonly path: string; readonly measurementDate: string }[];
  /** Finished, with a date too far ahead to be sent now. */
  readonly held: readonly { readonly path: string; readonly reason: string }[];
  /** Instruments of which all new files are held for their dates. */
  readonly heldInstruments: readonly string[];
  /** Finding on this PC's clock; null where nothing is to be told. `needsYou`: surely off by minutes. */
  readonly clock: { readonly aheadMs: number; readonly message: string; readonly needsYou: boolean } | null;
  /** Not sent as it is: growing, no match, empty, a link, before `since`. No error. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Files and folders that could not be read; finished files of the selection may be among them. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
  readonly holds: readonly { readonly cause: Cause; readonly message: string }[];
  readonly requests: { readonly post: number; readonly put: number; readonly get: number };
  readonly bytesSent: number;
  readonly seconds: number;
}

/** How far a run is: files and bytes of its selection that were to be sent when it began, or were found by it. */
export interface RunProgress extends SendingProgress {
  /** Finished files of the selection. */
  readonly found: number;
  readonly failed: number;
  readonly growing: number;
  /** Under way; the largest first. */
  readonly inFlight: readonly { readonly upload: Upload; readonly sentBytes: number }[];
}

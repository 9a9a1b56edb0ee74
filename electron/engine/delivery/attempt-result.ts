import type { KeyedLock } from "#base/keyed-lock.ts";
import { type Failure, isHoldCause } from "#domain/cause.ts";
import { backOffMs } from "#domain/retry.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Receipt, Upload } from "#domain/upload.ts";
import type { Clock, FileError, Files } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { Portal } from "#engine/ports/portal.ts";
import type { ConnectionLimit } from "./connection-limit.ts";
import type { DueClock } from "./due-clock.ts";
import { fileFailure } from "./failures.ts";
import type { ReceivedFilesReader } from "./received-files.ts";
import type { SiteRefusals } from "./site-refusals.ts";

/** The work on one upload has ended in one way or another. */
export interface Ended {
  readonly upload: Upload;
  readonly end: CarryEnd;
}

/** How one claim on an upload ended, as far as others must know. The ledger has the rest. */
export type CarryEnd =
  | { readonly kind: "delivered"; readonly upload: Upload; readonly receipt: Receipt }
  /** Its own failure: waiting or blocked. `countsAsOutage` when the link or the portal may be at fault. */
  | { readonly kind: "failed"; readonly failure: Failure; readonly countsAsOutage: boolean }
  /** The file is another one now; the scanner must look at the path again. */
  | { readonly kind: "changed" }
  /** The settings give its path another date by now, or leave it out; the scanner must look at the path again. */
  | { readonly kind: "outdated" }
  /** Every upload waits; the hold was raised when the portal answered. */
  | { readonly kind: "hold"; readonly failure: Failure; readonly retryAfterMs: number | null }
  | { readonly kind: "released" };

export interface UploaderParts {
  readonly clock: Clock;
  readonly due: DueClock;
  readonly files: Files;
  readonly ledger: Ledger;
  readonly portal: Portal;
  readonly receivedFiles: ReceivedFilesReader;
  readonly turns: KeyedLock;
  readonly refusals: SiteRefusals;
  readonly link: ConnectionLimit;
  /** True when the settings were changed since the work on this upload began. */
  isOutdated(): boolean;
  /** False while nothing but a probe may ask the portal. */
  isOpen(): boolean;
  /** Portal, link or credentials failed: every upload waits from now on. */
  onHold(failure: Failure, retryAfterMs: number | null): void;
  /** The portal judged an announcement: link and credentials are good. */
  onVerdict(): void;
  instrumentOf(name: string): Instrument | undefined;
  /** The date of its path by the settings of now; null where they leave it out. */
  dateNow(upload: Upload): string | null;
  /** Looks whether the instrument's folder itself is there; why it is not, or null. Noted for all its files. */
  folderTrouble(instrument: Instrument): Promise<string | null>;
  onProgress(id: string, sentBytes: number): void;
}

/** What only the portal's operators can set right is asked for about once an hour in the end. */
const hourMs = 3_600_000;

/** Gives the claim back without blame. */
export async function release(upload: Upload, parts: UploaderParts, reason: string): Promise<CarryEnd> {
  await parts.ledger.apply(upload.id, { type: "released", reason }, parts.clock.nowMs());
  return { kind: "released" };
}

/** The file could not be read; it is tried again. A drive or share that went away is no fault of its files. */
export async function failOnFile(
  upload: Upload,
  parts: UploaderParts,
  instrument: Instrument,
  error: FileError,
): Promise<CarryEnd> {
  const folderTrouble = await parts.folderTrouble(instrument);
  if (folderTrouble !== null) return await release(upload, parts, folderTrouble);
  return await failPassing(upload, parts, fileFailure(error, instrument, upload.relPath), null, false);
}

/** Blocked until a person acts. */
export async function failFinal(upload: Upload, parts: UploaderParts, failure: Failure): Promise<CarryEnd> {
  await parts.ledger.apply(upload.id, { type: "failed-final", failure }, parts.clock.nowMs());
  return { kind: "failed", failure, countsAsOutage: false };
}

/** Waits and is tried again by itself. */
export async function failPassing(
  upload: Upload,
  parts: UploaderParts,
  failure: Failure,
  retryAfterMs: number | null,
  countsAsOutage: boolean,
): Promise<CarryEnd> {
  const limits =
    failure.cause === "portal-contradiction" ? { retryAfterMs, capMs: hourMs } : { retryAfterMs };
  const waitMs = backOffMs(upload.attempts + 1, parts.clock.random(), limits);
  const notBeforeMs = parts.due.nowMs() + waitMs;
  const event = { type: "failed-passing", failure, notBeforeMs } as const;
  await parts.ledger.apply(upload.id, event, parts.clock.nowMs());
  // A connection that makes no progress may be this file's alone: the others go on.
  const isOutage = countsAsOutage && failure.cause !== "no-progress";
  return { kind: "failed", failure, countsAsOutage: isOutage || isHoldCause(failure.cause) };
}

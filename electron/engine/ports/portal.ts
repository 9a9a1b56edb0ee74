import type { Failure } from "#domain/cause.ts";
import type { ClockSeen } from "#domain/clock-drift.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { Metadata, RawFile, Site } from "#domain/portal-records.ts";
import type { Precedence } from "#domain/precedence.ts";
import type { SourceKind } from "#domain/settings.ts";

/** Content of a PUT. `size` is what will be sent; the adapter counts it. */
export type UploadBody =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly size: number }
  | { readonly kind: "stream"; readonly chunks: () => AsyncIterable<Uint8Array>; readonly size: number };

export type ReadOutcome<T> =
  /** `notes`: what of the answer could not be read and is left out, one sentence each. */
  | { readonly kind: "found"; readonly value: T; readonly notes?: readonly string[] }
  /** The portal answered with an error of its own (`status`, `errors`). */
  | { readonly kind: "refused"; readonly status: number; readonly errors: readonly string[] }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "abandoned" };

export interface RawFileQuery {
  /** `model`: raw model files of the model that `instrument` names. */
  readonly kind?: SourceKind;
  readonly site: string;
  readonly date?: string;
  readonly dateFrom?: string;
  readonly dateTo?: string;
  /** Type, or PID of a device that is no longer in the settings; "": any of the site. */
  readonly instrument: string;
  /** In place of the type that `instrument` names: the portal may keep files of a device under another one. */
  readonly pids?: readonly string[];
  readonly filename?: string;
}

/** The two upload routes and the one read route that delivery itself needs. `precedence` in the wait for bytes of the limit; left out: 0. */
export interface Portal {
  announce(metadata: Metadata, signal: AbortSignal, precedence?: Precedence): Promise<Outcome>;
  /** `onSent` hears of sent bytes, cumulative. The body has passed the bandwidth limit when it is sent. */
  send(
    checksum: string,
    body: UploadBody,
    signal: AbortSignal,
    onSent: (sentBytes: number) => void,
    kind?: SourceKind,
    precedence?: Precedence,
  ): Promise<Outcome>;
  rawFiles(query: RawFileQuery, signal: AbortSignal): Promise<ReadOutcome<readonly RawFile[]>>;
  /**
   * The record of a checksum where the portal offers it (`GET /upload/metadata/<md5>`); null when it has none or does not
   * offer it. No answer in time, an error or a web page is a failure: it says nothing of the record.
   */
  recordOf(checksum: string, signal: AbortSignal): Promise<ReadOutcome<RawFile | null>>;
  /** A read that needs neither site nor password: whether the portal answers at all. */
  sites(signal: AbortSignal): Promise<ReadOutcome<readonly Site[]>>;
  /** Requests made so far. */
  requests(): {
    readonly post: number;
    readonly put: number;
    readonly get: number;
    readonly sentBytes: number;
  };
  /**
   * How far this PC's clock is ahead of the portal's by its last answers, milliseconds, to about a second;
   * null while they are too few or disagree. Left out where that cannot be told.
   */
  clockAheadMs?(): number | null;
  /** Tells what the portal's answers say of this PC's clock; left out as `clockAheadMs`. */
  clockSeen?(): ClockSeen;
  /** Makes a read that every portal answers to everybody, for what its answer says of the clock. */
  plainRead?(signal: AbortSignal): Promise<ReadOutcome<unknown>>;
  /** Another one for another user name or password; null where there is none now. Left out: that cannot be told. */
  passwordMark?(): Promise<string | null>;
  close(): Promise<void>;
}

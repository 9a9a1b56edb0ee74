import { endOfPeriodMs } from "#base/dates.ts";
import { isSameAddress } from "#base/text.ts";
import { isAdded } from "#domain/added-files.ts";
import { announcedAs } from "#domain/delivered-place.ts";
import type { PathStyle } from "#domain/folder-paths.ts";
import { type ConfiguredInstrument, dateNow } from "#domain/instrument-match.ts";
import { type Metadata, rawListOf } from "#domain/portal-records.ts";
import type { CleanupFile } from "#domain/removable.ts";
import { settle } from "#domain/settle.ts";
import type { Upload } from "#domain/upload.ts";
import type { ListName } from "#engine/ports/portal-lists.ts";

/** Facts of the moment, the same for every file of a look. */
export interface Surround {
  readonly configured: ConfiguredInstrument;
  readonly pathStyle: PathStyle;
  readonly portalUrl: string;
  readonly nowMs: number;
  /** Paths of the instrument's files that are not finished. */
  readonly unsettled: ReadonlySet<string>;
}

/** Facts of a file as the ledger and the settings tell them. */
export function cleanupFileOf(upload: Upload, surround: Surround): CleanupFile {
  const { configured, nowMs, portalUrl, unsettled } = surround;
  const { pattern } = configured;
  const { receipt, relPath, measurementDate } = upload;
  return {
    state: upload.state,
    size: upload.size,
    receipt,
    isAdded: isAdded(relPath),
    metadata: metadataOf(upload, surround),
    isOfOtherPortal: receipt !== null && receipt.portal !== null && !isSameAddress(receipt.portal, portalUrl),
    endsAtMs: endOfPeriodMs(measurementDate, pattern.period),
    isGrowing: unsettled.has(relPath) || isUnfinished(upload, configured, nowMs),
    isLastCopy: false,
  };
}

/** The list that shows a file: that of what it was delivered as, else that of the settings. */
export function listOfFile({ metadata }: CleanupFile, { instrument: own }: ConfiguredInstrument): ListName {
  const { kind, site, instrument } = metadata ?? own;
  return { kind: rawListOf(kind), site, instrument };
}

function metadataOf(upload: Upload, { configured, pathStyle }: Surround): Metadata | null {
  const { measurementDate, checksum } = upload;
  if (checksum === null || dateNow([configured], upload, pathStyle) !== measurementDate) return null;
  return announcedAs(configured.instrument, upload, checksum);
}

/** By the policy of its instrument, with what is known since it was found finished. */
function isUnfinished(upload: Upload, { instrument, pattern }: ConfiguredInstrument, nowMs: number): boolean {
  const settling = settle(instrument.finish, {
    mtimeUs: upload.mtimeUs,
    unchangedSince: { monotonicMs: Math.min(0, upload.createdAtMs - nowMs), wallMs: upload.createdAtMs },
    now: { monotonicMs: 0, wallMs: nowMs },
    wasSeenChanging: false,
    isNetwork: instrument.network === true,
    measurementDate: upload.measurementDate,
    period: pattern.period,
    hasNewerSibling: true,
    hasSentinel: true,
    // A file that is sent while it grows counts as sent right now: only the end of its day, or month, ends that.
    lastQueuedAtMs: nowMs,
    isHeldForWriting: false,
  });
  return settling.kind === "growing";
}

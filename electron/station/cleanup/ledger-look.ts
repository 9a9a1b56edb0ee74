import type { CoverageDay } from "#domain/coverage.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import { type CleanupFile, type KeepReason, reasonBefore } from "#domain/removable.ts";
import type { Upload } from "#domain/upload.ts";
import type { CleanupParts, CleanupRun, ConfirmedFile, PendingFile } from "./cleanup-parts.ts";
import { cleanupFileOf, type Surround } from "./file-facts.ts";

/** Facts of this moment for the files of an instrument. */
export function surroundOf(parts: CleanupParts, configured: ConfiguredInstrument): Surround {
  const { name } = configured.instrument;
  return {
    configured,
    pathStyle: parts.pathStyle,
    unsettled: new Set(parts.unsent().flatMap((one) => (one.instrument === name ? [one.relPath] : []))),
    portalUrl: parts.portalUrl(),
    nowMs: parts.clock.nowMs(),
  };
}

/** Why a file is kept by what is known of it here; null where portal and disk decide. */
export async function reasonNow(
  run: CleanupRun,
  upload: Upload,
  facts: CleanupFile,
): Promise<KeepReason | null> {
  const { parts, request } = run;
  const nowMs = parts.clock.nowMs();
  const reason = reasonBefore(facts, request, nowMs);
  if (reason !== null || upload.checksum === null) return reason;
  const isLastCopy = await isOnlyCopy(run, upload.checksum);
  return reasonBefore({ ...facts, isLastCopy }, request, nowMs);
}

/** A duplicate of these bytes is known, and its own file cannot be seen. */
async function isOnlyCopy({ parts }: CleanupRun, checksum: string): Promise<boolean> {
  for (const { instrument, relPath } of await parts.keeper.twinsOf(checksum)) {
    const folder = parts.instruments().find((one) => one.instrument.name === instrument)?.instrument.folder;
    if (folder === undefined || "error" in (await parts.files.stat(folder, relPath))) return true;
  }
  return false;
}

/** Something of the day is overdue, not accepted, or not shown where it should be. */
export function isDayOpen({ gaps, measured, accepted, unlisted }: CoverageDay): boolean {
  return gaps.length > 0 || measured > (accepted ?? 0) || unlisted > 0;
}

/**
 * The last look, when nothing more is asked of the portal: reading may have taken hours, in which a newer version, a gap or a
 * duplicate came. Names what ledger, settings and disk show as before.
 */
export async function nameConfirmed(run: CleanupRun, confirmed: readonly ConfirmedFile[]): Promise<void> {
  const days = Map.groupBy(
    confirmed,
    ({ one: { upload } }) => `${upload.instrument}/${upload.measurementDate}`,
  );
  for (const ofDay of days.values()) {
    const [first] = ofDay;
    if (first === undefined) continue;
    const { instrument, measurementDate } = first.one.upload;
    const { keeper } = run.parts;
    const configured = run.parts.instruments().find((one) => one.instrument.name === instrument);
    const uploads = new Map(
      (await keeper.dayUploads(instrument, measurementDate)).map((one) => [one.id, one]),
    );
    const report = await run.parts.days(measurementDate, measurementDate, instrument);
    const [day] = report?.days ?? [];
    const isOpen = day === undefined || isDayOpen(day);
    for (const { one, reason } of ofDay) {
      const upload = uploads.get(one.upload.id);
      let now = reason ?? (isOpen ? "gap" : null);
      if (upload === undefined) now ??= "changed";
      else if (configured === undefined) now ??= "other-settings";
      else now ??= await reasonNow(run, upload, cleanupFileOf(upload, surroundOf(run.parts, configured)));
      await nameOrKeep(run, one, now);
    }
  }
}

async function nameOrKeep({ parts, count, reader }: CleanupRun, one: PendingFile, reason: KeepReason | null) {
  const { upload, folder, stat, record, metadata } = one;
  const { instrument, relPath, measurementDate } = upload;
  const path = parts.pathOf(upload);
  if (reason !== null || path === null) return count.keep(upload, reason ?? "other-settings");
  const look = await reader.lookAgain(folder, relPath, stat);
  if (look === "gone") return;
  if (look !== null) return count.keep(upload, look);
  const { size, mtimeUs } = stat;
  const { checksum } = metadata;
  count.name({ instrument, path, size, mtimeUs, checksum, recordUuid: record.uuid, measurementDate });
}

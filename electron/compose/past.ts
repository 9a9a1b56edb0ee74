import { openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import { writeJsonFile } from "#adapters/settings/json-file.ts";
import { todayUtc } from "#base/dates.ts";
import type { Cause } from "#domain/cause.ts";
import { baseName, recordKey } from "#domain/file-version.ts";
import type { KnownIssue } from "#domain/known-issue.ts";
import type { Instrument } from "#domain/settings.ts";
import type { StationEventChange } from "#domain/station-event.ts";
import type { UploadEvent } from "#domain/upload.ts";

/** A file that a portal had before this station began. */
export interface PastFile {
  readonly instrument: Pick<Instrument, "name" | "site" | "pid" | "tags">;
  readonly relPath: string;
  readonly measurementDate: string;
  /** MD5. */
  readonly checksum: string;
  /** Bytes. */
  readonly size: number;
  /** Modification time, epoch milliseconds. */
  readonly atMs: number;
  readonly recordUuid: string;
  /** Address of the portal. */
  readonly portal: string;
  /** A person has marked a problem of it as known; left out: nobody. */
  readonly known?: Pick<KnownIssue, "label" | "note" | "by"> & { readonly cause: Cause };
}

/**
 * Begins a record of uploads with files that are on the portal and with what happened meanwhile, as a station that delivered
 * them day by day would have; one that is there stays as it is. Gives one sentence where the folder cannot be used.
 */
export async function beginWithPast(
  dataFolder: string,
  past: readonly PastFile[],
  events: readonly StationEventChange[],
  nowMs: number,
): Promise<string | null> {
  const begunMs = past.reduce((first, { atMs }) => Math.min(first, atMs), nowMs);
  const ledger = await openLedger({ dataFolder, nowMs: begunMs });
  if ("message" in ledger) return ledger.message;
  try {
    if (ledger.opening.kind !== "new") return null;
    await ledger.recordEvents(events, null);
    const known: KnownIssue[] = [];
    const days = Map.groupBy(past, ({ atMs }) => todayUtc(atMs));
    for (const [, files] of [...days].toSorted(([one], [other]) => one.localeCompare(other))) {
      const deliveredAtMs = Math.min(nowMs, Math.max(...files.map(({ atMs }) => atMs)));
      const uploads = await ledger.enqueue(files.map(versionOf), deliveredAtMs);
      for (const { id: version, instrument, relPath } of uploads) {
        const file = files.find((one) => one.instrument.name === instrument && one.relPath === relPath);
        if (file?.known === undefined) continue;
        const marked = { files: [{ instrument, relPath, version }], atMs: deliveredAtMs };
        known.push({ id: known.length + 1, ...file.known, ...marked });
      }
      for (const type of ["claimed", "hashed", "confirmed"] as const)
        await Promise.all(
          uploads.map((upload) => {
            const file = files.find(
              ({ instrument, relPath }) =>
                instrument.name === upload.instrument && relPath === upload.relPath,
            );
            if (file === undefined) return null;
            return ledger.apply(upload.id, eventOf(type, file, deliveredAtMs), deliveredAtMs);
          }),
        );
    }
    if (known.length > 0) await writeJsonFile(`${dataFolder}/known.json`, { known });
    return null;
  } finally {
    await ledger.close();
  }
}

function versionOf({ instrument, relPath, measurementDate, size, atMs }: PastFile) {
  const [mtimeUs, lane] = [atMs * 1000, "backfill" as const];
  const facts = { relPath, size, mtimeUs, ctimeUs: mtimeUs, fileId: relPath, measurementDate, lane };
  return { ...facts, instrument: instrument.name, checkFirst: false, rewrittenFrom: null };
}

function eventOf(
  type: "claimed" | "hashed" | "confirmed",
  file: PastFile,
  confirmedAtMs: number,
): UploadEvent {
  const { instrument, relPath, measurementDate, checksum, size, recordUuid, portal } = file;
  if (type === "claimed") return { type };
  const filename = baseName(relPath);
  const { site, pid, tags } = instrument;
  if (type === "hashed")
    return {
      type,
      checksum,
      recordKey: recordKey({ site, pid, tags, measurementDate, filename }),
      mark: null,
    };
  const kind = "known" as const;
  const found = { recordFilename: filename, recordUuid, portal };
  return { type, receipt: { kind, checksum, size, confirmedAtMs, ...found } };
}

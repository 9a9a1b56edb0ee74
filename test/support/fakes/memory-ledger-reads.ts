import type { Failure } from "#domain/cause.ts";
import { doubtOf, type FileVersion, isSameVersion } from "#domain/file-version.ts";
import type { JournalLine } from "#domain/journal.ts";
import { isOfFilter } from "#domain/queue.ts";
import { withRest } from "#domain/refusal.ts";
import type { Lane, Upload, UploadState } from "#domain/upload.ts";
import { isAtRest, isDuplicate, isInFlight, isTerminal, lanes, uploadStates } from "#domain/upload.ts";
import type { CauseCount, Ledger } from "#engine/ports/ledger.ts";
import { memoryViews, newestVersions } from "./memory-ledger-views.ts";

/** Contents of the fake ledger. Uploads are in the order in which they were enqueued. */
export interface Shelf {
  readonly uploads: Map<string, Upload>;
  /** Ids of a path's versions, oldest first, by `pathKey`. */
  readonly paths: Map<string, readonly string[]>;
  /** Ids of the uploads that were hashed for a record, by its key. */
  readonly records: Map<string, Set<string>>;
  readonly journal: JournalLine[];
}

/** Number of the newest line; a crash may have taken some before it. */
export function lastSeq({ journal }: Shelf): number {
  return journal.at(-1)?.seq ?? 0;
}

/** Gives one string for an instrument's path. */
export function pathKey(instrument: string, relPath: string): string {
  return `${instrument}\n${relPath}`;
}

/** The upload that holds a version, as `Ledger.compare` tells it. */
export function heldVersion(
  { paths, uploads }: Shelf,
  instrument: string,
  version: FileVersion,
): Upload | null {
  const ids = paths.get(pathKey(instrument, version.relPath));
  if (ids === undefined) return null;
  const ofPath = ids.flatMap((id) => uploads.get(id) ?? []);
  const at = ofPath.findLastIndex((one) => isSameVersion(one, version) && one.state !== "superseded");
  const one = ofPath[at];
  if (one?.state !== "delivered") return one ?? null;
  const isOvertaken = ofPath
    .slice(at + 1)
    .some(({ checksum }) => checksum !== null && checksum !== one.checksum);
  return isOvertaken ? null : one;
}

/** Nothing reads its file again by itself, and what was read is known. */
export function isComparable({ state, checksum }: Upload): boolean {
  return checksum !== null && isAtRest(state);
}

/** Newest change first. */
export function inOrderOfChange(a: Upload, b: Upload): number {
  return b.updatedAtMs - a.updatedAtMs;
}

type Reads = Omit<
  Ledger,
  | "opening"
  | "enqueue"
  | "claim"
  | "apply"
  | "applyAll"
  | "mark"
  | "completeReceipts"
  | "noteLook"
  | "firstLooks"
  | "clearLooks"
  | "moveDue"
  | "renameInstrument"
  | "onCommitted"
  | "close"
>;

/** The reading half of the fake. */
export function memoryReads(shelf: Shelf, call: <T>(work: () => T) => Promise<T>): Reads {
  const all = () => [...shelf.uploads.values()];
  const unsent = () => all().filter(({ state }) => !isTerminal(state) && state !== "cancelled");

  return {
    ...memoryViews(shelf, call),
    compare: (instrument, files) =>
      call(() => {
        const compared = files.map((file) => ({ file, held: heldVersion(shelf, instrument, file) }));
        const unknown = compared.flatMap(({ file, held }) => (held === null ? [file] : []));
        const doubted = compared.flatMap(({ file, held }) => {
          const doubt = held !== null && isComparable(held) ? doubtOf(held, file) : "none";
          return doubt === "none" ? [] : [{ ...file, doubt }];
        });
        return { unknown, doubted };
      }),
    isFirstMeeting: (instrument) =>
      call(() => shelf.uploads.values().every((upload) => upload.instrument !== instrument)),
    sameRecord: (recordKey, instrument, exceptRelPath) =>
      call(() =>
        [...(shelf.records.get(recordKey) ?? [])]
          .flatMap((id) => shelf.uploads.get(id) ?? [])
          .filter(
            (upload) =>
              upload.recordKey === recordKey &&
              (upload.state === "delivered" || isInFlight(upload.state)) &&
              !(upload.instrument === instrument && upload.relPath === exceptRelPath),
          ),
      ),
    get: (id) => call(() => shelf.uploads.get(id) ?? null),
    replaced: (ids) =>
      call(() =>
        ids.filter((id) => {
          const upload = shelf.uploads.get(id);
          if (upload?.state !== "delivered") return false;
          const own = shelf.paths.get(pathKey(upload.instrument, upload.relPath)) ?? [];
          return own
            .slice(own.indexOf(id) + 1)
            .some((later) => shelf.uploads.get(later)?.state === "delivered");
        }),
      ),
    versions: (instrument, relPath) =>
      call(() => {
        const ids = shelf.paths.get(pathKey(instrument, relPath)) ?? [];
        return ids.flatMap((id) => shelf.uploads.get(id) ?? []).reverse();
      }),
    list: (filter, limit, afterId) =>
      call(() => {
        const sorted = all().reverse().sort(inOrderOfChange);
        const after = afterId === null ? -1 : sorted.findIndex(({ id }) => id === afterId);
        if (afterId !== null && after === -1) return [];
        return sorted
          .slice(after + 1)
          .filter((upload) => isOfFilter(upload, filter))
          .slice(0, limit);
      }),
    totals: () =>
      call(() =>
        counted<UploadState>(
          uploadStates,
          all().map(({ state }) => state),
        ),
      ),
    laneTotals: () =>
      call(() =>
        counted<Lane>(
          lanes,
          unsent().map(({ lane }) => lane),
        ),
      ),
    causes: () => call(() => causesOf(all())),
    instrumentCounts: () =>
      call(() => {
        const names = new Set(all().map(({ instrument }) => instrument));
        return [...names].sort().map((instrument) => {
          const own = all().filter((upload) => upload.instrument === instrument);
          const times = own.flatMap(({ state, updatedAtMs }) => (state === "delivered" ? [updatedAtMs] : []));
          const lastDeliveredAtMs = times.length === 0 ? null : Math.max(...times);
          return { instrument, lastDeliveredAtMs };
        });
      }),
    bytesLeft: () =>
      call(() => {
        const left = unsent().filter(({ state }) => state !== "blocked");
        return [...Map.groupBy(left, ({ instrument }) => instrument)].sort().map(([instrument, own]) => ({
          instrument,
          files: own.length,
          bytes: own.reduce((sum, { size }) => sum + size, 0),
        }));
      }),
    replacedCount: () =>
      call(() => {
        const newest = new Set(newestVersions(all()));
        return all().filter((upload) => upload.state === "delivered" && !newest.has(upload)).length;
      }),
    duplicates: (sinceMs) =>
      call(() => {
        const byInstrument = Map.groupBy(all().filter(isDuplicate), ({ instrument }) => instrument);
        return [...byInstrument].sort().map(([instrument, own]) => {
          const since = own.filter(({ mtimeUs }) => mtimeUs >= sinceMs * 1000).length;
          return { instrument, uploads: own.length, since };
        });
      }),
    contentFindings: (sinceMs, untilMs, known) =>
      call(() => {
        const found = all().filter(
          (one) =>
            one.content?.isAllowed === false &&
            !known.includes(one.id) &&
            one.mtimeUs >= sinceMs * 1000 &&
            one.updatedAtMs <= untilMs &&
            all().findLast(
              ({ instrument, relPath }) => instrument === one.instrument && relPath === one.relPath,
            ) === one &&
            !["blocked", "cancelled", "superseded"].includes(one.state),
        );
        const byInstrument = Map.groupBy(found, ({ instrument }) => instrument);
        return [...byInstrument].sort().flatMap(([instrument, own]) => {
          const [oldest] = own.toSorted((a, b) => a.mtimeUs - b.mtimeUs);
          if (oldest === undefined) return [];
          const { relPath: samplePath, content, mtimeUs } = oldest;
          const sinceMs = Math.floor(mtimeUs / 1000);
          const files = own.map(({ id, relPath, updatedAtMs, ...one }) => ({
            id,
            relPath,
            reason: one.content?.reason ?? "",
            updatedAtMs,
          }));
          return { instrument, count: own.length, files, samplePath, reason: content?.reason ?? "", sinceMs };
        });
      }),
    // It keeps no lists of the portal.
    verdicts: () => call(() => []),
    listedStatuses: () => call(() => []),
    withoutRecord: (limit) => call(() => all().filter(isRecordUnnamed).slice(0, limit)),
    late: (fromMs, toMs) =>
      call(() => {
        const late = unsent().filter(
          ({ state, createdAtMs }) => state !== "blocked" && (createdAtMs < fromMs || createdAtMs > toMs),
        );
        const isFirst = ({ state, attempts }: Upload) =>
          state === "queued" || (state !== "waiting" && attempts === 0);
        return { isSending: late.some(isFirst), isRetrying: late.some((one) => !isFirst(one)) };
      }),
    oldestUnsentAtMs: () =>
      call(() => {
        const oldestUs = Math.min(...unsent().map(({ mtimeUs }) => mtimeUs));
        return Number.isFinite(oldestUs) ? Math.floor(oldestUs / 1000) : null;
      }),
    nextDueMs: () =>
      call(() => {
        let nextMs: number | null = null;
        for (const { notBeforeMs } of shelf.uploads.values())
          if (notBeforeMs !== null && notBeforeMs < (nextMs ?? Number.POSITIVE_INFINITY))
            nextMs = notBeforeMs;
        return nextMs;
      }),
    journal: ({ sinceSeq, limit, uploadId }) =>
      call(() =>
        shelf.journal
          .slice(Math.max(0, sinceSeq))
          .filter((entry) => (uploadId ?? entry.uploadId) === entry.uploadId)
          .slice(0, limit),
      ),
    lastSeq: () => call(() => lastSeq(shelf)),
    // It ends with its test and keeps everything.
    limitJournal: () => call(() => {}),
    upkeep: () => call(() => false),
    size: () =>
      call(() => ({
        bytes: 0,
        unusedBytes: 0,
        journalLines: shelf.journal.length,
        oldestLineAtMs: shelf.journal[0]?.atMs ?? null,
      })),
  };
}

function counted<Key extends string>(keys: readonly Key[], found: readonly Key[]): Record<Key, number> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
  for (const key of found) counts[key] += 1;
  return counts;
}

function causesOf(uploads: readonly Upload[]): CauseCount[] {
  const failed = uploads.flatMap((upload) =>
    upload.failure === null ? [] : [{ upload, ...upload.failure }],
  );
  const wordsOf = ({ cause, portalMessage }: Pick<Failure, "cause" | "portalMessage">) =>
    cause === "refused" ? portalMessage : null;
  const groups = Map.groupBy(failed, (one) => `${one.cause} ${wordsOf(one) ?? ""}`);
  const counts = [...groups.values()]
    .map((members) => {
      const group = members.map(({ upload }) => upload);
      const sample = group.at(-1);
      return {
        cause: members[0]?.cause ?? "refused",
        portalMessage: members[0] === undefined ? null : wordsOf(members[0]),
        count: group.length,
        sampleId: sample?.id ?? "",
        samplePath: sample?.relPath ?? "",
        message: sample?.failure?.message ?? "",
        instrument: group.every(({ instrument }) => instrument === sample?.instrument)
          ? (sample?.instrument ?? null)
          : null,
        sinceMs: Math.min(...group.map(({ updatedAtMs }) => updatedAtMs)),
      };
    })
    .sort((a, b) => b.count - a.count || a.cause.localeCompare(b.cause));
  return withRest(counts);
}

function isRecordUnnamed({ receipt }: Upload): boolean {
  return (receipt?.kind === "known" || receipt?.kind === "twin") && receipt.recordFilename === null;
}

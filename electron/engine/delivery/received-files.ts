import { raceTimeout } from "#base/async.ts";
import type { Failure } from "#domain/cause.ts";
import type { Metadata, RawFile } from "#domain/portal-records.ts";
import { isReceived, isSameRecord } from "#domain/receipt-verdict.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Portal } from "#engine/ports/portal.ts";
import { courtesyMs, createRecordLists, lateFailure, type RecordList, urgentMs } from "./record-lists.ts";

/** State of a file's bytes at the portal, by a record that it named. */
export type ReceivedFiles =
  /** These bytes under this file's own name. */
  | { readonly kind: "known"; readonly record: RawFile }
  /** These bytes under another name. */
  | { readonly kind: "twin"; readonly record: RawFile }
  /** The portal was asked and names no record that has received them. */
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "abandoned" };

/** Asks the portal what it has received. Records that become a receipt are of now: `heldAlready`, `lookUp`. */
export interface ReceivedFilesReader {
  /** A mark of the moment in which an attempt begins. */
  mark(): number;
  /**
   * The record that holds these bytes under this name, where a list shows it that was asked for since `mark` and within
   * the last minute; an earlier one tells only what need not be asked. Null where the list shows none; "unknown" where no
   * list comes within 10 s: a courtesy that spares the portal an announcement. A portal that does not list is asked no
   * more for minutes.
   */
  heldAlready(metadata: Metadata, mark: number, signal: AbortSignal): Promise<RawFile | null | "unknown">;
  /**
   * Gives answers to questions that are asked after the call: by checksum where the portal offers that
   * (docs/portal/observed.md §2), and by its list of the day.
   */
  lookUp(metadata: Metadata, signal: AbortSignal): Promise<ReceivedFiles>;
  /** The portal may have taken this announcement: what it held under this name has left it. */
  announced(metadata: Metadata): void;
  /** Forgets what was listed, as it says nothing any more: the settings may name another portal. */
  forget(): void;
}

/** The optional route costs no more than this where it hangs. */
const recordMs = 10_000;

/** ReceivedFiles over the list of a day (`GET /api/raw-files`) and the record of a checksum (`GET /upload/metadata/<md5>`). */
export function createReceivedFiles(portal: Portal, clock: Clock): ReceivedFilesReader {
  const lists = createRecordLists(portal, clock);
  /** Places that were announced since a look-up began, for each that is under way. */
  const looks = new Set<Set<string>>();

  const byList = async ({ read, announced }: RecordList, metadata: Metadata): Promise<ReceivedFiles> => {
    const result = await read;
    if (result.kind === "failed") return result;
    const listed = result.byChecksum.get(metadata.checksum) ?? [];
    const same = listed.filter(({ filename }) => !announced.has(filename));
    const best = same.find((record) => isSameRecord(record, metadata)) ?? same[0];
    return best === undefined ? { kind: "none" } : judged(best, metadata);
  };

  /** Null where the route says nothing: not offered, no record, no answer. */
  const byChecksum = async (metadata: Metadata, signal: AbortSignal): Promise<ReceivedFiles | null> => {
    const announced = new Set<string>();
    looks.add(announced);
    const outcome = await raceTimeout(
      (stop) => portal.recordOf(metadata.checksum, stop),
      { clock, ms: recordMs, signal },
      null,
    ).finally(() => looks.delete(announced));
    const record = outcome?.kind === "found" ? outcome.value : null;
    if (record === null || record.checksum !== metadata.checksum) return null;
    if (!isReceived(record)) return { kind: "none" };
    const { siteId: site, measurementDate, filename } = record;
    return announced.has(placeOf({ site, measurementDate, filename })) ? null : judged(record, metadata);
  };

  return {
    mark: () => lists.mark(),
    async heldAlready(metadata, mark, signal) {
      if (lists.areFailing()) return "unknown";
      const earlier = lists.cached(metadata);
      // So for most files of a day, and not worth a time-out.
      if (earlier?.isRead === true && (await byList(earlier, metadata)).kind !== "known") return null;
      return await raceTimeout<RawFile | null | "unknown", "unknown">(
        async (stop) => {
          const before = earlier === null ? null : await byList(earlier, metadata);
          if (stop.aborted || before?.kind === "failed") return "unknown";
          if (before !== null && before.kind !== "known") return null;
          const now = await byList(lists.askedAfter(mark, metadata, false), metadata);
          if (now.kind === "failed") return "unknown";
          return now.kind === "known" ? now.record : null;
        },
        { clock, ms: courtesyMs, signal },
        "unknown",
      );
    },
    async lookUp(metadata, signal) {
      const mark = lists.mark();
      const named = await byChecksum(metadata, signal);
      if (signal.aborted) return { kind: "abandoned" };
      if (named !== null) return named;
      const listed = await raceTimeout<ReceivedFiles, ReceivedFiles>(
        () => byList(lists.askedAfter(mark, metadata, true), metadata),
        { clock, ms: urgentMs, signal },
        { kind: "failed", failure: lateFailure(metadata, urgentMs) },
      );
      return signal.aborted ? { kind: "abandoned" } : listed;
    },
    announced(metadata) {
      lists.announced(metadata);
      for (const announced of looks) announced.add(placeOf(metadata));
    },
    forget: () => lists.forget(),
  };
}

function placeOf({
  site,
  measurementDate,
  filename,
}: Pick<Metadata, "site" | "measurementDate" | "filename">): string {
  return [site, measurementDate, filename].join("|");
}

function judged(record: RawFile, metadata: Metadata): ReceivedFiles {
  return { kind: isSameRecord(record, metadata) ? "known" : "twin", record };
}

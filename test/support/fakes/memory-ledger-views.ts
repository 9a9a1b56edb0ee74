import type { JournalLine } from "#domain/journal.ts";
import type { QueueOrder, QueueQuery, QueueWindow } from "#domain/queue.ts";
import { isOfFilter, queueCellOf, summed } from "#domain/queue.ts";
import { inColumnOrder, isQueueColumn } from "#domain/queue-order.ts";
import type { Upload } from "#domain/upload.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { isLineOf } from "#test/support/journal-line.ts";
import { memoryMetrics, newestTimes } from "./memory-ledger-metrics.ts";

/** Part of the fake's memory that these reads need. Uploads are in the order in which they were enqueued. */
interface ViewedShelf {
  readonly uploads: ReadonlyMap<string, Upload>;
  readonly journal: readonly JournalLine[];
}

type Views = Pick<
  Ledger,
  | "queue"
  | "queueWindows"
  | "queueCells"
  | "delivered"
  | "journalPage"
  | "fileHours"
  | "deliveryHours"
  | "instrumentHours"
  | "arrivals"
  | "metrics"
>;

const hourMs = 3_600_000;
const deliveredPerPiece = 2_000;

/** The fake's reads for the pages: everything is counted again each time. */
export function memoryViews(shelf: ViewedShelf, call: <T>(work: () => T) => Promise<T>): Views {
  const all = () => [...shelf.uploads.values()];
  const names = () => [...new Set(all().map(({ instrument }) => instrument))].sort();

  const windowOf = ({ filter, order, isDescending, offset, limit }: QueueQuery): QueueWindow => {
    const chosen = inOrder(all(), order, isDescending).filter((upload) => isOfFilter(upload, filter));
    return { total: chosen.length, uploads: chosen.slice(offset, offset + limit) };
  };

  return {
    queue: (query) => call(() => windowOf(query)),
    queueWindows: (queries) => call(() => queries.map(windowOf)),
    queueCells: (filter) =>
      call(() => {
        const chosen = all().filter((upload) => isOfFilter(upload, filter));
        return summed(chosen.map(queueCellOf));
      }),
    delivered: ({ dates, changedSinceMs, newestOnly, afterSeq }) =>
      call(() => {
        const isAny = dates === null && changedSinceMs === null;
        const isLater = (one: Upload, seq: number) =>
          all().some(
            (other, at) =>
              at > seq &&
              other.instrument === one.instrument &&
              other.relPath === one.relPath &&
              other.state !== "superseded",
          );
        const uploads = all().filter(
          (one, at) =>
            at >= afterSeq &&
            at < afterSeq + deliveredPerPiece &&
            one.state === "delivered" &&
            (isAny ||
              one.updatedAtMs >= (changedSinceMs ?? Number.POSITIVE_INFINITY) ||
              (dates ?? []).some(
                ({ from, to }) => from <= one.measurementDate && one.measurementDate <= to,
              )) &&
            !(newestOnly && isLater(one, at)),
        );
        const nextSeq = afterSeq + deliveredPerPiece;
        return { uploads, nextSeq: nextSeq < all().length ? nextSeq : null };
      }),
    journalPage: ({ beforeSeq, limit, ...filter }) =>
      call(() => {
        const before = beforeSeq ?? Number.POSITIVE_INFINITY;
        const older = shelf.journal.filter(({ seq }) => seq < before);
        const found = older.filter((entry) => isLineOf(entry, filter)).reverse();
        const entries = found.slice(0, limit);
        const last = found.length >= limit ? entries.at(-1) : undefined;
        const scannedTo = last ?? older[0];
        return {
          entries,
          nextBeforeSeq: last === undefined || last.seq === 1 ? null : last.seq,
          scannedToMs: scannedTo?.atMs ?? null,
        };
      }),
    fileHours: (fromHour, toHour) =>
      call(() => {
        return byHour(names(), newestVersions(all()), ({ mtimeUs }) => mtimeUs / 1000, fromHour, toHour).map(
          ({ instrument, hour, uploads }) => ({
            instrument,
            hour,
            found: uploads.length,
            delivered: uploads.filter(({ state }) => state === "delivered").length,
            givenUp: uploads.filter(({ state }) => state === "cancelled").length,
          }),
        );
      }),
    deliveryHours: (fromHour, toHour) =>
      call(() => {
        const delivered = all().filter(({ state }) => state === "delivered");
        return byHour(names(), delivered, ({ updatedAtMs }) => updatedAtMs, fromHour, toHour).map(
          ({ instrument, hour, uploads }) => ({
            instrument,
            hour,
            files: uploads.length,
            sentBytes: uploads.filter(wasSent).reduce((sum, { size }) => sum + size, 0),
          }),
        );
      }),
    instrumentHours: (beforeHour) =>
      call(() =>
        names().map((instrument) => {
          const own = all().filter((upload) => upload.instrument === instrument);
          const kept = own.filter(({ state }) => state !== "superseded");
          const busy = byHour([instrument], kept, ({ mtimeUs }) => mtimeUs / 1000, -1e9, beforeHour);
          const delivered = own.filter(({ state }) => state === "delivered");
          const hours = delivered.map(({ updatedAtMs }) => Math.trunc(updatedAtMs / hourMs));
          return {
            instrument,
            busy: busy
              .reverse()
              .slice(0, 720)
              .map(({ hour, uploads }) => [hour, uploads.length] as const),
            firstDelivery: hours.length === 0 ? null : Math.min(...hours),
          };
        }),
      ),
    arrivals: () => call(() => new Map(newestTimes(all()))),
    metrics: () => call(() => memoryMetrics(all())),
  };
}

function inOrder(uploads: Upload[], order: QueueOrder, isDescending = false): Upload[] {
  const newestFirst = uploads.reverse();
  if (isQueueColumn(order)) return inColumnOrder(newestFirst, order, isDescending);
  if (order === "changed") return newestFirst.sort((a, b) => b.updatedAtMs - a.updatedAtMs);
  if (order === "found") return newestFirst;
  const isBlocked = ({ state }: Upload) => state === "blocked";
  return [...newestFirst.filter(isBlocked), ...newestFirst.filter((one) => !isBlocked(one))];
}

function wasSent({ receipt }: Upload): boolean {
  return receipt?.kind === "stored" || receipt?.kind === "replaced";
}

function byHour(
  names: readonly string[],
  uploads: readonly Upload[],
  msOf: (upload: Upload) => number,
  fromHour: number,
  toHour: number,
) {
  return names.flatMap((instrument) => {
    const hours = new Map<number, Upload[]>();
    for (const upload of uploads) {
      const hour = Math.trunc(msOf(upload) / hourMs);
      if (upload.instrument !== instrument || hour < fromHour || hour >= toHour) continue;
      hours.set(hour, [...(hours.get(hour) ?? []), upload]);
    }
    const inTurn = [...hours].sort(([a], [b]) => a - b);
    return inTurn.map(([hour, own]) => ({ instrument, hour, uploads: own }));
  });
}

/** Gives each path's newest version that is not superseded. */
export function newestVersions(uploads: readonly Upload[]): readonly Upload[] {
  const kept = uploads.filter(({ state }) => state !== "superseded");
  return [...Map.groupBy(kept, ({ instrument, relPath }) => `${instrument}\n${relPath}`).values()].flatMap(
    (versions) => versions.slice(-1),
  );
}

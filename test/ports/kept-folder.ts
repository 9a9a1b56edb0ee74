import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DeliveryHour, FileHour } from "#domain/hourly-counts.ts";
import type { JournalLine } from "#domain/journal.ts";
import { countedEvents, type LineHour, type StationEvent, type StationRun } from "#domain/station-event.ts";
import { isInFlight, type Upload } from "#domain/upload.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

const fixtures = join(import.meta.dirname, "../fixtures");
const folderName = /^data-folder-v(\d+)$/;

/** Description of a kept data folder by the version that wrote it (`fixture-main.ts`). */
export interface KeptFolder {
  readonly uploads: readonly Upload[];
  readonly journal: readonly JournalLine[];
  readonly totals: Readonly<Record<string, number>>;
  /** From version 7 on. */
  readonly stationEvents?: readonly StationEvent[];
  readonly run?: StationRun | null;
}

/** Earlier releases had another name for `checkFirst`. */
interface Written extends Omit<KeptFolder, "uploads"> {
  readonly uploads: readonly (Upload & { readonly asksFirst?: boolean })[];
}

/** Versions of the ledger's schema of which a data folder is kept, ascending. */
export async function keptVersions(): Promise<readonly number[]> {
  const found = (await readdir(fixtures)).flatMap((name) => folderName.exec(name)?.[1] ?? []);
  return found.map(Number).sort((a, b) => a - b);
}

/** A copy of the kept data folder, in a scratch folder that the caller removes. */
export async function copyOfKept(
  version: number,
): Promise<{ readonly root: string; readonly dataFolder: string; readonly kept: KeptFolder }> {
  const root = await makeScratch("skyferry-kept-");
  const dataFolder = join(root, "data");
  const from = join(fixtures, `data-folder-v${version}`);
  await cp(join(from, "data"), dataFolder, { recursive: true });
  const written = JSON.parse(await readFile(join(from, "expected.json"), "utf8")) as Written;
  const uploads = written.uploads.map(({ asksFirst, ...upload }) =>
    asksFirst === undefined ? upload : { ...upload, checkFirst: asksFirst },
  );
  return { root, dataFolder, kept: { ...written, uploads } };
}

/**
 * The uploads as they are once the ledger was opened: what was in flight is queued again, and what an earlier version
 * did not know of a file or of the portal's record is not known.
 */
export function openedUploads({ uploads }: KeptFolder, openedAtMs: number): readonly Upload[] {
  return uploads.map((kept) => {
    const upload = { ...unmarked, ...kept };
    const { receipt } = upload;
    if (receipt !== null)
      return {
        ...upload,
        receipt: { ...receipt, recordUuid: receipt.recordUuid ?? null, portal: receipt.portal ?? null },
      };
    if (!isInFlight(upload.state)) return upload;
    const lane = upload.isAnnounced ? "debt" : upload.lane;
    return { ...upload, state: "queued", lane, updatedAtMs: openedAtMs };
  });
}

const unmarked = { ctimeUs: null, fileId: null, content: null };
const hourMs = 3_600_000;

/** Counted here, row by row: files by the hour of their modification time, each by its newest version. */
export function fileHoursOf(uploads: readonly Upload[]): readonly FileHour[] {
  const counted = newestOf(uploads);
  return byHour(counted, ({ mtimeUs }) => mtimeUs / 1000).map(([instrument, hour, files]) => ({
    instrument,
    hour,
    found: files.length,
    delivered: files.filter(({ state }) => state === "delivered").length,
    givenUp: files.filter(({ state }) => state === "cancelled").length,
  }));
}

/** Counted here, row by row: delivered versions of files that have a newer one. */
export function replacedOf(uploads: readonly Upload[]): number {
  const newest = new Set(newestOf(uploads));
  return uploads.filter((upload) => upload.state === "delivered" && !newest.has(upload)).length;
}

function newestOf(uploads: readonly Upload[]): readonly Upload[] {
  const paths = new Map<string, Upload>();
  for (const upload of uploads.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (upload.state !== "superseded") paths.set(`${upload.instrument}\n${upload.relPath}`, upload);
  return [...paths.values()];
}

/** Counted here, row by row: deliveries by their hour. */
export function deliveryHoursOf(uploads: readonly Upload[]): readonly DeliveryHour[] {
  const delivered = uploads.filter(({ state }) => state === "delivered");
  return byHour(delivered, ({ updatedAtMs }) => updatedAtMs).map(([instrument, hour, files]) => {
    const sent = files.filter(({ receipt }) => receipt?.kind === "stored" || receipt?.kind === "replaced");
    return {
      instrument,
      hour,
      files: files.length,
      sentBytes: sent.reduce((sum, { size }) => sum + size, 0),
    };
  });
}

/** Counted here, line by line. */
export function lineHoursOf(journal: readonly JournalLine[]): readonly LineHour[] {
  const counted = journal.filter(({ event }) => countedEvents.some((one) => one === event));
  const byHour = Map.groupBy(counted, ({ atMs }) => Math.floor(atMs / hourMs));
  const linesOf = (lines: readonly JournalLine[], ...events: readonly string[]) =>
    lines.filter(({ event }) => events.includes(event)).length;
  return [...byHour].map(([hour, lines]) => ({
    hour,
    found: linesOf(lines, "enqueued"),
    delivered: linesOf(lines, "confirmed"),
    refused: linesOf(lines, "failed-final"),
    lost: linesOf(lines, "lost", "revoked"),
  }));
}

/** Newest first: modification times of every version of an instrument's files, milliseconds. */
export function arrivalsOf(uploads: readonly Upload[], instrument: string): readonly number[] {
  const times = uploads.filter((one) => one.instrument === instrument).map(({ mtimeUs }) => mtimeUs / 1000);
  return times.sort((a, b) => b - a);
}

function byHour(uploads: readonly Upload[], atMs: (upload: Upload) => number) {
  const grouped = Map.groupBy(uploads, (one) => `${one.instrument}\n${Math.floor(atMs(one) / hourMs)}`);
  return [...grouped].map(([key, files]) => {
    const [instrument = "", hour] = key.split("\n");
    return [instrument, Number(hour), files] as const;
  });
}

import { placeOfFile } from "#domain/added-files.ts";
import { shownPath } from "#domain/folder-paths.ts";
import type { JournalFound, JournalQuery } from "#domain/journal.ts";
import type { Facets, QueueQuery, QueueWindow, UploadFilter } from "#domain/queue.ts";
import { facetsOf } from "#domain/queue.ts";
import type { Upload } from "#domain/upload.ts";
import type { FileVerdict } from "#domain/verdicts.ts";
import { knownWords } from "#engine/known-issues.ts";
import type { DeliveredPart, DeliveredQuery } from "#engine/ports/ledger.ts";
import { type Activity, activityOf } from "./activity.ts";
import { type Metrics, metricsOf } from "./metrics.ts";
import type { Status } from "./reports.ts";
import { smallFileWords } from "./small-file.ts";
import { type SendingWatches, type StationNow, stationNow } from "./station-now.ts";
import type { StationPipeline, StationPorts } from "./station-ports.ts";
import { type HistoryStep, historyOf } from "./upload-history.ts";
import { listedVerdicts, listedWords, poorProductWords } from "./verdicts.ts";

/** Views that pages have of a station beyond its single reports. */
export interface Views {
  queue(query: QueueQuery): Promise<QueueWindow>;
  /** Windows of several lists as of one moment. */
  queueWindows(queries: readonly QueueQuery[]): Promise<readonly QueueWindow[]>;
  /** The numbers on the chips of a filter. */
  queueCounts(filter: UploadFilter): Promise<Facets>;
  /** Uploads with their receipts, some at a time. */
  delivered(query: DeliveredQuery): Promise<DeliveredPart>;
  /** Path of its file, absolute; null where its instrument is not in the settings. */
  pathOf(upload: Upload): string | null;
  /** Ids of those in whose place a later version of their file is on the portal. */
  replacedAmong(uploads: readonly Upload[]): Promise<ReadonlySet<string>>;
  /** The portal's verdicts on delivered uploads, by id; those that its lists do not show are left out. */
  verdictsOf(uploads: readonly Upload[]): Promise<ReadonlyMap<string, FileVerdict>>;
  /** Way of one upload, step by step; null where it is not known. */
  history(id: string): Promise<readonly HistoryStep[] | null>;
  journalPage(query: JournalQuery): Promise<JournalFound>;
  activity(): Promise<Activity>;
  /** Facts that are shown beside a status; `isRunning`: a host watches and delivers. */
  stationNow(status: Status, isRunning: boolean): Promise<StationNow>;
  /** Never rejects for a ledger that fails. */
  metrics(): Promise<Metrics>;
}

/** `sentBytes`: what was sent of an upload in flight, null where it is not. */
export function createViews(
  pipeline: StationPipeline,
  ports: StationPorts,
  watches: SendingWatches,
  sentBytes: (id: string) => number | null,
): Views {
  const { clock, ledger } = ports;
  return {
    queue: (query) => ledger.queue(query),
    queueWindows: (queries) => ledger.queueWindows(queries),
    async queueCounts({ ids, text, ...rest }) {
      const cells = await ledger.queueCells({
        ...(ids === undefined ? {} : { ids }),
        ...(text === undefined ? {} : { text }),
      });
      return facetsOf(cells, rest);
    },
    delivered: (query) => ledger.delivered(query),
    pathOf({ instrument: name, relPath }) {
      const folder = pipeline.instruments().find(({ instrument }) => instrument.name === name)
        ?.instrument.folder;
      const [top, below] = placeOfFile({ folder, dataFolder: ports.added?.dataFolder }, relPath);
      return top === undefined ? null : shownPath(top, below);
    },
    replacedAmong: async (uploads) =>
      new Set(await ledger.replaced(uploads.flatMap(({ id, state }) => (state === "delivered" ? [id] : [])))),
    verdictsOf: (uploads) => listedVerdicts(ledger, uploads),
    async history(id) {
      const upload = await ledger.get(id);
      if (upload === null) return null;
      const configured = pipeline
        .instruments()
        .find(({ instrument }) => instrument.name === upload.instrument);
      return historyOf({
        upload,
        journal: await ledger.journal({ sinceSeq: 0, limit: 1000, uploadId: id }),
        finish: configured?.instrument.finish ?? null,
        stops: pipeline.holds.list().map(({ message }) => message),
        sentBytes: sentBytes(id),
        small: await smallFileWords(ledger, upload),
        listed: await listedWords(ledger, upload),
        known: knownWords(
          (await ports.known?.list()) ?? [],
          { instrument: upload.instrument, version: id },
          clock.nowMs(),
        ),
        poor: await poorProductWords(pipeline, upload),
        nowMs: clock.nowMs(),
      });
    },
    journalPage: (query) => ledger.journalPage(query),
    activity: () => activityOf(pipeline, ports),
    stationNow: (status, isRunning) => stationNow(pipeline, ports, watches, status, isRunning),
    metrics: () => metricsOf(pipeline, ports),
  };
}

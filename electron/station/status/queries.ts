import { placeOfFile } from "#domain/added-files.ts";
import { shownPath } from "#domain/folder-paths.ts";
import type { JournalLine } from "#domain/journal.ts";
import { type Facets, facetsOf, type UploadFilter } from "#domain/queue.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import type { FileVerdict, PoorProduct } from "#domain/verdicts.ts";
import { knownWords } from "#engine/known-issues.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { SettingsTaker } from "#engine/take-settings.ts";
import { type Activity, activityOf } from "./activity.ts";
import { explain } from "./explain.ts";
import { issuesOf } from "./issues.ts";
import { type Metrics, metricsOf } from "./metrics.ts";
import { createPace } from "./pace.ts";
import { aroundWords } from "./pc.ts";
import type { Explanation, Status, Unsent } from "./reports.ts";
import { smallFileWords } from "./small-file.ts";
import type { Snoozes } from "./snoozes.ts";
import { type SendingWatches, type StationNow, stationNow } from "./station-now.ts";
import type { StationPipeline, StationPorts } from "./station-ports.ts";
import { statusOf } from "./status.ts";
import { type HistoryStep, historyOf } from "./upload-history.ts";
import { listedVerdicts, listedWords, poorProductWords } from "./verdicts.ts";

interface ViewsParts {
  readonly sending: SendingWatches;
  readonly snoozes: Pick<Snoozes, "list" | "look">;
  readonly entries: SettingsTaker["entries"];
}

/** Questions that hosts, pages and the api may ask a station, whether it is started or not. */
export interface Views
  extends Pick<Ledger, "queue" | "queueWindows" | "delivered" | "journalPage" | "lastSeq"> {
  status(): Promise<Status>;
  /** `path` absolute, or relative to an instrument's folder. */
  explain(path: string): Promise<Explanation>;
  /** Newest change first; `afterId` continues behind that upload. */
  uploads(filter: UploadFilter, limit: number, afterId: string | null): Promise<readonly Upload[]>;
  upload(id: string): Promise<{ readonly upload: Upload; readonly journal: readonly JournalLine[] } | null>;
  journal(sinceSeq: number, limit: number): Promise<readonly JournalLine[]>;
  /** Growing, locked and future-dated files as they are now. */
  unsent(): readonly Unsent[];
  /** Bytes sent of the uploads in flight, by upload id. */
  progress(): ReadonlyMap<string, number>;
  /** Products of the last days whose quality control found an error, the newest of each instrument. */
  poorProducts(): Promise<readonly PoorProduct[]>;
  /** Instruments and models that left the settings and did not come back; the last one first. */
  removedInstruments(): readonly Instrument[];
  /** Nothing keeps requests from being made: no hold, pause or quiet hours. */
  isOpen(): boolean;
  /** The numbers on the chips of a filter. */
  queueCounts(filter: UploadFilter): Promise<Facets>;
  /** Path of its file, absolute; null where its instrument is not in the settings. */
  pathOf(upload: Pick<Upload, "instrument" | "relPath">): string | null;
  /** Ids of those in whose place a later version of their file is on the portal. */
  replacedAmong(uploads: readonly Upload[]): Promise<ReadonlySet<string>>;
  /** The portal's verdicts on delivered uploads, by id; those that its lists do not show are left out. */
  verdictsOf(uploads: readonly Upload[]): Promise<ReadonlyMap<string, FileVerdict>>;
  /** Way of one upload, step by step; null where it is not known. */
  history(id: string): Promise<readonly HistoryStep[] | null>;
  activity(): Promise<Activity>;
  /** Facts that are shown beside a status; `isRunning`: a host watches and delivers. */
  stationNow(status: Status, isRunning: boolean): Promise<StationNow>;
  /** Never rejects for a ledger that fails. */
  metrics(): Promise<Metrics>;
}

export function createViews(
  pipeline: StationPipeline,
  ports: StationPorts,
  { sending, snoozes, entries }: ViewsParts,
): Views {
  const { clock, ledger } = ports;
  const pace = createPace(clock);
  const onlyAsks = () => ports.mayClaim?.() === false;
  return {
    async status() {
      // Who only asks is told of uploads that nothing sends, too.
      if (onlyAsks()) {
        await pipeline.runSafely(pipeline.orphans.look);
        await pipeline.backlogPause.begin();
      }
      const found = { ...(await statusOf(pipeline, ports, pace)), snoozes: snoozes.list() };
      await snoozes.look(issuesOf(found, clock.nowMs()));
      return found;
    },
    async explain(path) {
      if (onlyAsks()) await entries.begin();
      return await explain(path, {
        ...ports,
        ...pipeline,
        entries,
        around: async (name) => aroundWords(await statusOf(pipeline, ports, pace), name, clock.nowMs()),
      });
    },
    uploads: (filter, limit, afterId) => ledger.list(filter, limit, afterId),
    async upload(id) {
      const upload = await ledger.get(id);
      if (upload === null) return null;
      return { upload, journal: await ledger.journal({ sinceSeq: 0, limit: 1000, uploadId: id }) };
    },
    journal: (sinceSeq, limit) => ledger.journal({ sinceSeq, limit }),
    lastSeq: () => ledger.lastSeq(),
    unsent: () =>
      pipeline.unsettled.all().map(({ instrument, relPath, reason }) => ({ instrument, relPath, reason })),
    progress: sending.rate.sent,
    poorProducts: async () => (await pipeline.verdicts.current()).flatMap(({ poor }) => poor),
    removedInstruments: entries.removed,
    isOpen: pipeline.holds.mayRead,
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
    pathOf({ instrument, relPath }) {
      const folder = pipeline.instrumentOf(instrument)?.folder;
      const [top, below] = placeOfFile({ folder, dataFolder: ports.added?.dataFolder }, relPath);
      return top === undefined ? null : shownPath(top, below);
    },
    replacedAmong: async (uploads) =>
      new Set(await ledger.replaced(uploads.flatMap(({ id, state }) => (state === "delivered" ? [id] : [])))),
    verdictsOf: (uploads) => listedVerdicts(ledger, uploads),
    async history(id) {
      const upload = await ledger.get(id);
      if (upload === null) return null;
      return historyOf({
        upload,
        journal: await ledger.journal({ sinceSeq: 0, limit: 1000, uploadId: id }),
        finish: pipeline.instrumentOf(upload.instrument)?.finish ?? null,
        stops: pipeline.holds.list().map(({ message }) => message),
        sentBytes: sending.rate.sent().get(id) ?? null,
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
    stationNow: (status, isRunning) => stationNow(pipeline, ports, sending, status, isRunning),
    metrics: () => metricsOf(pipeline, ports),
  };
}

import { createEmitter } from "#base/event.ts";
import type { DownloadFile, DownloadItem, DownloadJob } from "#domain/download.ts";
import { type PathStyle, relativePath } from "#domain/folder-paths.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { DownloadFolders, PortalReads } from "#engine/ports/portal-reads.ts";
import {
  beginAgain,
  createJob,
  fetchInto,
  hasMore,
  type Job,
  type JobFile,
  presentJob,
} from "./download-job.ts";

export interface DownloadsParts {
  readonly reads: Pick<PortalReads, "file" | "download">;
  readonly folders: DownloadFolders;
  readonly clock: Pick<Clock, "nowMs">;
  /** Folders of every instrument, also of one that cannot be used for now; downloads never go there. */
  readonly instrumentFolders: () => Promise<readonly string[]>;
  /** Folder of Skyferry itself: a file there could take the place of settings or of the password. */
  readonly dataFolder: string;
  readonly pathStyle: PathStyle;
  readonly newId: () => string;
}

export interface DownloadChanged {
  readonly type: "download.changed";
  readonly id: string;
}

/** Fetches files of the portal into folders; jobs are kept as long as the process lives. */
export interface Downloads {
  /** Or what is wrong with the folder. */
  start(
    items: readonly DownloadItem[],
    folder: string,
  ): Promise<{ readonly id: string } | { readonly message: string }>;
  /** Newest first. */
  list(): readonly DownloadJob[];
  files(id: string): { readonly job: DownloadJob; readonly files: readonly DownloadFile[] } | null;
  /** False where there is no such job, also below. */
  cancel(id: string): boolean;
  /** Fetches again what is not there; a message says what is wrong with the folder. */
  retry(id: string): Promise<boolean | { readonly message: string }>;
  clear(id: string): boolean;
  /** Name and bytes of a file that was brought here and checked; null for any other path. */
  fetched(path: string): { readonly filename: string; readonly size: number } | null;
  onEvent(listener: (event: DownloadChanged) => void): () => void;
  /** Ends what is in flight; resolves when nothing is written any more. */
  stop(): Promise<void>;
}

/** Files at the same time, of all jobs: uploads come first on a station's link. */
const atOnce = 2;
const mostJobs = 100;

export function createDownloads(parts: DownloadsParts): Downloads {
  const { reads, clock } = parts;
  const jobs = new Map<string, Job>();
  const fetched = new Map<string, { filename: string; size: number }>();
  const changed = createEmitter<DownloadChanged>();
  const inFlight = new Set<Promise<void>>();
  let isStopped = false;

  const tell = ({ id }: Job): void => changed.emit({ type: "download.changed", id });

  const end = (job: Job, state: Job["state"], message: string | null): void => {
    if (job.state !== "running") return;
    job.state = state;
    job.message = message;
    job.endedAtMs = clock.nowMs();
    if (state !== "done") job.stopping.abort();
    tell(job);
  };

  const fetchFile = async (job: Job, file: JobFile): Promise<void> => {
    file.state = "receiving";
    file.message = null;
    tell(job);
    try {
      const stop = await fetchInto(job, file, reads, () => tell(job));
      if (file.path !== null && file.filename !== null)
        fetched.set(file.path, { filename: file.filename, size: file.size ?? 0 });
      if (stop !== null) end(job, "stopped", `${stop} The rest of this download has been stopped.`);
    } catch (error) {
      file.state = "failed";
      file.message = `Internal error while this file was downloaded: ${String(error)}.`;
    }
    if (!hasMore(job)) end(job, "done", null);
    tell(job);
  };

  const pump = (): void => {
    while (!isStopped && inFlight.size < atOnce) {
      const next = nextOf([...jobs.values()]);
      if (next === null) return;
      const work = fetchFile(next.job, next.file).finally(() => {
        inFlight.delete(work);
        pump();
      });
      inFlight.add(work);
    }
  };

  return {
    async start(items, folder) {
      const message = await folderFault(folder, parts);
      if (message !== null) return { message };
      const job = createJob(parts.newId(), folder, items, clock.nowMs());
      jobs.set(job.id, job);
      forgetOldest(jobs);
      pump();
      return { id: job.id };
    },
    list: () => [...jobs.values()].map(presentJob).toReversed(),
    files(id) {
      const job = jobs.get(id);
      if (job === undefined) return null;
      return { job: presentJob(job), files: job.files.map(({ facts: _, ...file }) => ({ ...file })) };
    },
    cancel(id) {
      const job = jobs.get(id);
      if (job === undefined) return false;
      end(job, "cancelled", null);
      return true;
    },
    async retry(id) {
      const job = jobs.get(id);
      if (job === undefined) return false;
      const message = await folderFault(job.folder, parts);
      if (message !== null) return { message };
      if (!beginAgain(job)) return true;
      tell(job);
      pump();
      return true;
    },
    clear(id) {
      const job = jobs.get(id);
      if (job === undefined) return false;
      end(job, "cancelled", null);
      jobs.delete(id);
      tell(job);
      return true;
    },
    fetched: (path) => fetched.get(path) ?? null,
    onEvent: changed.on,
    async stop() {
      isStopped = true;
      for (const job of jobs.values()) end(job, "cancelled", null);
      await Promise.all(inFlight);
    },
  };
}

/** Takes from the job that has least in flight, so that a small one does not wait for a large one. */
function nextOf(jobs: readonly Job[]): { readonly job: Job; readonly file: JobFile } | null {
  const [job] = jobs
    .filter(({ state, files }) => state === "running" && files.some((file) => file.state === "waiting"))
    .toSorted((a, b) => receiving(a) - receiving(b) || a.startedAtMs - b.startedAtMs);
  const file = job?.files.find(({ state }) => state === "waiting");
  return job === undefined || file === undefined ? null : { job, file };
}

function receiving({ files }: Job): number {
  return files.filter(({ state }) => state === "receiving").length;
}

function forgetOldest(jobs: Map<string, Job>): void {
  for (const [id, { state }] of jobs) {
    if (jobs.size <= mostJobs) return;
    if (state !== "running") jobs.delete(id);
  }
}

/** Why nothing may be downloaded into the folder; null where it may. */
async function folderFault(folder: string, parts: DownloadsParts): Promise<string | null> {
  const looked = await parts.folders.look(folder);
  if ("message" in looked) return looked.message;
  const isIn = async (outer: string): Promise<boolean> =>
    relativePath(outer, folder, parts.pathStyle) !== null ||
    relativePath(await parts.folders.realPath(outer), looked.realPath, parts.pathStyle) !== null;
  if (await isIn(parts.dataFolder))
    return `${folder} belongs to Skyferry's own data (${parts.dataFolder}). Nothing is downloaded there. Choose another folder.`;
  for (const instrument of await parts.instrumentFolders()) {
    if (await isIn(instrument))
      return `${folder} belongs to an instrument${instrument === folder ? "" : ` (${instrument})`}. Skyferry never writes there. Choose another folder.`;
  }
  return null;
}

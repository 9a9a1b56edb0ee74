import type { Cause } from "#domain/cause.ts";
import {
  type DownloadFile,
  type DownloadItem,
  type DownloadJob,
  nameBeside,
  sumsOf,
} from "#domain/download.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { DownloadOf, PortalReads } from "#engine/ports/portal-reads.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A file of a job with what is known of it. */
export interface JobFile extends Mutable<DownloadFile> {
  facts: DownloadItem["facts"];
}

/** A job while it lives. */
export interface Job {
  readonly id: string;
  readonly folder: string;
  readonly files: readonly JobFile[];
  /** Names given in this job, in lower case. */
  readonly names: Set<string>;
  readonly startedAtMs: number;
  state: DownloadJob["state"];
  message: string | null;
  endedAtMs: number | null;
  /** Ends what is in flight. */
  stopping: AbortController;
}

/** Causes that stop every file of a job: going on would only fail again and again. */
const stoppingCauses: ReadonlySet<Cause> = new Set([
  "folder-unreachable",
  "unreachable",
  "tls",
  "maintenance",
  "throttled",
  "portal-trouble",
  "credentials",
  "settings",
]);

/** A job that has not begun; an item that is named twice is one file. */
export function createJob(id: string, folder: string, items: readonly DownloadItem[], nowMs: number): Job {
  const names = new Set<string>();
  const byKey = new Map<string, JobFile>();
  for (const { kind, uuid, facts } of items) {
    const key = `${kind} ${uuid}`;
    if (byKey.has(key)) continue;
    const file: JobFile = {
      kind,
      uuid,
      facts: null,
      filename: null,
      size: null,
      receivedBytes: 0,
      state: "waiting",
      message: null,
      path: null,
    };
    if (facts !== null) name(file, facts, names);
    byKey.set(key, file);
  }
  return {
    id,
    folder,
    files: [...byKey.values()],
    names,
    startedAtMs: nowMs,
    state: "running",
    message: null,
    endedAtMs: null,
    stopping: new AbortController(),
  };
}

/** Some of its files wait or come in. */
export function hasMore({ files }: Job): boolean {
  return files.some(({ state }) => state === "waiting" || state === "receiving");
}

/** Takes up what failed or was left. False where all of it is there. */
export function beginAgain(job: Job): boolean {
  const failed = job.files.filter(({ state }) => state === "failed");
  for (const file of failed) Object.assign(file, { state: "waiting", message: null, receivedBytes: 0 });
  if (!hasMore(job)) return false;
  job.state = "running";
  job.message = null;
  job.endedAtMs = null;
  if (job.stopping.signal.aborted) job.stopping = new AbortController();
  return true;
}

/** The job for reports. */
export function presentJob(job: Job): DownloadJob {
  const { id, folder, state, message, startedAtMs, endedAtMs } = job;
  return { id, folder, state, message, ...sumsOf(job.files), startedAtMs, endedAtMs };
}

/**
 * Fetches one file and notes in it how that went. Gives what has to stop the whole job, null where nothing has to. A file
 * that was stopped on the way waits again.
 */
export async function fetchInto(
  job: Job,
  file: JobFile,
  reads: Pick<PortalReads, "file" | "download">,
  onReceived: () => void,
): Promise<string | null> {
  const { signal } = job.stopping;
  const asked = file.facts === null ? await reads.file(file.uuid, signal) : null;
  if (asked !== null && asked.kind !== "found") return failWith(file, asked, signal);
  if (asked !== null) name(file, asked.value, job.names);
  if (file.facts === null) throw new Error("a file without details");
  const what: DownloadOf = {
    kind: file.kind === "product" || file.kind === "model" ? "product" : "raw",
    file: { ...file.facts, filename: file.filename ?? file.facts.filename },
  };
  const outcome = await reads.download(what, job.folder, signal, (receivedBytes) => {
    file.receivedBytes = receivedBytes;
    onReceived();
  });
  if (outcome.kind !== "found") return failWith(file, outcome, signal);
  file.state = outcome.value.wasThere ? "was-there" : "verified";
  file.path = outcome.value.path;
  file.receivedBytes = outcome.value.size;
  return null;
}

function name(file: JobFile, facts: NonNullable<DownloadItem["facts"]>, names: Set<string>): void {
  const { downloadUrl, filename, checksum, size } = facts;
  file.facts = { downloadUrl, filename, checksum, size };
  file.size = size;
  file.filename = nameBeside(filename, file.uuid, names);
  names.add(file.filename.toLowerCase());
}

function failWith(
  file: JobFile,
  outcome: Exclude<ReadOutcome<never>, { kind: "found" }>,
  signal: AbortSignal,
): string | null {
  file.receivedBytes = 0;
  if (outcome.kind === "abandoned" || signal.aborted) {
    file.state = "waiting";
    return null;
  }
  file.state = "failed";
  if (outcome.kind === "refused") {
    const said = outcome.errors.length === 0 ? `status ${outcome.status}` : outcome.errors.join("; ");
    file.message = `The portal answered: ${said.replace(/\.$/, "")}.`;
    return null;
  }
  const { cause, message } = outcome.failure;
  file.message = message;
  return stoppingCauses.has(cause) ? message : null;
}

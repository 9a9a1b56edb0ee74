/** `product` and `model` carry a SHA-256, `raw` and `raw-model` an MD5. */
export const downloadKinds = ["product", "model", "raw", "raw-model"] as const;

export type DownloadKind = (typeof downloadKinds)[number];

/** Facts that the portal states of a file. */
export interface DownloadFacts {
  readonly downloadUrl: string;
  readonly filename: string;
  readonly checksum: string;
  /** Bytes. */
  readonly size: number;
}

/** A file that is asked for; without facts the portal is asked for them when its turn comes. */
export interface DownloadItem {
  readonly kind: DownloadKind;
  readonly uuid: string;
  readonly facts: DownloadFacts | null;
}

/** `was-there`: the same content was there before. `verified`: fetched, and size and checksum are right. */
export const downloadFileStates = ["waiting", "receiving", "verified", "was-there", "failed"] as const;

export type DownloadFileState = (typeof downloadFileStates)[number];

/** A file of a job as it is now. */
export interface DownloadFile {
  readonly kind: DownloadKind;
  readonly uuid: string;
  /**
   * The name it gets in the folder; null while the portal was not asked yet. Later files of a job with the same name (in
   * any case of letters) get the first eight characters of their uuid before the ending:
   * `a.nc`, `a.1b2c3d4e.nc`.
   */
  readonly filename: string | null;
  readonly size: number | null;
  readonly receivedBytes: number;
  readonly state: DownloadFileState;
  /** Why it failed and what to do. */
  readonly message: string | null;
  /** Absolute, once it is there: opens with `netcdf.open {path}`. */
  readonly path: string | null;
}

/** `stopped`: something that concerns every file ended it (disk full, folder gone). */
export type DownloadJobState = "running" | "done" | "stopped" | "cancelled";

/** A fetch of several files into one folder, as it is now. */
export interface DownloadJob {
  readonly id: string;
  readonly folder: string;
  readonly state: DownloadJobState;
  /** Reason why it was stopped. */
  readonly message: string | null;
  readonly counts: {
    readonly waiting: number;
    readonly receiving: number;
    readonly verified: number;
    readonly wasThere: number;
    readonly failed: number;
  };
  /** Bytes of all files whose size is known. */
  readonly totalBytes: number;
  /** Bytes that are here: of verified files, of those that were there, and of those being received. */
  readonly receivedBytes: number;
  readonly startedAtMs: number;
  /** Null while it runs. */
  readonly endedAtMs: number | null;
}

/**
 * The name a file gets beside those already given (in lower case, as some systems know no difference): its own, or with the
 * first eight characters of its uuid before the ending, or with all of them.
 */
export function nameBeside(filename: string, uuid: string, given: ReadonlySet<string>): string {
  const dot = filename.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, ""];
  const names = [filename, `${stem}.${uuid.slice(0, 8)}${ending}`, `${stem}.${uuid}${ending}`];
  return names.find((name) => !given.has(name.toLowerCase())) ?? `${uuid}${ending}`;
}

/** Counts and bytes of a job's files. */
export function sumsOf(
  files: readonly DownloadFile[],
): Pick<DownloadJob, "counts" | "totalBytes" | "receivedBytes"> {
  const count = (state: DownloadFileState): number => files.filter((file) => file.state === state).length;
  const sum = (bytes: (file: DownloadFile) => number): number =>
    files.reduce((total, file) => total + bytes(file), 0);
  return {
    counts: {
      waiting: count("waiting"),
      receiving: count("receiving"),
      verified: count("verified"),
      wasThere: count("was-there"),
      failed: count("failed"),
    },
    totalBytes: sum(({ size }) => size ?? 0),
    receivedBytes: sum(({ state, size, receivedBytes }) =>
      state === "verified" || state === "was-there" ? (size ?? 0) : receivedBytes,
    ),
  };
}

/** Files of one verdict; one of them as a sample. */
export interface JudgedFiles {
  readonly count: number;
  /** All of them, oldest verdict first. */
  readonly files: readonly { readonly id: string; readonly relPath: string }[];
  readonly samplePath: string;
  /** Measurement date of the sample, `YYYY-MM-DD`. */
  readonly sampleDate: string;
  /** Finding of Skyferry's own check in the sample, one clause behind "the file"; null or left out: nothing. */
  readonly reason?: string | null;
  /** When the first of them was judged, or received, by the portal's clock; epoch milliseconds. */
  readonly sinceMs: number;
}

/** A product whose quality control found an error. */
export interface PoorProduct {
  /** Product id. */
  readonly product: string;
  readonly uuid: string;
  /** Measurement date, `YYYY-MM-DD`. */
  readonly date: string;
  /** Time of this version, by the portal's clock; epoch milliseconds. */
  readonly updatedAtMs: number;
  /** Findings, worst first; null or left out where the portal did not tell. */
  readonly reasons?: readonly string[] | null;
}

/** Verdicts of the portal's lists on one instrument's delivered files. */
export interface Verdicts {
  readonly instrument: string;
  /** The portal could not use them. */
  readonly invalid: JudgedFiles | null;
  /** Received, and not processed within the instrument's deadline. */
  readonly unprocessed: JudgedFiles | null;
  /** Products whose quality control found an error. */
  readonly poorProducts: number;
  /** The newest of them, newest date first; 20 at most. */
  readonly poor: readonly PoorProduct[];
  /** Whether the portal tells why they are; null or left out where it was not asked. */
  readonly tellsWhy?: boolean | null;
}

/** Files of an instrument that are looked at. */
export interface VerdictQuery {
  /** Its name in the settings. */
  readonly instrument: string;
  readonly site: string;
  readonly pid: string;
  /** `ListName.kind` and `.instrument` of the list of its files. */
  readonly list: "raw" | "model";
  readonly type: string;
  /** Earliest measurement date, `YYYY-MM-DD`. */
  readonly from: string;
  /** Time from a file's arrival to its processing that is not overdue. */
  readonly processedWithinMs: number;
  /** Ids of uploads that a person has marked as known, by verdict: they are left out. */
  readonly known: { readonly [verdict in "invalid" | "unprocessed"]: ReadonlySet<string> };
}

/** Verdicts of the portal on a delivered file; `accepted`: received, and not processed yet. */
export const fileVerdicts = ["accepted", "processed", "invalid"] as const;

export type FileVerdict = (typeof fileVerdicts)[number];

/**
 * Why the portal could not use a file, as far as anybody can tell, in a sentence: it gives no reasons itself.
 *
 * @param reason what Skyferry's own check of the content found, one clause behind "the file"; null: nothing
 */
export function whyInvalid(reason: string | null): string {
  return reason === null
    ? "The portal gives no reason, and Skyferry's own check found no problem."
    : `The portal gives no reason. Skyferry's own check found that the file ${reason}.`;
}

/** Null for a word not known yet. */
export function verdictOfStatus(status: string): FileVerdict | null {
  if (status === "uploaded") return "accepted";
  return status === "processed" || status === "invalid" ? status : null;
}

/** The portal's status of one file's content, as its lists said last. */
export interface ListedStatus {
  /** MD5. */
  readonly checksum: string;
  readonly recordUuid: string;
  /** `created`, `uploaded`, `processed`, `invalid`, or a word not known yet. */
  readonly status: string;
}

/** Files of one verdict; one of them as a sample. */
export interface JudgedFiles {
  readonly count: number;
  readonly samplePath: string;
  /** When the first of them was judged, or received, by the portal's clock; epoch milliseconds. */
  readonly sinceMs: number;
}

/** What the portal's lists say of one instrument's delivered files. */
export interface Verdicts {
  readonly instrument: string;
  /** The portal could not use them. */
  readonly invalid: JudgedFiles | null;
  /** Received, and not processed within the instrument's deadline. */
  readonly unprocessed: JudgedFiles | null;
  /** Products whose quality control found an error. */
  readonly poorProducts: number;
}

/** Which files of an instrument are looked at. */
export interface VerdictQuery {
  /** Its name in the settings. */
  readonly instrument: string;
  readonly site: string;
  readonly pid: string;
  /** The portal's id of its type, by which the list of its files is known. */
  readonly type: string;
  /** Earliest measurement date, `YYYY-MM-DD`. */
  readonly from: string;
  /** Time from a file's arrival to its processing that is not overdue. */
  readonly processedWithinMs: number;
}

/** The portal's status of one file's content, as its lists said last. */
export interface ListedStatus {
  readonly recordUuid: string;
  /** `created`, `uploaded`, `processed`, `invalid`, or a word not known yet. */
  readonly status: string;
}

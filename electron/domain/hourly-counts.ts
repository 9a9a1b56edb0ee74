/** Files of one instrument whose modification time lies in one hour: each counts once, by its newest version. */
export interface FileHour {
  readonly instrument: string;
  /** Hours since the epoch. */
  readonly hour: number;
  readonly found: number;
  readonly delivered: number;
  /** Cancelled by a person. */
  readonly givenUp: number;
}

/** Confirmations of one instrument's files in one hour. */
export interface DeliveryHour {
  readonly instrument: string;
  /** Hours since the epoch. */
  readonly hour: number;
  readonly files: number;
  /** Bytes of files whose content was sent. */
  readonly sentBytes: number;
}

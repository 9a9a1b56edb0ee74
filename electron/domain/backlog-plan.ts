/** Files and their bytes. */
export interface FilesAndBytes {
  readonly files: number;
  readonly bytes: number;
}

/** Days that a backlog takes. */
export interface PlannedDays {
  readonly least: number;
  readonly most: number;
}

/** A rate may be so much better or worse than it was measured. */
const doubt = 1.1;
const secondsADay = 86_400;

/**
 * Days that so many bytes take at this rate, two digits each, while new data come in: at the least as if none came. Null where new
 * data alone use up the rate.
 */
export function plannedDays(
  bytes: number,
  bytesPerSecond: number,
  perDay: Pick<FilesAndBytes, "bytes">,
): PlannedDays | null {
  const aDay = bytesPerSecond * secondsADay;
  const left = aDay - perDay.bytes;
  if (bytes === 0) return { least: 0, most: 0 };
  if (left <= 0) return null;
  return { least: twoDigits(bytes / aDay / doubt), most: twoDigits((bytes / left) * doubt) };
}

function twoDigits(value: number): number {
  return Number(value.toPrecision(2));
}

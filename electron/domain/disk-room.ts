/** Free room of one disk at one moment: epoch milliseconds, bytes. */
export type RoomSample = readonly [atMs: number, freeBytes: number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Samples that are kept to judge by: one an hour. */
const sampleEveryMs = hourMs;
const keptMs = 7 * dayMs;

/** Nothing is foretold from less. */
const fewestMs = 6 * dayMs;

/** Room that comes back is a rise of this part of the disk, and of what it moved by in these days. */
const riseOfDisk = 0.01;
const riseOfRange = 0.25;

/** Disks that are made free at the same level, again and again, are cleared by a program: seen for so long. */
const lowsKeptMs = 60 * dayMs;

/** A disk that is full within this is told, until it is not full within the longer one. */
const toldWithinMs = 10 * dayMs;
const untilMs = 14 * dayMs;

/** Memory of one disk. */
export interface RoomMemory {
  /** Whole room of the disk. */
  readonly bytes: number;
  /** Oldest first, about an hour apart. */
  readonly samples: readonly RoomSample[];
  /** How little was free before room came back, oldest first. */
  readonly lows: readonly RoomSample[];
  readonly isTold: boolean;
}

/** Another disk is known by its size; small differences are those of a file system that grew. */
const sameWithin = 0.01;

/** The memory with one more look at the disk, which may come at any time. */
export function noteRoom(
  before: RoomMemory | null,
  atMs: number,
  freeBytes: number,
  bytes: number,
): RoomMemory {
  const isSame = before !== null && Math.abs(before.bytes - bytes) <= sameWithin * bytes;
  // A clock that was set back: what lies ahead is not known any more.
  const known = isSame ? before.samples.filter(([at]) => at <= atMs && at > atMs - keptMs) : [];
  const last = known.at(-1);
  const samples =
    last !== undefined && atMs - last[0] < sampleEveryMs ? known : [...known, [atMs, freeBytes] as const];
  const rise = riseOf(samples, bytes);
  const earlier = isSame ? before.lows.filter(([at]) => at <= atMs && at > atMs - lowsKeptMs) : [];
  const found = lowsOf(samples, rise).filter(([at]) => !earlier.some((low) => low[0] === at));
  const memory = { bytes, samples, lows: [...earlier, ...found] };
  const fullInMs = fullIn(memory, freeBytes);
  const limitMs = isSame && before.isTold ? untilMs : toldWithinMs;
  return { ...memory, isTold: fullInMs !== null && fullInMs <= limitMs };
}

/**
 * In how many milliseconds the disk is full if it goes on as in the last seven days; null where too little is known, or where
 * it does not go on: room that was used before and came back by itself is no loss.
 */
export function fullIn(
  { bytes, samples, lows }: Omit<RoomMemory, "isTold">,
  freeBytes: number,
): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last[0] - first[0] < fewestMs) return null;
  const recent = lows.filter(([at]) => at >= first[0]);
  const lowest = Math.min(...lows.map(([, free]) => free));
  if (recent.length === 0) {
    // Between two samples it may have gone a little deeper.
    const isCleared = lows.length > 1 && freeBytes >= lowest / 2;
    return isCleared ? null : timeTo(freeBytes, slopeOf(samples, last[0]));
  }
  // It goes up and down: only how deep it goes counts.
  const deep = freeBytes < (recent.at(-1)?.[1] ?? 0) ? [...recent, [last[0], freeBytes] as const] : recent;
  const [from, to] = [deep[0] ?? first, deep.at(-1) ?? last];
  if (to[0] - from[0] < dayMs) return null;
  return to[1] > from[1] - riseOfDisk * bytes ? null : timeTo(to[1], (to[1] - from[1]) / (to[0] - from[0]));
}

function timeTo(freeBytes: number, bytesPerMs: number): number | null {
  return bytesPerMs < 0 ? freeBytes / -bytesPerMs : null;
}

/** Bytes a millisecond: the median of the slopes between all days, each taken at its least: what comes back within a day is no loss. */
function slopeOf(samples: readonly RoomSample[], newestMs: number): number {
  const leastOf = new Map<number, number>();
  for (const [at, free] of samples) {
    const day = Math.floor((newestMs - at) / dayMs);
    leastOf.set(day, Math.min(free, leastOf.get(day) ?? free));
  }
  const days = [...leastOf];
  const slopes = days.flatMap(([day, free], i) =>
    days.slice(i + 1).map(([later, then]) => (then - free) / ((day - later) * dayMs)),
  );
  return slopes.toSorted((x, y) => x - y)[Math.floor(slopes.length / 2)] ?? 0;
}

function riseOf(samples: readonly RoomSample[], bytes: number): number {
  const free = samples.map(([, one]) => one);
  return Math.max(riseOfDisk * bytes, riseOfRange * (Math.max(...free) - Math.min(...free)));
}

/** Finds the samples after which room came back: when, and how little there was. */
function lowsOf(samples: readonly RoomSample[], rise: number): readonly RoomSample[] {
  const lows: RoomSample[] = [];
  let low = samples[0];
  let highest = Number.NEGATIVE_INFINITY;
  for (const sample of samples) {
    if (low === undefined) {
      highest = Math.max(highest, sample[1]);
      if (sample[1] < highest - rise) low = sample;
    } else if (sample[1] < low[1]) low = sample;
    else if (sample[1] > low[1] + rise) {
      // The first sample may lie behind the low of its time.
      if (low !== samples[0]) lows.push(low);
      low = undefined;
      highest = sample[1];
    }
  }
  return lows;
}

/** How little may be left where Skyferry keeps its records, and where instruments write. */
const fewestBytes = { records: 200e6, files: 50e6 };

/** True when nothing more may be written to it soon. */
export function isFull(freeBytes: number, bytes: number, hasRecords: boolean): boolean {
  // A disk that is small as a whole may be meant to be so.
  return freeBytes < Math.min(hasRecords ? fewestBytes.records : fewestBytes.files, bytes / 50);
}

/** A memory as it was kept; null where it is damaged. */
export function roomMemory(stored: unknown): RoomMemory | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { bytes, samples, lows, isTold } = stored as Partial<RoomMemory>;
  const isGood = typeof bytes === "number" && areSamples(samples) && areSamples(lows);
  return isGood ? { bytes, samples, lows, isTold: isTold === true } : null;
}

function areSamples(stored: unknown): stored is readonly RoomSample[] {
  return (
    Array.isArray(stored) &&
    stored.every(
      (one) => Array.isArray(one) && one.length === 2 && one.every((value) => Number.isFinite(value)),
    )
  );
}

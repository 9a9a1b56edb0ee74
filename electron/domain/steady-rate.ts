/** Bytes a second over the last 5 minutes: `usual`, and the bounds between which it will most likely stay. */
export interface RateRange {
  readonly least: number;
  readonly usual: number;
  readonly most: number;
}

/** Between these two, both milliseconds. */
export interface TimeLeft {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How fast bytes reach the portal. Moments are those of a clock that never jumps, milliseconds. */
export interface SteadyRate {
  /** So many more bytes are there; below 0: they were sent in vain. */
  add(bytes: number, nowMs: number): void;
  /** A whole file is there. */
  fileEnded(): void;
  /** Null before 20 files or 30 s of sending, after a rest of 30 s, and at a rate that is not steady. */
  measured(nowMs: number): RateRange | null;
}

const sliceMs = 250;
const windowSlices = 1_200;
/** A second: what is shorter tells nothing, however many files it had. */
const leastSlices = 4;
/** Half a minute, or so many files. */
const [enoughSlices, enoughFiles] = [120, 20];
/** Nothing went for so long: what comes then is another stretch of sending, with a rate of its own. */
const stretchEndsMs = 30_000;
const mostBlocks = 30;
/** Share at each end of the blocks that counts as its neighbour does: a stall or a burst alone is no rate. */
const trimmedShare = 0.1;
/** No estimate is better than this. */
const leastDoubt = 0.1;
/** From here on the rate is no rate. */
const mostDoubt = 0.6;

/** An estimator that has seen nothing yet. */
export function createSteadyRate(): SteadyRate {
  /** Bytes by number of the slice. */
  const slices = new Map<number, number>();
  let beganMs = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  let files = 0;

  return {
    add(bytes, nowMs) {
      const isNew = nowMs - lastMs >= stretchEndsMs;
      lastMs = nowMs;
      if (isNew) {
        // These bytes left before the stretch began: how long they took is not known.
        beganMs = nowMs;
        files = 0;
        slices.clear();
        return;
      }
      const slice = Math.floor((nowMs - beganMs) / sliceMs);
      slices.set(slice, (slices.get(slice) ?? 0) + bytes);
      if (slices.size > 2 * windowSlices)
        for (const old of slices.keys()) if (old < slice - windowSlices) slices.delete(old);
    },
    fileEnded() {
      files += 1;
    },
    measured(nowMs) {
      if (nowMs - lastMs >= stretchEndsMs) return null;
      const running = Math.floor((nowMs - beganMs) / sliceMs);
      const isEnough = running >= enoughSlices || (files >= enoughFiles && running >= leastSlices);
      if (!isEnough) return null;
      const size = Math.min(windowSlices, running);
      const whole = Array.from({ length: size }, (_, place) => slices.get(running - size + place) ?? 0);
      return rangeOf(inBlocks(whole, Math.min(mostBlocks, size)));
    },
  };
}

/** Says how long so many bytes take; null where none are left. */
export function timeLeftAt({ least, most }: RateRange, bytes: number): TimeLeft | null {
  return bytes > 0 ? { fromMs: (bytes / most) * 1000, toMs: (bytes / least) * 1000 } : null;
}

/** Bytes a second of so many blocks of equal length; what is over at the beginning is left out. */
function inBlocks(parts: readonly number[], blocks: number): readonly number[] {
  const length = Math.floor(parts.length / blocks);
  const first = parts.length - length * blocks;
  return Array.from({ length: blocks }, (_, block) => {
    const begin = first + block * length;
    return sumOf(parts.slice(begin, begin + length)) / ((length * sliceMs) / 1000);
  });
}

function rangeOf(blocks: readonly number[]): RateRange | null {
  const mean = sumOf(blocks) / blocks.length;
  const usual = robustMean(blocks);
  // Blocks that follow each other are alike where the link has better and worse half minutes.
  const longer = blocks.length < 16 ? blocks : pairs(pairs(blocks));
  const doubt = Math.max(leastDoubt, doubtOf(blocks) / mean, doubtOf(longer) / mean);
  if (mean <= 0 || usual <= 0 || doubt > mostDoubt) return null;
  return { least: Math.min(mean, usual) * (1 - doubt), usual, most: Math.max(mean, usual) * (1 + doubt) };
}

/** Half the width of the interval that holds the mean 19 times of 20 (Student's t, from above). */
function doubtOf(values: readonly number[]): number {
  const mean = sumOf(values) / values.length;
  const variance = sumOf(values.map((value) => (value - mean) ** 2)) / (values.length - 1);
  return (2 + 5 / (values.length - 1)) * Math.sqrt(variance / values.length);
}

function robustMean(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const cut = Math.floor(values.length * trimmedShare);
  const [low, high] = [sorted[cut] ?? 0, sorted[values.length - 1 - cut] ?? 0];
  return sumOf(values.map((value) => Math.min(high, Math.max(low, value)))) / values.length;
}

/** Means of two neighbours each; an odd one at the beginning is left out. */
function pairs(values: readonly number[]): readonly number[] {
  const first = values.length % 2;
  return Array.from(
    { length: Math.floor(values.length / 2) },
    (_, pair) => ((values[first + 2 * pair] ?? 0) + (values[first + 2 * pair + 1] ?? 0)) / 2,
  );
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

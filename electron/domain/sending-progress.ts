import { bytesOfText, counted, countText, rangeText, rateText, spanText } from "#base/text.ts";
import { type RateRange, type TimeLeft, timeLeftAt } from "./steady-rate.ts";

/** How far sending is, counted from when the queue was empty last, or the run began. */
export interface SendingProgress {
  /** On the portal, files under way with what was sent of them. */
  readonly bytes: number;
  readonly ofBytes: number;
  readonly files: number;
  readonly ofFiles: number;
  /** That of the last 5 minutes; null while it is not known. */
  readonly bytesPerSecond: number | null;
  readonly timeLeft: TimeLeft | null;
}

type Amount = Readonly<Record<"files" | "bytes", number>>;

/** Tells how far it is, of what is done and what is left. */
export function progressOf(done: Amount, left: Amount, rate: RateRange | null): SendingProgress {
  const bytesLeft = Math.max(0, left.bytes);
  return {
    bytes: done.bytes,
    ofBytes: done.bytes + bytesLeft,
    files: done.files,
    ofFiles: done.files + Math.max(0, left.files),
    bytesPerSecond: rate?.usual ?? null,
    timeLeft: rate && timeLeftAt(rate, bytesLeft),
  };
}

/** `12.4 of 30.3 MB`, `41 of 2,000 files`, `2.1 MB/s`, `about 8 s left`; the same words wherever it is told. */
export function progressClauses(progress: SendingProgress): readonly string[] {
  const { bytes, ofBytes, files, ofFiles, bytesPerSecond, timeLeft } = progress;
  return [
    bytesOfText(bytes, ofBytes),
    `${countText(files)} of ${counted(ofFiles, "file")}`,
    ...(bytesPerSecond === null ? [] : [rateText(bytesPerSecond)]),
    ...(timeLeft === null ? [] : [`${rangeText(timeLeft.fromMs, timeLeft.toMs)} left`]),
  ];
}

/** Files that were sent until nothing was left, and how long that took. */
export interface FinishedSending {
  readonly files: number;
  readonly bytes: number;
  readonly tookMs: number;
}

/** Below it, seconds are told beside minutes. */
const toTheSecondBelowMs = 10 * 60_000;

/** `6,000 files in 4 min 10 s`. */
export function finishedText({ files, tookMs }: FinishedSending): string {
  return `${counted(files, "file")} in ${finishedSpan(tookMs)}`;
}

/** `4 min 10 s`. */
export function finishedSpan(tookMs: number): string {
  const wholeMs = Math.floor(tookMs / 60_000) * 60_000;
  const restMs = Math.floor((tookMs - wholeMs) / 1000) * 1000;
  return wholeMs === 0 || restMs === 0 || tookMs >= toTheSecondBelowMs
    ? spanText(tookMs)
    : `${spanText(wholeMs)} ${spanText(restMs)}`;
}

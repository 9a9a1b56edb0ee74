/** So many answers must agree before a clock is called wrong. */
const fewestAnswers = 3;

/** Answers that come closer together say nothing new: a portal that always names the same moment would agree with itself. */
const apartMs = 30_000;

/** A `Date` names whole seconds. */
const secondMs = 1_000;

/** A `Date` before Skyferry was made, or after these, is the mistake of a portal. */
const plausible = { fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2200, 0, 1) };

/** A clock that differs by more than this is told; by more than `farOffMs`, somebody has to set it. */
export const offMs = 30_000;
export const farOffMs = 300_000;

/** A moment by both clocks of this PC: the one that is set and the one that never jumps. Milliseconds. */
export interface ClockReading {
  readonly nowMs: number;
  readonly monotonicMs: number;
}

/** Compares this PC's clock with the portal's. */
export interface ClockDrift {
  /** An answer of the portal itself: when its request began and when it was there, and its headers. */
  note(asked: ClockReading, answered: ClockReading, headers: AnswerHeaders): void;
  /**
   * How far this PC's clock is ahead, milliseconds, to about a second: not more than is sure. Null while the answers are
   * too few or disagree.
   */
  aheadMs(now: ClockReading): number | null;
  /** Gives what is known, and what the newest answer says alone. */
  seen(now: ClockReading): ClockSeen;
}

/** State of this PC's clock by the portal's answers. */
export interface ClockSeen {
  /** As `ClockDrift.aheadMs`. */
  readonly aheadMs: number | null;
  /** By the newest answer alone; null while none counts. */
  readonly newestAheadMs: number | null;
  /** Age of the newest answer that counts; null: there is none, or the clock was set since. */
  readonly agoMs: number | null;
}

/** When another answer would tell more, milliseconds from now: the newest speaks of another time, and too few agree. */
export function confirmInMs({ aheadMs, newestAheadMs, agoMs }: ClockSeen): number | null {
  if (aheadMs !== null || agoMs === null || Math.abs(newestAheadMs ?? 0) <= offMs) return null;
  return Math.max(0, apartMs - agoMs);
}

interface AnswerHeaders {
  readonly date?: string | readonly string[] | undefined;
  readonly age?: string | readonly string[] | undefined;
}

/** The clock may be ahead by any number between these, milliseconds. */
interface Bounds {
  readonly least: number;
  readonly most: number;
  /** Time of the answer. */
  readonly at: ClockReading;
}

export function createClockDrift(): ClockDrift {
  let answers: readonly Bounds[] = [];
  const agreedMs = (now: ClockReading): number | null => {
    const last = answers.at(-1);
    if (last === undefined || answers.length < fewestAnswers || wasSet(last.at, now)) return null;
    return within(answers);
  };
  return {
    note(asked, answered, { date, age }) {
      const portalMs = typeof date === "string" ? Date.parse(date) : Number.NaN;
      if (!(portalMs >= plausible.fromMs && portalMs < plausible.toMs)) return;
      // An answer that somebody kept says when it was kept.
      if (age !== undefined || wasSet(asked, answered)) return;
      const at = answered;
      const last = answers.at(-1);
      if (last !== undefined && wasSet(last.at, at)) answers = [];
      else if (last !== undefined && at.monotonicMs - last.at.monotonicMs < apartMs) return;
      // The portal looked at its clock somewhere between question and answer.
      const bounds = { least: asked.nowMs - portalMs - secondMs, most: answered.nowMs - portalMs, at };
      answers = [...answers, bounds].slice(-fewestAnswers);
    },
    aheadMs: agreedMs,
    seen(now) {
      const last = answers.at(-1);
      if (last === undefined || wasSet(last.at, now))
        return { aheadMs: null, newestAheadMs: null, agoMs: null };
      return {
        aheadMs: agreedMs(now),
        newestAheadMs: within([last]),
        agoMs: now.monotonicMs - last.at.monotonicMs,
      };
    },
  };
}

/** By how much all of the answers agree that it is ahead, not more than is sure; null where they disagree. */
function within(answers: readonly Bounds[]): number | null {
  const least = Math.max(...answers.map((one) => one.least)) + secondMs / 2;
  const most = Math.min(...answers.map((one) => one.most)) - secondMs / 2;
  if (least > most + secondMs) return null;
  return least > most ? (least + most) / 2 : Math.min(Math.max(0, least), most);
}

/** The clock was set, or the PC slept, in between: what was seen before says nothing of now. */
export function wasSet(before: ClockReading, after: ClockReading): boolean {
  const passed = after.monotonicMs - before.monotonicMs;
  return Math.abs(after.nowMs - before.nowMs - passed) > setMs + passed / driftOf;
}

/** A clock that goes wrong by less than a second, or a ten-thousandth of the time, is one that goes, not one that was set. */
const setMs = 1_000;
const driftOf = 10_000;

import { createRedactor } from "#adapters/log/redact.ts";
import { raceTimeout, type Sleeper, timers } from "#base/async.ts";
import { errorText, oneLine, spanText } from "#base/text.ts";
import type { Diagnosis } from "#domain/diagnosis.ts";

/** Something to look at. */
export interface Examination {
  readonly name: string;
  /** Longest time for its answer; a later one is a problem. */
  readonly mostMs: number;
  /** Gives what was seen, throws `Problem` or `Skipped`, and follows `stop`. */
  look(stop: AbortSignal): Promise<string> | string;
}

/** Something is wrong; the message says what, and what to do. */
export class CheckProblem extends Error {}

/** There is nothing to look at; the message says why. */
export class Skipped extends Error {}

/**
 * Looks at all of them at once and gives the answers in their order, each within its time. Whatever fails is a problem of
 * that one; nothing is thrown. `secrets` are cut from every text. `tell` hears each as soon as those before it are there.
 */
export async function examine(
  works: readonly Examination[],
  secrets: readonly string[],
  tell: (diagnosis: Diagnosis) => void = () => {},
  clock: Sleeper = timers,
): Promise<readonly Diagnosis[]> {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.registerSecret(secret);
  const diagnoses: Diagnosis[] = [];
  for (const running of works.map((work) => diagnose(work, clock))) {
    const { name, state, text } = await running;
    const clean = { name, state, text: oneLine(redactor.redact(text)) };
    diagnoses.push(clean);
    tell(clean);
  }
  return diagnoses;
}

async function diagnose({ name, mostMs, look }: Examination, clock: Sleeper): Promise<Diagnosis> {
  const late = `No answer within ${spanText(mostMs)}. If this happens again, restart this PC.`;
  try {
    const seen = await raceTimeout(async (stop) => await look(stop), { clock, ms: mostMs }, null);
    return seen === null ? { name, state: "problem", text: late } : { name, state: "ok", text: seen };
  } catch (error) {
    return { name, state: error instanceof Skipped ? "skipped" : "problem", text: errorText(error) };
  }
}

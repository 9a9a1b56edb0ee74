import { raceTimeout, type Sleeper } from "#base/async.ts";
import type { EngineCalls } from "./engine-calls.ts";
import type { OtherEnd } from "./port.ts";

/** Between two questions, and how long each answer is waited for. */
const everyMs = 20_000;
/** Answers that fail to come in succession. After the PC has slept it is one, as the process wakes up, too. */
const mostSilent = 3;

/**
 * Asks the engine's process again and again whether it lives. Resolves with true when it has given no answer for a
 * minute, with false when `over` aborts before.
 */
export async function hangs(
  calls: Pick<OtherEnd<EngineCalls>, "ask">,
  clock: Sleeper,
  over: AbortSignal,
): Promise<boolean> {
  // What it rejects with when the process has ended is an answer, too: its end is heard elsewhere.
  const ask = () =>
    calls
      .ask("alive")
      .catch(() => undefined)
      .then(() => true);
  for (let silent = 0; silent < mostSilent && !over.aborted; ) {
    if (silent === 0) await clock.sleep(everyMs, over);
    silent = (await raceTimeout(ask, { clock, ms: everyMs, signal: over }, false)) ? 0 : silent + 1;
  }
  return !over.aborted;
}

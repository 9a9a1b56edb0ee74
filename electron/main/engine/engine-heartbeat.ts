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
  // A port that is closed gives no answer either: the end of the process may never be told.
  const ask = () =>
    calls.ask("alive").then(
      () => true,
      () => new Promise<never>(() => {}),
    );
  for (let silent = 0; silent < mostSilent && !over.aborted; ) {
    if (silent === 0) await clock.sleep(everyMs, over);
    silent = (await raceTimeout(ask, { clock, ms: everyMs, signal: over }, false)) ? 0 : silent + 1;
  }
  return !over.aborted;
}

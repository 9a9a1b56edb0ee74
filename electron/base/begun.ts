import { raceTimeout, timers } from "./async.ts";

/** A busy PC takes its time to start a process, which says nothing of what the process asks; milliseconds. */
const usualStartMs = 20_000;

/**
 * The answer of a process that first says `{ kind: "begun" }`: `late` when none is heard within `timeoutMs` of that, or
 * when it does not begin. `hear` is given its messages.
 */
export function awaitAnswer<Answer extends { readonly kind: string }>(
  timeoutMs: number,
  late: Answer,
  startMs = usualStartMs,
): {
  readonly answer: Promise<Answer>;
  hear(said: Answer | { readonly kind: "begun" }): void;
} {
  const begun = Promise.withResolvers<null>();
  const heard = Promise.withResolvers<Answer>();
  const fromBegun = async (): Promise<Answer> => {
    await Promise.race([begun.promise, heard.promise]);
    return await raceTimeout(() => heard.promise, { clock: timers, ms: timeoutMs }, late);
  };
  return {
    answer: raceTimeout(fromBegun, { clock: timers, ms: startMs + timeoutMs }, late),
    hear(said) {
      if (said.kind === "begun") begun.resolve(null);
      else heard.resolve(said as Answer);
    },
  };
}

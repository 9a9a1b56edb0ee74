import type { Outcome } from "#domain/outcome.ts";

/** Longest time in which nothing of an upload's talk with the portal moves; milliseconds. */
export const noProgressMs = 300_000;

/**
 * Runs one stage of an upload and gives it up once nothing moved for `afterMs`, whatever holds it: behind all other
 * time-outs, so that no slot is held for ever. `run` is given the signal to obey and what to call when something moves.
 */
export async function guardProgress(
  host: string,
  callerSignal: AbortSignal,
  afterMs: number,
  run: (signal: AbortSignal, moved: () => void) => Promise<Outcome>,
): Promise<Outcome> {
  const given = new AbortController();
  const giveUp = (): void => given.abort();
  if (callerSignal.aborted) giveUp();
  callerSignal.addEventListener("abort", giveUp);
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => {
      resolve(noProgress(host, afterMs));
      giveUp();
    }, afterMs);
  });
  try {
    return await Promise.race([run(given.signal, () => void timer?.refresh()), stuck]);
  } finally {
    clearTimeout(timer);
    callerSignal.removeEventListener("abort", giveUp);
  }
}

function noProgress(host: string, afterMs: number): Outcome {
  const message = `The connection to ${host} made no progress for ${Math.round(afterMs / 60_000)} minutes and was closed. Skyferry asks the portal what it has received before it sends this file again.`;
  return { kind: "unknown", failure: { cause: "no-progress", message, portalMessage: null } };
}

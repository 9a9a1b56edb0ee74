import type { Outcome, Stage } from "#domain/outcome.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Portal } from "#engine/ports/portal.ts";

/** One stage of one upload, from the question to its outcome. */
export interface Talk {
  readonly stage: Stage;
  readonly outcome: Outcome["kind"];
  readonly seconds: number;
}

/** The same portal; `onTalk` hears how long each announcement and each sending took, waits for bandwidth included. */
export function meteredPortal(
  portal: Portal,
  clock: Pick<Clock, "monotonicMs">,
  onTalk: (talk: Talk) => void,
): Portal {
  const timed = async (stage: Stage, talk: Promise<Outcome>): Promise<Outcome> => {
    const beganAt = clock.monotonicMs();
    const outcome = await talk;
    onTalk({ stage, outcome: outcome.kind, seconds: (clock.monotonicMs() - beganAt) / 1000 });
    return outcome;
  };
  return {
    announce: (metadata, signal) => timed("announce", portal.announce(metadata, signal)),
    send: (checksum, body, signal, onSent) => timed("send", portal.send(checksum, body, signal, onSent)),
    rawFiles: (query, signal) => portal.rawFiles(query, signal),
    recordOf: (checksum, signal) => portal.recordOf(checksum, signal),
    requests: () => portal.requests(),
    clockAheadMs: () => portal.clockAheadMs?.() ?? null,
    close: () => portal.close(),
  };
}

import type { Outcome, Stage } from "#domain/outcome.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Portal } from "#engine/ports/portal.ts";

/** A stage of an upload, from the question to its outcome. */
export interface StageEnd {
  readonly stage: Stage;
  readonly outcome: Outcome["kind"];
  readonly seconds: number;
}

/** The same portal; `onStageEnd` hears how long each announcement and each sending took, waits for bandwidth included. */
export function meteredPortal(
  portal: Portal,
  clock: Pick<Clock, "monotonicMs">,
  onStageEnd: (end: StageEnd) => void,
): Portal {
  const timed = async (stage: Stage, running: Promise<Outcome>): Promise<Outcome> => {
    const beganAt = clock.monotonicMs();
    const outcome = await running;
    onStageEnd({ stage, outcome: outcome.kind, seconds: (clock.monotonicMs() - beganAt) / 1000 });
    return outcome;
  };
  return {
    announce: (metadata, signal, precedence) =>
      timed("announce", portal.announce(metadata, signal, precedence)),
    send: (checksum, body, signal, onSent, kind, precedence) =>
      timed("send", portal.send(checksum, body, signal, onSent, kind, precedence)),
    rawFiles: (query, signal) => portal.rawFiles(query, signal),
    recordOf: (checksum, signal) => portal.recordOf(checksum, signal),
    sites: (signal) => portal.sites(signal),
    requests: () => portal.requests(),
    clockAheadMs: () => portal.clockAheadMs?.() ?? null,
    clockSeen: () => portal.clockSeen?.() ?? { aheadMs: null, newestAheadMs: null, agoMs: null },
    plainRead: async (signal) => (await portal.plainRead?.(signal)) ?? { kind: "abandoned" },
    passwordMark: async () => (await portal.passwordMark?.()) ?? null,
    close: () => portal.close(),
  };
}

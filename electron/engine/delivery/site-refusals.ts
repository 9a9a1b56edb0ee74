import type { Failure } from "#domain/cause.ts";
import type { Instrument } from "#domain/settings.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import type { Clock } from "#engine/ports/host.ts";

/** The portal gives a right for a site to instruments, and for a site and a model to that model. */
export type Sender = Pick<Instrument, "site" | "kind" | "instrument">;

/**
 * Senders for which the portal refused the credentials: asked once, not once per file, and once an hour by one file more. If the
 * portal took files of a sender in this run, two different files have to be refused.
 */
export interface SiteRefusals {
  /** Null also for the one upload that asks the portal again. */
  of(sender: Sender, uploadId: string): Failure | null;
  /** `doubted`: the first refusal after others were taken; that file alone waits and tries again. */
  refuse(sender: Sender, uploadId: string, failure: Failure): "refused" | "doubted";
  /** The portal took a file of this sender. Calls `onLifted` for the first one since start, refusal or `forget`. */
  lift(sender: Sender): void;
  /** The portal is asked again for every sender (a person said retry, or the settings changed). */
  forget(): void;
}

/** Files of all senders that have the same right are no longer blocked for want of it. */
export async function retryRefused(
  sender: Sender,
  instruments: readonly Instrument[],
  { ledger, clock }: Pick<EnginePorts, "ledger" | "clock">,
): Promise<void> {
  for (const { name: instrument } of instruments.filter((one) => shareRight(one, sender))) {
    const refused = { states: ["blocked"], cause: "no-permission", instrument } as const;
    await ledger.applyAll(refused, { type: "retried" }, clock.nowMs());
  }
}

/** True where one right of the portal lets both in. */
function shareRight(one: Sender, other: Sender): boolean {
  return rightOf(one) === rightOf(other);
}

function rightOf({ site, kind, instrument }: Sender): string {
  return JSON.stringify(kind === "model" ? [site, instrument] : [site]);
}

interface Right {
  /** A file was taken in this run. */
  isProven: boolean;
  /** A file was taken since the last refusal. */
  isOpen: boolean;
  /** Refused since the last one that was taken. */
  witness: string | null;
  /** They were refused before others were; a second time it is the word on them alone. */
  readonly doubted: Set<string>;
  refusal: { readonly failure: Failure; sinceMs: number; askedBy: string | null } | null;
}

const askAgainMs = 60 * 60_000;

/** Refusals of one engine. `onLifted` releases the files that are blocked for the same right, also those of earlier runs. */
export function createSiteRefusals(
  clock: Pick<Clock, "monotonicMs">,
  onLifted: (sender: Sender) => void,
): SiteRefusals {
  const rights = new Map<string, Right>();
  const toSend = (sender: Sender): Right => {
    const known = rights.get(rightOf(sender));
    if (known !== undefined) return known;
    const right: Right = { isProven: false, isOpen: false, witness: null, doubted: new Set(), refusal: null };
    rights.set(rightOf(sender), right);
    return right;
  };
  return {
    of(sender, uploadId) {
      const { refusal } = toSend(sender);
      if (refusal === null) return null;
      const nowMs = clock.monotonicMs();
      if (nowMs - refusal.sinceMs >= askAgainMs)
        Object.assign(refusal, { sinceMs: nowMs, askedBy: uploadId });
      return refusal.askedBy === uploadId ? null : refusal.failure;
    },
    refuse(sender, uploadId, failure) {
      const right = toSend(sender);
      const isAlone = right.isProven && right.refusal === null && (right.witness ?? uploadId) === uploadId;
      if (!isAlone) {
        right.isOpen = false;
        right.refusal = { failure, sinceMs: clock.monotonicMs(), askedBy: null };
        return "refused";
      }
      right.witness = uploadId;
      if (right.doubted.has(uploadId)) return "refused";
      right.doubted.add(uploadId);
      return "doubted";
    },
    lift(sender) {
      const right = toSend(sender);
      const wasOpen = right.isOpen;
      Object.assign(right, { isProven: true, isOpen: true, witness: null, refusal: null });
      if (!wasOpen) onLifted(sender);
    },
    forget: () => rights.clear(),
  };
}

import type { Failure } from "#domain/cause.ts";
import type { Instrument } from "#domain/settings.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";

/** The portal gives a right for a site to instruments, and for a site and a model to that model. */
export type Sender = Pick<Instrument, "site" | "kind" | "instrument">;

/** Senders for which the portal refused the credentials: asked once, not once per file. */
export interface SiteRefusals {
  of(sender: Sender): Failure | null;
  refuse(sender: Sender, failure: Failure): void;
  /** The portal took a file of this sender. Calls `onLifted` for the first one since start, refusal or `forget`. */
  lift(sender: Sender): void;
  /** The portal is asked again for every sender (a person said retry, or the settings changed). */
  forget(): void;
}

/** Files of all senders that have the same right are no longer blocked for want of it. */
export async function retryFellows(
  sender: Sender,
  instruments: readonly Instrument[],
  { ledger, clock }: Pick<EnginePorts, "ledger" | "clock">,
): Promise<void> {
  for (const { name: instrument } of instruments.filter((one) => shareRight(one, sender))) {
    const fellows = { states: ["blocked"], cause: "no-permission", instrument } as const;
    await ledger.applyAll(fellows, { type: "retried" }, clock.nowMs());
  }
}

/** True where one right of the portal lets both in. */
function shareRight(one: Sender, other: Sender): boolean {
  return rightOf(one) === rightOf(other);
}

function rightOf({ site, kind, instrument }: Sender): string {
  return JSON.stringify(kind === "model" ? [site, instrument] : [site]);
}

/** Refusals of one engine. `onLifted` releases the files that are blocked for the same right, also those of earlier runs. */
export function createSiteRefusals(onLifted: (sender: Sender) => void): SiteRefusals {
  const refused = new Map<string, Failure>();
  const allowed = new Set<string>();
  return {
    of: (sender) => refused.get(rightOf(sender)) ?? null,
    refuse(sender, failure) {
      refused.set(rightOf(sender), failure);
      allowed.delete(rightOf(sender));
    },
    lift(sender) {
      refused.delete(rightOf(sender));
      if (allowed.has(rightOf(sender))) return;
      allowed.add(rightOf(sender));
      onLifted(sender);
    },
    forget() {
      refused.clear();
      allowed.clear();
    },
  };
}

import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { retentionMethods } from "#contract/retention.ts";
import type { KeepSettings } from "#domain/settings.ts";
import type { Ledger } from "#engine/ports/ledger.ts";

/** Sources that tell how much is kept. */
export interface Retention {
  readonly ledger: Pick<Ledger, "size">;
  /** Bytes of all log files. */
  logBytes(): Promise<number>;
  /** In force now. */
  limits(): KeepSettings;
}

/** `retention.*`; `null` where a host does not tell. */
export function retentionHandlers(
  retention: Retention | null,
): Pick<Handlers, keyof typeof retentionMethods> {
  return {
    "retention.read": async () => {
      if (retention === null) return fail("not-offered", "This host does not report its storage.");
      const [size, logBytes] = await Promise.all([retention.ledger.size(), retention.logBytes()]);
      return ok({ ...size, logBytes, limits: retention.limits() });
    },
  };
}

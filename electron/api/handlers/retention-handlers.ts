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
  /** When the newest weekly copy was made; null where there is none. */
  copiedAtMs(): Promise<number | null>;
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
      const [size, logBytes, copiedAtMs] = await Promise.all([
        retention.ledger.size(),
        retention.logBytes(),
        retention.copiedAtMs(),
      ]);
      return ok({ ...size, logBytes, copiedAtMs, limits: retention.limits() });
    },
  };
}

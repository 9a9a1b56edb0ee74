import { give, refuse } from "#api/dispatch.ts";
import { isoTime } from "#base/text.ts";
import type { Handlers } from "#contract/methods.ts";
import type { keepingMethods } from "#contract/retention.ts";
import type { KeepSettings } from "#domain/settings.ts";
import type { Ledger } from "#engine/ports/ledger.ts";

/** What tells how much is kept. */
export interface Keeping {
  readonly ledger: Pick<Ledger, "size">;
  /** Bytes of all log files. */
  logBytes(): Promise<number>;
  /** In force now. */
  limits(): KeepSettings;
}

/** `keeping.*`; `null` where a host does not tell. */
export function keepingHandlers(keeping: Keeping | null): Pick<Handlers, keyof typeof keepingMethods> {
  return {
    "keeping.read": async () => {
      if (keeping === null) return refuse("not-offered", "This host does not report its storage.");
      const [size, logBytes] = await Promise.all([keeping.ledger.size(), keeping.logBytes()]);
      const { bytes: ledgerBytes, unusedBytes, journalLines, oldestLineAtMs } = size;
      const { journalLines: mostLines, logMB } = keeping.limits();
      return give({
        ledgerBytes,
        unusedBytes,
        journalLines,
        journalSince: oldestLineAtMs === null ? null : isoTime(oldestLineAtMs),
        logBytes,
        limits: { journalLines: mostLines, logMB },
      });
    },
  };
}

import type { keepingMethods } from "#contract/keeping.ts";
import type { Handlers } from "#contract/methods.ts";
import type { KeepSettings } from "#engine/domain/settings.ts";
import type { Ledger } from "#engine/ledger-port.ts";
import { give, refuse } from "./dispatch.ts";
import { isoTime } from "./present.ts";

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
      if (keeping === null) return refuse("not-offered", "This host does not tell what it keeps.");
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

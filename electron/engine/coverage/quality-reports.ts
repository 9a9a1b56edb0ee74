import type { PoorProduct } from "#domain/verdicts.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import type { PortalLists } from "#engine/ports/portal-lists.ts";

/** Why products are poor, as far as the portal told: a hint, which nothing waits for. */
export interface KnownQuality {
  /** What its quality control found, worst first; null where it is not known. */
  reasonsOf(product: Pick<PoorProduct, "uuid">): readonly string[] | null;
  /** Whether the portal tells; null before it was asked. */
  isOffered(): boolean | null;
}

/** The same, and what asks for it. */
export interface QualityReports extends KnownQuality {
  /** The first of these of which a report is to be asked for now; null where none is. */
  next(poor: readonly PoorProduct[]): PoorProduct | null;
  /** Asks for one report. Never rejects. */
  read(product: PoorProduct, signal: AbortSignal): Promise<void>;
  /** The settings changed: another portal may tell. */
  forget(): void;
}

/** Reports are asked for so often at most, each version of a product once. */
const mostAnHour = 12;
const hourMs = 3_600_000;
/** A portal that does not offer them is asked again after a day. */
const notOfferedMs = 24 * hourMs;
/** More are not remembered: what is shown is the last days. */
const mostKept = 500;

export function createQualityReports(parts: {
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly log: Log;
  readonly portal: Pick<PortalLists, "qualityReport">;
}): QualityReports {
  const { clock, log, portal } = parts;
  /** By uuid; `reasons` null: the portal has no report of it. */
  const known = new Map<
    string,
    { readonly updatedAtMs: number; readonly reasons: readonly string[] | null }
  >();
  let asked: readonly number[] = [];
  let restsUntil = Number.NEGATIVE_INFINITY;
  let offered: boolean | null = null;
  return {
    reasonsOf: ({ uuid }) => known.get(uuid)?.reasons ?? null,
    isOffered: () => offered,
    next(poor) {
      const nowMs = clock.monotonicMs();
      asked = asked.filter((at) => nowMs - at < hourMs);
      if (nowMs < restsUntil || asked.length >= mostAnHour) return null;
      return poor.find(({ uuid, updatedAtMs }) => known.get(uuid)?.updatedAtMs !== updatedAtMs) ?? null;
    },
    async read({ uuid, product, updatedAtMs }, signal) {
      const nowMs = clock.monotonicMs();
      asked = [...asked, nowMs];
      const outcome = await portal.qualityReport(uuid, signal);
      if (outcome.kind === "abandoned") return;
      const isMissing = outcome.kind === "refused" && outcome.status === 404;
      if (outcome.kind === "found" || isMissing) {
        offered = true;
        const [oldest] = known.keys();
        if (known.size >= mostKept && oldest !== undefined) known.delete(oldest);
        known.set(uuid, { updatedAtMs, reasons: outcome.kind === "found" ? outcome.value : null });
        return;
      }
      restsUntil = nowMs + notOfferedMs;
      if (offered === null) offered = false;
      log.info("the portal does not say why a product is poor", { product, uuid });
    },
    forget() {
      known.clear();
      restsUntil = Number.NEGATIVE_INFINITY;
      offered = null;
    },
  };
}

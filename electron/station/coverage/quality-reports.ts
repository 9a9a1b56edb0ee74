import type { PoorProduct } from "#domain/verdicts.ts";
import type { Clock, Log, StateStore } from "#engine/ports/host.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { PortalLists } from "#engine/ports/portal-lists.ts";

/** Why products are poor, as far as the portal told: a hint, which nothing waits for. */
export interface KnownQuality {
  /** Resolves when what an earlier run was told is known, too. Never rejects. */
  ready(): Promise<void>;
  /** Findings of its quality control, worst first; null where they are not known. */
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
/** A portal that does not offer them is asked again after a day, one that failed after an hour. */
const notOfferedMs = 24 * hourMs;
const failedMs = hourMs;
/** A portal that has no report of so many products, and never had one, does not offer them. */
const mostMissing = 3;
/** More are not remembered: what is shown is the last days. */
const mostKept = 500;

/** Gives a failure that leaves open whether the portal tells; a web page in place of an answer says that it does not. */
function failureIn(outcome: ReadOutcome<unknown>): string | null {
  if (outcome.kind === "refused") return outcome.status >= 500 ? `it answered ${outcome.status}` : null;
  return outcome.kind === "failed" && outcome.failure.cause !== "not-the-portal"
    ? outcome.failure.message
    : null;
}

interface KeptReport {
  readonly uuid: string;
  readonly updatedAtMs: number;
  readonly reasons: readonly string[];
}

/** None where nothing can be read. */
function readReports(value: unknown): readonly KeptReport[] {
  const { reports } = (value ?? {}) as { readonly reports?: unknown };
  return Array.isArray(reports) ? reports.filter(isReport).slice(-mostKept) : [];
}

function isReport(one: Partial<KeptReport> | null): one is KeptReport {
  const isText = (text: unknown): boolean => typeof text === "string";
  return (
    isText(one?.uuid) &&
    Number.isFinite(one?.updatedAtMs) &&
    Array.isArray(one?.reasons) &&
    one.reasons.every(isText)
  );
}

export function createQualityReports(parts: {
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly log: Log;
  readonly portal: Pick<PortalLists, "qualityReport">;
  /** Null: kept in memory. */
  readonly store: StateStore | null;
}): QualityReports {
  const { clock, log, portal, store } = parts;
  /** By uuid; `reasons` null: the portal has no report of it. */
  const known = new Map<
    string,
    { readonly updatedAtMs: number; readonly reasons: readonly string[] | null }
  >();
  let asked: readonly number[] = [];
  let restsUntil = Number.NEGATIVE_INFINITY;
  let offered: boolean | null = null;
  let missing = 0;
  let reading: Promise<void> | null = null;

  const ready = (): Promise<void> => {
    reading ??= Promise.resolve(store?.read() ?? null).then((value) => {
      for (const { uuid, ...report } of readReports(value)) known.set(uuid, report);
      if (known.size > 0) offered = true;
    });
    return reading;
  };

  const keep = ({ uuid, updatedAtMs }: PoorProduct, reasons: readonly string[] | null): void => {
    const [oldest] = known.keys();
    if (known.size >= mostKept && oldest !== undefined) known.delete(oldest);
    known.set(uuid, { updatedAtMs, reasons });
  };

  const rest = (ms: number): void => {
    restsUntil = clock.monotonicMs() + ms;
  };

  /** Only what was told: a portal without a report is asked again. */
  const save = async (): Promise<void> => {
    const reports = [...known]
      .filter(([, { reasons }]) => reasons !== null)
      .map(([uuid, report]) => ({ uuid, ...report }));
    await store?.write({ reports });
  };

  return {
    ready,
    reasonsOf: ({ uuid }) => known.get(uuid)?.reasons ?? null,
    isOffered: () => offered,
    next(poor) {
      const nowMs = clock.monotonicMs();
      asked = asked.filter((at) => nowMs - at < hourMs);
      if (nowMs < restsUntil || asked.length >= mostAnHour) return null;
      return poor.find(({ uuid, updatedAtMs }) => known.get(uuid)?.updatedAtMs !== updatedAtMs) ?? null;
    },
    async read(poor, signal) {
      const { product, uuid } = poor;
      await ready();
      asked = [...asked, clock.monotonicMs()];
      const outcome = await portal.qualityReport(uuid, signal);
      if (outcome.kind === "abandoned") return;
      if (outcome.kind === "found" && outcome.value !== null) {
        offered = true;
        keep(poor, outcome.value);
        await save();
        return;
      }
      const why = failureIn(outcome);
      if (why !== null) {
        log.info("the portal could not be asked why a product is poor", { product, uuid, why });
        rest(failedMs);
        return;
      }
      if (outcome.kind === "refused" && outcome.status === 404) {
        keep(poor, null);
        missing += 1;
        if (offered === true || missing < mostMissing) return;
      }
      offered = false;
      log.info("the portal does not say why products are poor", { product, uuid });
      rest(notOfferedMs);
    },
    forget() {
      for (const [uuid, { reasons }] of known) if (reasons === null) known.delete(uuid);
      missing = 0;
      restsUntil = Number.NEGATIVE_INFINITY;
      offered = null;
    },
  };
}

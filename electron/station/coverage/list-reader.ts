import { createEmitter, type Subscribe } from "#base/event.ts";
import { counted } from "#base/text.ts";
import type { ListedProduct, ListedRecord } from "#domain/portal-records.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { ListName, ListRead, PortalLists, RecordsKeeper } from "#engine/ports/portal-lists.ts";
import { type PlannedList, recentDates } from "./list-plan.ts";
import { createShownFiles } from "./shown-files.ts";

/** Reads one list at a time into the ledger, and knows which ones to leave alone. */
export interface ListReader {
  /** False where it could not be read. `pace` is waited for before a second request. */
  read(planned: PlannedList, signal: AbortSignal, pace: () => Promise<void>): Promise<boolean>;
  /** The list failed lately. */
  rests(list: ListName): boolean;
  /** The portal did not answer lately. */
  isPortalSilent(): boolean;
  /** The portal refuses `updatedAtFrom` for this list. */
  takesNoChanges(list: ListName): boolean;
  /** Nothing is left alone any more. */
  forget(): void;
  /** Data kept of a site changed. */
  readonly onRead: Subscribe<string>;
}

export interface ListReaderParts {
  readonly clock: Clock;
  readonly keeper: Pick<
    RecordsKeeper,
    "beginReading" | "keepRecords" | "keepProducts" | "listEnded" | "deliveredFiles"
  >;
  readonly portal: PortalLists;
  readonly log: Log;
  /** Address of the portal in force; null where there is none. */
  portalUrl(): string | null;
}

/** A list that failed is left alone for an hour, and all of them for a quarter where the portal did not answer. */
const listRestMs = 3_600_000;
const portalRestMs = 900_000;
/** The portal may have refused a request by mistake, or may take it by now. */
const blindMs = 24 * 3_600_000;

export function createListReader(parts: ListReaderParts): ListReader {
  const { clock, keeper, portal, log } = parts;
  const readOne = createEmitter<string>();
  const rests = new Map<string, number>();
  /** Lists for which the portal takes no `updatedAtFrom`, until it is tried again; monotonic. */
  const blind = new Map<string, number>();
  /** Lists with rows that could not be read. */
  const reported = new Set<string>();
  let restsUntil = Number.NEGATIVE_INFINITY;

  const isNow = (until: number | undefined): boolean => until !== undefined && clock.monotonicMs() < until;

  /** Once, until all can be read again. */
  const tellLeftOut = (list: ListName, leftOut: number, records: number): void => {
    const key = keyOf(list);
    if (leftOut === 0) reported.delete(key);
    else if (!reported.has(key)) {
      reported.add(key);
      log.warn("rows of the portal's list could not be read: what it lacks is not called lost", {
        ...nameOf(list),
        leftOut,
        records,
      });
    }
  };

  const failed = (
    { list, span }: PlannedList,
    outcome: Exclude<ReadOutcome<ListRead>, { kind: "found" }>,
  ): false => {
    if (outcome.kind === "abandoned") return false;
    const now = clock.monotonicMs();
    const isRefusal = outcome.kind === "refused" && outcome.status < 500;
    if (isRefusal && span.updatedAtFrom !== undefined) {
      blind.set(keyOf(list), now + blindMs);
      return false;
    }
    rests.set(keyOf(list), now + listRestMs);
    if (!isRefusal) restsUntil = now + portalRestMs;
    const message = outcome.kind === "refused" ? outcome.errors.join("; ") : outcome.failure.message;
    log.warn("the portal's list could not be read", { ...nameOf(list), message });
    return false;
  };

  return {
    async read(planned, signal, pace) {
      const { list, span, month, whole } = planned;
      const url = parts.portalUrl();
      if (url === null) return false;
      const readAtMs = Math.floor(clock.nowMs());
      const reading = await keeper.beginReading(url);
      const since = span.updatedAtFrom === undefined ? 0 : Date.parse(span.updatedAtFrom);
      const shown = createShownFiles(keeper, list, whole ?? recentDates(readAtMs), since);
      let newestAtMs = 0;
      const own = <Value extends ListedRecord | ListedProduct>(
        values: readonly Value[],
      ): readonly Value[] => {
        const wanted = values.filter(
          (one) => one.siteId === list.site && list.pids.includes(one.instrumentPid),
        );
        for (const { updatedAtMs } of wanted) newestAtMs = Math.max(newestAtMs, updatedAtMs);
        return wanted;
      };
      const outcome =
        list.kind === "products"
          ? await portal.listProducts(list.site, span, signal, (some) =>
              keeper.keepProducts(own(some), reading),
            )
          : await portal.listRawFiles({ ...list, lacking: shown.lacking, pace }, span, signal, (some) => {
              const records = own(some);
              shown.note(records);
              return keeper.keepRecords(records, reading);
            });
      if (parts.portalUrl() !== url) return false;
      if (outcome.kind !== "found") return failed(planned, outcome);
      const { leftOut, records, isDoubted = false } = outcome.value;
      // A list of which no row can be read was not read: what was known before stays, with its age.
      if (records > 0 && leftOut === records) {
        const message = `None of its ${counted(records, "row")} can be read.`;
        const failure = { cause: "portal-error", message, portalMessage: null } as const;
        return failed(planned, { kind: "failed", failure });
      }
      tellLeftOut(list, leftOut, records);
      const mark = { ...nameOf(list), month, readAtMs, newestAtMs };
      // A record that is not shown may be in a row that cannot be read.
      const bounds = whole !== null && leftOut === 0 && !isDoubted ? { ...whole, pids: list.pids } : null;
      await keeper.listEnded(mark, reading, bounds);
      readOne.emit(list.site);
      return true;
    },
    rests: (list) => isNow(rests.get(keyOf(list))),
    isPortalSilent: () => isNow(restsUntil),
    takesNoChanges: (list) => isNow(blind.get(keyOf(list))),
    forget() {
      rests.clear();
      blind.clear();
      restsUntil = Number.NEGATIVE_INFINITY;
    },
    onRead: readOne.on,
  };
}

function nameOf({ kind, site, instrument }: ListName): ListName {
  return { kind, site, instrument };
}

function keyOf({ kind, site, instrument }: ListName): string {
  return [kind, site, instrument].join("|");
}

import { packFiles } from "#adapters/packed-files.ts";
import { createEmitter } from "#base/event.ts";
import type { DoubtedFile, SeenFile } from "#domain/file-version.ts";
import type { JournalLine } from "#domain/journal.ts";
import type { Ledger, LedgerOpening } from "#engine/ports/ledger.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import type { RecordsKeeper } from "#engine/ports/portal-lists.ts";
import type { StationEventKeeper } from "#engine/ports/station-events.ts";
import { byPieces } from "./paging.ts";
import type { Call, ChangePlace, Drained, LedgerCalls, NumberedCall } from "./protocol.ts";
import { rowsPerTransaction } from "./protocol.ts";
import { recordsKeeper } from "./records-client.ts";

/** The way from the ledger's users to its core, wherever that runs. */
export interface LedgerLink {
  readonly opening: LedgerOpening;
  send(calls: readonly NumberedCall[]): void;
  /** Hears of every drain, and once of the sentence with which the link broke. Called once, before any `send`. */
  listen(onDrained: (drained: Drained) => void, onBroken: (message: string) => void): void;
  /** Resolves when the core has run what was sent and has closed the file. */
  close(): Promise<void>;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: LedgerError) => void;
}

/** A ledger that can be lost while it is open. */
export interface OpenLedger extends Ledger, RecordsKeeper, StationEventKeeper {
  /**
   * Resolves with the sentence for the operator when nothing will be recorded any more in this run: the file was removed
   * or replaced, or the ledger's thread ended. Every call rejects from then on.
   */
  readonly lost: Promise<string>;
}

/** How many versions one call of `unknown` carries. */
const versionsPerCall = 1000;

/**
 * The ledger over a link. Calls of one turn of the event loop go in one message. Journal lines reach the listeners
 * before the calls that wrote them resolve.
 */
export function ledgerClient(link: LedgerLink): OpenLedger {
  const pending = new Map<number, Pending>();
  const committedLines = createEmitter<readonly JournalLine[]>();
  let outbox: NumberedCall[] = [];
  let lastNumber = 0;
  let broken: string | null = null;
  let closing: Promise<void> | null = null;
  let commits = 0;
  const lost = Promise.withResolvers<string>();

  function flush(): void {
    const calls = outbox;
    outbox = [];
    if (calls.length > 0 && broken === null) link.send(calls);
  }

  const call: Call = (name, ...values) => {
    if (closing !== null) return Promise.reject(new LedgerError("The record of uploads is closed."));
    if (broken !== null) return Promise.reject(new LedgerError(broken));
    const number = ++lastNumber;
    if (outbox.length === 0) setImmediate(flush);
    outbox.push({ number, name, values });
    return new Promise((resolve, reject) => {
      pending.set(number, { resolve: resolve as Pending["resolve"], reject });
    });
  };

  function onDrained({ answers, committed }: Drained): void {
    if (committed.length > 0) commits += 1;
    try {
      if (committed.length > 0) committedLines.emit(committed);
    } finally {
      for (const answer of answers) {
        const waiting = pending.get(answer.number);
        pending.delete(answer.number);
        if ("error" in answer) waiting?.reject(new LedgerError(answer.error));
        else waiting?.resolve(answer.value);
      }
    }
  }

  function onBroken(message: string): void {
    if (closing === null) lost.resolve(message);
    broken ??= message;
    for (const { reject } of pending.values()) reject(new LedgerError(message));
    pending.clear();
  }

  link.listen(onDrained, onBroken);

  return {
    opening: link.opening,
    lost: lost.promise,
    async enqueue(found, nowMs) {
      const parts = [];
      for (let i = 0; i < found.length; i += rowsPerTransaction) {
        parts.push(await call("enqueue", found.slice(i, i + rowsPerTransaction), nowMs));
      }
      return parts.flat();
    },
    async compare(instrument, files) {
      const unknown: SeenFile[] = [];
      const doubted: DoubtedFile[] = [];
      for (let i = 0; i < files.length; i += versionsPerCall) {
        const part = files.slice(i, i + versionsPerCall);
        const positions = await call("compare", instrument, packFiles(part));
        unknown.push(...positions.unknown.flatMap((position) => part[position] ?? []));
        for (const [position, doubt] of positions.doubted) {
          const file = part[position];
          if (file !== undefined) doubted.push({ ...file, doubt });
        }
      }
      return { unknown, doubted };
    },
    mark: (...values) => call("mark", ...values),
    async claim(request) {
      for (;;) {
        const claimed = await call("claim", request);
        if (claimed !== null) return claimed;
      }
    },
    async applyAll(filter, event, nowMs) {
      let applied = 0;
      let next: ChangePlace | null = null;
      do {
        const part: ReturnType<LedgerCalls["applyPart"]> = await call(
          "applyPart",
          filter,
          event,
          nowMs,
          next,
        );
        applied += part.applied;
        next = part.next;
      } while (next !== null);
      return applied;
    },
    async list(filter, limit, afterId) {
      let next = afterId === null ? null : await call("placeOf", afterId);
      if (afterId !== null && next === null) return [];
      const uploads = [];
      do {
        const part: ReturnType<LedgerCalls["listPart"]> = await call(
          "listPart",
          filter,
          limit - uploads.length,
          next,
        );
        uploads.push(...part.uploads);
        next = part.next;
      } while (next !== null && uploads.length < limit);
      return uploads;
    },
    apply: (...values) => call("apply", ...values),
    async completeReceipts(completed) {
      for (let i = 0; i < completed.length; i += rowsPerTransaction)
        await call("completeReceipts", completed.slice(i, i + rowsPerTransaction));
    },
    noteLook: (...values) => call("noteLook", ...values),
    firstLooks: () => call("firstLooks"),
    clearLooks: (ids) => call("clearLooks", ids),
    isFirstMeeting: (...values) => call("isFirstMeeting", ...values),
    sameRecord: (...values) => call("sameRecord", ...values),
    get: (...values) => call("get", ...values),
    replaced: (...values) => call("replaced", ...values),
    versions: (...values) => call("versions", ...values),
    ...byPieces(call, () => commits),
    totals: () => call("totals"),
    laneTotals: () => call("laneTotals"),
    causes: () => call("causes"),
    instrumentCounts: () => call("instrumentCounts"),
    bytesLeft: () => call("bytesLeft"),
    duplicates: (...values) => call("duplicates", ...values),
    replacedCount: () => call("replacedCount"),
    contentFindings: (...values) => call("contentFindings", ...values),
    verdicts: (...values) => call("verdicts", ...values),
    listedStatuses: (...values) => call("listedStatuses", ...values),
    withoutRecord: (...values) => call("withoutRecord", ...values),
    delivered: (...values) => call("delivered", ...values),
    late: (...values) => call("late", ...values),
    oldestUnsentAtMs: () => call("oldestUnsentAtMs"),
    metrics: () => call("metrics"),
    nextDueMs: () => call("nextDueMs"),
    renameInstrument: (...values) => call("renameInstrument", ...values),
    moveDue: (byMs) => call("moveDue", byMs),
    journal: (...values) => call("journal", ...values),
    lastSeq: () => call("lastSeq"),
    limitJournal: (...values) => call("limitJournal", ...values),
    upkeep: () => call("upkeep"),
    size: () => call("size"),
    fileHours: (...values) => call("fileHours", ...values),
    deliveryHours: (...values) => call("deliveryHours", ...values),
    instrumentHours: (...values) => call("instrumentHours", ...values),
    arrivals: async () => new Map(await call("arrivals")),
    ...recordsKeeper(call),
    recordEvents: (...values) => call("recordEvents", ...values),
    lastRun: () => call("lastRun"),
    stationEvents: (query) => call("stationEvents", query),
    lineHours: (...values) => call("lineHours", ...values),
    linesSince: (fromMs) => call("linesSince", fromMs),
    firstEventMs: () => call("firstEventMs"),
    onCommitted: committedLines.on,
    close() {
      if (closing === null) {
        flush();
        closing = link.close();
      }
      return closing;
    },
  };
}

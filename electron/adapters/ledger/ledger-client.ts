import { createEmitter } from "#base/event.ts";
import type { JournalLine } from "#domain/journal.ts";
import type { LedgerOpening, RefusedRow } from "#engine/ports/ledger.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import { byPieces } from "./paging.ts";
import { inPieces } from "./pieces.ts";
import type { Call, CallName, Drained, LedgerPorts, NumberedCall, PlainMethods } from "./protocol.ts";

/** The way from the ledger's users to its core, wherever that runs. */
export interface LedgerLink {
  readonly opening: LedgerOpening;
  /** All that can be asked of the core. */
  readonly calls: readonly CallName[];
  send(calls: readonly NumberedCall[]): void;
  /** Hears of every drain, and once of the sentence with which the link broke. Called once, before any `send`. */
  listen(onDrained: (drained: Drained) => void, onBroken: (message: string) => void): void;
  /** `LedgerCore.copyTo` */
  copyTo(file: string): Promise<string | null>;
  /** Resolves when the core has run what was sent and has closed the file. */
  close(): Promise<void>;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: LedgerError) => void;
}

/** A ledger that can be lost while it is open. */
export interface OpenLedger extends LedgerPorts {
  /**
   * Resolves with the sentence for the operator when nothing will be recorded any more in this run: the file was removed
   * or replaced, or the ledger's thread ended. Every call rejects from then on.
   */
  readonly lost: Promise<string>;
  /** `LedgerCore.copyTo`. The file must not be there. */
  copyTo(file: string): Promise<string | null>;
  /** Hears of what the tables refused and was left out, once for each reason. Gives a function that ends it. */
  onRefused(listener: (row: RefusedRow) => void): () => void;
}

/**
 * The ledger over a link. Calls of one turn of the event loop go in one message. Journal lines reach the listeners
 * before the calls that wrote them resolve.
 */
export function ledgerClient(link: LedgerLink): OpenLedger {
  const pending = new Map<number, Pending>();
  const committedLines = createEmitter<readonly JournalLine[]>();
  const refusedRows = createEmitter<RefusedRow>();
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

  function onDrained({ answers, committed, refused = [] }: Drained): void {
    for (const row of refused) refusedRows.emit(row);
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
    ...plainMethods(call, link.calls),
    ...inPieces(call),
    ...byPieces(call, () => commits),
    arrivals: async () => new Map(await call("arrivals")),
    onCommitted: committedLines.on,
    onRefused: refusedRows.on,
    copyTo: link.copyTo,
    close() {
      if (closing === null) {
        flush();
        closing = link.close();
      }
      return closing;
    },
  };
}

function plainMethods(call: Call, names: readonly CallName[]): PlainMethods {
  const methods = names.map((name) => [name, (...values: never) => call(name, ...values)]);
  return Object.fromEntries(methods);
}

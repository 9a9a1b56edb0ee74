import type { PackedFiles } from "#adapters/packed-files.ts";
import type { DayFacts } from "#domain/day-facts.ts";
import type { DoubtedFile } from "#domain/file-version.ts";
import type { JournalLine, JournalQuery } from "#domain/journal.ts";
import type { QueueCell, QueueQuery, QueueWindow, UploadFilter } from "#domain/queue.ts";
import type { QueueColumn, SortValue } from "#domain/queue-order.ts";
import type { Upload, UploadEvent } from "#domain/upload.ts";
import type { ClaimRequest, Ledger, LedgerMetrics, LedgerOpening, RefusedRow } from "#engine/ports/ledger.ts";
import type { CoverageSource, RecordsKeeper } from "#engine/ports/portal-lists.ts";
import type { StationEventKeeper } from "#engine/ports/station-events.ts";

/** Most rows that one transaction writes; larger calls are cut, so that others get their turn in between. */
export const rowsPerTransaction = 200;

/** A place in the order "newest change first". */
export interface ChangePlace {
  readonly updatedAtMs: number;
  readonly seq: number;
}

/**
 * A window of the queue: a query without a text that is in an order of the ledger's own or names its uploads, or the
 * numbers of rows that were found for another, of which those that pass the filter no more are left out.
 */
export type WindowRead =
  | QueueQuery
  | { readonly filter: UploadFilter; readonly total: number; readonly seqs: readonly number[] };

/** All that the ledger keeps, as its users ask for it. */
export type LedgerPorts = Ledger & RecordsKeeper & StationEventKeeper;

/** Methods that reach the core in another form, or not at all. */
type Reshaped =
  | "opening"
  | "compare"
  | "claim"
  | "applyAll"
  | "list"
  | "queue"
  | "queueWindows"
  | "queueCells"
  | "journalPage"
  | "arrivals"
  | "dayFacts"
  | "onCommitted"
  | "close";

/** Methods that are a call of the core each. A method of the ports is one of them unless it is named above. */
export type PlainMethods = Omit<LedgerPorts, Reshaped>;

type PlainCalls = {
  [Name in keyof PlainMethods]: (
    ...values: Parameters<PlainMethods[Name]>
  ) => Awaited<ReturnType<PlainMethods[Name]>>;
};

/** Arguments and results of the calls of the ledger's core. Everything crosses to the worker in this form. */
export interface LedgerCalls extends PlainCalls {
  /** Gives positions in `files`. */
  compare(
    instrument: string,
    files: PackedFiles,
  ): {
    readonly unknown: readonly number[];
    readonly doubted: readonly (readonly [position: number, doubt: DoubtedFile["doubt"]])[];
  };
  /** Gives null when so many were due that the call has to be repeated. */
  claim(request: ClaimRequest): readonly Upload[] | null;
  /** A piece of `applyAll`; `next` is where the next one begins, null at the end. */
  applyPart(
    filter: UploadFilter,
    event: UploadEvent,
    nowMs: number,
    from: ChangePlace | null,
  ): { readonly applied: number; readonly next: ChangePlace | null };
  placeOf(id: string): ChangePlace | null;
  /** A piece of `list`; `next` is where the next one begins, null at the end. */
  listPart(
    filter: UploadFilter,
    limit: number,
    from: ChangePlace | null,
  ): { readonly uploads: readonly Upload[]; readonly next: ChangePlace | null };
  /** All as of one moment. */
  windows(wanted: readonly WindowRead[]): readonly QueueWindow[];
  /** `places`: number of the row and time of its last change, in turn, newest row first. */
  matchPart(
    filter: UploadFilter,
    beforeSeq: number | null,
  ): { readonly places: Float64Array; readonly next: number | null };
  /** A piece of `Ledger.queue` in the order of a column: numbers of the rows, newest first, and the values they are sorted by. */
  sortPart(
    filter: UploadFilter,
    column: QueueColumn,
    beforeSeq: number | null,
  ): { readonly seqs: Float64Array; readonly values: readonly SortValue[]; readonly next: number | null };
  cells(): readonly QueueCell[];
  cellsOfIds(filter: Pick<UploadFilter, "ids" | "text">): readonly QueueCell[];
  cellsPart(
    text: string,
    beforeSeq: number | null,
  ): { readonly cells: readonly QueueCell[]; readonly next: number | null };
  journalPart(query: JournalQuery): {
    readonly entries: readonly JournalLine[];
    readonly next: number | null;
    readonly scannedToMs: number | null;
  };
  arrivals(): LedgerMetrics["recentMs"];
  /** A piece of `dayFacts`; `next` is the day on which the next one begins, null at the end. */
  dayFactsPart(
    source: CoverageSource,
    from: string,
    to: string,
  ): {
    readonly facts: readonly (readonly [date: string, facts: DayFacts])[];
    readonly next: string | null;
  };
}

export type CallName = keyof LedgerCalls;

/** Asks the core one thing. */
export type Call = <Name extends CallName>(
  name: Name,
  ...values: Parameters<LedgerCalls[Name]>
) => Promise<ReturnType<LedgerCalls[Name]>>;

/** A call on its way to the core. `number` finds its promise again. */
export interface NumberedCall {
  readonly number: number;
  readonly name: CallName;
  readonly values: readonly unknown[];
}

/** How a call ended. `error` is a sentence for the operator; then nothing of the call was written. */
export type LedgerAnswer =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly error: string };

/** Result of one drain of the core: the answers and the journal lines that were committed. */
export interface Drained {
  readonly answers: readonly LedgerAnswer[];
  readonly committed: readonly JournalLine[];
  /** Rows that were left out, each told once for each reason. */
  readonly refused?: readonly RefusedRow[];
}

/** Messages to the worker. */
export type ToWorker =
  | { readonly kind: "calls"; readonly calls: readonly NumberedCall[] }
  | { readonly kind: "copy"; readonly file: string }
  | { readonly kind: "close" };

/** Messages from the worker. */
export type FromWorker =
  | { readonly kind: "opened"; readonly opening: LedgerOpening; readonly calls: readonly CallName[] }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "drained"; readonly drained: Drained }
  /** `message` null: the copy is whole. */
  | { readonly kind: "copied"; readonly file: string; readonly message: string | null }
  /** The file was removed or replaced; nothing can be recorded any more. */
  | { readonly kind: "lost"; readonly message: string }
  | { readonly kind: "closed" };

import { v7 as uuidV7 } from "uuid";
import { isAdded } from "#domain/added-files.ts";
import { baseName, isSameVersion } from "#domain/file-version.ts";
import type { JournalLine } from "#domain/journal.ts";
import { isOfFilter } from "#domain/queue.ts";
import { longestWaitMs } from "#domain/retry.ts";
import type { Upload, UploadEvent } from "#domain/upload.ts";
import { isInFlight, isTerminal, lanes } from "#domain/upload.ts";
import {
  afterEvent,
  hasReplaced,
  isSameHolding,
  journalDetail,
  newUpload,
  takesRecord,
  voidsReceipt,
} from "#domain/upload-transition.ts";
import type { ClaimRequest, FoundVersion, Ledger } from "#engine/ports/ledger.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import type { Shelf } from "./memory-ledger-reads.ts";
import {
  heldVersion,
  inOrderOfChange,
  isComparable,
  lastSeq,
  memoryReads,
  pathKey,
} from "./memory-ledger-reads.ts";

/** A ledger without a disk. `failWith` makes every call reject until it is set back to null. */
export interface MemoryLedger extends Ledger {
  failWith(message: string | null): void;
  /** No mark is known any more, as after an upgrade. */
  forgetMarks(): void;
  /** A crash: takes the steps of claims that are not written yet. */
  loseSteps(): void;
}

/** The fake of the ledger port: same contract, same suite as the one on SQLite. Loses all when dropped. */
export function memoryLedger(
  opening: Ledger["opening"] = { kind: "new", movedTo: null, message: null },
): MemoryLedger {
  const shelf: Shelf = {
    uploads: new Map(),
    paths: new Map(),
    records: new Map(),
    journal: [],
  };
  const unfinished = new Map<string, Upload>();
  const looks = new Map<string, { readonly seen: string; readonly atMs: number }>();
  const listeners = new Set<(entries: readonly JournalLine[]) => void>();
  /** Uploads in flight as they are written, and their lines that are not; by id. */
  const unwritten = new Map<string, { readonly upload: Upload; readonly lines: readonly JournalLine[] }>();
  let error: string | null = null;
  let isClosed = false;

  /** Each call is one transaction: its journal lines are heard before its promise resolves. */
  async function call<T>(work: () => T): Promise<T> {
    await Promise.resolve();
    if (isClosed) throw new LedgerError("The record of uploads is closed.");
    if (error !== null) throw new LedgerError(error);
    const firstLine = shelf.journal.length;
    const value = work();
    const entries = shelf.journal.slice(firstLine);
    if (entries.length > 0) for (const listener of listeners) listener(entries);
    return value;
  }

  function put(upload: Upload, event: JournalLine["event"], detail: string | null, atMs: number): Upload {
    const before = shelf.uploads.get(upload.id) ?? upload;
    shelf.uploads.set(upload.id, upload);
    if (upload.state !== "delivered") looks.delete(upload.id);
    if (event === "hashed") noteRecord(upload);
    if (isTerminal(upload.state)) unfinished.delete(upload.id);
    else unfinished.set(upload.id, upload);
    const { id: uploadId, instrument, relPath, state } = upload;
    const seq = lastSeq(shelf) + 1;
    const line = { seq, atMs, uploadId, instrument, relPath, event, state, detail };
    shelf.journal.push(line);
    const written = unwritten.get(uploadId) ?? { upload: before, lines: [] };
    if (mayBeLost(upload, event)) unwritten.set(uploadId, { ...written, lines: [...written.lines, line] });
    else unwritten.delete(uploadId);
    return upload;
  }

  function mayBeLost({ id, lane, recordKey }: Upload, event: JournalLine["event"]): boolean {
    if (event === "claimed" || event === "announced") return true;
    if (event !== "hashed" || lane === "changed" || lane === "debt") return false;
    const others = [...(shelf.records.get(recordKey ?? "") ?? [])].filter((other) => other !== id);
    return !others.some((other) => {
      const one = shelf.uploads.get(other);
      return one?.recordKey === recordKey && (one.state === "delivered" || isInFlight(one.state));
    });
  }

  function noteRecord({ id, recordKey }: Upload): void {
    const ids = shelf.records.get(recordKey ?? "") ?? new Set();
    shelf.records.set(recordKey ?? "", ids.add(id));
  }

  function apply(id: string, event: UploadEvent, nowMs: number): Upload | null {
    const before = shelf.uploads.get(id);
    const after = before === undefined ? null : afterEvent(before, event, nowMs);
    if (after === null || (event.type === "hashed" && isBeingSent(event.checksum))) return null;
    const applied = put(after, event.type, journalDetail(event), nowMs);
    if (before !== undefined && takesRecord(before, event)) displaceFormer(applied, nowMs);
    if (before !== undefined && hasReplaced(before, event)) displaceByName(applied, nowMs);
    if (before !== undefined && voidsReceipt(before, event)) displaceSameBytes(before, nowMs);
    return applied;
  }

  function displaceSameBytes(voided: Upload, nowMs: number): void {
    for (const id of shelf.paths.get(pathKey(voided.instrument, voided.relPath)) ?? []) {
      const one = shelf.uploads.get(id);
      if (one?.state === "delivered" && isSameHolding(one, voided)) apply(id, { type: "displaced" }, nowMs);
    }
  }

  function displaceFormer({ recordKey, checksum, instrument, relPath }: Upload, nowMs: number): void {
    const ofRecord = [...(shelf.records.get(recordKey ?? "") ?? [])]
      .flatMap((id) => shelf.uploads.get(id) ?? [])
      .filter((one) => one.recordKey === recordKey);
    const former = new Set(ofRecord.map((one) => one.checksum));
    for (const other of ofRecord)
      if (
        other.checksum !== checksum &&
        pathKey(other.instrument, other.relPath) !== pathKey(instrument, relPath)
      )
        apply(other.id, { type: "displaced" }, nowMs);
    former.delete(checksum);
    if (former.size === 0) return;
    for (const twin of [...shelf.uploads.values()])
      if (twin.receipt?.kind === "twin" && twin.recordKey !== recordKey && former.has(twin.checksum))
        apply(twin.id, { type: "displaced" }, nowMs);
  }

  function displaceByName({ checksum, relPath, measurementDate }: Upload, nowMs: number): void {
    for (const twin of [...shelf.uploads.values()])
      if (
        twin.receipt?.kind === "twin" &&
        twin.receipt.recordFilename === baseName(relPath) &&
        twin.measurementDate === measurementDate &&
        twin.checksum !== checksum
      )
        apply(twin.id, { type: "displaced" }, nowMs);
  }

  function isBeingSent(checksum: string): boolean {
    return [...unfinished.values()].some(
      (other) => other.checksum === checksum && isInFlight(other.state) && other.state !== "hashing",
    );
  }

  function enqueueOne(found: FoundVersion, nowMs: number): Upload[] {
    const { instrument, relPath, size, mtimeUs, ctimeUs, fileId, measurementDate, checkFirst } = found;
    const held = heldVersion(shelf, instrument, found);
    const isRewritten = held !== null && isComparable(held) && found.rewrittenFrom === held.checksum;
    if (held !== null && !isRewritten) return [];
    const path = pathKey(instrument, relPath);
    const earlier = shelf.paths.get(path) ?? [];
    for (const id of earlier) {
      apply(id, { type: "changed" }, nowMs);
      const one = shelf.uploads.get(id);
      if (!isRewritten && one !== undefined && isSameVersion(one, found))
        apply(id, { type: "displaced" }, nowMs);
    }
    const id = uuidV7();
    const lane = earlier.length > 0 ? "changed" : found.lane;
    const mark = { ctimeUs, fileId };
    const known = {
      id,
      instrument,
      relPath,
      size,
      mtimeUs,
      ...mark,
      measurementDate,
      lane,
      checkFirst,
    } as const;
    shelf.paths.set(path, [...earlier, id]);
    return [put(newUpload(known, nowMs), "enqueued", null, nowMs)];
  }

  function renameInstrument(from: string, to: string): number | null {
    const all = [...shelf.uploads.values()];
    const moved = all.filter(({ instrument }) => instrument === from);
    if (all.some(({ instrument }) => instrument === to)) return moved.length === 0 ? 0 : null;
    if (moved.some(({ relPath }) => isAdded(relPath))) return null;
    for (const upload of moved) {
      const renamed = { ...upload, instrument: to };
      shelf.uploads.set(upload.id, renamed);
      if (unfinished.has(upload.id)) unfinished.set(upload.id, renamed);
      const ids = shelf.paths.get(pathKey(from, upload.relPath));
      shelf.paths.delete(pathKey(from, upload.relPath));
      if (ids !== undefined) shelf.paths.set(pathKey(to, upload.relPath), ids);
    }
    // Its lines are those of its uploads.
    shelf.journal.forEach((line, at) => {
      if (line.instrument === from) shelf.journal[at] = { ...line, instrument: to };
    });
    return moved.length;
  }

  function claim({ instruments, addedOf = [], limit, maxSize, dates, nowMs, probe }: ClaimRequest): Upload[] {
    const isDue = (ms: number) => ms <= nowMs || ms > nowMs + longestWaitMs + 60_000;
    const waiting = [...unfinished.values()].flatMap(({ id, notBeforeMs }) =>
      notBeforeMs === null ? [] : { id, notBeforeMs },
    );
    for (const { id, notBeforeMs } of waiting.sort((a, b) => a.notBeforeMs - b.notBeforeMs)) {
      if (isDue(notBeforeMs)) apply(id, { type: "due" }, nowMs);
    }
    return [...unfinished.values()]
      .filter(({ state }) => state === "queued" || (probe !== undefined && state === "waiting"))
      .filter(({ id }) => probe?.except.includes(id) !== true)
      .filter(
        ({ instrument, relPath }) =>
          instruments.includes(instrument) || (addedOf.includes(instrument) && isAdded(relPath)),
      )
      .filter((upload) => maxSize === null || upload.size <= maxSize)
      .filter(({ measurementDate: day }) => dates?.some(({ from, to }) => from <= day && day <= to) ?? true)
      .sort(byTurn)
      .sort((a, b) => (probe === undefined ? 0 : probeRank(a, probe.last) - probeRank(b, probe.last)))
      .slice(0, limit)
      .map((upload) => apply(upload.id, { type: "due" }, nowMs) ?? upload)
      .flatMap((upload) => apply(upload.id, { type: "claimed" }, nowMs) ?? []);
  }

  return {
    opening,
    failWith(message) {
      error = message;
    },
    forgetMarks() {
      for (const [id, upload] of shelf.uploads)
        shelf.uploads.set(id, { ...upload, ctimeUs: null, fileId: null });
    },
    loseSteps() {
      const lost = new Set([...unwritten.values()].flatMap(({ lines }) => lines));
      shelf.journal.splice(0, shelf.journal.length, ...shelf.journal.filter((line) => !lost.has(line)));
      for (const [id, { upload }] of unwritten) {
        shelf.uploads.set(id, upload);
        unfinished.set(id, upload);
      }
      unwritten.clear();
    },
    enqueue: (found, nowMs) => call(() => found.flatMap((version) => enqueueOne(version, nowMs))),
    claim: (request) => call(() => claim(request)),
    apply: (id, event, nowMs) => call(() => apply(id, event, nowMs)),
    applyAll: (filter, event, nowMs) =>
      call(() => {
        const newestFirst = [...shelf.uploads.values()].reverse().sort(inOrderOfChange);
        const chosen = newestFirst.filter((upload) => isOfFilter(upload, filter));
        return chosen.filter(({ id }) => apply(id, event, nowMs) !== null).length;
      }),
    mark: (id, checksum, { ctimeUs, fileId }) =>
      call(() => {
        const upload = shelf.uploads.get(id);
        if (upload?.checksum !== checksum) return;
        const marked = { ...upload, ctimeUs, fileId };
        shelf.uploads.set(id, marked);
        if (unfinished.has(id)) unfinished.set(id, marked);
      }),
    completeReceipts: (completed) =>
      call(() => {
        for (const { id, receipt } of completed) {
          const upload = shelf.uploads.get(id);
          const { kind, checksum } = upload?.receipt ?? {};
          if (upload !== undefined && kind === receipt.kind && checksum === receipt.checksum)
            shelf.uploads.set(id, { ...upload, receipt });
        }
      }),
    noteLook: (id, seen, nowMs) =>
      call(() => {
        if (shelf.uploads.get(id)?.state !== "delivered") return null;
        const first = looks.get(id);
        if (first !== undefined && first.seen === seen && first.atMs <= nowMs) return first.atMs;
        looks.set(id, { seen, atMs: nowMs });
        return nowMs;
      }),
    firstLooks: () =>
      call(() =>
        [...looks].flatMap(([id, { atMs }]) => {
          const upload = shelf.uploads.get(id);
          if (upload?.state !== "delivered") return [];
          return [{ id, measurementDate: upload.measurementDate, atMs }];
        }),
      ),
    clearLooks: (ids) =>
      call(() => {
        for (const id of ids) looks.delete(id);
      }),
    renameInstrument: (from, to) => call(() => renameInstrument(from, to)),
    moveDue: (byMs) =>
      call(() => {
        for (const upload of [...unfinished.values()]) {
          if (upload.notBeforeMs === null) continue;
          const moved = { ...upload, notBeforeMs: upload.notBeforeMs + byMs };
          shelf.uploads.set(upload.id, moved);
          unfinished.set(upload.id, moved);
        }
      }),
    ...memoryReads(shelf, call),
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      isClosed = true;
    },
  };
}

function byTurn(a: Upload, b: Upload): number {
  const byLane = lanes.indexOf(a.lane) - lanes.indexOf(b.lane);
  if (byLane !== 0 || a.measurementDate === b.measurementDate) return byLane || a.mtimeUs - b.mtimeUs;
  return a.measurementDate < b.measurementDate ? 1 : -1;
}

/** Changed files after all others, and among both the instruments that come last. */
function probeRank({ lane, instrument }: Upload, last: readonly string[]): number {
  return 2 * Number(lane === "changed") + Number(last.includes(instrument));
}

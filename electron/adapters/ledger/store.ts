import type { JournalLine } from "#domain/journal.ts";
import type { LedgerOpening } from "#engine/ports/ledger.ts";
import type { BeforeStatement, Connection } from "./database.ts";
import { copyMessage, errorMessage, LedgerGone } from "./errors.ts";
import type { LedgerFolder } from "./folder.ts";
import { ledgerFolder, prepare, takeLock } from "./folder.ts";
import { openDatabase } from "./open.ts";
import type { CallName, Drained, LedgerAnswer, NumberedCall } from "./protocol.ts";
import { rowsPerTransaction } from "./protocol.ts";
import { isRefusal } from "./refused.ts";
import { placeStaged } from "./staged-restore.ts";
import { callNames, isWriting, perform, rowsOf } from "./steps.ts";
import { createStoreConnection, quietly, type RunMode } from "./store-connection.ts";
import { CommitFailed } from "./transaction.ts";
import { newerLedger } from "./version.ts";

/** The ledger on the thread it is called on. */
export interface LedgerCore {
  readonly opening: LedgerOpening;
  /** All that can be asked of it. */
  readonly calls: readonly CallName[];
  /** Runs calls from the front of the queue in one transaction, and takes them off it. Throws nothing. */
  drain(queue: NumberedCall[]): Drained;
  /** Called with the lines of a transaction that belongs to no call. */
  listen(onCommitted: (drained: Drained) => void): void;
  /** Copies all that is written to a new file, beside other calls. Gives null, or the sentence for the operator. */
  copyTo(file: string): Promise<string | null>;
  /** The sentence for the operator once the file was removed or replaced, else null. */
  lost(): string | null;
  /** Moves everything into the one file, marks it as closed in order and lets go of the folder. */
  close(): void;
}

/** Folder in which the ledger is opened, and what its tests may put in the way. */
export interface CoreRequest {
  readonly dataFolder: string;
  readonly nowMs: number;
  readonly beforeStatement: BeforeStatement | null;
}

/** Opens the ledger of a data folder on this thread, or says why that cannot be done now. */
export function openCore(request: CoreRequest): LedgerCore | { readonly message: string } {
  const place = ledgerFolder(request.dataFolder);
  const unfit = prepare(place);
  if (unfit !== null) return { message: unfit };
  const newer = newerLedger(place);
  if (newer !== null) return { message: newer };
  const release = takeLock(place);
  if (typeof release === "string") return { message: release };
  const unplaced = placeStaged(place);
  const opened = unplaced === null ? openDatabase({ ...request, place }) : { message: unplaced };
  if ("message" in opened) {
    release();
    return opened;
  }
  return core(place, opened.db, opened.opening, request.beforeStatement, release);
}

function core(
  place: LedgerFolder,
  openedDb: Connection,
  opening: LedgerOpening,
  beforeStatement: BeforeStatement | null,
  release: () => void,
): LedgerCore {
  let hear: (drained: Drained) => void = () => {};
  const connection = createStoreConnection(place, openedDb, beforeStatement, (drained) => hear(drained));

  function run(calls: readonly NumberedCall[], mode: RunMode = {}): Drained {
    const { hasSteps = true, isCareful = false } = mode;
    try {
      const { value, lines, refused } = connection.transact(
        (work) => calls.map((call) => perform(work, call)),
        mode,
      );
      return {
        answers: calls.map(({ number }, i) => ({ number, value: value[i] })),
        committed: lines,
        refused,
      };
    } catch (error) {
      const reason = error instanceof CommitFailed ? error.reason : error;
      const message = errorMessage(reason, place.folder);
      const refused = ({ number }: NumberedCall): LedgerAnswer => ({ number, error: message });
      if (calls.length === 1) {
        if (hasSteps && !isCareful && isRefusal(error)) return run(calls, { isCareful: true });
        // A disk that takes nothing can be read all the same.
        const isReadAlone = hasSteps && calls.every(({ name }) => !isWriting(name));
        return isReadAlone ? run(calls, { hasSteps: false }) : { answers: calls.map(refused), committed: [] };
      }
      // Nothing was committed, so each call is run again by itself: only those at fault fail. After a commit that
      // failed, writing again could write twice, so only the reading calls are.
      const isAgain = (call: NumberedCall) => !(error instanceof CommitFailed) || !isWriting(call.name);
      return joined(
        calls.map((call) => (isAgain(call) ? run([call]) : { answers: [refused(call)], committed: [] })),
      );
    }
  }

  return {
    opening,
    calls: callNames,
    drain(queue) {
      let rows = 0;
      let count = 0;
      for (const call of queue) {
        rows += rowsOf(call);
        if (count > 0 && rows > rowsPerTransaction) break;
        count++;
      }
      const calls = queue.splice(0, count);
      const drained = run(calls);
      if (calls.some(({ name }) => isWriting(name))) connection.tidy();
      return drained;
    },
    listen(onCommitted) {
      hear = onCommitted;
    },
    async copyTo(file) {
      try {
        await connection.copyTo(file);
        return null;
      } catch (error) {
        return copyMessage(error instanceof CommitFailed ? error.reason : error, file);
      }
    },
    lost() {
      let isLost = false;
      // A disk that cannot say now what is there is no reason.
      quietly(() => {
        isLost = !connection.isStillOurs();
      });
      return isLost ? errorMessage(new LedgerGone(), place.folder) : null;
    },
    close() {
      connection.close();
      release();
    },
  };
}

function joined(parts: readonly Drained[]): Drained {
  const committed: readonly JournalLine[] = parts.flatMap((part) => part.committed);
  const refused = parts.flatMap((part) => part.refused ?? []);
  return { answers: parts.flatMap((part) => part.answers), committed, refused };
}

import type { JournalLine } from "#domain/journal.ts";
import type { Ledger } from "#engine/ports/ledger.ts";

/** Earlier attempts at which an upload was at fault alone, since a person sent it again last. */
interface LoneFaults {
  /** Epoch milliseconds of the first. */
  readonly sinceMs: number;
  readonly tries: number;
  /** It needed a person by then. */
  readonly isLong: boolean;
}

/** Lines that are read of one upload's journal. */
const mostLines = 1_000;

/** Remembers, by upload, what was in its journal when this run met a failure of it first. */
export function createFaultHistory(ledger: Pick<Ledger, "journal">) {
  const all = new Map<string, LoneFaults>();
  return {
    /** `metAtMs`: epoch milliseconds of now, from which the upload is at fault if it was not before. Rejects as the ledger does. */
    async before(id: string, metAtMs: number): Promise<LoneFaults> {
      const known = all.get(id);
      if (known !== undefined) return known;
      const lines = await ledger.journal({ sinceSeq: 0, limit: mostLines, uploadId: id });
      const before = lines.filter(({ atMs }) => atMs < metAtMs);
      const from = before.findLastIndex(({ event }) => event === "retried") + 1;
      const alone = before.slice(from).filter(isOfOneAlone);
      const isLong = alone.at(-1)?.detail?.startsWith("stopped-long") === true;
      const found = { sinceMs: alone[0]?.atMs ?? metAtMs, tries: alone.length, isLong };
      all.set(id, found);
      return found;
    },
    forget: (id: string) => void all.delete(id),
    forgetAll: () => all.clear(),
  };
}

function isOfOneAlone({ event, detail }: JournalLine): boolean {
  return event === "failed-passing" && /^stopped-(alone|long): /.test(detail ?? "");
}

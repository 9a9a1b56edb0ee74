import { packFiles } from "#adapters/packed-files.ts";
import type { DayFacts } from "#domain/day-facts.ts";
import type { DoubtedFile, SeenFile } from "#domain/file-version.ts";
import type { Upload } from "#domain/upload.ts";
import { type Call, type ChangePlace, type LedgerPorts, rowsPerTransaction } from "./protocol.ts";

/** How many versions one call of `compare` carries. */
const versionsPerCall = 1000;

/**
 * Asks for piece after piece, the next one from where the last one ended. A piece without `next` is the last. Other calls
 * get their turn in between.
 */
export async function* eachPiece<Place, Piece extends { readonly next: Place | null }>(
  first: NoInfer<Place>,
  ask: (from: Place) => Promise<Piece>,
): AsyncGenerator<Piece> {
  for (let from = first; ; ) {
    const piece = await ask(from);
    yield piece;
    const { next }: { readonly next: Place | null } = piece;
    if (next === null) return;
    from = next;
  }
}

function* slices<Row>(rows: readonly Row[], length = rowsPerTransaction): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += length) yield rows.slice(at, at + length);
}

type Cut =
  | "enqueue"
  | "compare"
  | "claim"
  | "applyAll"
  | "list"
  | "completeReceipts"
  | "keepRecords"
  | "keepProducts"
  | "dayFacts";

/** The methods that are several calls of the core where much is asked for or written. */
export function inPieces(call: Call): Pick<LedgerPorts, Cut> {
  return {
    async enqueue(found, nowMs) {
      const parts = [];
      for (const part of slices(found)) parts.push(await call("enqueue", part, nowMs));
      return parts.flat();
    },
    async compare(instrument, files) {
      const unknown: SeenFile[] = [];
      const doubted: DoubtedFile[] = [];
      for (const part of slices(files, versionsPerCall)) {
        const positions = await call("compare", instrument, packFiles(part));
        unknown.push(...positions.unknown.flatMap((position) => part[position] ?? []));
        for (const [position, doubt] of positions.doubted) {
          const file = part[position];
          if (file !== undefined) doubted.push({ ...file, doubt });
        }
      }
      return { unknown, doubted };
    },
    async claim(request) {
      for (;;) {
        const claimed = await call("claim", request);
        if (claimed !== null) return claimed;
      }
    },
    async applyAll(filter, event, nowMs) {
      let applied = 0;
      const ask = (from: ChangePlace | null) => call("applyPart", filter, event, nowMs, from);
      for await (const part of eachPiece(null, ask)) applied += part.applied;
      return applied;
    },
    async list(filter, limit, afterId) {
      const first = afterId === null ? null : await call("placeOf", afterId);
      if (afterId !== null && first === null) return [];
      const uploads: Upload[] = [];
      const ask = (from: ChangePlace | null) => call("listPart", filter, limit - uploads.length, from);
      for await (const part of eachPiece(first, ask)) {
        uploads.push(...part.uploads);
        if (uploads.length >= limit) break;
      }
      return uploads;
    },
    async completeReceipts(completed) {
      for (const part of slices(completed)) await call("completeReceipts", part);
    },
    async keepRecords(records, reading) {
      for (const part of slices(records)) await call("keepRecords", part, reading);
    },
    async keepProducts(products, reading) {
      for (const part of slices(products)) await call("keepProducts", part, reading);
    },
    async dayFacts(source, first, to) {
      const found: (readonly [string, DayFacts])[] = [];
      const ask = (from: string) => call("dayFactsPart", source, from, to);
      for await (const part of eachPiece(first, ask)) found.push(...part.facts);
      return found;
    },
  };
}

import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { AskedList, ListRead, ListSpan } from "#engine/ports/portal-lists.ts";

/** Query of a request: a value, or some, for each parameter. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A list of a device that is no longer in the settings is named by its PID. */
function isPid(instrument: string): boolean {
  return instrument.includes("://");
}

/** By PID (docs/portal/observed.md §3) where some are given, and for a device that is no longer in the settings; else by type. "": any. */
export function sourceQuery(instrument: string, pids: readonly string[] = []): Query {
  if (pids.length > 0) return { instrumentPid: pids };
  if (isPid(instrument)) return { instrumentPid: instrument };
  return instrument === "" ? {} : { instrument };
}

type Read = ReadOutcome<ListRead>;

/** Asks the portal for one list. */
type Ask = (query: Query) => Promise<Read>;

/** A list, the ways to ask for it, and the one that is taken. */
interface Asking {
  readonly ways: readonly Query[];
  readonly key: string;
  way: number;
  readonly pace: AskedList["pace"];
  readonly lacking: Required<AskedList>["lacking"];
  ask(): Promise<Read>;
}

/**
 * Asks for raw files by PID, and where the answer lacks what this station delivered, by type, too, and at last for the whole site, which
 * needs no filter. The portal need not know the filter by PID: it may refuse it, or answer as if there were next to nothing. Files that
 * two lists lack are gone if these show others. How the portal answered is remembered for a day or two; ways behind the first are
 * taken once a day and range.
 */
export function createListWitnesses(nowMs: () => number) {
  /** When the portal refused a list by PID and gave it without, and when that was tried last; epoch milliseconds. */
  let [refusedAtMs, triedAtMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  /** Lists of which a later way showed more. */
  const better = new Map<string, { readonly way: number; readonly atMs: number }>();
  /** Ranges that were asked for in other ways, and how many files all of them lacked. */
  const looks = new Map<string, { readonly lacking: number; readonly atMs: number }>();

  const isOver = (atMs: number, ms: number): boolean => Math.abs(nowMs() - atMs) >= ms;

  const firstWay = (byPid: Query, key: string): number => {
    const found = better.get(key);
    if (found !== undefined && !isOver(found.atMs, 2 * dayMs)) return found.way;
    return "instrumentPid" in byPid && !isOver(refusedAtMs, dayMs) ? 1 : 0;
  };

  const anotherWay = async (asking: Asking): Promise<Read> => {
    asking.way += 1;
    await asking.pace?.();
    return await asking.ask();
  };

  const readFirst = async (asking: Asking): Promise<Read> => {
    const read = await asking.ask();
    if (!isByPid(asking) || read.kind !== "refused" || read.status >= 500 || !isOver(triedAtMs, hourMs))
      return read;
    triedAtMs = nowMs();
    const other = await anotherWay(asking);
    if (other.kind === "found") refusedAtMs = nowMs();
    return other;
  };

  /** Asks in the other ways until two lists lack the same and show the rest, or nothing is lacking. */
  const readOthers = async (
    asking: Asking,
    first: ListRead,
    before: number,
    range: string,
  ): Promise<Read> => {
    let [value, lacking, isAgreed] = [first, before, false];
    while (lacking > 0 && !isAgreed && asking.way < asking.ways.length - 1) {
      const read = await anotherWay(asking);
      if (read.kind === "abandoned") return read;
      if (read.kind !== "found") {
        looks.set(range, { lacking: 0, atMs: nowMs() });
        return doubted(value);
      }
      const now = await asking.lacking();
      // An empty list agrees with none: the portal may keep the device under another type.
      isAgreed = read.value.records > 0 && now.lacking === lacking && lacking < now.of;
      if (now.lacking < lacking) better.set(asking.key, { way: asking.way, atMs: nowMs() });
      value = sumOf(value, read.value);
      lacking = now.lacking;
    }
    looks.set(range, { lacking, atMs: nowMs() });
    return { kind: "found", value };
  };

  return async (list: AskedList, span: ListSpan, ask: Ask): Promise<Read> => {
    const { site, instrument, pids = [], pace, lacking = async () => ({ lacking: 0, of: 0 }) } = list;
    const byPid = sourceQuery(instrument, pids);
    const ways = [byPid, ...(pids.length > 0 && !isPid(instrument) ? [{ instrument }] : []), {}];
    const key = `${site}|${instrument}`;
    const asking: Asking = {
      ...{ ways, key, pace, lacking, way: firstWay(byPid, key) },
      ask: () => ask(ways[asking.way] ?? {}),
    };
    const read = await readFirst(asking);
    if (read.kind !== "found") return read;
    const before = await lacking();
    // A filter that shows most of them works: what it lacks is gone.
    if (before.lacking <= (isByPid(asking) ? before.of / 2 : 0)) return read;
    for (const [one, { atMs }] of looks) if (isOver(atMs, dayMs)) looks.delete(one);
    const range = [key, span.dateFrom, span.dateTo, span.updatedAtFrom === undefined].join("|");
    const look = looks.get(range);
    if (look === undefined) return await readOthers(asking, read.value, before.lacking, range);
    return before.lacking > look.lacking ? doubted(read.value) : read;
  };
}

function isByPid({ ways, way }: Asking): boolean {
  return "instrumentPid" in (ways[way] ?? {});
}

function sumOf(one: ListRead, other: ListRead): ListRead {
  return { records: one.records + other.records, leftOut: one.leftOut + other.leftOut };
}

function doubted(value: ListRead): Read {
  return { kind: "found", value: { ...value, isDoubted: true } };
}

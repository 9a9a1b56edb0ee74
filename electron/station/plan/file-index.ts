import type { PlannedDay } from "#domain/backlog-plan.ts";
import type { ListedRecord } from "#domain/portal-records.ts";
import type { AskedList, ListName } from "#engine/ports/portal-lists.ts";

/** Source under which the portal may have files of an instrument, and the list that shows it. */
export interface PlannedSource {
  readonly list: AskedList;
  readonly pid: string;
  /** Tags of the other instruments of this source, sorted: records with them are not of this one. */
  readonly tagsOfOthers: readonly string[];
}

/** The files of a month that the portal may have under the same sources. */
export interface FileGroup {
  readonly sources: readonly PlannedSource[];
  readonly month: string;
  /** Counts, by day, those that any of the sources has and none has with their size; null: as if no source had any. */
  compared(recordsOf: ((list: ListName) => readonly ListedRecord[]) | null): readonly PlannedDay[];
}

/** Keeps a number for each name, and no name: a million files take some 20 MB. */
export interface FileIndex {
  add(
    sources: readonly PlannedSource[],
    file: { readonly date: string; readonly filename: string },
    size: number,
  ): void;
  /** The newest month first. */
  groups(): readonly FileGroup[];
}

interface Kept {
  readonly sources: readonly PlannedSource[];
  readonly month: string;
  readonly days: Map<string, { readonly keys: number[]; readonly sizes: number[] }>;
}

/** An index without files. Give the same array for the same sources: a group of files shares it. */
export function createFileIndex(): FileIndex {
  const kept = new Map<string, Map<readonly PlannedSource[], Kept>>();
  return {
    add(sources, { date, filename }, size) {
      const month = date.slice(0, 7);
      const ofMonth = kept.get(month) ?? new Map<readonly PlannedSource[], Kept>();
      kept.set(month, ofMonth);
      const group = ofMonth.get(sources) ?? { sources, month, days: new Map() };
      ofMonth.set(sources, group);
      const day = group.days.get(date) ?? { keys: [], sizes: [] };
      group.days.set(date, day);
      day.keys.push(keyOf(date, filename));
      day.sizes.push(size);
    },
    groups: () =>
      [...kept]
        .sort(([one], [other]) => (one < other ? 1 : -1))
        .flatMap(([, ofMonth]) => [...ofMonth.values()])
        .map((group) => ({ ...group, compared: (recordsOf) => comparedDays(group, recordsOf) })),
  };
}

function comparedDays(
  { sources, days }: Kept,
  recordsOf: Parameters<FileGroup["compared"]>[0],
): readonly PlannedDay[] {
  const listed = new Map<number, (number | null)[]>();
  for (const source of sources)
    for (const record of recordsOf?.(source.list) ?? []) {
      if (!isOf(record, source)) continue;
      const key = keyOf(record.measurementDate, record.filename);
      listed.set(key, [...(listed.get(key) ?? []), record.size]);
    }
  return [...days].map(([date, { keys, sizes }]) => {
    const found = { date, files: 0, bytes: 0, onPortal: 0 };
    for (const [place, key] of keys.entries()) {
      const size = sizes[place] ?? 0;
      // Some portals tell no size: then the name decides.
      if (listed.get(key)?.some((there) => there === null || there === size)) found.onPortal += 1;
      else {
        found.files += 1;
        found.bytes += size;
      }
    }
    return found;
  });
}

/** Its tags may have been others when it was delivered. */
function isOf({ instrumentPid, tags }: ListedRecord, { pid, tagsOfOthers }: PlannedSource): boolean {
  return instrumentPid === pid && !tagsOfOthers.includes(tags.toSorted().join(","));
}

/** 53 bits of a hash (two of FNV-1a): of a million names, two are taken for one once in 10,000 stations. */
function keyOf(date: string, filename: string): number {
  const text = `${date}|${filename}`;
  let [high, low] = [0x811c9dc5, 0x9dc5811c];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193) >>> 0;
    low = Math.imul(low ^ (code + at), 0x01000193) >>> 0;
  }
  return (high >>> 11) * 2 ** 32 + low;
}

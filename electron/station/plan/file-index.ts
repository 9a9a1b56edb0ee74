import type { PlannedDay } from "#domain/backlog-plan.ts";
import type { ListedRecord } from "#domain/portal-records.ts";
import type { ListName } from "#engine/ports/portal-lists.ts";

/** Names under which the portal keeps a file. */
export interface PlaceOnPortal {
  readonly pid: string;
  readonly tags: readonly string[];
  readonly date: string;
  readonly filename: string;
}

/** The files of a month that one list of the portal shows. */
export interface FileGroup {
  readonly list: ListName;
  readonly month: string;
  /** Counts, by day, those that these records of the list have and do not have with their size; null: as if it had none. */
  compared(records: readonly ListedRecord[] | null): readonly PlannedDay[];
}

/** Keeps a number for each name, and no name: a million files take some 20 MB. */
export interface FileIndex {
  add(list: ListName, month: string, place: PlaceOnPortal, size: number): void;
  /** The newest month first. */
  groups(): readonly FileGroup[];
}

interface Kept {
  readonly list: ListName;
  readonly month: string;
  readonly days: Map<string, { readonly keys: number[]; readonly sizes: number[] }>;
}

/** An index without files. */
export function createFileIndex(): FileIndex {
  const kept = new Map<string, Kept>();
  return {
    add(list, month, place, size) {
      const name = [month, list.kind, list.site, list.instrument].join("|");
      const group = kept.get(name) ?? { list, month, days: new Map() };
      kept.set(name, group);
      const day = group.days.get(place.date) ?? { keys: [], sizes: [] };
      group.days.set(place.date, day);
      day.keys.push(keyOf(place));
      day.sizes.push(size);
    },
    groups: () =>
      [...kept]
        .sort(([one], [other]) => (one < other ? 1 : -1))
        .map(([, group]) => ({ ...group, compared: (records) => comparedDays(group, records ?? []) })),
  };
}

function comparedDays({ days }: Kept, records: readonly ListedRecord[]): readonly PlannedDay[] {
  const listed = new Map(
    records.map(({ instrumentPid: pid, tags, measurementDate: date, filename, size }) => [
      keyOf({ pid, tags, date, filename }),
      size,
    ]),
  );
  return [...days].map(([date, { keys, sizes }]) => {
    const found = { date, files: 0, bytes: 0, onPortal: 0 };
    for (const [place, key] of keys.entries()) {
      const size = sizes[place] ?? 0;
      const there = listed.get(key);
      // Some portals tell no size: then the name decides.
      if (there === null || there === size) found.onPortal += 1;
      else {
        found.files += 1;
        found.bytes += size;
      }
    }
    return found;
  });
}

/** 53 bits of a hash (two of FNV-1a): of a million names, two are taken for one once in 10,000 stations. */
function keyOf({ pid, tags, date, filename }: PlaceOnPortal): number {
  const text = [pid, tags.toSorted().join(","), date, filename].join("|");
  let [high, low] = [0x811c9dc5, 0x9dc5811c];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193) >>> 0;
    low = Math.imul(low ^ (code + at), 0x01000193) >>> 0;
  }
  return (high >>> 11) * 2 ** 32 + low;
}

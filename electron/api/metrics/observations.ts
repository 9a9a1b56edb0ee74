import type { Distribution } from "./families.ts";

/** Counts what happens by label set; begins at nothing with the process. */
export interface Counts {
  add(labels: Readonly<Record<string, string>>, value?: number): void;
  samples(): readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
  /** Drops label sets that are not wanted any more. */
  keep(isWanted: (labels: Readonly<Record<string, string>>) => boolean): void;
}

export function createCounts(): Counts {
  const kept = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>();
  return {
    add(labels, value = 1) {
      const key = Object.values(labels).join("\n");
      const entry = kept.get(key);
      if (entry === undefined) kept.set(key, { labels, value });
      else entry.value += value;
    },
    samples: () => [...kept.values()],
    keep(isWanted) {
      for (const [key, { labels }] of kept) if (!isWanted(labels)) kept.delete(key);
    },
  };
}

/** Observations in seconds by label set; a fixed number of numbers each, however many are observed. */
export interface Durations {
  observe(labels: Readonly<Record<string, string>>, seconds: number): void;
  distributions(): readonly Distribution[];
  keep(isWanted: (labels: Readonly<Record<string, string>>) => boolean): void;
}

/** `bounds`: upper ends of the buckets, seconds, ascending. */
export function createDurations(bounds: readonly number[]): Durations {
  const kept = new Map<
    string,
    { readonly labels: Readonly<Record<string, string>>; readonly hits: number[]; sum: number; count: number }
  >();
  return {
    observe(labels, seconds) {
      const key = Object.values(labels).join("\n");
      const entry = kept.get(key) ?? { labels, hits: bounds.map(() => 0), sum: 0, count: 0 };
      kept.set(key, entry);
      const value = Math.max(0, seconds);
      const place = bounds.findIndex((bound) => value <= bound);
      if (place >= 0) entry.hits[place] = (entry.hits[place] ?? 0) + 1;
      entry.sum += value;
      entry.count += 1;
    },
    distributions: () =>
      [...kept.values()].map(({ labels, hits, sum, count }) => {
        let below = 0;
        const buckets = bounds.map((upTo, place) => {
          below += hits[place] ?? 0;
          return { upTo, count: below };
        });
        return { labels, buckets, sum, count };
      }),
    keep(isWanted) {
      for (const [key, { labels }] of kept) if (!isWanted(labels)) kept.delete(key);
    },
  };
}

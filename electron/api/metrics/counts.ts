import type { Labels, Sample } from "./families.ts";

/** Counts what happens by label set; begins at nothing with the process. */
export interface Counts {
  add(labels: Labels, value?: number): void;
  samples(): readonly Sample[];
  /** Drops label sets that are not wanted any more. */
  keep(isWanted: (labels: Labels) => boolean): void;
}

/** The key of a label set; the labels of one family come in one order. */
export function keyOf(labels: Labels): string {
  return Object.values(labels).join("\n");
}

export function createCounts(): Counts {
  const kept = new Map<string, Sample>();
  return {
    add(labels, value = 1) {
      const key = keyOf(labels);
      kept.set(key, { labels, value: value + (kept.get(key)?.value ?? 0) });
    },
    samples: () => [...kept.values()],
    keep(isWanted) {
      for (const [key, { labels }] of kept) if (!isWanted(labels)) kept.delete(key);
    },
  };
}

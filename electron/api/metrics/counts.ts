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
  const byKey = new Map<string, Sample>();
  return {
    add(labels, value = 1) {
      const key = keyOf(labels);
      byKey.set(key, { labels, value: value + (byKey.get(key)?.value ?? 0) });
    },
    samples: () => [...byKey.values()],
    keep(isWanted) {
      for (const [key, { labels }] of byKey) if (!isWanted(labels)) byKey.delete(key);
    },
  };
}

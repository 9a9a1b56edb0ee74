import type { Ledger } from "#engine/ports/ledger.ts";

const remembered: ReadonlySet<PropertyKey> = new Set<keyof Ledger>([
  "totals",
  "laneTotals",
  "causes",
  "instrumentCounts",
  "oldestUnsentAtMs",
  "fileHours",
  "deliveryHours",
  "arrivals",
]);

/**
 * The same ledger, whose answers to those who look again and again are kept until a journal line is written. The one
 * in memory counts everything again each time, which is too slow where days pass over many files.
 */
export function remembering<L extends Ledger>(ledger: L): L {
  const kept = new Map<string, unknown>();
  ledger.onCommitted(() => kept.clear());
  return new Proxy(ledger, {
    get(target, name) {
      const call = Reflect.get(target, name) as unknown;
      if (typeof call !== "function" || !remembered.has(name)) return call;
      return (...values: readonly unknown[]) => {
        const key = `${String(name)} ${JSON.stringify(values)}`;
        if (!kept.has(key)) kept.set(key, Reflect.apply(call, target, values));
        return kept.get(key);
      };
    },
  });
}

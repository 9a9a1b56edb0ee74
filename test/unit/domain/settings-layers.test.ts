import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import {
  isSameValue,
  type Layer,
  layerAbove,
  mergeLayers,
  originsOf,
  withoutRemovals,
} from "#domain/settings-layers.ts";
import { fc } from "#test/support/fixed-cases.ts";

const scalar = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom("a", "b"), fc.boolean());
const valueOrNull = fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: fc.constant(null) });
const object = fc.dictionary(fc.constantFrom("url", "x", "finish", "__proto__"), valueOrNull, { maxKeys: 4 });
const nested = fc.oneof(valueOrNull, object, fc.array(scalar, { maxLength: 2 }));
const entry = fc.record(
  {
    name: fc.constantFrom("A", "B", "C"),
    pid: valueOrNull,
    finish: fc.oneof(object, scalar),
    tags: fc.array(scalar, { maxLength: 2 }),
    removed: fc.constant(true),
  },
  { requiredKeys: ["name"] },
);
const list = fc.uniqueArray(
  fc.oneof(
    { weight: 5, arbitrary: entry.map(({ removed: _, ...rest }) => rest) },
    { weight: 1, arbitrary: entry },
  ),
  { selector: ({ name }) => name, maxLength: 3 },
);
const layer: fc.Arbitrary<Layer> = fc.record(
  {
    portal: fc.oneof(object, fc.constant(null)),
    instruments: list,
    models: list,
    notifications: fc.record({ channels: list, x: nested }, { requiredKeys: [] }),
    keep: nested,
  },
  { requiredKeys: [] },
);

// The reference: the rules once more, as short as they can be, on values without prototypes.
const lists = ["instruments", "models", "notifications.channels"];
// biome-ignore lint/suspicious/noExplicitAny: the reference knows no shapes
type Any = any;
const bare = (value: Any): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
function reference(below: Any, above: Any, at: string): Any {
  if (lists.includes(at) && Array.isArray(above)) return above.reduce(withEntry(at), below ?? []);
  if (!bare(above)) return above;
  const entries = Object.entries(bare(below) ? below : {});
  for (const [key, value] of Object.entries(above)) {
    const index = entries.findIndex(([other]) => other === key);
    if (value === null && index >= 0) entries.splice(index, 1);
    else if (value !== null) {
      const merged = reference(entries[index]?.[1], value, at === "" ? key : `${at}.${key}`);
      entries.splice(index < 0 ? entries.length : index, 1, [key, merged]);
    }
  }
  return Object.fromEntries(entries);
}

const withEntry = (at: string) => (all: Any[], one: Any) => {
  const before = all.find(({ name }) => name === one.name);
  if (one.removed === true) return all.filter((other) => other !== before);
  const merged = reference(before, one, `${at}[]`);
  return before === undefined ? [...all, merged] : all.map((other) => (other === before ? merged : other));
};

describe("settings in layers", () => {
  it("merge as a reference of 30 lines does, in 3,000 cases", () => {
    fc.assert(
      fc.property(fc.array(layer, { maxLength: 4 }), (layers) => {
        const merged = mergeLayers(layers);
        const expected = layers.reduce((below, above) => reference(below, above, ""), {});
        expect(isDeepStrictEqual(merged, expected)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it("give what was wanted when only what differs is written, and keep what was said", () => {
    fc.assert(
      fc.property(fc.array(layer, { maxLength: 3 }), layer, layer, (lower, own, change) => {
        const below = mergeLayers(lower);
        const wanted = mergeLayers([below, own, change]);
        const above = layerAbove(wanted, below, own);
        expect(isSameValue(byNames(mergeLayers([below, above])), byNames(wanted))).toBe(true);
        // Nothing that was not said before is said where it is so below anyway.
        const again = layerAbove(below, below, {});
        expect(isSameValue(mergeLayers([again]), {})).toBe(true);
        // Saved unchanged, it says the same as before.
        const kept = layerAbove(mergeLayers([below, above]), below, above);
        expect(isSameValue(byNames(kept), byNames(above))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("leave a later change below in force where nothing was said about it", () => {
    const below = {
      portal: { url: "https://a.example", concurrency: 2 },
      instruments: [{ name: "A", pid: "1" }],
    };
    const wanted = {
      portal: { url: "https://a.example", concurrency: 2, proxy: "http://p:1" },
      instruments: [{ name: "A", pid: "1", since: "2026-01-01" }, { name: "B" }],
    };
    const own = layerAbove(wanted, below, {});
    expect(own).toEqual({
      portal: { proxy: "http://p:1" },
      instruments: [{ name: "A", since: "2026-01-01" }, { name: "B" }],
    });
    const later = {
      portal: { url: "https://b.example", concurrency: 8 },
      instruments: [{ name: "A", pid: "2" }],
    };
    expect(mergeLayers([later, own])).toEqual({
      portal: { url: "https://b.example", concurrency: 8, proxy: "http://p:1" },
      instruments: [{ name: "A", pid: "2", since: "2026-01-01" }, { name: "B" }],
    });
  });

  it("remember what was taken out, also while nothing is below", () => {
    const below = { portal: { proxy: "http://p:1" }, instruments: [{ name: "A" }, { name: "B" }] };
    const own = layerAbove({ portal: {}, instruments: [{ name: "B" }] }, below, {});
    expect(own).toEqual({ portal: { proxy: null }, instruments: [{ name: "A", removed: true }] });
    expect(withoutRemovals(own)).toEqual({ portal: { proxy: null }, instruments: [] });
    expect(layerAbove({ instruments: [{ name: "C" }] }, {}, own)).toEqual({
      instruments: [{ name: "C" }, { name: "A", removed: true }],
    });
  });

  it("say the file of each value, once for what is from one file", () => {
    const layers = [
      {
        file: "10.json",
        document: { portal: { url: "u", rates: [1] }, instruments: [{ name: "A", pid: "1" }] },
      },
      {
        file: "own",
        document: { portal: { proxy: "p" }, instruments: [{ name: "A", pid: "2" }, { name: "B" }] },
      },
    ];
    const merged = mergeLayers(layers.map(({ document }) => document));
    expect(originsOf(merged, layers)).toEqual([
      { key: "portal.url", file: "10.json" },
      { key: "portal.rates", file: "10.json" },
      { key: "portal.proxy", file: "own" },
      { key: "instruments[0]", file: "own" },
      { key: "instruments[1]", file: "own" },
    ]);
  });
});

/** The order of entries is that of the layers. */
function byNames(document: Layer): Layer {
  const sorted = (value: unknown) =>
    Array.isArray(value) && value.every(bare)
      ? [...value].sort((one, other) => (one.name < other.name ? -1 : 1))
      : value;
  const { notifications } = document;
  const channels = bare(notifications) ? { ...(notifications as Layer) } : notifications;
  if (bare(channels)) Object.assign(channels as Layer, { channels: sorted((channels as Layer).channels) });
  return {
    ...document,
    instruments: sorted(document.instruments),
    models: sorted(document.models),
    notifications: channels,
  };
}

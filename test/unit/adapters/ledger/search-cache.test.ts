import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSearches } from "#adapters/ledger/paging.ts";
import type { Call } from "#adapters/ledger/protocol.ts";

let commits = 0;
beforeEach(() => {
  commits = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** A core of two pieces, and how many it was asked for. */
function core(fails = false) {
  let pieces = 0;
  const call = (async (_name: string, _filter: unknown, before: number | null) => {
    pieces += 1;
    if (fails) throw new Error("disk");
    return { places: Float64Array.of(before ?? 9, 1), next: before === null ? 4 : null };
  }) as unknown as Call;
  return { searches: createSearches(call, () => commits), pieces: () => pieces };
}

test("the pages of one search are answered by one search, also side by side", async () => {
  const { searches, pieces } = core();
  const both = await Promise.all([searches.places({ text: "a" }), searches.places({ text: "a" })]);
  expect(both[0]).toEqual([Float64Array.of(9, 1), Float64Array.of(4, 1)]);
  expect(both[1]).toEqual(both[0]);
  expect(await searches.places({ text: "a" })).toEqual(both[0]);
  expect(pieces()).toBe(2);
});

test("another filter is another search", async () => {
  const { searches, pieces } = core();
  await searches.places({ text: "a" });
  await searches.places({ text: "a", states: ["queued"] });
  expect(pieces()).toBe(4);
});

test("after a commit it is searched again, also when it fell into the search", async () => {
  const { searches, pieces } = core();
  const first = searches.places({ text: "a" });
  commits += 1;
  await first;
  await searches.places({ text: "a" });
  expect(pieces()).toBe(4);
});

test("the sorted lists of several sections are kept side by side, and made again after a commit", async () => {
  let pieces = 0;
  const call = (async () => {
    pieces += 1;
    return { seqs: Float64Array.of(3, 2, 1), values: ["b", null, "a"], next: null };
  }) as unknown as Call;
  const { sorted } = createSearches(call, () => commits);
  for (const states of [["queued"], ["delivered"], ["queued"], ["delivered"]] as const)
    expect(await sorted({ states }, "name", false)).toEqual(Float64Array.of(1, 3, 2));
  expect(pieces).toBe(2);
  expect(await sorted({ states: ["queued"] }, "name", true)).toEqual(Float64Array.of(3, 1, 2));
  commits += 1;
  await sorted({ states: ["queued"] }, "name", false);
  expect(pieces).toBe(4);
});

test("what was found is forgotten after half a minute", async () => {
  const { searches, pieces } = core();
  await searches.places({ text: "a" });
  await vi.advanceTimersByTimeAsync(29_000);
  await searches.places({ text: "a" });
  expect(pieces()).toBe(2);
  await vi.advanceTimersByTimeAsync(2_000);
  await searches.places({ text: "a" });
  expect(pieces()).toBe(4);
});

test("a search that failed is no answer to the next", async () => {
  const { searches, pieces } = core(true);
  await expect(searches.places({ text: "a" })).rejects.toThrow("disk");
  await expect(searches.places({ text: "a" })).rejects.toThrow("disk");
  expect(pieces()).toBe(2);
});

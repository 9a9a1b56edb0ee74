import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { createAdvisedFiles } from "#station/cleanup/advised-files.ts";
import { MemoryStateStore } from "#test/support/fakes/memory-state-store.ts";

const atMs = Date.UTC(2026, 10, 28, 12);
const dayMs = 86_400_000;
const digest = (text: string) => hash("md5", text);
const delivered = {
  id: "one",
  instrument: "Radar",
  relPath: "20260901_1.dat",
  state: "delivered",
  size: 7,
  mtimeUs: 1_788_220_800_000_000,
  checksum: "9a0364b9e99bb480dd25e1f0284c8555",
} as const;
const named = { ...delivered, path: "/data/20260901_1.dat" };

function opened(store = new MemoryStateStore()) {
  const advised = createAdvisedFiles(store, digest);
  const pathOf = ({ relPath }: { readonly relPath: string }) => `/data/${relPath}`;
  return {
    store,
    advised,
    /** When the upload, so changed, was named last. */
    namedAt: async (change: Partial<Parameters<typeof advised.namedAmong>[0][number]> = {}) =>
      (await advised.namedAmong([{ ...delivered, ...change }], pathOf)).get("one") ?? null,
  };
}

test.each([
  ["as it was named", {}, atMs],
  ["of another size", { size: 8 }, null],
  ["written at another time", { mtimeUs: delivered.mtimeUs + 1 }, null],
  ["of other content", { checksum: "b".repeat(32) }, null],
  ["never read", { checksum: null }, null],
  ["at another path", { relPath: "20260901_2.dat" }, null],
  ["not delivered", { state: "queued" }, null],
] as const)("of a file %s: only exactly this version was named", async (_, change, at) => {
  const { advised, namedAt } = opened();
  await advised.keep([named], atMs);
  expect(await namedAt(change)).toBe(at);
});

test("a file whose path nobody knows, and one that nobody named, was not named", async () => {
  const { advised, namedAt } = opened();
  expect(await namedAt()).toBe(null);
  await advised.keep([named], atMs);
  expect((await advised.namedAmong([delivered], () => null)).size).toBe(0);
});

test("the last advice counts, and each name is kept once, over a restart", async () => {
  const { store, advised } = opened();
  const other = { ...named, path: "/data/other.dat" };
  await advised.keep([named, other], atMs);
  await advised.keep([named], atMs + dayMs);
  await advised.keep([], atMs + 2 * dayMs);
  expect(await opened(store).namedAt()).toBe(atMs + dayMs);
  expect(JSON.parse(store.page ?? "").advised).toEqual([
    { atMs: atMs + dayMs, marks: expect.stringMatching(/^[0-9a-f]{16}$/) },
    { atMs, marks: expect.stringMatching(/^[0-9a-f]{16}$/) },
  ]);
});

test("what was named 400 days ago is forgotten with the next advice, and so is all but the newest 200,000", async () => {
  const { store, advised, namedAt } = opened();
  await advised.keep([named], atMs);
  const others = (count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => ({ ...named, path: `/data/${from + n}.dat` }));
  await advised.keep(others(199_999), atMs + dayMs);
  expect(await namedAt()).toBe(atMs);
  await advised.keep(others(1, 199_999), atMs + 2 * dayMs);
  expect(await namedAt()).toBe(null);
  const kept = JSON.parse(store.page ?? "").advised as { readonly marks: string }[];
  expect(kept.map(({ marks }) => marks.length)).toEqual([16, 199_999 * 16]);

  const later = opened();
  await later.advised.keep([named], atMs);
  await later.advised.keep(others(1), atMs + 400 * dayMs);
  expect(await later.namedAt()).toBe(null);
});

test("an entry without a moment is left out", async () => {
  const { store, advised, namedAt } = opened();
  await advised.keep([named], atMs);
  store.page = store.page?.replace(String(atMs), '"soon"') ?? null;
  expect(await namedAt()).toBe(null);
});

test.each([
  ["null"],
  ["7"],
  ['{"advised":7}'],
  ['{"advised":[null,7,{"atMs":"x","marks":""},{"atMs":1,"marks":7},{"atMs":1,"marks":"abc"}]}'],
])("a store that holds %s says that nothing was named, and takes the next advice", async (page) => {
  const store = new MemoryStateStore();
  store.page = page;
  const { advised, namedAt } = opened(store);
  expect(await namedAt()).toBe(null);
  await advised.keep([named], atMs);
  expect(await namedAt()).toBe(atMs);
});

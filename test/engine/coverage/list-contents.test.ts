import { expect, test } from "vitest";
import { found, hourMs, radar, record, setUp, silent, source, startMs } from "./list-sync-set-up.ts";

/** Contents of the lists that are kept. */

test("what a whole list does not show any more is gone; what changes do not show is not", async () => {
  const { clock, state, sync, pass, onPortal } = await setUp([radar]);
  state.records = [record(1), record(2), record(3, { measurementDate: "2026-10-05" })];
  sync.start();
  await pass(180_000);
  expect(await onPortal()).toBe(3);
  state.records = [record(1)];
  await pass(3 * hourMs);
  expect(await onPortal()).toBe(3);
  await pass(24 * hourMs);
  expect(await onPortal()).toBe(2);
  // As if the PC had slept for a month.
  clock.setWall(clock.nowMs() + 30 * 24 * hourMs);
  await pass(24 * hourMs);
  expect(await onPortal()).toBe(1);
});

test("a list that breaks off removes nothing and is asked for again", async () => {
  const { asked, state, sync, pass, onPortal } = await setUp([radar]);
  state.records = [record(1), record(2)];
  sync.start();
  await pass(180_000);
  state.records = [record(1)];
  state.answer = () => silent;
  await pass(30 * hourMs);
  expect(await onPortal()).toBe(2);
  const before = asked.length;
  state.answer = () => found;
  await pass(2 * hourMs);
  expect(asked.length).toBeGreaterThan(before);
  expect(await onPortal()).toBe(1);
});

test("a list with rows none of which can be read is not read: what was known stays, with its age", async () => {
  const { keeper, state, sync, pass, onPortal } = await setUp([radar]);
  state.records = [record(1), record(2)];
  sync.start();
  await pass(180_000);
  const marks = async () => JSON.stringify(await keeper.listMarks());
  const before = await marks();
  Object.assign(state, { records: [], answer: () => ({ kind: "found", value: { records: 3, leftOut: 3 } }) });
  await pass(30 * hourMs);
  expect(await onPortal()).toBe(2);
  expect(await marks()).toBe(before);
});

test("a list with a row that cannot be read adds what it shows and removes nothing; that is told once", async () => {
  const { state, sync, pass, onPortal, warned } = await setUp([radar]);
  state.records = [record(1), record(2)];
  sync.start();
  await pass(180_000);
  state.records = [record(1), record(3)];
  state.answer = () => ({ kind: "found", value: { records: 3, leftOut: 1 } });
  await pass(30 * hourMs);
  expect(await onPortal()).toBe(3);
  expect(warned).toHaveLength(1);
  state.answer = () => found;
  await pass(30 * hourMs);
  expect(await onPortal()).toBe(2);
});

test("a list that contradicts itself is taken by its newest word; other sites and PIDs are left out", async () => {
  const { state, sync, pass, keeper } = await setUp([radar]);
  const newer = record(1, { status: "invalid", updatedAtMs: startMs - hourMs });
  state.records = [
    newer,
    record(1, { status: "processed" }),
    record(2, { siteId: "juelich" }),
    record(3, { instrumentPid: "other" }),
    record(4, { measurementDate: "2026-12-24" }),
    record(5, { checksum: null }),
  ];
  sync.start();
  await pass(180_000);
  const day = await keeper.dayFiles(source, "2026-11-18");
  expect(day.map(({ relPath, layer }) => [relPath, layer])).toEqual([
    ["1.nc", "only-on-portal"],
    ["5.nc", "only-on-portal"],
  ]);
  const facts = await keeper.dayFacts(source, "2026-11-01", "2026-12-31");
  expect(facts.map(([date]) => date)).toEqual(["2026-11-18"]);
});

test("another portal begins from nothing", async () => {
  const { asked, state, sync, pass, onPortal } = await setUp([radar]);
  state.records = [record(1)];
  sync.start();
  await pass(180_000);
  expect(await onPortal()).toBe(1);
  Object.assign(state, { records: [], url: "https://other.example" });
  sync.forget();
  const before = asked.length;
  await pass(2 * hourMs);
  expect(await onPortal()).toBe(0);
  expect(asked.length - before).toBeGreaterThanOrEqual(3);
});

test("20,000 records of a month are kept, and the day's figures are of all of them", async () => {
  const { state, sync, pass, onPortal } = await setUp([radar]);
  state.records = Array.from({ length: 20_000 }, (_, n) =>
    record(n, { measurementDate: `2026-11-${String(1 + (n % 18)).padStart(2, "0")}` }),
  );
  sync.start();
  await pass(180_000);
  expect(await onPortal()).toBe(20_000);
});

import { expect, test } from "vitest";
import {
  type Asked,
  found,
  hourMs,
  products,
  radar,
  record,
  refused,
  setUp,
  silent,
  startMs,
} from "./list-sync-set-up.ts";

/** Requests to the portal, and their times. */

test("each month once, newest first; then each list once an hour", async () => {
  const { asked, sync, pass } = await setUp();
  sync.start();
  await pass(180_000);
  const months = ["11", "11", "10", "10", "09", "09"].map((month) => `2026-${month}-01`);
  expect(asked.map(({ span }) => span.dateFrom)).toEqual(months);
  const before = asked.length;
  await pass(24 * hourMs);
  const later = asked.slice(before);
  for (const kind of ["raw", "products"]) {
    const own = later.filter((one) => one.kind === kind);
    expect(own.length).toBeGreaterThanOrEqual(23);
    expect(own.length).toBeLessThanOrEqual(24);
    for (const [i, { atMs }] of own.entries())
      expect(atMs - (own[i - 1]?.atMs ?? 0)).toBeGreaterThanOrEqual(hourMs);
    expect(own[0]?.span).toEqual({ updatedAtFrom: expect.any(String) });
    expect(own.filter(({ span }) => span.dateFrom !== undefined)).toHaveLength(1);
  }
});

test("why products are poor is asked for where no list is due, and never while sending is held", async () => {
  const poor = Array.from({ length: 40 }, (_, n) => ({
    product: "radar",
    uuid: `${n}`,
    date: "2026-11-18",
    updatedAtMs: startMs,
  }));
  const { asked, state, sync, pass } = await setUp([radar, products], poor);
  state.isOpen = false;
  sync.start();
  await pass(3 * hourMs);
  expect(state.reports).toBe(0);
  state.isOpen = true;
  await pass(130_000);
  expect([asked.length, state.reports]).toEqual([6, expect.any(Number)]);
  expect(state.reports).toBeLessThanOrEqual(12);
  await pass(hourMs);
  expect(state.reports).toBeLessThanOrEqual(24);
  await pass(6 * hourMs);
  expect(state.reports).toBe(40);
});

test.each([1, 2])("never more than six a minute, however many lists, with %i requests each", async (each) => {
  const many = Array.from({ length: 8 }, (_, i) => ({ ...radar, instrument: `i${i}`, from: "2025-11-20" }));
  const { asked, state, sync, pass } = await setUp(many);
  state.each = each;
  sync.start();
  await pass(40 * 60_000);
  expect(asked).toHaveLength(8 * 13 * each);
  for (const [i, { atMs }] of asked.entries())
    expect(atMs - (asked[i - 6]?.atMs ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(60_000);
});

test("nothing while sending is held, for 72 hours; then it goes on", async () => {
  const { asked, state, sync, pass } = await setUp();
  state.isOpen = false;
  sync.start();
  await pass(72 * hourMs);
  expect(asked).toEqual([]);
  state.isOpen = true;
  await pass(180_000);
  expect(asked).toHaveLength(6);
});

test("a portal that does not answer is asked four times an hour at most, each list once", async () => {
  const { asked, state, sync, pass } = await setUp();
  state.answer = () => silent;
  sync.start();
  await pass(10 * hourMs);
  expect(asked.length).toBeLessThanOrEqual(21);
  expect(asked.length).toBeGreaterThanOrEqual(18);
  state.answer = () => found;
  await pass(2 * hourMs);
  expect(asked.slice(-2).every(({ span }) => span.dateFrom === "2026-09-01" || span.updatedAtFrom)).toBe(
    true,
  );
});

test("many lists wait together for a portal that does not answer", async () => {
  const many = Array.from({ length: 8 }, (_, i) => ({ ...radar, instrument: `i${i}` }));
  const { asked, state, sync, pass } = await setUp(many);
  state.answer = () => silent;
  sync.start();
  await pass(10 * hourMs);
  expect(asked.length).toBeLessThanOrEqual(41);
});

test("where changes cannot be asked for, the last seven days are at once and hour by hour; a day later they are tried again", async () => {
  const { asked, state, sync, pass } = await setUp([radar]);
  state.answer = ({ span }) => (span.updatedAtFrom === undefined ? found : refused);
  sync.start();
  await pass(180_000);
  const before = asked.length;
  await pass(12 * hourMs);
  const later = asked.slice(before);
  expect(later.length).toBeLessThanOrEqual(13);
  expect(later.filter(({ span }) => span.updatedAtFrom !== undefined)).toHaveLength(1);
  expect(later.filter(({ span }) => span.dateFrom === "2026-11-13").length).toBeGreaterThanOrEqual(8);
  const [first, second] = later;
  expect([first?.span.updatedAtFrom, second?.span.dateFrom]).toEqual([expect.any(String), "2026-11-13"]);
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeLessThanOrEqual(60_000);
  state.answer = () => found;
  await pass(11 * hourMs);
  const changes = () => asked.filter(({ span }) => span.updatedAtFrom !== undefined).length;
  expect(changes()).toBe(1);
  await pass(6 * hourMs);
  expect(changes()).toBeGreaterThanOrEqual(4);
});

test("where changes cannot be asked for, each month is read once a day, the present one too", async () => {
  const { asked, state, sync, pass } = await setUp([radar]);
  state.answer = ({ span }) => (span.updatedAtFrom === undefined ? found : refused);
  sync.start();
  await pass(12 * hourMs);
  const before = asked.length;
  await pass(48 * hourMs);
  const months = asked.slice(before).flatMap(({ span }) => (span.dateTo === undefined ? [] : span.dateFrom));
  const each = (month: string) => months.filter((from) => from === `${month}-01`).length;
  expect(["2026-11", "2026-10", "2026-09"].map(each)).toEqual([2, 2, 2]);
});

test("changes are asked for from an hour before the newest one, also where records or this PC's clock lie ahead", async () => {
  const { asked, state, sync, pass } = await setUp([radar]);
  const newest = startMs - 5 * hourMs;
  state.records = [record(1, { updatedAtMs: newest }), record(2, { updatedAtMs: 0 })];
  sync.start();
  await pass(2 * hourMs);
  const since = (one: Asked | undefined) => Date.parse(one?.span.updatedAtFrom ?? "");
  expect(since(asked.at(-1))).toBe(newest - hourMs);
  state.records = [record(3, { updatedAtMs: startMs + 1_000 * hourMs })];
  await pass(30 * hourMs);
  expect(since(asked.at(-1))).toBeLessThanOrEqual(asked.at(-1)?.atMs ?? 0);
});

import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { ListedRecord } from "#domain/portal-records.ts";
import type { PoorProduct } from "#domain/verdicts.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { ListRead, ListSpan, PortalLists } from "#engine/ports/portal-lists.ts";
import type { WantedList } from "#station/coverage/list-plan.ts";
import { createListSync } from "#station/coverage/list-sync.ts";
import { createQualityReports } from "#station/coverage/quality-reports.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

/** Requests to the portal, and their times. */

const startMs = Date.UTC(2026, 10, 20, 12);
const hourMs = 3_600_000;
const found = { kind: "found", value: { records: 0, leftOut: 0 } } as const;
const refused = {
  kind: "refused",
  status: 400,
  errors: ["Unknown query parameters: updatedAtFrom"],
} as const;
const silent = {
  kind: "failed",
  failure: { cause: "unreachable", message: "No answer.", portalMessage: null },
} as const;

const radar = {
  kind: "raw",
  site: "hyytiala",
  instrument: "radar",
  pids: ["pid"],
  from: "2026-09-20",
} as const;
const place = { name: "Radar", site: "hyytiala", list: "raw", kind: "radar", pid: "pid" } as const;
const source = { ...place, tags: [], sameInstrument: [] };
const products = { ...radar, kind: "products", instrument: "" } as const;

function record(n: number, change: Partial<ListedRecord> = {}): ListedRecord {
  const hex = String(n).padStart(12, "0");
  return {
    uuid: `00000000-0000-4000-8000-${hex}`,
    checksum: `00000000000000000000${hex}`,
    filename: `${n}.nc`,
    measurementDate: "2026-11-18",
    size: 5,
    status: "processed",
    updatedAtMs: startMs - 30 * hourMs,
    siteId: "hyytiala",
    instrumentPid: "pid",
    tags: [],
    ...change,
  };
}

interface Asked {
  readonly kind: "raw" | "products";
  readonly span: ListSpan;
  readonly atMs: number;
}

let ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  ends = [];
});

async function setUp(lists: readonly WantedList[] = [radar, products], poor: readonly PoorProduct[] = []) {
  const clock = new FakeClock(startMs);
  const keeper = ready(openInThread({ dataFolder: await scratchOfTest("skyferry-lists-"), nowMs: startMs }));
  const asked: Asked[] = [];
  const state = {
    isOpen: true,
    each: 1,
    reports: 0,
    url: "https://portal.example",
    records: [] as readonly ListedRecord[],
    answer: (_: Asked): ReadOutcome<ListRead> => found,
  };
  const note = (kind: Asked["kind"], span: ListSpan): ReadOutcome<ListRead> => {
    const one = { kind, span, atMs: clock.nowMs() };
    asked.push(one);
    return state.answer(one);
  };
  const warned: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warned.push(message), error: () => {} };
  const portal: PortalLists = {
    async listRawFiles({ pace }, span, _signal, take) {
      const outcome = note("raw", span);
      if (state.each === 2) await pace?.().then(() => note("raw", span));
      const { dateFrom = "", dateTo = "9999" } = span;
      const shown = state.records.filter(({ measurementDate: date }) => date >= dateFrom && date <= dateTo);
      for (let at = 0; at < shown.length; at += 500) await take(shown.slice(at, at + 500));
      return outcome;
    },
    async qualityReport() {
      state.reports += 1;
      return { kind: "found", value: ["Units: wrong"] };
    },
    async listProducts(_site, span) {
      return note("products", span);
    },
  };
  const sync = createListSync({
    clock,
    keeper,
    portal,
    log,
    portalUrl: () => state.url,
    lists: async () => lists,
    isOpen: () => state.isOpen,
    quality: { reports: createQualityReports({ store: null, clock, log, portal }), poor: async () => poor },
    runSafely: (work) => work(),
  });
  ends.push(
    () => keeper.close(),
    () => sync.stop(),
  );
  const onPortal = async () => {
    const days = await keeper.dayFacts(source, "2026-09-01", "2026-12-31");
    return days.reduce((sum, [, { onlyOnPortal }]) => sum + onlyOnPortal, 0);
  };
  const pass = async (ms: number): Promise<void> => {
    const endMs = clock.monotonicMs() + ms;
    for (;;) {
      // Every request is answered, and its answer kept, before time goes on.
      while (clock.asleep === 0) await turn();
      const leftMs = endMs - clock.monotonicMs();
      if (leftMs <= 0) return;
      await clock.advance(Math.min(leftMs, clock.nextInMs ?? leftMs));
    }
  };
  return { clock, keeper, asked, state, sync, pass, onPortal, warned };
}

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

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PortalContext } from "#mock-portal/portal-context.ts";
import { type ProcessingTimer, processingTimer } from "#mock-portal/processing/processing-timer.ts";
import type { ProductMaker } from "#mock-portal/processing/product-making.ts";
import { type Day, openDay } from "./processing-day.ts";
import { nowMs } from "./tiny-catalogue.ts";

let day: Day;
let opened = 0;
let timer: ProcessingTimer;
const maker = { file: () => Buffer.from("x"), plot: () => null } as unknown as ProductMaker;

/** A timer over these facts in place of those of the day. */
function timerOver(own: Partial<PortalContext["uploads"]> = {}): ProcessingTimer {
  const uploads = { ...day.uploads, ...own };
  const catalogue = { ...day.context.catalogue, variables: new Map() };
  return processingTimer({ ...day.context, uploads, catalogue }, () => {
    opened += 1;
    return Promise.resolve(maker);
  });
}

beforeEach(async () => {
  day = await openDay();
  opened = 0;
  timer = timerOver();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await timer.stop();
  day.end();
});

const products = () =>
  day.store.records<{ siteId: string }>("SELECT record FROM files WHERE id NOT LIKE '0000%'");

test("processes what is due by site, instrument and day, with one maker", async () => {
  day.arrive(1, "one");
  day.arrive(2, "two");
  day.arrive(3, "three", { measurementDate: "2024-05-07" });
  day.arrive(4, "four", { siteId: "bare" });
  await timer.processDue(99);
  expect([products(), opened]).toEqual([[], 0]);
  await timer.processDue(100);
  expect([products().length, opened]).toEqual([3, 1]);
});

test("takes now for the moment where none is given", async () => {
  day.arrive(1, "one");
  day.setClock(99);
  await timer.processDue();
  expect(products()).toHaveLength(0);
  day.setClock(100);
  await timer.processDue();
  expect(products()).toHaveLength(1);
});

test("goes on after a day that failed, and says so", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const error = new Error("no disk");
  let hasFailed = false;
  const due = (atMs: number) => {
    if (hasFailed) return day.uploads.due(atMs);
    hasFailed = true;
    throw error;
  };
  const failing = timerOver({ due });
  day.arrive(1, "one");
  await expect(failing.processDue()).rejects.toThrow("no disk");
  await failing.processDue();
  expect(products()).toHaveLength(1);
  expect(said).toHaveBeenCalledWith("The mock portal could not process raw files:", error);
});

test("one turn waits for the other", async () => {
  day.arrive(1, "one");
  await Promise.all([timer.processDue(), timer.processDue()]);
  expect(products()).toHaveLength(1);
});

/** Delays of the timers that are set. */
function delays(): unknown[] {
  return vi.mocked(setTimeout).mock.calls.map(([, ms]) => ms);
}

test.each([
  [nowMs + 5_000, 5_000],
  [nowMs - 5_000, 0],
  [nowMs + 3_000_000_000, 2_000_000_000],
])("sets one timer for the next that is due (%i)", (dueMs, waitMs) => {
  vi.spyOn(globalThis, "setTimeout");
  const armed = timerOver({ nextDueMs: () => dueMs });
  armed.arm();
  armed.arm();
  expect(delays()).toEqual([waitMs]);
  return armed.stop();
});

test("sets none when nothing waits, and none once it is stopped", async () => {
  vi.spyOn(globalThis, "setTimeout");
  timer.arm();
  day.arrive(1, "one");
  await timer.stop();
  timer.arm();
  expect(delays()).toEqual([]);
});

test("processes when the time has come and sets itself for the next", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  day.arrive(1, "one");
  day.uploads.accept(day.arrive(2, "two", { siteId: "bare" }), nowMs + 1000);
  timer.arm();
  await vi.advanceTimersByTimeAsync(0);
  await expect.poll(() => products().length).toBe(1);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  day.setClock(nowMs + 1000);
  await vi.advanceTimersByTimeAsync(999);
  expect(products()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => products().length).toBe(2);
});

test("sets itself again after a turn that failed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let tries = 0;
  const due = () => {
    tries += 1;
    if (tries === 1) throw new Error("no disk");
    return [];
  };
  const failing = timerOver({ due, nextDueMs: () => nowMs });
  failing.arm();
  await vi.advanceTimersByTimeAsync(0);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(0);
  await expect.poll(() => tries).toBe(2);
  await failing.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test("stops behind the day under way", async () => {
  day.arrive(1, "one");
  day.arrive(2, "two", { siteId: "bare" });
  const turn = timer.processDue();
  await Promise.resolve();
  await timer.stop();
  await turn;
  expect(products()).toHaveLength(1);
  expect(day.uploads.nextDueMs()).toBe(100);
});

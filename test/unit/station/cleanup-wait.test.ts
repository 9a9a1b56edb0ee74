import { expect, test, vi } from "vitest";
import { createCleanup } from "#station/cleanup/cleanup-looks.ts";
import type { CleanupParts } from "#station/cleanup/cleanup-parts.ts";
import { CleanupWorld } from "#test/support/builders/cleanup-world.ts";

const wish = { olderThanDays: 30, require: "processed", instrument: null, now: false } as const;

/** A station with one old file that the portal has, whose lists the ledger keeps as they are read. */
function station(changes: Partial<CleanupParts["clock"]> = {}) {
  const world = new CleanupWorld();
  world.deliver("2026-09-01", 1, "content");
  const parts = world.parts();
  const keeper = { ...parts.keeper, listEnded: async () => world.keepList((rows) => rows, true) };
  const log = { info() {}, warn() {}, error() {}, debug() {} };
  const kept: unknown[] = [];
  const runSafely = async (work: () => Promise<void>) => work().then(() => true);
  return {
    world,
    kept,
    cleanup: createCleanup({
      ...parts,
      clock: { ...parts.clock, ...changes },
      keeper,
      log,
      runSafely,
      advised: {
        async keep(named, atMs) {
          kept.push([named.map(({ path }) => path), atMs]);
        },
      },
    }),
  };
}

test.each([
  { waits: true, named: 1, lists: 2, minutes: 10 },
  { waits: false, named: 0, lists: 1, minutes: 0 },
])("of a file that one list shows so far, $named is named where waits is $waits", async (one) => {
  const { world, cleanup, kept } = station();
  const beganMs = world.nowMs;
  expect(cleanup.begin({ ...wish, waits: one.waits })).toBe(true);
  await vi.waitFor(() => expect(cleanup.state().isRunning).toBe(false));
  const { advice, waitsUntilMs, asOfMs } = cleanup.state();
  expect(kept.at(-1)).toEqual([advice?.named.map(({ path }) => path), asOfMs]);
  expect({ named: advice?.named.length, lists: world.given.length, waitsUntilMs }).toEqual({
    named: one.named,
    lists: one.lists,
    waitsUntilMs: null,
  });
  expect(world.nowMs - beganMs).toBeGreaterThanOrEqual(one.minutes * 60_000);
});

test("a look that waits says until when, and its end begins no second look", async () => {
  const { world, cleanup } = station({
    sleep: (_, signal) => new Promise((resolve) => signal?.addEventListener("abort", () => resolve())),
  });
  const untilMs = world.nowMs + 600_000;
  cleanup.begin({ ...wish, waits: true });
  await vi.waitFor(() => expect(cleanup.state().waitsUntilMs).toBe(untilMs));
  await cleanup.end();
  expect(cleanup.state()).toMatchObject({ isRunning: false, isWhole: true, waitsUntilMs: null });
  expect(world.given).toHaveLength(1);
});

import { expect, it } from "vitest";
import type { FinishPolicy } from "#domain/settings.ts";
import { type Observation, settle } from "#domain/settle.ts";
import { fc } from "#test/support/fixed-cases.ts";

const settleMs = 60_000;
const startMs = Date.parse("2024-02-28T12:00:00Z");
const policies: readonly FinishPolicy[] = [
  { policy: "settle", seconds: 60 },
  { policy: "next-file", seconds: 60 },
  { policy: "sentinel", suffix: ".done", seconds: 60 },
  { policy: "day-closed", graceMinutes: 0, seconds: 60 },
];

/** A file whose writer pauses, a program that looks now and then, and a wall clock that somebody sets. */
const history = fc.record({
  /** Pauses between writes, all shorter than the settle time. */
  pausesMs: fc.array(fc.integer({ min: 1, max: settleMs - 1 }), { minLength: 1, maxLength: 12 }),
  looksMs: fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 40 }),
  /** When somebody sets the wall clock after the first look, and what that adds to it. */
  steps: fc.array(fc.record({ afterMs: fc.nat(400_000), byMs: fc.integer({ min: -1e9, max: 1e9 }) }), {
    maxLength: 3,
  }),
  /** How far the clock that stamps the file is off; only a network drive has its own. */
  skewMs: fc.integer({ min: -1e9, max: 1e9 }),
  isNetwork: fc.boolean(),
  policy: fc.constantFrom(...policies),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** Looks at the file as a scanner does and gives each look with whether the writer was done by then. */
function* looks(told: History): Generator<{ seen: Observation; isWritten: boolean }> {
  const writesMs = [0];
  for (const pauseMs of told.pausesMs) writesMs.push((writesMs.at(-1) ?? 0) + pauseMs);
  const doneMs = writesMs.at(-1) ?? 0;
  const firstMs = told.looksMs[0] ?? 0;
  const wallMs = (ms: number) =>
    told.steps.reduce((sum, { afterMs, byMs }) => (ms > firstMs + afterMs ? sum + byMs : sum), startMs + ms);
  let nowMs = 0;
  let last: { write: number; unchangedSince: Observation["unchangedSince"] } | null = null;
  let wasSeenChanging = false;
  for (const pauseMs of [...told.looksMs, settleMs, settleMs, settleMs]) {
    nowMs += pauseMs;
    const write = writesMs.findLastIndex((atMs) => atMs <= nowMs);
    const writeMs = writesMs[write] ?? 0;
    const now = { monotonicMs: nowMs, wallMs: wallMs(nowMs) };
    if (last === null || last.write !== write) {
      wasSeenChanging ||= last !== null;
      last = { write, unchangedSince: now };
    }
    yield {
      isWritten: nowMs >= doneMs,
      seen: {
        mtimeUs: (told.isNetwork ? startMs + writeMs + told.skewMs : wallMs(writeMs)) * 1000,
        unchangedSince: last.unchangedSince,
        now,
        wasSeenChanging,
        isNetwork: told.isNetwork,
        measurementDate: "1999-01-01",
        period: "day",
        hasNewerSibling: true,
        hasSentinel: true,
        lastQueuedAtMs: null,
        isHeldForWriting: false,
      },
    };
  }
}

it("never calls a file finished before its last write, while its pauses are shorter than the settle time", () => {
  fc.assert(
    fc.property(history, (told) => {
      for (const { seen, isWritten } of looks(told)) {
        if (!isWritten) expect(settle(told.policy, seen).kind).toBe("growing");
      }
    }),
    { numRuns: 5000 },
  );
});

it("calls it finished in the end, whatever the clocks say", () => {
  fc.assert(
    fc.property(history, (told) => {
      const pausesMs = told.pausesMs.slice(0, 1);
      const last = [...looks({ ...told, pausesMs })].at(-1);
      if (last !== undefined) expect(settle(told.policy, last.seen).kind).toBe("settled");
    }),
  );
});

it("says when to look again, and that is when it has settled", () => {
  const quiet = fc.record({
    seconds: fc.integer({ min: 1, max: 3600 }),
    ageMs: fc.integer({ min: -100_000, max: 4_000_000 }),
    isNetwork: fc.boolean(),
    wasSeenChanging: fc.boolean(),
  });
  fc.assert(
    fc.property(quiet, ({ seconds, ageMs, isNetwork, wasSeenChanging }) => {
      const policy: FinishPolicy = { policy: "settle", seconds };
      const at = (ms: number): Observation => ({
        mtimeUs: (startMs - ageMs) * 1000,
        unchangedSince: { monotonicMs: 0, wallMs: startMs },
        now: { monotonicMs: ms, wallMs: startMs + ms },
        wasSeenChanging,
        isNetwork,
        measurementDate: "2024-02-28",
        period: "day",
        hasNewerSibling: false,
        hasSentinel: false,
        lastQueuedAtMs: null,
        isHeldForWriting: false,
      });
      const first = settle(policy, at(0));
      if (first.kind === "settled") return;
      expect(first.againInMs).toBeGreaterThan(0);
      expect(settle(policy, at(first.againInMs)).kind).toBe("settled");
      expect(settle(policy, at(first.againInMs - 1)).kind).toBe("growing");
    }),
    { numRuns: 1000 },
  );
});

import { describe, expect, it } from "vitest";
import type { Cause } from "#domain/cause.ts";
import { uploadStates } from "#domain/upload.ts";
import { headlineOf, trayViewOf } from "#station/notifications/tray-view.ts";
import { unsentCount } from "#station/status/issues.ts";
import type { Status } from "#station/status/reports.ts";
import {
  causeOf,
  halfPastTwo,
  holdOf,
  instrumentStatus,
  statusWith,
} from "#test/support/builders/status-shapes.ts";
import { fc } from "#test/support/fixed-cases.ts";

const fileCauses: Cause[] = [
  "unfit-name",
  "record-clash",
  "refused",
  "too-large",
  "file-locked",
  "portal-error",
];
const portalCauses: Cause[] = ["unreachable", "tls", "credentials", "maintenance", "throttled", "settings"];
const count = fc.nat({ max: 30_000 });
const few = fc.oneof(fc.constant(0), count);
const momentOrNull = fc.option(fc.integer({ min: halfPastTwo - 9e8, max: halfPastTwo + 9e8 }));

const holds = fc.tuple(
  fc.option(fc.constantFrom(...portalCauses).map((cause) => holdOf(cause))),
  fc.option(fc.constant(holdOf("ledger-trouble", { lane: "record" }))),
  fc.option(momentOrNull.map((nextTryAtMs) => holdOf("paused", { lane: "pause", nextTryAtMs }))),
  fc.option(momentOrNull.map((nextTryAtMs) => holdOf("quiet-hours", { lane: "quiet-hours", nextTryAtMs }))),
);

const instruments = fc.array(
  fc
    .record({
      name: fc.constantFrom("Radar", "Lidar", "Cloud radar 2"),
      unsettled: few,
      lastFileAtMs: momentOrNull,
      lastRescanAtMs: momentOrNull,
      expectEveryMinutes: fc.option(fc.integer({ min: 1, max: 2_000 })),
      folderTrouble: fc.option(fc.constant({ message: "Gone.", sinceMs: halfPastTwo - 5_000 })),
    })
    .map(instrumentStatus),
  { maxLength: 3 },
);

const statuses: fc.Arbitrary<Status> = fc
  .record({
    totals: fc.tuple(...uploadStates.map(() => few)),
    holds,
    instruments,
    causes: fc.array(fc.tuple(fc.constantFrom(...fileCauses), fc.integer({ min: 1, max: 9_999 })), {
      maxLength: 3,
    }),
    settingsProblems: fc.array(
      fc.constant({ key: "portal.url", message: "It is wrong.", instrument: null }),
      {
        maxLength: 2,
      },
    ),
    pace: fc.constantFrom("prompt" as const, "sending" as const, "retrying" as const),
  })
  .map(({ totals, holds: held, causes, ...rest }) =>
    statusWith(Object.fromEntries(uploadStates.map((state, i) => [state, totals[i] ?? 0])), {
      ...rest,
      holds: held.filter((hold) => hold !== null),
      causes: causes.map(([cause, files]) => causeOf(cause, files)),
    }),
  );

const facts = fc.record({
  status: statuses,
  nowMs: fc.constant(halfPastTwo),
  isRunning: fc.boolean(),
  today: fc.option(fc.record({ found: count, delivered: count })),
});

const jargon =
  /\b(?:holds?|held|lane|ledger|debt|claim\w*|backfill|upload\w*|blocked|null|undefined|NaN)\b|\[object|!/i;
const claimsAll = /is safe$/;

describe("whatever the status is", () => {
  it("there are at most eight words without a figure that moves, and clauses below them, all plain", () => {
    fc.assert(
      fc.property(facts, (one) => {
        const { sentence, detail } = headlineOf(one);
        expect(sentence).toMatch(/^(?:[A-Z]\S*|\d things?) [^.;,]*(?:, [^.;,]+)?[^.;, ]$/);
        expect(sentence.split(" ").length).toBeLessThanOrEqual(8);
        for (const clause of detail) expect(clause).toMatch(/^\S.*[^.;, ]$/);
        const words = [sentence, ...detail].join("\n");
        expect(words).not.toMatch(jargon);
        expect(words).not.toMatch(/\b1 files\b|\d{4,} files/);
        expect(new Set(detail).size).toBe(detail.length);
      }),
      { numRuns: 500 },
    );
  });

  it("safety is claimed only where nothing has been unsent for long and nothing is in the way", () => {
    fc.assert(
      fc.property(facts, (one) => {
        const { sentence, state, tone } = headlineOf(one);
        const { status, isRunning } = one;
        const isClear = status.pace === "prompt" && isRunning && status.holds.length === 0;
        expect(claimsAll.test(sentence)).toBe(state === "complete");
        expect(tone === "delivered").toBe(state === "complete");
        if (state === "complete") expect(isClear && status.totals.blocked === 0).toBe(true);
        if (unsentCount(status) > 0 && status.totals.delivered === 0) expect(state).not.toBe("complete");
        if (status.totals.blocked > 0) expect(state).toBe("needs-you");
      }),
      { numRuns: 1000 },
    );
  });

  it("files that are being written change nothing but their own clause", () => {
    fc.assert(
      fc.property(facts, (one) => {
        const instruments = one.status.instruments.map((each) => ({ ...each, unsettled: 0 }));
        const still = headlineOf({ ...one, status: { ...one.status, instruments } });
        const { state, tone, detail } = headlineOf(one);
        expect([state, tone]).toEqual([still.state, still.tone]);
        expect(detail.filter((clause) => !clause.endsWith("still being written"))).toEqual(still.detail);
      }),
    );
  });

  it("the tray says the same, counts what needs a person, and lists three at most", () => {
    fc.assert(
      fc.property(facts, (one) => {
        const view = trayViewOf(one);
        const { state, tone, sentence } = headlineOf(one);
        expect([view.state, view.tone, view.tooltip]).toEqual([state, tone, sentence]);
        expect(view.causes.length).toBeLessThanOrEqual(3);
        expect(view.badge > 0).toBe(state === "needs-you");
        expect(view.unsentCount).toBe(unsentCount(one.status));
      }),
    );
  });
});

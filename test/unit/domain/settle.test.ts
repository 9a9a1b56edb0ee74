import { describe, expect, it } from "vitest";
import type { FinishPolicy } from "#domain/settings.ts";
import { type Observation, settle } from "#domain/settle.ts";

const noonMs = Date.parse("2024-02-28T12:00:00Z");
const at = (time: string) => Date.parse(`2024-${time}Z`);

/** A file of 28 February, last written and first seen just now, at noon. */
function seen(
  change: Partial<Observation> & { wallMs?: number; ageS?: number; seenS?: number } = {},
): Observation {
  const { wallMs = noonMs, ageS = 0, seenS = 0, ...rest } = change;
  return {
    mtimeUs: (wallMs - ageS * 1000) * 1000,
    unchangedSince: { monotonicMs: 5_000, wallMs: wallMs - seenS * 1000 },
    now: { monotonicMs: 5_000 + seenS * 1000, wallMs },
    wasSeenChanging: false,
    isNetwork: false,
    measurementDate: "2024-02-28",
    period: "day",
    hasNewerSibling: false,
    hasSentinel: false,
    lastQueuedAtMs: null,
    isHeldForWriting: false,
    ...rest,
  };
}

const settled = { kind: "settled" };
const growing = (part: string, againInMs: number) => ({
  kind: "growing",
  reason: expect.stringContaining(part),
  againInMs,
});

describe("settle", () => {
  const policy: FinishPolicy = { policy: "settle", seconds: 60 };

  it("waits until a file is unchanged for its time", () => {
    expect(settle(policy, seen({ ageS: 12, seenS: 12 }))).toEqual(growing("at 11:59:48 UTC", 48_000));
    expect(settle(policy, seen({ ageS: 60, seenS: 60 }))).toEqual(settled);
  });

  it("takes an old file at first sight", () => {
    expect(settle(policy, seen({ ageS: 60 }))).toEqual(settled);
    expect(settle(policy, seen({ ageS: 59 }))).toEqual(growing("at 11:59:01 UTC", 1_000));
  });

  it.each([
    ["on a network drive", { isNetwork: true }],
    ["of a file that was seen to change", { wasSeenChanging: true }],
    ["in the future", { mtimeUs: (noonMs + 3_600_000) * 1000 }],
  ] as [string, Partial<Observation>][])("does not believe an mtime %s", (_, change) => {
    expect(settle(policy, seen({ ageS: 7200, ...change })).kind).toBe("growing");
    const first = seen({ ageS: 7200, ...change });
    const later = { monotonicMs: 65_000, wallMs: first.unchangedSince.wallMs + 60_000 };
    expect(settle(policy, { ...first, now: later })).toEqual(settled);
  });

  it("says that a modification time lies in the future, and only then", () => {
    const clause = "it last changed at 12:00:00 UTC and counts as finished after 60 s without a change";
    const future = { mtimeUs: (noonMs + 1) * 1000 };
    expect(settle(policy, seen(future))).toEqual({
      kind: "growing",
      reason: `${clause}; its modification time is in the future`,
      againInMs: 60_000,
    });
    expect(settle(policy, seen())).toEqual({ kind: "growing", reason: clause, againInMs: 60_000 });
  });

  it("does not count what somebody added to the wall clock", () => {
    const now = { monotonicMs: 15_000, wallMs: noonMs + 3_600_000 };
    expect(settle(policy, { ...seen({ ageS: 20 }), now })).toEqual(growing("at 12:59:30 UTC", 30_000));
  });

  it("needs no time when none is asked for", () => {
    expect(settle({ policy: "settle", seconds: 0 }, seen({ isNetwork: true }))).toEqual(settled);
  });

  it("waits while another program holds the file, whatever the policy", () => {
    const held = {
      isHeldForWriting: true,
      hasSentinel: true,
      hasNewerSibling: true,
      ageS: 9_000,
      lastQueuedAtMs: 0,
    };
    const policies: FinishPolicy[] = [
      policy,
      { policy: "next-file", seconds: 0 },
      { policy: "sentinel", suffix: ".done", seconds: 0 },
      { policy: "day-closed", graceMinutes: 0, seconds: 0 },
      { policy: "append", everyHours: 1, graceMinutes: 0, seconds: 0 },
    ];
    for (const one of policies) {
      expect(settle(one, seen({ ...held, wallMs: at("03-01T12:00:00") }))).toEqual(
        growing("has it open", 10_000),
      );
    }
  });
});

describe("next-file", () => {
  const policy: FinishPolicy = { policy: "next-file", seconds: 60 };

  it("waits for a newer file, then for quiet", () => {
    expect(settle(policy, seen({ ageS: 9_000 }))).toEqual(growing("next file", 60_000));
    expect(settle(policy, seen({ ageS: 20, hasNewerSibling: true }))).toEqual(
      growing("at 11:59:40 UTC", 40_000),
    );
    expect(settle(policy, seen({ ageS: 60, hasNewerSibling: true }))).toEqual(settled);
  });
});

describe("sentinel", () => {
  it("waits for its companion, then for quiet", () => {
    const policy: FinishPolicy = { policy: "sentinel", suffix: ".done", seconds: 5 };
    expect(settle(policy, seen({ ageS: 9_000 }))).toEqual(growing('".done"', 60_000));
    expect(settle(policy, seen({ hasSentinel: true }))).toEqual(growing("at 12:00:00 UTC", 5_000));
    expect(settle({ ...policy, seconds: 0 }, seen({ hasSentinel: true }))).toEqual(settled);
  });
});

describe("day-closed", () => {
  const policy: FinishPolicy = { policy: "day-closed", graceMinutes: 15, seconds: 60 };

  it("waits for the end of the UTC day and its grace, then for quiet", () => {
    const late = at("02-29T00:14:00");
    expect(settle(policy, seen({ wallMs: late, ageS: 900 }))).toEqual(
      growing("is over, at 00:15 UTC", 60_000),
    );
    const closed = at("02-29T00:15:00");
    expect(settle(policy, seen({ wallMs: closed, ageS: 900 }))).toEqual(settled);
    expect(settle(policy, seen({ wallMs: closed, ageS: 30 }))).toEqual(growing("s without a change", 30_000));
  });

  it("looks again at least every hour, as clocks are set", () => {
    expect(settle(policy, seen({ ageS: 900 }))).toEqual(growing("its day, 28 Feb 2024, is over", 3_600_000));
  });

  it("waits for the end of the month where a file covers one", () => {
    const monthly = { period: "month", measurementDate: "2024-02-01", ageS: 900 } as const;
    expect(settle(policy, seen({ ...monthly, wallMs: at("02-29T23:50:00") }))).toEqual(
      growing("when its month, Feb 2024, is over, tomorrow at 00:15 UTC", 1_500_000),
    );
    expect(settle(policy, seen({ ...monthly, wallMs: at("03-01T00:15:00") }))).toEqual(settled);
  });
});

describe("append", () => {
  const policy: FinishPolicy = { policy: "append", everyHours: 6, graceMinutes: 30, seconds: 60 };

  it("is due first when its time has passed since the day began", () => {
    expect(settle(policy, seen({ wallMs: at("02-28T05:30:00"), ageS: 90 }))).toEqual(
      growing("every 6 h", 1_800_000),
    );
    expect(settle(policy, seen({ wallMs: at("02-28T06:00:00"), ageS: 90 }))).toEqual(settled);
  });

  it("is due again when its time has passed since it was last queued", () => {
    const lastQueuedAtMs = at("02-28T08:00:00");
    expect(settle(policy, seen({ wallMs: at("02-28T13:30:00"), ageS: 90, lastQueuedAtMs }))).toEqual(
      growing("every 6 h", 1_800_000),
    );
    expect(settle(policy, seen({ wallMs: at("02-28T14:00:00"), ageS: 90, lastQueuedAtMs }))).toEqual(settled);
  });

  it("is due its whole time after it was queued just now", () => {
    expect(settle(policy, seen({ ageS: 90, lastQueuedAtMs: noonMs }))).toEqual(
      growing("every 6 h", 3_600_000),
    );
  });

  it("waits for a pause when it is due, but not forever", () => {
    expect(settle(policy, seen({ wallMs: at("02-28T06:01:00"), ageS: 20 }))).toEqual(
      growing("s without a change", 40_000),
    );
    expect(settle(policy, seen({ wallMs: at("02-28T06:10:00"), ageS: 20 }))).toEqual(settled);
  });

  it("is sent once more when its day is closed and it is quiet", () => {
    const lastQueuedAtMs = at("02-28T23:59:00");
    const closed = at("02-29T00:30:00");
    expect(settle(policy, seen({ wallMs: at("02-29T00:29:00"), ageS: 90, lastQueuedAtMs })).kind).toBe(
      "growing",
    );
    expect(settle(policy, seen({ wallMs: closed, ageS: 20, lastQueuedAtMs }))).toEqual(
      growing("s without a change", 40_000),
    );
    expect(settle(policy, seen({ wallMs: closed, ageS: 90, lastQueuedAtMs }))).toEqual(settled);
  });

  it("is not stopped by a clock that was set back", () => {
    const lastQueuedAtMs = at("05-01T00:00:00");
    expect(settle(policy, seen({ ageS: 90, lastQueuedAtMs }))).toEqual(settled);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CoverageDay } from "#domain/coverage.ts";
import { lastDueMs } from "#domain/digest-time.ts";
import { type Channel, usualNotifications } from "#domain/notification-settings.ts";
import type { ChannelMessage } from "#engine/ports/channels.ts";
import { digestOf } from "#station/notifications/digest.ts";
import { createDigests, type Digests } from "#station/notifications/digests.ts";
import { causeOf, instrumentStatus, statusWith } from "#test/support/builders/status-shapes.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { MemoryStateStore } from "#test/support/fakes/memory-state-store.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Gives a time of this PC's clock; the 25th is a Wednesday. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

describe("a digest is due", () => {
  it.each([
    ["daily", at(25, 8), at(25, 8)],
    ["daily", at(25, 7, 59), at(24, 8)],
    ["weekly", at(25, 9), at(23, 8)],
    ["weekly", at(23, 7, 59), at(16, 8)],
    ["weekly", at(23, 8), at(23, 8)],
  ] as const)("%s, looked at %i, at %i", (period, nowMs, dueMs) => {
    expect(lastDueMs(period, "08:00", nowMs)).toBe(dueMs);
  });

  it("never later than now, at any minute of a year", () => {
    for (let ms = at(1, 0); ms < at(1, 0) + 366 * dayMs; ms += 977 * minuteMs) {
      const due = lastDueMs("daily", "02:30", ms);
      expect(due).toBeLessThanOrEqual(ms);
      expect(ms - due).toBeLessThanOrEqual(25 * hourMs);
    }
  });
});

const own = { kinds: [], instruments: null, allowInsecure: false, username: null } as const;
const mail: Channel = {
  ...own,
  name: "Crew",
  type: "slack",
  url: "https://a.example/b",
  digest: "daily",
};

let channel: Channel;
let others: readonly string[];
const statuses = [
  instrumentStatus({ queue: { unsent: 2, waiting: 0, needsYou: 1 } }),
  instrumentStatus({ name: "Lidar", folderTrouble: { message: "It is gone.", sinceMs: at(25, 6) } }),
];
let clock: FakeClock;
let store: MemoryStateStore;
let sent: ChannelMessage[];
let isTaken: boolean;
let digests: Digests;

const start = () => {
  digests = createDigests({
    clock,
    log: { info() {}, warn() {}, error: (text, facts) => expect.fail(`${text} ${JSON.stringify(facts)}`) },
    store,
    status: async () => statusWith({ delivered: 50, queued: 3 }, { instruments: statuses }),
    ledger: {
      deliveryHours: async (from, to) => [
        { instrument: "Radar", hour: from, files: to - from, sentBytes: 1e6 },
        ...others.map((instrument) => ({ instrument, hour: from, files: 7, sentBytes: 1e6 })),
      ],
    },
    coverage: { days: async () => ({ asOfMs: clock.nowMs(), days: [] }) },
    settings: () => ({ ...usualNotifications, channels: [channel] }),
    station: () => "hyytiala",
    send: async (_, message) => {
      sent.push(message);
      return isTaken;
    },
  });
  digests.start();
};
const pass = async (ms: number) => {
  for (let passed = 0; passed < ms; passed += minuteMs) await clock.advance(minuteMs);
};

beforeEach(() => {
  clock = new FakeClock(at(25, 6));
  store = new MemoryStateStore();
  sent = [];
  isTaken = true;
  channel = mail;
  others = [];
  start();
});
afterEach(() => digests.stop());

describe("digests", () => {
  it("begin with the end of the first whole period, and come once a day, also across restarts", async () => {
    await pass(hourMs);
    expect(sent).toEqual([]);
    await pass(90 * minuteMs);
    expect(sent.map(({ title, count, station }) => [title, count, station])).toEqual([
      ["Daily digest", 3, "hyytiala"],
    ]);
    expect(sent[0]?.lines[0]).toContain("24 files");
    await digests.stop();
    start();
    await pass(10 * hourMs);
    expect(sent).toHaveLength(1);
    await pass(15 * hourMs);
    expect(sent).toHaveLength(2);
  });

  it("of a channel for some instruments are about these", async () => {
    others = ["Lidar"];
    channel = { ...mail, instruments: ["Radar"] };
    await pass(3 * hourMs);
    expect(sent).toMatchObject([{ count: 2 }]);
    expect(sent[0]?.lines).toEqual([
      expect.stringContaining("24 files (1.0 MB)"),
      "2 files are waiting, 1 of them needs you.",
    ]);
  });

  it("that were missed are sent once, late, for all of the time", async () => {
    await pass(10 * minuteMs);
    await digests.stop();
    clock = new FakeClock(at(29, 13));
    start();
    await pass(12 * hourMs);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.lines[0]).toContain("120 files");
  });

  it("that are not taken are tried again each hour, and are not many when they are", async () => {
    isTaken = false;
    await pass(4 * hourMs + 30 * minuteMs);
    expect(sent).toHaveLength(3);
    isTaken = true;
    await pass(20 * hourMs);
    expect(sent).toHaveLength(4);
  });

  it("of a clock that was set back begin again, and a damaged memory sends nothing twice", async () => {
    await store.write({ form: 1, toldUntil: { Crew: at(29, 8) } });
    await digests.stop();
    start();
    await pass(3 * hourMs);
    expect(sent).toHaveLength(1);
    await digests.stop();
    await store.write({ toldUntil: { Crew: "yesterday" } });
    start();
    await pass(3 * hourMs);
    expect(sent).toHaveLength(1);
  });
});

describe("a digest", () => {
  const day = (instrument: string, date: string, state: CoverageDay["state"]) =>
    ({ instrument, date, state }) as CoverageDay;
  const facts = {
    period: "weekly",
    fromMs: Date.UTC(2026, 10, 16, 8),
    nowMs: Date.UTC(2026, 10, 23, 8, 1),
    files: 1_204,
    sentBytes: 2.1e9,
    unsent: 0,
    refused: 0,
    issues: [],
    days: null,
  } as const;

  it("says what was delivered, what waits, and that nothing is known of the rest", () => {
    expect(digestOf(facts)).toEqual({
      title: "Weekly digest",
      lines: [
        "1,204 files (2.1 GB) were delivered since Monday 16 November, 08:00 UTC.",
        "No files are waiting.",
        "Coverage: not yet checked against the portal.",
      ],
    });
  });

  it("names what is open, silent and missing, and not all of it", () => {
    const gaps = [1, 2, 3, 4, 5, 6, 7].map((n) => day("Radar", `2026-11-0${n}`, "gap"));
    const days = [...gaps, day("Lidar", "2026-11-01", "complete"), day("Lidar", "2026-11-02", "empty")];
    const status = statusWith({ blocked: 2 }, { causes: [causeOf("refused", 2)] });
    expect(status.totals.blocked).toBe(2);
    const ofInstrument = { takesSince: false, kind: "silentInstrument" } as const;
    const issue = { ...ofInstrument, label: "Radar has gone silent", cause: "silent-instrument" } as const;
    const damaged = { ...ofInstrument, label: "Lidar has written 3 damaged files", cause: "damaged-file" };
    const other = { label: "2 files refused by the portal", takesSince: false, kind: "needsYou" } as const;
    const { lines } = digestOf({
      ...facts,
      files: 1,
      unsent: 7,
      refused: 2,
      days,
      issues: [other, damaged, issue] as never,
    });
    expect(lines).toEqual([
      "1 file (2.1 GB) was delivered since Monday 16 November, 08:00 UTC.",
      "7 files are waiting, 2 of them need you.",
      "Open: 2 files refused by the portal; Lidar has written 3 damaged files.",
      "Silent: Radar has gone silent.",
      "1 of 8 instrument days is complete.",
      "Gaps: Radar on Sunday 1 November; Radar on Monday 2 November; Radar on Tuesday 3 November; Radar on Wednesday 4 November; Radar on Thursday 5 November; and 2 more.",
    ]);
  });
});
